"""Several ways to the answers of the assignment regression."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from statistics import correlation, fmean, median
from typing import Any

import numpy as np
from scipy import optimize, stats
from sklearn import linear_model, metrics

from evalbook import comparison, regression
from evalbook.regression import RegressionTally
from ways import case, rows, way

Metric = Callable[..., Any]


def columns(name: str) -> tuple[np.ndarray, ...]:
    """The columns of a table of the case."""
    return tuple(map(np.array, case()[name].values()))


# ---------------------------------------------------------------- 1: three metrics of a ferry


def mae_rmse_and_mse_in_hours(mae: Metric, rmse: Metric, mse: Metric) -> tuple[float, ...]:
    truth, said = columns("crossings")
    return mae(truth, said), rmse(truth, said), mse(truth / 60, said / 60)


@way("regression-1", "scikit-learn")
def _():
    return mae_rmse_and_mse_in_hours(
        metrics.mean_absolute_error, metrics.root_mean_squared_error, metrics.mean_squared_error
    )


@way("regression-1", "package")
def _():
    return mae_rmse_and_mse_in_hours(
        regression.mean_absolute_error, regression.root_mean_squared_error, regression.mean_squared_error
    )


@way("regression-1", "NumPy")
def _():
    truth, said = columns("crossings")
    error = truth - said
    return abs(error).mean(), np.linalg.norm(error) / np.sqrt(len(error)), np.mean(error**2) / 3600


# ---------------------------------------------------------------- 2: the best single number


@way("regression-2", "NumPy")
def _():
    """MAPE is an MAE in which each net weighs 1 / kilograms: its median lies where half of the weight is reached."""
    nets = np.sort(case()["nets"])
    weight = np.cumsum(1 / nets)
    return nets.mean(), np.median(nets), nets[np.searchsorted(weight, weight[-1] / 2)]


@way("regression-2", "counting")
def _():
    """Five whole numbers have a mean in fifths, so that one of all fifths is the best by each metric."""
    nets = case()["nets"]
    guesses = [fifths / 5 for fifths in range(5 * min(nets), 5 * max(nets) + 1)]
    losses = [
        lambda guess: sum((net - guess) ** 2 for net in nets),
        lambda guess: sum(abs(net - guess) for net in nets),
        lambda guess: sum(abs(net - guess) / net for net in nets),
    ]
    return [min(guesses, key=loss) for loss in losses]


@way("regression-2", "package")
def _():
    nets = case()["nets"]
    by_mape = min(nets, key=lambda guess: regression.mean_absolute_percentage_error(nets, [guess] * 5))
    return fmean(nets), median(nets), by_mape


@way("regression-2", "SciPy")
def _():
    nets = np.array(case()["nets"])
    of_error = [np.square, np.abs, lambda error: abs(error / nets)]
    return [optimize.minimize_scalar(lambda guess, of=of: np.mean(of(nets - guess))).x for of in of_error]


@way("regression-2", "scikit-learn")
def _():
    nets, no_column = np.array(case()["nets"]), np.zeros((5, 1))
    middle = linear_model.QuantileRegressor(alpha=0)
    by_mae, by_mape = (middle.fit(no_column, nets, weight).intercept_ for weight in (None, 1 / nets))
    return linear_model.LinearRegression().fit(no_column, nets).intercept_, by_mae, by_mape


# ---------------------------------------------------------------- 3: all fish, and one species


def fish() -> tuple[float, float, float]:
    return case()["fish"]["r2"], case()["fish"]["rmse"], case()["fish"]["spread"]


def four_fish(spread: float, rmse: float) -> tuple[np.ndarray, np.ndarray]:
    """Weights and estimates with this spread and this RMSE."""
    truth = spread * np.array([1, 1, -1, -1])
    return truth, truth + rmse * np.array([1, -1, 1, -1])


def by_search(r2: Callable[[float, float], float]) -> tuple[float, float]:
    """The spread at which four fish have the R² of all, and the R² of four fish with the spread of the species."""
    of_all, rmse, spread = fish()
    return optimize.brentq(lambda guess: r2(guess, rmse) - of_all, 1e-3 * rmse, 1e3 * rmse), r2(spread, rmse)


@way("regression-3", "NumPy")
def _():
    r2, rmse, spread = fish()
    return np.sqrt(rmse**2 / (1 - r2)), 1 - rmse**2 / spread**2


@way("regression-3", "scikit-learn")
def _():
    return by_search(lambda spread, rmse: metrics.r2_score(*four_fish(spread, rmse)))


@way("regression-3", "package")
def _():
    return by_search(lambda spread, rmse: RegressionTally(2, 0, spread**2, 0, rmse, rmse**2).r2)


# ---------------------------------------------------------------- 4: R² and correlation


@way("regression-4", "scikit-learn and SciPy")
def _():
    truth, said = columns("buoys")
    return metrics.r2_score(truth, said), stats.pearsonr(truth, said).statistic ** 2


@way("regression-4", "NumPy")
def _():
    truth, said = columns("buoys")
    both = np.cov(truth, said)
    return 1 - np.mean((said - truth) ** 2) / truth.var(), both[0, 1] ** 2 / (both[0, 0] * both[1, 1])


@way("regression-4", "counting")
def _():
    truth, said = case()["buoys"].values()
    squares = sum((t - s) ** 2 for t, s in zip(truth, said, strict=True))
    return 1 - squares / sum((t - fmean(truth)) ** 2 for t in truth), correlation(truth, said) ** 2


@way("regression-4", "package")
def _():
    """The squared correlation is the R² of the straight line through truth and forecast."""
    truth, said = columns("buoys")
    line = np.polyval(np.polyfit(said, truth, 1), said)
    return regression.r2(truth, said), regression.r2(truth, line)


# ---------------------------------------------------------------- 5: three harbors


@way("regression-5", "NumPy")
def _():
    """The mean of the squared times minus the square of their mean is the variance of all."""
    n, mean, spread, rmse = columns("harbors")
    share = n / n.sum()
    variance = share @ (spread**2 + mean**2) - (share @ mean) ** 2
    return np.sqrt(share @ rmse**2), 1 - share @ rmse**2 / variance


@way("regression-5", "scikit-learn")
def _():
    """Ships that have these means, spreads and RMSEs, written down one by one."""
    truth, said = [], []
    for n, mean, spread, rmse in zip(*columns("harbors"), strict=True):
        ships = mean + spread * stats.zscore(np.arange(n))
        truth, said = np.append(truth, ships), np.append(said, ships + rmse)
    return metrics.root_mean_squared_error(truth, said), metrics.r2_score(truth, said)


@way("regression-5", "in percent")
def _():
    n, mean, spread, rmse = columns("harbors")
    share = n / n.sum()
    variance = share @ (spread**2 + mean**2) - (share @ mean) ** 2
    return [np.sqrt(share @ rmse**2)], [100 - 100 * (share @ rmse**2) / variance]


@way("regression-5", "package")
def _():
    parts = zip(*case()["harbors"].values(), strict=True)
    whole = sum(RegressionTally(n, mean, spread**2, 0, rmse, rmse**2) for n, mean, spread, rmse in parts)
    return whole.root_mean_squared_error, whole.r2


# ---------------------------------------------------------------- 6: four models on four years


def four_models() -> tuple[np.ndarray, np.ndarray]:
    return columns("trained")


@way("regression-6", "NumPy")
def _():
    """The loss of single models, less that of their mean."""
    minutes, forecasts = four_models()
    bias = np.mean((forecasts.mean(axis=0) - minutes) ** 2)
    return bias, np.mean((forecasts - minutes) ** 2) - bias


@way("regression-6", "scikit-learn")
def _():
    minutes, forecasts = four_models()
    losses = [metrics.mean_squared_error(minutes, forecast) for forecast in forecasts]
    bias = metrics.mean_squared_error(minutes, np.mean(forecasts, axis=0))
    return bias, fmean(losses) - bias


@way("regression-6", "package")
def _():
    parts = comparison.bias_variance(*four_models())
    return parts.bias, parts.variance


# ---------------------------------------------------------------- 7: MASE


def past_and_future() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    days = rows("rentals.csv")
    known = np.isnan(days["forecast"])
    return days["rentals"][known], days["rentals"][~known], days["forecast"][~known]


@way("regression-7", "scikit-learn")
def _():
    past, truth, said = past_and_future()
    return metrics.mean_absolute_error(truth, said) / metrics.mean_absolute_error(past[7:], past[:-7])


@way("regression-7", "NumPy")
def _():
    past, truth, said = past_and_future()
    weeks = past.reshape(-1, 7)
    return np.mean(abs(truth - said)) / np.mean(abs(np.diff(weeks, axis=0)))


@way("regression-7", "package")
def _():
    past, truth, said = past_and_future()
    return regression.mean_absolute_scaled_error(truth, said, y_train=past, season=7)


# ---------------------------------------------------------------- 8: two factors


def repairs() -> tuple[np.ndarray, np.ndarray]:
    table = rows("repairs.csv")
    return table["estimate"], table["cost"]


@way("regression-8", "SciPy")
def _():
    estimate, cost = repairs()
    return stats.gmean(cost / estimate), cost.mean() / estimate.mean()


@way("regression-8", "NumPy")
def _():
    estimate, cost = repairs()
    return np.exp(np.log(cost).mean() - np.log(estimate).mean()), np.average(cost / estimate, weights=estimate)


@way("regression-8", "package")
def _():
    """The smallest RMSLE is searched for, and rounded, since the search ends at about six digits."""
    estimate, cost = repairs()
    found = optimize.minimize_scalar(
        lambda factor: regression.root_mean_squared_log_error(cost, factor * estimate, offset=0),
        bounds=(0.1, 10),
        method="bounded",
    )
    return round(found.x, 3), sum(cost) / sum(estimate)


@way("regression-8", "counting")
def _():
    """All factors with three decimals are tried."""
    estimate, cost = repairs()
    factors = np.arange(100, 5000) / 1000
    errors = [np.sum(np.log(cost / (factor * estimate)) ** 2) for factor in factors]
    return factors[np.argmin(errors)], factors[np.argmin(abs(factors * estimate.sum() - cost.sum()))]


# ---------------------------------------------------------------- 9: a range


def arrivals() -> tuple[np.ndarray, np.ndarray]:
    off, later = case()["arrivals"].values()
    return np.abs(off), np.abs(later)


@way("regression-9", "NumPy")
def _():
    off, later = arrivals()
    reach = np.sort(off)[int(np.ceil((len(off) + 1) * 9 / 10)) - 1]
    return reach, np.mean(later <= reach)


@way("regression-9", "package")
def _():
    off, later = arrivals()
    reach = regression.conformal_quantile(off, level=0.9)
    return reach, regression.coverage(later, later * 0, later * 0 + reach)


@way("regression-9", "in percent")
def _():
    off, later = arrivals()
    reach = regression.conformal_quantile(off, level=0.9)
    return int(reach), 10 * np.count_nonzero(later < reach)


@way("regression-9", "plain Python")
def _():
    """The first size with which at least nine tenths of all days, and one more, are counted."""
    off, later = (sorted(days.tolist()) for days in arrivals())
    reach = next(size for rank, size in enumerate(off, start=1) if 10 * rank >= 9 * (len(off) + 1))
    return reach, sum(day <= reach for day in later) / 10


# ---------------------------------------------------------------- 10 and 11: the colleague's report


def calls() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Truth, forecast and garage of the test days."""
    days = rows("calls.csv")
    test = days[days["use"] == "test"]
    return test["calls"], np.exp(test["log_forecast"]) - 1, test["garage"]


