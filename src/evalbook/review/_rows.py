"""Rows that stand in both parts of a split, as they are or a little changed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evalbook._distributions import binomial_at_least
from evalbook._input import FloatArray
from evalbook.review._divided import Divided
from evalbook.review._findings import Finding, Outcome
from evalbook.review._words import chance, share, short

CELLS = 5_000_000
"""Up to about so many numbers are shuffled several times to see how often rows coincide by chance."""
NEAR = 20
"""How many neighbors say how dense the training rows lie."""
TAIL = 0.001
"""How rarely a row may be so near by chance."""
WORK, BLOCK = 40_000_000, 2_000_000
"""Up to so many distances are computed, and at once; beyond, a random sample of the test rows is taken."""


def duplicates(split: Divided) -> Outcome:
    """Whether test rows are training rows, equal in every column.

    Where columns are so coarse that rows coincide by chance it cannot tell: if with shuffled columns the share of test
    rows that are in training exceeds a fiftieth of the share found (shuffled within classes, where `y` tells them). It
    cannot see a row that was scaled, rounded, or changed in one column: see `near_duplicates`.
    """
    place = first_places(split.train, split.test)
    shared = place >= 0
    if not shared.any():
        return None
    found, by_chance = float(shared.mean()), _coincidence(split)
    if by_chance > 0.02 * found:
        shuffled = f"{by_chance:.1%} if columns are shuffled"
        return f"{found:.1%} of the test rows are in training, {shuffled}: too coarse to tell"
    columns = f"all {split.test.shape[1]} columns" if split.test.shape[1] > 1 else "the 1 column"
    told = f"{share(int(shared.sum()), len(shared))} test rows are training rows, equal in {columns}."
    message = f"{told} {_what_a_table_gets(split, shared, place)}"
    evidence = {"rows": np.flatnonzero(shared).tolist(), "by_chance": by_chance}
    return Finding("duplicates", "error", found, message, "splits/leakage", evidence)


def _what_a_table_gets(split: Divided, shared: NDArray[np.bool_], place: NDArray[np.intp]) -> str:
    """The effect: who has learned the training rows by heart knows these labels."""
    if split.labels is None:
        return f"A model scores {int(shared.sum()):,} rows that it has learned; score the others alone, too."
    train, test = split.labels
    alike = int(np.count_nonzero(test[shared] == train[place[shared]]))
    told = f"A table of the training rows gets {alike:,} of these {int(shared.sum()):,} labels right"
    if shared.all():
        return f"{told}."
    count = np.unique(test[~shared], return_counts=True)[1]
    return f"{told}, where the largest class of the other test rows gets {short(count.max() / count.sum())}."


def _coincidence(split: Divided) -> float:
    """The share of test rows that are in training if columns are shuffled, within classes where these are known."""
    rng = np.random.default_rng(0)
    train, both = len(split.train), np.concatenate([split.train, split.test])
    number = None if split.labels is None else np.unique(np.concatenate(split.labels), return_inverse=True)[1]
    label = np.zeros(len(both), np.int16) if number is None else number.astype(np.int16)  # short ones sort fastest
    inside = np.argsort(label, kind="stable")
    found = []
    for _ in range(max(1, min(200, CELLS // both.size))):
        mixed = np.empty_like(both)
        for column in range(both.shape[1]):
            order = rng.permutation(len(both))
            mixed[inside, column] = both[order[np.argsort(label[order], kind="stable")], column]
        found.append(float((first_places(mixed[:train], mixed[train:]) >= 0).mean()))
    return float(np.mean(found))


def first_places(train: FloatArray, test: FloatArray) -> NDArray[np.intp]:
    """Where in training a row equal to each test row stands first; -1 if nowhere."""
    keys, first = np.unique(_hashed(train), return_index=True)
    wanted = _hashed(test)
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[place] == wanted, first[place], -1)


def _hashed(rows: FloatArray) -> NDArray[np.int64]:
    """A number of 64 bits for each row; different rows share one with a chance of about 2^-64."""
    return np.fromiter((hash((row + 0.0).tobytes()) for row in rows), np.int64, len(rows))  # so that -0.0 is 0.0


# ---------------------------------------------------------------- a little changed


def near_duplicates(split: Divided) -> Outcome:
    r"""Whether test rows lie much nearer to a training row than the density of its neighborhood explains.

    .. math:: p = 19\,(1 - g)^{18}, \qquad g = t_1 / (t_1 + \dots + t_{19}), \qquad t_i = \ln(d_{20} / d_i)

    of a test row, whose nearest training row is at :math:`d_1` and whose twentieth at :math:`d_{20}`. Where rows spread
    evenly, in any number of dimensions, the t are exponential, and p bounds how rarely the largest has that share of
    their sum (Fisher). Found where p < .001 for at least 2% of the test rows, and for more than chance allows
    (binomial, p < .0001). In the tails of a distribution rows do not spread evenly, so that only those count whose
    :math:`d_1` is below the first decile of all :math:`d_{20}`. Found, too, are rows that are training rows moved by
    one column, as overlapping windows of a series are. Equal rows are left to `duplicates`. Of very many rows a random
    sample of the test part is looked at, in blocks. It takes the columns that are no grid, and needs four of them: it
    cannot see copies of pictures, counts and answers, copies that were changed by as much as other rows differ, nor
    windows that were scaled or overlap in other steps.
    """
    fine = [column for column in range(split.test.shape[1]) if _distinct_share(split.test[:, column]) > 0.5]
    if len(fine) < 4:
        return "needs four columns in which most values differ"
    if len(split.train) <= NEAR:
        return f"needs more than {NEAR} training rows"
    train, test = split.train[:, fine], split.test[:, fine]
    rows = np.arange(len(test))
    if len(train) * len(test) > WORK:
        rows = np.sort(np.random.default_rng(0).choice(rows, max(200, WORK // len(train)), replace=False))
    moved = _found(_is_moved(train, test[rows]), rows, len(test), *WINDOWS)
    if moved:
        return moved
    distance = _distances(*_in_one_unit(train, test[rows]))
    if not distance[:, 0].any():
        return "needs test rows that differ from all training rows"
    return _found(_is_near(distance), rows, len(test), *COPIES)


def _is_moved(train: FloatArray, test: FloatArray) -> NDArray[np.bool_]:
    """Which test rows are a training row moved by one column, to the left or to the right."""
    found = np.zeros(len(test), dtype=np.bool_)
    for ours, theirs in ((train[:, 1:], test[:, :-1]), (train[:, :-1], test[:, 1:])):
        wanted, given = np.isin(theirs[:, 0], ours[:, 0]), np.isin(ours[:, 0], theirs[:, 0])  # of most rows enough
        if wanted.any():
            found[wanted] |= first_places(ours[given], theirs[wanted]) >= 0
    return found


def _is_near(distance: FloatArray) -> NDArray[np.bool_]:
    """Which rows are nearer to the first of their neighbors than the others explain."""
    nearest, farthest = distance[:, 0], distance[:, -1]
    logs = np.log(farthest[:, np.newaxis] / distance[:, :-1])
    rare = (NEAR - 1) * (1 - logs[:, 0] / logs.sum(axis=1)) ** (NEAR - 2) < TAIL
    return np.asarray((nearest > 0) & rare & (nearest < np.quantile(farthest, 0.1)))


def _in_one_unit(train: FloatArray, test: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Columns of one spread around 0; divided by their largest number first, so that no square exceeds a float."""
    largest = np.maximum(np.abs(train).max(axis=0), np.abs(test).max(axis=0))
    one, two = (part / np.where(largest, largest, 1) for part in (train, test))
    center, scale = one.mean(axis=0), one.std(axis=0)
    scale = np.where(scale, scale, 1)
    return (one - center) / scale, (two - center) / scale


