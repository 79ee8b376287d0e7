"""Test rows that lie much nearer to a training row than its neighborhood explains."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray
from evalbook.comparison._distributions import binomial_at_least
from evalbook.review._divided import Divided
from evalbook.review._findings import Finding, Outcome
from evalbook.review._rows import distinct_share
from evalbook.review._words import chance, share

NEAR = 20
"""How many neighbors say how dense the training rows lie."""
TAIL = 0.001
"""How rarely a row may be so near by chance."""
WORK = 40_000_000
"""Up to so many distances are computed; beyond, a random sample of the test rows is taken."""
BLOCK = 2_000_000


def near_duplicates(split: Divided) -> Outcome:
    r"""Whether test rows lie much nearer to a training row than the density of its neighborhood explains.

    .. math:: p = 1 - \left(1 - (d_1 / d_{20})^m\right)^{19}

    of a test row, whose nearest training row is at :math:`d_1` and whose twentieth at :math:`d_{20}`, where rows spread
    evenly in m dimensions (Levina and Bickel's estimate). Found where p < .001 for at least 2% of the test rows, and
    for more than chance allows (binomial, p < .0001). Equal rows are left to `duplicates`. Of very many rows a random
    sample of the test part is looked at, in blocks. It takes the columns that are no grid, and needs four of them: it
    cannot see copies of pictures, counts and answers, nor copies that were changed by as much as other rows differ.
    """
    fine = [column for column in range(split.test.shape[1]) if distinct_share(split.test[:, column]) > 0.5]
    if len(fine) < 4:
        return "needs four columns in which most values differ"
    if len(split.train) <= NEAR:
        return f"needs more than {NEAR} training rows"
    train, test = _scaled(split.train[:, fine], split.test[:, fine])
    rows = np.arange(len(test))
    if len(train) * len(test) > WORK:
        rows = np.sort(np.random.default_rng(0).choice(rows, max(200, WORK // len(train)), replace=False))
    nearest, others = _distances(train, test[rows])
    apart = (nearest > 0) & (others[:, -1] > 0)
    if not apart.any():
        return "needs test rows that differ from all training rows"
    p_value = _p_values(nearest[apart], others[apart])
    near = np.zeros(len(rows), dtype=np.bool_)
    near[apart] = p_value < TAIL
    return _found(near, rows, len(test))


def _scaled(train: FloatArray, test: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Both parts in the standard deviations of the training part."""
    spread = train.std(axis=0)
    spread[spread == 0] = 1
    center = train.mean(axis=0)
    return (train - center) / spread, (test - center) / spread


def _distances(train: FloatArray, test: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The distance of each test row to its nearest training row, and to the second up to the twentieth."""
    length = (train**2).sum(axis=1)
    found = np.empty((len(test), NEAR))
    step = max(1, BLOCK // len(train))
    for start in range(0, len(test), step):
        block = test[start : start + step]
        squares = length - 2 * block @ train.T
        places = np.argpartition(squares, NEAR - 1, axis=1)[:, :NEAR]
        # the product has lost the digits of near rows
        exact = ((block[:, np.newaxis] - train[places]) ** 2).sum(axis=2)
        found[start : start + step] = np.sort(np.sqrt(exact), axis=1)
    return found[:, 0], found[:, 1:]


def _p_values(nearest: FloatArray, others: FloatArray) -> FloatArray:
    """How rarely the nearest of twenty rows is so near."""
    ratios = np.log(others[:, -1:] / np.maximum(others[:, :-1], 1e-300))
    dimension = 1 / max(float(np.median(ratios.mean(axis=1))), 1e-9)
    part = (nearest / others[:, -1]) ** dimension
    return np.asarray(-np.expm1((NEAR - 1) * np.log1p(-np.minimum(part, 1 - 1e-16))))


def _found(near: NDArray[np.bool_], rows: NDArray[np.intp], of: int) -> Outcome:
    count, n = int(near.sum()), len(near)
    p_value = binomial_at_least(count, n, TAIL)
    if count < 0.02 * n or p_value >= 1e-4:
        return None
    sample = f" of a random sample of {n:,}" if n < of else ""
    message = (
        f"{share(count, n)} test rows{sample} lie so near to a training row as chance brings {TAIL:.1%} of them "
        f"({chance(p_value)}): copies with noise, rows made of training rows, or visits of one person. "
        f"Score the other {n - count:,} alone: what is lost is what the model knew by heart."
    )
    evidence = {"rows": rows[near].tolist(), "p_value": p_value, "looked_at": n}
    return Finding("near_duplicates", "warning", count / n, message, "splits/leakage", evidence)
