"""What *Relative errors* concludes of forecasts by least squares; the rest is algebra, or counted on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.linear_model import LinearRegression

from claims.forecasts import LEARNERS, Learner, Measured, cross_validated, diabetes, some
from evalbook import regression
from evalbook_tools.claims import claim, fell, limit, over, rests

Array = NDArray[Any]


class Forecast(NamedTuple):
    """Positive numbers, forecast with an aim at their mean."""

    data: Measured
    seed: int = 0
    learner: Learner = LinearRegression


def invented(seed: int, errors: Callable[[np.random.Generator, int], Array], n: int = 500) -> Forecast:
    """A straight line through positive means, times or plus errors of mean 1 or 0."""
    rng = np.random.default_rng(seed)
    x = rng.random((n, 1))
    mean = 20 + 80 * x[:, 0]
    return Forecast(Measured(x, mean * errors(rng, n)), seed)


RATIOS: dict[str, Callable[[np.random.Generator, int], Array]] = {
    f"log-normal, {s}": lambda rng, n, s=s: rng.lognormal(-(s**2) / 2, s, n) for s in (0.1, 0.3, 0.5, 1)
} | {
    "gamma, 4 degrees": lambda rng, n: rng.gamma(4, 1 / 4, n),
    "exponential": lambda rng, n: np.maximum(rng.exponential(1, n), 1e-3),
    "uniform, half to one and a half": lambda rng, n: rng.uniform(0.5, 1.5, n),
    "normal, a tenth": lambda rng, n: rng.normal(1, 0.1, n),
    "normal, a quarter": lambda rng, n: np.maximum(rng.normal(1, 0.25, n), 0.01),
    "half or one and a half": lambda rng, n: rng.choice([0.5, 1.5], n),
}


def positive_data(least: float) -> dict[str, Forecast]:
    """Measurements of tumors and wines, and the diabetes data, where the forecasts are as far off as that, in RMSLE."""
    cancer, wine = load_breast_cancer(), load_wine()
    found = {"diabetes": diabetes()}
    for one in range(10, 30):
        found[f"tumors: {cancer.feature_names[one]}"] = Measured(cancer.data[:, :10], cancer.data[:, one])
    for one, name in enumerate(wine.feature_names):
        found[f"wines: {name}"] = Measured(np.delete(wine.data, one, axis=1), wine.data[:, one])
    return {name: Forecast(data) for name, data in found.items() if off_by(data) >= least}


def off_by(data: Measured) -> float:
    """The RMSLE of least squares; 0 where a value or a forecast is not positive."""
    forecast = cross_validated(data)
    if min(data.y.min(), forecast.min()) <= 0:
        return 0
    return float(regression.root_mean_squared_log_error(data.y, forecast, offset=0))


@claim(
    "Where least squares forecasts have an RMSLE of 0.1 or more, the one factor that makes their MAPE smallest is below"
    " 1, and below the one that makes their RMSLE smallest."
)
@over("other folds", lambda: [Forecast(diabetes(), seed) for seed in range(20)], draws=True)
@over("other data", lambda: positive_data(0.1))
@over("other learners", lambda: {name: Forecast(diabetes(), learner=learner) for name, learner in LEARNERS.items()})
@over(
    "100 to 300 of the patients",
    lambda: {f"{n}, {k}": Forecast(some(diabetes(), n, k), k) for n in (100, 150, 200, 300) for k in range(4)},
)
@over("other errors", lambda: {name: invented(i, errors) for i, (name, errors) in enumerate(RATIOS.items())})
def mape_wants_lower_forecasts(one: Forecast) -> bool | None:
    forecast, y = cross_validated(one.data, one.learner, seed=one.seed), one.data.y
    if forecast.min() <= 0:
        return None
    ratio = y / forecast
    return bool(weighted_median(ratio, 1 / ratio) < min(1, np.exp(np.log(ratio).mean())))


def weighted_median(values: Array, weight: Array) -> float:
    order = np.argsort(values)
    reached = np.cumsum(weight[order])
    return float(values[order][np.argmax(reached >= reached[-1] / 2)])


# ---------------------------------------------------------------- a fifth


def spread_of(sigma: float, seed: int) -> Forecast:
    return invented(seed, lambda rng, n: rng.lognormal(-(sigma**2) / 2, sigma, n))


@claim("Cut by a fifth, least squares forecasts with an RMSLE of 0.35 or more have a lower MAPE.")
@over("other folds", lambda: [Forecast(diabetes(), seed) for seed in range(20)], draws=True)
@over("other learners", lambda: {name: Forecast(diabetes(), learner=learner) for name, learner in LEARNERS.items()})
@over(
    "100 to 300 of the patients",
    lambda: {f"{n}, {k}": Forecast(some(diabetes(), n, k), k) for n in (100, 150, 200, 300) for k in range(4)},
)
@over("other data", lambda: positive_data(0.35))
@over("wider errors", lambda: {f"{s}": spread_of(s, 900 + i) for i, s in enumerate((0.4, 0.5, 0.6, 0.8, 1, 1.2))})
@limit("narrower errors", lambda: {f"{s}": spread_of(s, 950 + i) for i, s in enumerate((0.05, 0.1, 0.15, 0.2, 0.25))})
def a_fifth_less_improves_mape(one: Forecast) -> bool | None:
    forecast, y = cross_validated(one.data, one.learner, seed=one.seed), one.data.y
    if forecast.min() <= 0:
        return None
    return bool(np.mean(np.abs(0.8 * forecast - y) / y) < np.mean(np.abs(forecast - y) / y))


fell(
    "The one factor on least squares forecasts that makes their MAPE smallest is below 1, and below the factor that"
    " makes their RMSLE smallest.",
    became="mape-wants-lower-forecasts",
)
fell("Cut every forecast by a fifth, and MAPE improves.", became="a-fifth-less-improves-mape")
fell("MAPE's best guess is lower than 84% of the incomes.", became="gone")
fell("Drawn anew, bread and cake have the same MASE: the lead of bread is luck.", became="gone")

rests("relative-bet-1", exact="6910e570")
rests("relative-bet-2", exact="2dccc0a4")
rests("In logarithms, half is as far off", exact="6910e570")
rests("For 1, 10 and 100, MAPE picks 1", exact="2dccc0a4")
rests("MAPE's best guess is never above the median", exact="1bab6938")
rests("Cut every forecast of the diabetes data", exact="e67da7bc")
rests("Ratios need a meaningful zero", exact="d1b82a71")
rests("The line to report", defines="the number of zeros")
rests("RMSLE (", exact="28054408")
rests("MAPE (", claim="a-fifth-less-improves-mape")
rests("MASE (", exact="199a9942")
rests("The best constant", exact="1bab6938")