def _distances(train: FloatArray, test: FloatArray) -> FloatArray:
    """The distances of each test row to its twenty nearest training rows, rising."""
    length = (train**2).sum(axis=1)
    found = np.empty((len(test), NEAR))
    step = max(1, BLOCK // len(train))
    for start in range(0, len(test), step):
        block = test[start : start + step]
        places = np.argpartition(length - 2 * block @ train.T, NEAR - 1, axis=1)[:, :NEAR]
        # the product has lost the digits of near rows
        exact = ((block[:, np.newaxis] - train[places]) ** 2).sum(axis=2)
        found[start : start + step] = np.sort(np.sqrt(exact), axis=1)
    return found


COPIES = (
    f"lie so near to a training row as chance brings {TAIL:.1%} of them ({{}})",
    "copies with noise, rows made of training rows, or visits of one person. Score the other {} alone: what is lost is "
    "what the model knew by heart.",
)
WINDOWS = (
    "are a training row moved by one column",
    "windows of one series that overlap, dealt out to both parts. Divide the series by time, and leave out the windows "
    "that reach into both; {} of these rows are not concerned.",
)
"""What is found of test rows, and what it means for the others."""


def _found(near: NDArray[np.bool_], rows: NDArray[np.intp], of: int, what: str, meaning: str) -> Finding | None:
    """The finding, if it is more than chance allows."""
    count, n = int(near.sum()), len(near)
    p_value = binomial_at_least(count, n, TAIL)
    if count < 0.02 * n or p_value >= 1e-4:
        return None
    sample = f" of a random sample of {n:,}" if n < of else ""
    told = f"{share(count, n)} test rows{sample} {what.format(chance(p_value))}"
    message = f"{told}: {meaning.format(f'{n - count:,}')}"
    evidence = {"rows": rows[near].tolist(), "p_value": p_value, "looked_at": n}
    return Finding("near_duplicates", "warning", count / n, message, "splits/leakage", evidence)


def _distinct_share(column: FloatArray) -> float:
    """How many of up to 2,000 values differ."""
    some = column[:: max(1, len(column) // 2000)]
    return len(np.unique(some)) / len(some)
