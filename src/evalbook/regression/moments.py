"""The moments of a set of predictions: means that add over the parts of a test set."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._tally import EXACT, Rows, Tally, added, near_1, unit_of
from evalbook._undefined import ratio
from evalbook.regression.means import Weight, mean_of, mean_size, mean_square

__all__ = ["RegressionTally", "origin_of", "spread"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RegressionTally(Tally):
    r"""The moments of a set of predictions, from which the metrics that are means follow.

    Tallies add (``a + b``, ``sum(list_of_tallies)``): the tally of a test set is the sum of the tallies of its parts.
    With :math:`\delta` the difference between the parts' mean truths and :math:`p, q` their shares of the samples,

    .. math:: \sigma^2 = p\,\sigma_a^2 + q\,\sigma_b^2 + p\,q\,\delta^2

    and every mean is :math:`p\,m_a + q\,m_b`.

    Parameters
    ----------
    n : float
        The number of samples, or the sum of their weights; more than 0.
    mean_true : float or ndarray of shape (d,)
        The mean of the true values.
    variance_true : float or ndarray of shape (d,)
        The mean of their squared distances from that mean, at least 0.
    mean_error : float or ndarray of shape (d,)
        The mean of ``y_pred - y_true``: the bias.
    mean_absolute_error, mean_squared_error : float or ndarray of shape (d,)
        The means of the errors' absolute values and squares, at least 0.

    Notes
    -----
    1. The variance is kept, and not the sum of squares: with a mean of 1e8 and a spread of 1 the sum of squares has no
       digit left for the spread, and R² would be noise.
    2. The parts may be any, added in any order: all moments are those of the whole to about 15 digits of the spread.
    3. Two tallies of `d` outputs add; tallies of different shapes do not.
    4. Medians, the largest error and Minkowski errors do not follow from moments.
    5. Squares that add up to more than a float can hold, of values beyond 1e150 or so, raise; those of values below
       1e-162 vanish.

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
        """Count the moments of true and predicted values, of shape (n,) or (n, d)."""
        return _counted(*check.number_pair(y_true, y_pred, sample_weight))

    @classmethod
    def rows(
        cls, y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
    ) -> Rows[RegressionTally]:
        """Count each sample by itself: rows of which any weighted sum is a tally, to resample a test set."""
        true, predicted, _ = check.number_pair(y_true, y_pred, None)
        weight = check.weights(sample_weight)
        check.same_length(y_true=true, sample_weight=weight)
        return _rows(true, predicted, np.ones(len(true)) if weight is None else weight)

    def _require_same_kind(self, other: RegressionTally) -> None:
        mine, others = np.shape(self.mean_true), np.shape(other.mean_true)
        if mine != others:
            raise ValueError(f"tallies of shapes {mine} and {others} do not add; expected one shape")

    def _plus(self, other: RegressionTally) -> RegressionTally:
        more, less = (self, other) if self.n >= other.n else (other, self)
        n = added(self.n, other.n)
        p, q = more.n / n, less.n / n
        with np.errstate(over="ignore", invalid="ignore"):  # what exceeds a float is found in the end
            difference = less.mean_true - more.mean_true + (less._rest_of_mean_true - more._rest_of_mean_true)
            mean, rest = _two_sum(more.mean_true, q * difference)
            return _finite_tally(
                n,
                *_two_sum(mean, rest + more._rest_of_mean_true),
                p * more.variance_true + q * less.variance_true + p * q * difference * difference,
                p * more.mean_error + q * less.mean_error,
                p * more.mean_absolute_error + q * less.mean_absolute_error,
                p * more.mean_squared_error + q * less.mean_squared_error,
            )

    def _columns(self, whole: RegressionTally) -> Any:
        z = self.mean_true - whole.mean_true + (self._rest_of_mean_true - whole._rest_of_mean_true)
        moments = (z, self.variance_true + z * z, self.mean_error, self.mean_absolute_error, self.mean_squared_error)
        return self.n * np.concatenate([[1.0], *map(np.atleast_1d, moments)])

    def _of_columns(self, row: FloatArray) -> RegressionTally:
        return _of_sums(row, self.mean_true, 1)

    @property
    def root_mean_squared_error(self) -> Any:
        """√(mean squared error)."""
        return check.plain(np.sqrt(self.mean_squared_error))

    @property
    def r2(self) -> Any:
        """1 - mean squared error / variance of the truth; nan where the truth is constant."""
        with np.errstate(over="ignore"):  # minus infinity
            return 1 - ratio(self.mean_squared_error, self.variance_true)


