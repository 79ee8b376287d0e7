"""Proper scores: the log loss and the Brier score, of two classes or more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import Formula, Scorer, on, sums_of
from evalbook._hints import with_hints
from evalbook._input import FloatArray


def log_losses(truth: NDArray[Any], prob: FloatArray) -> FloatArray:
    """What each sample costs, as it came from :func:`_forecasts`."""
    with np.errstate(divide="ignore"):
        if prob.ndim == 2:
            logs = np.log(prob[np.arange(len(prob)), truth])
        else:
            logs = np.empty(len(prob))
            np.log(prob, out=logs, where=truth)
            np.log1p(-prob, out=logs, where=~truth)
    losses: FloatArray = np.subtract(0.0, logs, out=logs)  # not -logs: no cost is -0.0
    return losses


def squared_errors(truth: NDArray[Any], prob: FloatArray) -> FloatArray:
    """The squared error of each sample, as it came from :func:`_forecasts`."""
    if prob.ndim == 1:
        error = prob - truth
    else:
        error = prob.copy()
        error[np.arange(len(prob)), truth] -= 1
    squares: FloatArray = np.square(error, out=error)
    return squares if prob.ndim == 1 else check.row_sums(squares) / (2 if prob.shape[1] == 2 else 1)


@dataclass(frozen=True)
class OfLosses(Formula):
    """The mean of what each sample costs, by the truth and the probabilities."""

    each: Callable[[NDArray[Any], FloatArray], FloatArray]

    def rounds(self, y_true: Any, y_prob: Any, *, pos_label: Any, labels: Any, sample_weight: Any) -> Scorer:
        """What scores rounds."""
        truth, prob, _ = _forecasts(y_true, y_prob, pos_label, labels, None)
        means = sums_of([self.each(truth, prob)], check.weights(sample_weight))
        return lambda times: means(times)[0]


@on(OfLosses(log_losses))
@with_hints
def log_loss(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    pos_label: Any = None,
    labels: Sequence[Any] | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""The log loss, or cross-entropy: the mean of -ln(probability predicted for the true class).

    .. math:: -\frac1n \sum_i \ln p_i(y_i)

    where :math:`p_i(y_i)` is the predicted probability of the true class of sample i.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels. They are integers, booleans or strings.
    y_prob : array_like of shape (n,) or (n, k)
        The predicted probabilities, between 0 and 1: one column for the positive class, or one column for each of k
        classes. The k columns of a row add up to 1, to within 1e-5 or, for narrower floats, to within the root of their
        precision.
    pos_label : label, optional
        The label of the positive class, if there is one probability per sample. By default it is the larger one of
        {0, 1}, {-1, 1} or {False, True}.
    labels : sequence of k labels, optional
        The class of each of the k columns. By default these are the classes in `y_true`, sorted, or {0, 1} or {-1, 1}
        for two columns. It is needed if a class never occurs.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    float
        At least 0, in nats. A perfect prediction has 0, and a probability of 1/k for each of k classes has
        ln k, which is 0.693 for two classes.

    See Also
    --------
    brier_score : a proper score that stays finite
    reliability_curve : shows whether the probabilities are calibrated
    ProbabilityTally : for a test set in parts

    Notes
    -----
    1. If the true class has a predicted probability of exactly 0, the loss is inf, and no other sample can make up for
       it. scikit-learn clips probabilities to the smallest step of a float, and that sample costs about 36 instead.
    2. The loss is proper: its mean is lowest for the true probabilities.
    3. Two columns give the same loss as the column of the positive class alone.
    4. Of k columns only the column of the true class counts. How the rest is spread over the other columns does not
       matter.
    5. If only one class occurs, the loss is still defined.

    References
    ----------
    Good, *Rational decisions* (1952).

    Examples
    --------
    >>> from evalbook import probabilities
    >>> round(probabilities.log_loss([1, 0], [0.8, 0.4]), 6)
    0.366985
    >>> probabilities.log_loss([1, 0], [0.0, 0.4])
    inf
    >>> y_prob = [[0.5, 0.25, 0.25], [0.1, 0.8, 0.1]]
    >>> round(probabilities.log_loss(["cat", "dog"], y_prob, labels=["cat", "dog", "fox"]), 6)
    0.458145
    """
    truth, prob, weight = _forecasts(y_true, y_prob, pos_label, labels, sample_weight)
    return float(np.average(log_losses(truth, prob), weights=weight))


