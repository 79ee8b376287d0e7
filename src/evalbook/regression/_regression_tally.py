"""The moments of a set of predictions: means that add over the parts of a test set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import Formula, Scorer, on
from evalbook._input import FloatArray
from evalbook._tally import EXACT, Rows, Tally, added
from evalbook._undefined import ratio
from evalbook.regression._means import mean_of, moments_of
from evalbook.regression._r_squared import explained, origin_of


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RegressionTally(Tally):
    r"""The moments of a set of predictions, which give the MSE, the MAE and R², and which can be added.

    Tallies can be added (``a + b``, ``sum(list_of_tallies)``): the tally of a test set is the sum of the tallies of its
    parts. Let :math:`\delta` be the difference between the mean true values of two parts, and :math:`p, q` their shares
    of the samples. Then

    .. math:: \sigma^2 = p\,\sigma_a^2 + q\,\sigma_b^2 + p\,q\,\delta^2

    and every mean of the whole is :math:`p\,m_a + q\,m_b`.

    Parameters
    ----------
    n : float
        The number of samples, or the sum of their weights, more than 0.
    mean_true : float or ndarray of shape (d,)
        The mean of the true values.
    variance_true : float or ndarray of shape (d,)
        The mean of the squared distances of the true values from their mean, at least 0.
    mean_error : float or ndarray of shape (d,)
        The mean of ``y_pred - y_true``, which is the bias.
    mean_absolute_error, mean_squared_error : float or ndarray of shape (d,)
        The means of the absolute errors and of the squared errors, at least 0.

    See Also
    --------
    mean_squared_error : for one array
    mean_absolute_error : for one array
    r2 : for one array

    Notes
    -----
    1. The tally keeps the variance and not the sum of squares. With a mean of 1e8 and a spread of 1, the sum of squares
       would have no digit left for the spread, and R² would be noise.
    2. You may cut the test set into any parts and add them in any order. The moments are those of the whole, to about
       15 digits of the spread.
    3. Two tallies of `d` outputs can be added, but tallies of different shapes cannot.
    4. Medians, the largest error and Minkowski errors cannot be computed from these moments.

    References
    ----------
    Chan, Golub and LeVeque, *Algorithms for computing the sample variance* (1983).

    Examples
    --------
    >>> from evalbook.regression import RegressionTally
    >>> first = RegressionTally.from_arrays([3, -0.5], [2.5, 0.0])
    >>> second = RegressionTally.from_arrays([2, 7], [2, 8])
    >>> both = first + second
    >>> both.n, both.mean_squared_error, round(both.r2, 4)
    (4, 0.375, 0.9486)
    """

    n: float
    mean_true: Any
    variance_true: Any
    mean_error: Any
    mean_absolute_error: Any
    mean_squared_error: Any
    # What a float cannot hold of the mean. Beside a mean of 1e8 it is up to 1e-8, which matters to the variance: the
    # distance between two means is squared, and a spread of 1e-5 would be wrong in its fourth digit after some sums.
    _rest_of_mean_true: Any = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        shape = check.as_array(self.mean_true, "mean_true", _MOMENT).shape
        for name in self.__match_args__:
            object.__setattr__(self, name, _moment(getattr(self, name), name, () if name == "n" else shape))
        if self.n == 0:
            raise ValueError("n is 0; expected at least one sample")

    @classmethod
    def from_arrays(
        cls, y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
    ) -> RegressionTally:
        """Make a tally of true and predicted values, of shape (n,) or (n, d)."""
        true, predicted, weight = check.number_pair(y_true, y_pred, sample_weight)
        origin, error = origin_of(true, weight), predicted - true
        z = true - origin
        mean_z = mean_of(z, weight)
        return _tally_of(
            len(true) if weight is None else float(weight.sum()),
            *_two_sum(origin, mean_z),
            mean_of((z - mean_z) ** 2, weight),
            mean_of(error, weight),
            mean_of(np.abs(error), weight),
            mean_of(error**2, weight),
        )

    @classmethod
    def rows(
        cls, y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
    ) -> Rows[RegressionTally]:
        """Count each sample by itself, to resample a test set: any weighted sum of these rows is a tally."""
        true, predicted, _ = check.number_pair(y_true, y_pred, None)
        weight = check.weights(sample_weight)
        check.same_length(y_true=true, sample_weight=weight)
        each, error = np.ones(len(true)) if weight is None else weight, predicted - true
        nothing = np.zeros_like(true)
        table = np.column_stack([each, nothing, true, nothing, error, np.abs(error), error**2])
        return MomentRows(table, partial(_of_moments, true.shape[1:]))

    def _require_same_kind(self, other: RegressionTally) -> None:
        mine, others = np.shape(self.mean_true), np.shape(other.mean_true)
        if mine != others:
            raise ValueError(f"tallies of shapes {mine} and {others} do not add; expected the same shape in both")

    def _plus(self, other: RegressionTally) -> RegressionTally:
        more, less = (self, other) if self.n >= other.n else (other, self)
        n = added(self.n, other.n)
        p, q = more.n / n, less.n / n
        difference = less.mean_true - more.mean_true + (less._rest_of_mean_true - more._rest_of_mean_true)
        mean, rest = _two_sum(more.mean_true, q * difference)
        return _tally_of(
            n,
            *_two_sum(mean, rest + more._rest_of_mean_true),
            p * more.variance_true + q * less.variance_true + p * q * difference * difference,
            p * more.mean_error + q * less.mean_error,
            p * more.mean_absolute_error + q * less.mean_absolute_error,
            p * more.mean_squared_error + q * less.mean_squared_error,
        )

    def _columns(self, whole: RegressionTally) -> Any:
        moments = (getattr(self, name) for name in self.__match_args__[1:])
        return np.append(self.n, np.stack(np.broadcast_arrays(self._rest_of_mean_true, *moments)))

    def _rows_of(self, table: FloatArray) -> MomentRows:
        return MomentRows(table, partial(_of_moments, np.shape(self.mean_true)))

    @property
    def root_mean_squared_error(self) -> Any:
        """The root of the mean squared error."""
        return check.plain(np.sqrt(self.mean_squared_error))

    @property
    def r2(self) -> Any:
        """1 - mean squared error / variance of the true values. It is nan if the true values are constant."""
        return explained(self.mean_squared_error, self.variance_true)


_MOMENT = "a number, or one for each output"


def _moment(value: Any, name: str, shape: tuple[int, ...]) -> Any:
    """A moment as a Python number, or as an array of floats."""
    moment = check.as_array(value, name, _MOMENT)
    if moment.dtype.kind not in "iuf":
        raise TypeError(f"{name} is {value!r}; expected {_MOMENT}")
    if moment.shape != shape:
        raise ValueError(f"{name} has shape {moment.shape}; expected {shape}: one n, and moments of one shape")
    check.require_size(moment, name)
    if name not in _SIGNED and moment.min(initial=0) < 0:
        raise ValueError(f"{name} is {value}; expected numbers of at least 0")
    return check.plain(moment if name == "n" else check.to_floats(moment, name).copy())


_SIGNED = ("mean_true", "mean_error")


def _two_sum(a: Any, b: Any) -> tuple[Any, Any]:
    """a + b as a float, and what the float cannot hold of it: exactly (Knuth)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _tally_of(n: float, mean_true: Any, rest: Any, *moments: Any) -> RegressionTally:
    """A tally of what was just counted."""
    tally = RegressionTally._made(n, *map(check.plain, (mean_true, *moments)))
    object.__setattr__(tally, "_rest_of_mean_true", check.plain(rest))
    return tally