def with_library(truth: np.ndarray, said: np.ndarray) -> list[float]:
    return [
        metrics.root_mean_squared_error(truth, said),
        metrics.mean_absolute_error(truth, said),
        metrics.r2_score(truth, said),
        metrics.median_absolute_error(truth, said),
    ]


def with_numpy(truth: np.ndarray, said: np.ndarray) -> list[float]:
    error = abs(truth - said)
    return [np.sqrt((error**2).mean()), error.mean(), 1 - (error**2).mean() / truth.var(), np.median(error)]


def with_package(truth: np.ndarray, said: np.ndarray) -> list[float]:
    whole, middle = RegressionTally.from_arrays(truth, said), regression.median_absolute_error(truth, said)
    return [whole.root_mean_squared_error, whole.mean_absolute_error, whole.r2, middle]


def letter(report: Callable[[np.ndarray, np.ndarray], list[float]], squared_correlation: Metric) -> str:
    """All lines are wrong if the forecasts are; else the line that is wrong names the mistake, and R² has two."""
    truth, said, _ = calls()
    printed = list(runpy.run_path("evaluation.py")["report"].values())
    wrong = [not np.isclose(*pair) for pair in zip(printed, report(truth, said), strict=True)]
    of_r2 = "correlation" if np.isclose(printed[2], squared_correlation(truth, said)) else "baseline"
    mistake = "units" if all(wrong) else ["garages", "zeros", of_r2, "signs"][wrong.index(True)]
    return "abcdef"[list(case()["suspicions"]).index(mistake)]


@way("regression-10", "scikit-learn and SciPy")
def _():
    return letter(with_library, lambda truth, said: stats.linregress(truth, said).rvalue ** 2)


@way("regression-10", "NumPy")
def _():
    return letter(with_numpy, lambda truth, said: np.corrcoef(truth, said)[0, 1] ** 2)


@way("regression-11", "scikit-learn")
def _():
    return with_library(*calls()[:2])


@way("regression-11", "NumPy")
def _():
    return with_numpy(*calls()[:2])


@way("regression-11", "package")
def _():
    return with_package(*calls()[:2])