@on(OfLosses(squared_errors))
@with_hints
def brier_score(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    pos_label: Any = None,
    labels: Sequence[Any] | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""The Brier score: the mean squared difference between predicted probability and outcome (1 or 0).

    .. math:: \frac1n \sum_i (p_i - y_i)^2, \qquad \frac1n \sum_i \sum_{c=1}^k (p_{ic} - y_{ic})^2 \quad (k > 2)

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels. They are integers, booleans or strings.
    y_prob : array_like of shape (n,) or (n, k)
        The predicted probabilities, between 0 and 1: one column for the positive class, or one column for each of k
        classes. The k columns of a row add up to 1, to within 1e-5 or, for narrower floats, to within the root of their
        precision.
    pos_label : label, optional
        The label of the positive class, if there is one probability per sample. By default it is the larger one of
        {0, 1}, {-1, 1} or {False, True}.
    labels : sequence of k labels, optional
        The class of each of the k columns. By default these are the classes in `y_true`, sorted, or {0, 1} or {-1, 1}
        for two columns. It is needed if a class never occurs.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    float
        Between 0 and 1, or between 0 and 2 for three or more classes. A perfect prediction has 0. A probability
        of 1/k for each class has 1/4 for two classes and 1 - 1/k for more.

    See Also
    --------
    log_loss : a proper score that is infinite if the true class has probability 0
    reliability_curve : shows whether the probabilities are calibrated
    evalbook.regression.mean_squared_error : the same mean for predicted numbers

    Notes
    -----
    1. Two columns give the same score as the column of the positive class alone. With three or more classes all columns
       are added, as Brier defined it in 1950. His own score of two classes is twice as large as this one.
       scikit-learn's ``brier_score_loss`` does the same by default. Its ``scale_by_half=True`` also halves the score of
       three classes, and ``False`` doubles the score of two.
    2. The score is proper: its mean is lowest for the true probabilities.
    3. If only one class occurs, the score is still defined.

    References
    ----------
    Brier, *Verification of forecasts expressed in terms of probability* (1950).

    Examples
    --------
    >>> from evalbook import probabilities
    >>> round(probabilities.brier_score([1, 0], [0.8, 0.4]), 6)
    0.1
    >>> round(probabilities.brier_score([1, 0], [[0.2, 0.8], [0.6, 0.4]]), 6)
    0.1
    >>> y_prob = [[0.5, 0.25, 0.25], [0.1, 0.8, 0.1]]
    >>> round(probabilities.brier_score(["cat", "dog"], y_prob, labels=["cat", "dog", "fox"]), 4)
    0.2175
    """
    truth, prob, weight = _forecasts(y_true, y_prob, pos_label, labels, sample_weight)
    return float(np.average(squared_errors(truth, prob), weights=weight))


def _forecasts(
    y_true: ArrayLike, y_prob: ArrayLike, pos_label: Any, labels: Sequence[Any] | None, sample_weight: ArrayLike | None
) -> tuple[NDArray[Any], FloatArray, FloatArray | None]:
    """Which samples are positive and their probabilities, or the column of each true class and all columns; weights."""
    prob = _as_array(y_prob)
    if np.ndim(prob) == 2:
        if pos_label is not None:
            raise ValueError(
                f"pos_label is {pos_label!r} and y_prob has a column per class; expected labels=, the class of each "
                f"column, and no pos_label"
            )
        return check.class_probabilities(y_true, prob, labels, sample_weight)
    if labels is not None:
        raise ValueError(
            "labels is given and y_prob has one probability per sample; expected pos_label=, the "
            "positive class, and no labels"
        )
    return probable_truth(y_true, prob, pos_label, sample_weight)


def _as_array(y_prob: ArrayLike) -> Any:
    """An array, by whose dimensions to go on; what is no sequence stays what it is, to be called so when refused."""
    array = check.as_array(y_prob, "y_prob", "one probability per sample, or rows of one length")
    return array if array.ndim else y_prob


def probable_truth(
    y_true: ArrayLike, y_prob: ArrayLike, pos_label: Any, sample_weight: ArrayLike | None
) -> tuple[NDArray[np.bool_], FloatArray, FloatArray | None]:
    """Which samples are positive, their probabilities, and their weights."""
    prob = _as_array(y_prob)
    if np.ndim(prob) == 2:
        raise ValueError(
            f"y_prob has shape {prob.shape}; expected one probability per sample: choose a column, as in y_prob[:, 1]"
        )
    positive, prob, weight = check.scored_truth(y_true, prob, pos_label, sample_weight, name="y_prob")
    return positive, check.shares(prob, "y_prob"), weight
