"""The review of a split into training and test rows: rows, groups and times that stand on both sides, and classes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook._distributions import binomial_at_least, normal_beyond
from evalbook._input import FloatArray
from evalbook.comparison._influence import groups_in, mean_influence, standard_error
from evalbook.review._review import Finding, Outcome, Review, checks_of, make_review
from evalbook.review._split_data import Pair, SplitData, split_data_of
from evalbook.review._words import are, join_clauses, number_of, other, p_text, part_of, percent, rate, sentence


def split(
    X_train: ArrayLike,  # noqa: N803  the names that everyone uses
    X_test: ArrayLike,  # noqa: N803
    *,
    y: tuple[ArrayLike, ArrayLike] | None = None,
    groups: tuple[ArrayLike, ArrayLike] | None = None,
    times: tuple[ArrayLike, ArrayLike] | None = None,
    ignore: Mapping[str, str] | Sequence[str] = (),
) -> Review:
    r"""Review a split into training and test rows: duplicates, shared groups, times, and class shares.

    .. math:: \{x : x \in \text{training} \wedge x \in \text{test}\} \overset{?}{=} \emptyset

    The checks are `duplicates`, `near_duplicates`, `group_overlap`, `temporal_leakage` and `prevalence_shift`.

    Parameters
    ----------
    X_train, X_test : array_like of shape (n, d) and (m, d)
        The training rows and the test rows, as numbers. Further dimensions are flattened into columns. The columns of
        two data frames are matched by name, all others by position.
    y : pair of array_like of shape (n,) and (m,), optional
        What is to be predicted, ``(y_train, y_test)``: labels, or numbers, whose shares are not compared.
    groups : pair of array_like of shape (n,) and (m,), optional
        The group of each row, such as its patient: ``(of training, of test)``.
    times : pair of array_like of shape (n,) and (m,), optional
        When each row was known: numbers, dates, datetimes, or strings such as 2027-03-01 and 2027-03-01T14:30+02:00.
    ignore : mapping of str to str, or sequence of str, default ()
        The names of checks whose findings are set aside, each with a reason if a mapping is given. They are kept in
        `ignored` and still printed.

    Returns
    -------
    Review
        It has the `line` to report, the `findings` and what was `not_checked`. It prints as text, and reviews can be
        added.

    See Also
    --------
    classification : review the predictions for the test rows
    evalbook.splits.group_k_fold : a split that keeps groups together

    Notes
    -----
    1. An optional argument may be missing. The checks that need it are then listed in `not_checked`.
    2. If the columns are so coarse that rows are equal by chance, or if there is a single column, `duplicates` cannot
       tell, and it says so.
    3. If there are very many rows, `near_duplicates` looks at a random sample of the test rows, and it says so. All
       other checks look at all rows.
    4. ``evidence["rows"]`` has the positions of the rows concerned. They are test rows, except for `temporal_leakage`,
       where they are training rows.
    5. Times with a time zone are compared as instants. A mixture of times with and without a time zone raises a
       ValueError, because nothing says where the latter were recorded. A date counts as its first moment.

    References
    ----------
    Levina and Bickel, *Maximum likelihood estimation of intrinsic dimension* (2004); Kapoor and Narayanan, *Leakage and
    the reproducibility crisis* (2023).

    Examples
    --------
    >>> import numpy as np
    >>> from evalbook import review
    >>> rows = np.random.default_rng(0).normal(size=(30, 4))
    >>> found = review.split(rows, rows[:3], groups=(np.arange(30), [50, 51, 52]))
    >>> found.line
    '30 training rows and 3 test rows with 4 columns; 30 groups in training and 3 groups in the test set'
    >>> [finding.check for finding in found.findings]
    ['duplicates']
    """
    return make_review(split_data_of(X_train, X_test, y, groups, times), _line, CHECKS, ignore)


def _line(split: SplitData) -> str:
    """How many rows, of which classes, groups and times."""
    rows = f"{number_of(len(split.train), 'training rows')} and {number_of(len(split.test), 'test rows')}"
    clauses = [f"{rows} with {number_of(split.test.shape[1], 'columns')}"]
    if split.labels is not None:
        labels, count = np.unique(np.concatenate(split.labels), return_counts=True)
        label = labels[count.argmin()]
        ours, theirs = (rate(float(np.mean(part == label))) for part in split.labels)
        clauses.append(f"class {label} makes up {ours} of the training rows and {theirs} of the test rows")
    if split.groups is not None:
        groups = [number_of(len(np.unique(part)), "groups") for part in split.groups]
        clauses.append(f"{groups[0]} in training and {groups[1]} in the test set")
    if split.times is not None:
        clauses.append(f"training ends at {split.times[0].last}, and testing begins at {split.times[1].first}")
    return join_clauses(clauses)


# ---------------------------------------------------------------- groups, times and classes


def group_overlap(split: SplitData) -> Outcome:
    """Whether any group, such as a patient, has rows in both parts.

    It cannot see groups that have different names in the two parts, or groups that were not handed in.
    """
    if split.groups is None:
        return "groups is not given"
    train, test = split.groups
    shared = np.isin(test, train)
    if not shared.any():
        return None
    groups, of = len(np.unique(test[shared])), len(np.unique(test))
    rows, new = int(shared.sum()), int((~shared).sum())
    them = "it" if groups == 1 else "them"
    rest = "so the score says nothing about new groups. Split the data by group."
    if new:
        rest = f"so the score mixes known groups with new ones. Score {other(new, 'rows')} alone, "
        rest += "or split the data by group."
    message = (
        f"{sentence(part_of(groups, of, 'groups in the test set'))} {are(groups)} also in the training set. "
        f"{sentence(part_of(rows, len(shared), 'test rows'))} {'belongs' if rows == 1 else 'belong'} to {them}, {rest}"
    )
    evidence = {"rows": np.flatnonzero(shared).tolist(), "groups": groups}
    return Finding("group_overlap", "error", float(shared.mean()), message, "splits/leakage", evidence)


def temporal_leakage(split: SplitData) -> Outcome:
    """Whether more than 1% of the training rows are later than the first test row.

    It cannot see that something about an early row became known only later, or how large a gap a forecast needs.
    """
    if split.times is None:
        return "times is not given"
    train, test = (part.instants for part in split.times)
    late = np.asarray(train > test.min(), dtype=np.bool_)
    if late.mean() <= 0.01:
        return None
    inside = float(np.mean(test < train.max()))
    message = (
        f"{sentence(part_of(int(late.sum()), len(late), 'training rows'))} {are(int(late.sum()))} later than the first "
        f"test row ({split.times[1].first}). {sentence(percent(inside))} of the test rows are earlier than the last "
        f"training row, so the model has seen their future. Train only on rows that are earlier than all test rows."
    )
    evidence = {"rows": np.flatnonzero(late).tolist(), "test_share": inside}
    return Finding("temporal_leakage", "error", float(late.mean()), message, "splits/leakage", evidence)


def prevalence_shift(split: SplitData) -> Outcome:
    """Whether a class has another share in the test part than in training: p < 0.001, and log odds over 0.4 apart.

    p is adjusted for the number of classes, and with groups the standard errors are based on groups. It cannot say
    which of the two shares will occur in use, or whether the shift was intended.
    """
    if split.labels is None:
        return "y is not given" if split.y is None else "it needs y with classes"
    train, test = split.labels
    labels = np.unique(np.concatenate([train, test]))
    if len(labels) < 2:
        return "it needs two classes"
    if split.groups is not None and min(map(groups_in, split.groups)) < 2:
        return "it needs two groups in each part, because one group shows no spread"
    found = []
    for label in labels if len(labels) > 2 else labels[1:]:
        ours, theirs = (train == label).astype(float), (test == label).astype(float)
        gap = _log_odds(ours) - _log_odds(theirs)
        z = (ours.mean() - theirs.mean()) / _error_of_difference((ours, theirs), split.groups)
        p_value = min(1.0, normal_beyond(z) * max(1, len(labels) - 1))
        found.append((p_value, abs(gap), label, float(ours.mean()), float(theirs.mean())))
    p_value, gap, label, ours, theirs = min(found, key=lambda one: one[:1])
    if p_value >= 0.001 or gap <= 0.4:
        return None
    message = (
        f"Class {label} makes up {rate(ours)} of the training rows and {rate(theirs)} of the test rows "
        f"({p_text(p_value)}). Probabilities that were learned in training are off by {gap:.2f} in log odds on the "
        f"test rows, and the precision depends on this share, too. Find out which share will occur in use, and adjust "
        f"the probabilities and the report to it."
    )
    evidence = {"p_value": p_value, "class": label.item(), "train": ours, "test": theirs}
    return Finding("prevalence_shift", "warning", gap, message, "curves/class_skew", evidence)


def _error_of_difference(parts: Pair, groups: Pair | None) -> float:
    """The standard error of the difference of two shares that are equal; with groups theirs, if it is larger."""
    ours, theirs = parts
    pooled = (ours.sum() + theirs.sum()) / (len(ours) + len(theirs))
    error = math.sqrt(pooled * (1 - pooled) * (1 / len(ours) + 1 / len(theirs)))
    if groups is None:
        return error
    by_group = [standard_error(mean_influence(part), group) for part, group in zip(parts, groups, strict=True)]
    return max(error, math.hypot(*by_group))


def _log_odds(values: np.ndarray) -> float:
    return math.log((values.sum() + 0.5) / (len(values) - values.sum() + 0.5))


# ---------------------------------------------------------------- rows that are training rows

CELLS = 5_000_000
"""Up to about so many numbers are shuffled several times to see how often rows coincide by chance."""
NEAR = 20
"""How many neighbors say how dense the training rows lie."""
TAIL = 0.001
"""How rarely a row may be so near by chance."""
WORK, BLOCK = 40_000_000, 2_000_000
"""Up to so many distances are computed, and at once; beyond, a random sample of the test rows is taken."""


def duplicates(split: SplitData) -> Outcome:
    """Whether test rows are equal to training rows in every column.

    If the columns are so coarse that rows are equal by chance, nothing is found. This is the case if, with shuffled
    columns, the share of test rows that are in training is more than a fiftieth of the share found. (If `y` gives
    classes, the columns are shuffled within classes.) It cannot see a row that was scaled, rounded, or changed in one
    column: see `near_duplicates`.
    """
    place = first_places(split.train, split.test)
    shared = place >= 0
    if not shared.any():
        return None
    found, by_chance = float(shared.mean()), _coincidence(split)
    if by_chance > 0.02 * found:
        shuffled = f"{by_chance:.1%} are if the columns are shuffled"
        return f"{found:.1%} of the test rows are in training, but {shuffled}, so the columns are too coarse to tell"
    count, columns = int(shared.sum()), part_of(split.test.shape[1], split.test.shape[1], "columns")
    told = f"{sentence(part_of(count, len(shared), 'test rows'))} {are(count)} equal to a training row in {columns}."
    message = f"{told} {_what_a_table_gets(split, shared, place)}"
    evidence = {"rows": np.flatnonzero(shared).tolist(), "by_chance": by_chance}
    return Finding("duplicates", "error", found, message, "splits/leakage", evidence)


def _what_a_table_gets(split: SplitData, shared: NDArray[np.bool_], place: NDArray[np.intp]) -> str:
    """The effect: who has learned the training rows by heart knows these labels."""
    known, others = int(shared.sum()), int((~shared).sum())
    advice = (
        f"Score {other(others, 'rows')} alone, too."
        if others
        else "Collect new test rows, or remove the copies from the training set and train again."
    )
    if split.labels is None:
        what = "the answer to this row" if known == 1 else f"the answers to these {known:,} rows"
        return f"A model that has memorized the training rows knows {what}. {advice}"
    train, test = split.labels
    alike = int(np.count_nonzero(test[shared] == train[place[shared]]))
    told = f"A lookup in the training set gets {alike:,} of these {known:,} labels right"
    if known == 1:
        told = f"A lookup in the training set gets its label {'right' if alike else 'wrong'}"
    if not others:
        return f"{told}. {advice}"
    count = np.unique(test[~shared], return_counts=True)[1]
    return (
        f"{told}, while predicting the largest class would be right on {rate(count.max() / count.sum())} of the other "
        f"test rows. {advice}"
    )


def _coincidence(split: SplitData) -> float:
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


def near_duplicates(split: SplitData) -> Outcome:
    r"""Whether test rows are much closer to a training row than the density of the neighborhood explains.

    .. math:: p = 19\,(1 - g)^{18}, \qquad g = t_1 / (t_1 + \dots + t_{19}), \qquad t_i = \ln(d_{20} / d_i)

    for a test row whose nearest training row is at the distance :math:`d_1` and whose twentieth is at :math:`d_{20}`.
    If rows are spread evenly, in any number of dimensions, the t are exponentially distributed, and p bounds the
    probability that the largest has that share of their sum (Fisher). The check finds something if p < 0.001 for at
    least 2% of the test rows, and for more rows than chance explains (binomial test, p < 0.0001). In the tails of a
    distribution rows are not spread evenly, so a row counts only if its :math:`d_1` is below the first decile of all
    :math:`d_{20}`. It also finds test rows that are training rows shifted by one column, like overlapping windows of a
    time series. Equal rows are left to `duplicates`. If there are very many rows, a random sample of the test rows is
    examined, in blocks. The check uses only columns in which most values differ, and needs four of them. It cannot see
    copies of pictures, counts and answers, copies that were changed by as much as other rows differ, or windows that
    were scaled or overlap in other steps.
    """
    fine = [column for column in range(split.test.shape[1]) if _distinct_share(split.test[:, column]) > 0.5]
    if len(fine) < 4:
        return "it needs four columns in which most values differ"
    if len(split.train) <= NEAR:
        return f"it needs more than {NEAR} training rows"
    train, test = split.train[:, fine], split.test[:, fine]
    rows = np.arange(len(test))
    if len(train) * len(test) > WORK:
        rows = np.sort(np.random.default_rng(0).choice(rows, max(200, WORK // len(train)), replace=False))
    moved = _found(_is_moved(train, test[rows]), rows, len(test), *WINDOWS)
    if moved:
        return moved
    distance = _distances(*_in_one_unit(train, test[rows]))
    if not distance[:, 0].any():
        return "it needs test rows that differ from all training rows"
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
    f"are closer to a training row than {1 - TAIL:.1%} of rows would be by chance ({{}})",
    "They may be noisy copies, rows made from training rows, or several visits of one person, and a model that has "
    "memorized the training rows does too well on them.",
    "Score {} alone to see how much the copies add to the score.",
    "Collect new test rows, or split the data so that copies stay on one side.",
)
WINDOWS = (
    "are a training row shifted by one column",
    "They may be overlapping windows of one time series, which were assigned to both sets at random.",
    "Split the series by time, and leave out the windows that reach into both sets; {} that {} examined {} not "
    "affected.",
    "Split the series by time, and leave out the windows that reach into both sets.",
)
"""What is found of test rows, what it means, and what to do if there are others, and if there are none."""


def _found(
    near: NDArray[np.bool_], rows: NDArray[np.intp], of: int, what: str, meaning: str, advice: str, alone: str
) -> Finding | None:
    """The finding, if it is more than chance allows."""
    count, n = int(near.sum()), len(near)
    p_value = binomial_at_least(count, n, TAIL)
    if count < 0.02 * n or p_value >= 1e-4:
        return None
    told = sentence(part_of(count, n, "randomly chosen test rows" if n < of else "test rows"))
    what_to_do = (
        advice.format(other(n - count, "rows"), "was" if n - count == 1 else "were", are(n - count))
        if count < n
        else alone
    )
    message = f"{told} {what.format(p_text(p_value))}. {meaning} {what_to_do}"
    evidence = {"rows": rows[near].tolist(), "p_value": p_value, "looked_at": n}
    return Finding("near_duplicates", "warning", count / n, message, "splits/leakage", evidence)


def _distinct_share(column: FloatArray) -> float:
    """How many of up to 2,000 values differ."""
    some = column[:: max(1, len(column) // 2000)]
    return len(np.unique(some)) / len(some)


CHECKS = checks_of("split", duplicates, near_duplicates, group_overlap, temporal_leakage, prevalence_shift)
