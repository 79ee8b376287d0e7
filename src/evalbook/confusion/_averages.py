"""Averages over several binary matrices: average the scores (macro), or add the counts first (micro)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._formula import formula_of
from evalbook._hints import with_hints
from evalbook._undefined import REMEDY, ZeroDivision, mean_or_undefined, or_undefined
from evalbook.confusion._class_scores import OfCounts
from evalbook.confusion._counts_tally import Counts
from evalbook.confusion._matrix_tally import ConfusionMatrix
from evalbook.confusion._precision import f1, precision, recall


class Averages(NamedTuple):
    """The average precision, recall and F1 of several binary confusion matrices."""

    precision: float
    """The mean of the precisions (macro), or the precision of the added counts (micro)."""
    recall: float
    """The mean of the recalls (macro), or the recall of the added counts (micro)."""
    f1: float
    """The F1 of these two values. In a `Report` it is the mean of the F1 scores."""


@with_hints
def macro_average(
    matrices: Counts | Iterable[Counts | ConfusionMatrix], *, zero_division: ZeroDivision = "warn"
) -> Averages:
    r"""The macro average: the mean precision and the mean recall of several matrices, and the F1 of the two.

    .. math:: \text{macro-}F_1 = \frac{2\,\bar P\,\bar R}{\bar P + \bar R}

    Parameters
    ----------
    matrices : sequence of Counts or of binary ConfusionMatrix, or Counts of arrays
        The matrices. In a ConfusionMatrix, 1 or True is the positive class.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    Averages
        The tuple ``(precision, recall, f1)``, with values between 0 and 1.

    See Also
    --------
    micro_average : adds the counts first
    f1 : average="macro" gives the mean of the F1 scores
    report : every class and its averages in one table

    Notes
    -----
    1. If the precision or the recall of one matrix is undefined, the average is undefined, too. ``zero_division=nan``
       leaves the matrix out of that average, and 0 counts it as 0.
    2. If both averages are 0, F1 is 0.
    3. ``f1(..., average="macro")`` is the other macro-F1 in use, the mean of the F1 scores. It is never the larger of
       the two.

    References
    ----------
    Zhou, *Machine Learning* (2016), equations 2.12 to 2.14.

    Examples
    --------
    >>> from evalbook.confusion import Counts, macro_average
    >>> sharp, broad = Counts(tp=1, fp=0, fn=9, tn=90), Counts(tp=10, fp=90, fn=0, tn=0)
    >>> macro_average([sharp, broad])
    Averages(precision=0.55, recall=0.55, f1=0.55)
    """
    counts = _stack(matrices)
    p, r = (
        mean_or_undefined(ratio.of(counts), zero_division, partial(_matrix_reason, ratio))
        for ratio in map(formula_of, (precision, recall))
    )
    return Averages(p, r, 2 * p * r / (p + r) if p + r else 0.0)


@with_hints
def micro_average(
    matrices: Counts | Iterable[Counts | ConfusionMatrix], *, zero_division: ZeroDivision = "warn"
) -> Averages:
    r"""The micro average: precision, recall and F1 of the added counts of several matrices.

    .. math:: \text{micro-}P = \frac{\sum TP}{\sum TP + \sum FP}

    .. math:: \text{micro-}R = \frac{\sum TP}{\sum TP + \sum FN}

    Parameters
    ----------
    matrices : sequence of Counts or of binary ConfusionMatrix, or Counts of arrays
        The matrices. In a ConfusionMatrix, 1 or True is the positive class.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    Averages
        The tuple ``(precision, recall, f1)``, with values between 0 and 1.

    See Also
    --------
    macro_average : averages the ratios
    Counts : its sum adds the counts
    report : every class and its averages in one table

    Notes
    -----
    1. The sources average the counts instead of adding them. The ratios are the same.
    2. For the one-against-rest matrices of all classes, all three values are the accuracy. If a class is left out, they
       are not.

    References
    ----------
    Zhou, *Machine Learning* (2016), equations 2.15 to 2.17.

    Examples
    --------
    >>> from evalbook.confusion import Counts, micro_average
    >>> sharp, broad = Counts(tp=1, fp=0, fn=9, tn=90), Counts(tp=10, fp=90, fn=0, tn=0)
    >>> micro_average([sharp, broad]).recall
    0.55
    """
    total = _stack(matrices).sum()
    ratios = map(formula_of, (precision, recall, f1))
    return Averages(*(or_undefined(ratio.of(total), zero_division, _matrix_reason(ratio)) for ratio in ratios))


def _stack(matrices: Counts | Iterable[Counts | ConfusionMatrix]) -> Counts:
    """Several binary matrices as counts of arrays."""
    if isinstance(matrices, Counts) and np.ndim(matrices.tp) == 1:
        return matrices
    if isinstance(matrices, ConfusionMatrix) or not check.is_collection(matrices):
        raise TypeError(
            f"matrices is a single {type(matrices).__name__}; expected a list of matrices, or Counts of arrays"
        )
    counts = [_binary(matrix, place) for place, matrix in enumerate(matrices)]
    if not counts:
        raise ValueError("matrices is empty; expected at least one matrix")
    return Counts(*(np.array([getattr(each, name) for each in counts]) for name in ("tp", "fp", "fn", "tn")))


def _binary(matrix: Counts | ConfusionMatrix, place: int) -> Counts:
    if isinstance(matrix, ConfusionMatrix):
        return matrix.binary(check.positive_label(list(matrix.labels), None))
    if not isinstance(matrix, Counts) or np.ndim(matrix.tp):
        raise TypeError(
            f"matrices[{place}] is {matrix!r}; expected Counts of numbers, or a ConfusionMatrix of two classes"
        )
    return matrix


def _matrix_reason(ratio: OfCounts, undefined: NDArray[np.bool_] | None = None) -> str:
    """Why a ratio of these matrices, or of all together, is undefined."""
    which = "all matrices" if undefined is None else "matrix " + ", ".join(map(str, np.flatnonzero(undefined)))
    return (
        f"{ratio.name} is undefined (0/0), so nan is returned: the positive class of {which} {ratio.lacking}. "
        f"{REMEDY} (nan leaves the matrix out of an average)"
    )
