"""Bias and variance: what a learner gets wrong on average, and what changes with the training set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook.comparison._results import Result


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BiasVariance(Result):
    """The mean loss of models trained on different samples, split into ``loss = bias + net_variance``."""

    loss: float
    """The mean loss over all models and samples."""
    bias: float
    """The loss of the main prediction, which is the mean or, for 0-1 loss, the majority vote of the models."""
    variance: float
    """The mean loss between the predictions of the models and the main prediction."""
    net_variance: float
    """What the variance adds to the loss. For squared loss this is all of it; for 0-1 loss it may be negative."""


@with_hints
def bias_variance(
    y_true: ArrayLike, predictions: ArrayLike, *, loss: Literal["squared", "0-1"] = "squared"
) -> BiasVariance:
    r"""Split the expected loss of a learning algorithm into bias and variance.

    The bias is the loss of the main prediction, which is the mean of the models' predictions or, for 0-1 loss, their
    majority vote. The net variance is what the differences between the models add to that loss.

    .. math::

        \begin{aligned}
        \text{squared:}\quad & E\,(y - \hat y)^2 \\
        & = (y - \bar y)^2 + E\,(\hat y - \bar y)^2, \quad \bar y = E\,\hat y \\
        \text{0-1:}\quad & P(\hat y \ne y) \\
        & = [\bar y \ne y] + c\, P(\hat y \ne \bar y), \quad \bar y = \text{the mode}
        \end{aligned}

    where c is 1 if the main prediction :math:`\bar y` is right, and otherwise
    :math:`-P(\hat y = y \mid \hat y \ne \bar y)`, because a model that disagrees with a wrong majority may be right.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true values: numbers, or labels for 0-1 loss.
    predictions : array_like of shape (models, n)
        The prediction of each model for each sample. Each model was trained on its own training set.
    loss : {"squared", "0-1"}, default "squared"
        The loss: the squared error, or 1 for each wrong label.

    Returns
    -------
    BiasVariance
        `loss`, `bias`, `variance` and `net_variance`, each the mean over the samples.

    See Also
    --------
    corrected_t_test : compare two recipes over folds
    evalbook.regression.mean_squared_error : the squared loss of one model

    Notes
    -----
    1. With squared loss, `y_true` is taken to be free of noise, so any noise in it becomes part of the bias. To
       separate the two you have to know the true values without noise.
    2. With 0-1 loss, noise changes both the bias and the net variance. If each of two labels is flipped with
       probability c, independently of the predictions, a bias of b becomes b + c (1 - 2b) on average, and the net
       variance is multiplied by 1 - 2c.
    3. With 0-1 loss, if several labels get equally many votes, the main prediction is the first of them in sorted
       order.
    4. With 0-1 loss, variance lowers the loss where the main prediction is wrong. The loss may therefore be smaller
       than the bias, and a vote of many models may be worse than a single model.
    5. A single model has no variance.

    References
    ----------
    Zhou, *Machine Learning* (2016), equations 2.37 to 2.42; Geman, Bienenstock and Doursat (1992); Domingos, *A unified
    bias-variance decomposition* (2000), for 0-1 loss.

    Examples
    --------
    >>> from evalbook import comparison
    >>> comparison.bias_variance([0, 1], [[0.5, 1], [1.5, 2]])
    BiasVariance(loss=0.875, bias=0.625, variance=0.25, net_variance=0.25)
    >>> comparison.bias_variance([1], [[0], [0], [0], [1], [1]], loss="0-1")
    BiasVariance(loss=0.6, bias=1, variance=0.4, net_variance=-0.4)
    """
    if check.choice(loss, "loss", ("squared", "0-1")) == "squared":
        true, table = check.sizes(y_true, "y_true"), check.matrix(predictions, "predictions")
        check.require_scale(table, "predictions", beside=np.abs(true).max())
        return _squared(true, _of_width(table, len(true)))
    true = check.labels(y_true, "y_true")
    table = _of_width(check.as_array(predictions, "predictions", "one row of labels per model"), len(true))
    predicted = check.labels(table.ravel(), "predictions")
    check.require_one_type(y_true=true, predictions=predicted)
    return _zero_one(true, predicted.reshape(table.shape))


def _of_width(table: NDArray[Any], n: int) -> NDArray[Any]:
    if table.ndim != 2 or table.shape[1] != n or not len(table):
        raise ValueError(
            f"predictions has shape {table.shape}; expected one row per model and one column for each "
            f"of the {n} samples in y_true"
        )
    return table


def _squared(true: FloatArray, predicted: NDArray[Any]) -> BiasVariance:
    error = predicted - true
    main = error.mean(axis=0)  # of the errors, which keep their digits however large the truth is
    loss, bias, variance = (float((gap**2).mean()) for gap in (error, main, error - main))
    return BiasVariance(loss, bias, variance, variance)


def _zero_one(true: NDArray[Any], predicted: NDArray[Any]) -> BiasVariance:
    main = np.array([_mode(column) for column in predicted.T])
    wrong = (predicted != true).mean(axis=0)
    bias, variance = float((main != true).mean()), float((predicted != main).mean())
    return BiasVariance(float(wrong.mean()), bias, variance, float((wrong - (main != true)).mean()))


def _mode(labels: NDArray[Any]) -> Any:
    found, times = np.unique(labels, return_counts=True)
    return found[times.argmax()]