# ---------------------------------------------------------------- rows


class MomentRows(Rows[RegressionTally]):
    """The moments of parts, row by row: n, what a float cannot hold of the mean, the mean and the variance of the
    truth, the means of the error, of its size and of its square. A single sample has a variance of 0.

    Moments do not add; but around the mean of a round its variance is a sum again.
    """

    __slots__ = ()

    def sum(self) -> RegressionTally:
        return self._build(self._sums(np.ones((1, len(self))))[0])

    def _sums(self, times: FloatArray) -> FloatArray:
        n, moments = times * self.table[:, 0], self.table[:, 1:].reshape(len(self), 6, -1)
        rest, mean, variance = moments[:, :3].swapaxes(0, 1)
        origin = mean[0]
        means, variances = moments_of(n, mean - origin + rest, variance)
        total = n.sum(axis=1, keepdims=True)
        errors = ratio((n @ moments[:, 3:].reshape(len(self), -1)), np.broadcast_to(total, (len(n), 3 * mean.shape[1])))
        mean, rest = _two_sum(origin, means)
        return np.column_stack([total, rest, mean, variances, errors])

    def _count(self) -> NDArray[np.bool_]:
        return np.asarray(self.table[:, 0] > 0)

    def _of_rounds(self, times: FloatArray) -> RegressionTally:
        """One tally that holds, of a single output, the moments of all rounds: an array each, in place of a number."""
        n, rest, mean, *moments = self._sums(times).T
        return _tally_of(n, mean, rest, *moments)


def _of_moments(shape: tuple[int, ...], row: FloatArray) -> RegressionTally:
    n = float(row[0])
    if n == 0:
        raise ValueError("n is 0: these rows weigh nothing; expected at least one sample")
    rest, mean, *moments = row[1:].reshape(6, *shape)
    return _tally_of(int(n) if n.is_integer() and n <= EXACT else n, mean, rest, *moments)


# ---------------------------------------------------------------- the formula of a score


@dataclass(frozen=True)
class OfMoments(Formula):
    """A score of the tally of one output, which follows from the moments of all rounds at once."""

    name: str

    def rounds(self, rows: MomentRows, **_: Any) -> Scorer:
        """What scores rounds."""
        return lambda times: np.asarray(getattr(rows._of_rounds(times.astype(np.float64)), self.name))


def score_of_tally(name: str) -> Callable[[RegressionTally], float]:
    """The metric that takes a tally and returns its score of this name, such as "r2"; rounds need no tally each."""

    @on(OfMoments(name))
    def score(tally: RegressionTally) -> float:
        return float(getattr(tally, name))

    return score