_MOMENT = "a number, or one for each output"


def _moment(value: Any, name: str, shape: tuple[int, ...]) -> Any:
    """A moment as a Python number, or as an array of floats."""
    moment = check.as_array(value, name, _MOMENT)
    if moment.dtype.kind not in "iuf":
        raise TypeError(f"{name} is {value!r}; expected {_MOMENT}")
    if moment.shape != shape:
        raise ValueError(f"{name} has shape {moment.shape}; expected {shape}: one n, and moments of one shape")
    _require_finite(moment, name)
    if name not in _SIGNED and moment.min(initial=0) < 0:
        raise ValueError(f"{name} is {value}; expected numbers of at least 0")
    return check.plain(moment if name == "n" else check.to_floats(moment, name).copy())


_SIGNED = ("mean_true", "mean_error")


def _require_finite(moment: Any, name: str) -> None:
    if not np.isfinite(moment).all():
        raise ValueError(f"{name} is {moment}; expected finite numbers. Scale down what exceeds a float")


# ---------------------------------------------------------------- what is counted


def _counted(true: FloatArray, predicted: FloatArray, weight: Weight) -> RegressionTally:
    n = len(true) if weight is None else float(weight.sum())
    weight = near_1(weight)
    origin = origin_of(true, weight)
    with np.errstate(over="ignore", invalid="ignore"):
        shift, error = true - origin, predicted - true
        mean_shift = mean_of(shift, weight)
        return _finite_tally(
            n,
            *_two_sum(origin, mean_shift),
            spread(shift, weight),
            mean_of(error, weight),
            mean_size(error, weight),  # leaves sizes, whose squares are those of the errors
            mean_square(error, weight),
        )


def origin_of(true: FloatArray, weight: Weight) -> Any:
    """A true value from which to measure the others, so that a constant truth has a variance of exactly 0.

    It is one that counts: beside a far one of almost no weight the others would lose their digits.
    """
    return true[0 if weight is None else weight.argmax()]


def spread(shift: FloatArray, weight: Weight) -> Any:
    """The variance of values, given by their distances from one of them, which are overwritten."""
    return mean_square(np.subtract(shift, mean_of(shift, weight), out=shift), weight)


def _two_sum(a: Any, b: Any) -> tuple[Any, Any]:
    """a + b as a float, and what the float cannot hold of it: exactly (Knuth)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _finite_tally(n: float, mean_true: Any, rest: Any, *moments: Any) -> RegressionTally:
    """What was just counted; all but its size is known to be right."""
    tally = RegressionTally._made(n, *map(check.plain, (mean_true, *moments)))
    object.__setattr__(tally, "_rest_of_mean_true", check.plain(rest))
    for name in tally.__match_args__:
        _require_finite(getattr(tally, name), name)
    return tally


# ---------------------------------------------------------------- rows


def _rows(true: FloatArray, predicted: FloatArray, weight: FloatArray) -> Rows[RegressionTally]:
    """Columns: the weight, and times it z, z², e, |e|, e²; z is the truth, measured from its median, e the error."""
    unit = unit_of(weight)
    weight = weight / unit
    each = weight.reshape(-1, *[1] * (true.ndim - 1))
    with np.errstate(over="ignore", invalid="ignore"):
        origin = np.median(true, axis=0)
        z, e = true - origin, predicted - true
        table = np.column_stack([weight, *(each * part for part in (z, z * z, e, np.abs(e), e * e))])
        rows = Rows(table, partial(_of_sums, origin=origin, unit=unit))
        rows.sum()  # raises where it exceeds a float
    return rows


def _of_sums(sums: FloatArray, origin: Any, unit: float) -> RegressionTally:
    n = float(sums[0])
    if n == 0:
        raise ValueError("n is 0: these rows weigh nothing; expected at least one sample")
    mean_z, mean_z2, *moments = sums[1:].reshape(5, *np.shape(origin)) / n
    variance = mean_z2 - mean_z**2
    rounding = 2**-46 * mean_z2  # a sample drawn several times has no variance
    n *= unit
    return _finite_tally(
        int(n) if n.is_integer() and n <= EXACT else n,
        *_two_sum(origin, mean_z),
        np.where(variance > rounding, variance, 0.0),
        *moments,
    )


def __dir__() -> list[str]:
    return __all__
