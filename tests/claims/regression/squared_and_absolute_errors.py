"""What *RMSE and MAE* concludes from the diabetes data; the rest is algebra, or counted on the page."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LinearRegression, QuantileRegressor

from claims.forecasts import LEARNERS, Learner, Measured, cross_validated, diabetes, some
from claims.settings import SPLITS
from evalbook import regression, splits
from evalbook_tools.claims import claim, over


class Residuals(NamedTuple):
    """Forecasts of patients, sorted and cut into groups."""

    data: Measured
    seed: int = 0
    learner: Learner = LinearRegression
    groups: int = 3


@claim("The third of the diabetes patients with the lowest forecasts has the smallest RMSE.")
@over("other folds", lambda: [Residuals(diabetes(), seed) for seed in range(20)], draws=True)
@over("other learners", lambda: {name: Residuals(diabetes(), learner=learner) for name, learner in LEARNERS.items()})
@over(
    "two to six groups in place of thirds", lambda: {f"{k}": Residuals(diabetes(), groups=k) for k in (2, 3, 4, 5, 6)}
)
@over(
    "100 to 300 of the patients",
    lambda: {f"{n}, {k}": Residuals(some(diabetes(), n, k), k) for n in (100, 150, 200, 300) for k in range(4)},
)
def low_forecasts_miss_by_less(one: Residuals) -> bool:
    forecast, y = cross_validated(one.data, one.learner, seed=one.seed), one.data.y
    groups = np.array_split(np.argsort(forecast, kind="stable"), one.groups)
    return bool(np.argmin([regression.root_mean_squared_error(y[group], forecast[group]) for group in groups]) == 0)


# ---------------------------------------------------------------- two fits


class Cut(NamedTuple):
    """Who is tested, and by how many of the ten measurements."""

    seed: int
    tested: float = 0.3
    measured: int = 10
    patients: int = 442


@claim(
    "On the diabetes data a line fitted to squared errors has, in most cuts, a lower MAE on the tested patients than"
    " one fitted to absolute errors.",
    needs=0.75,
)
@over("other cuts", lambda: [Cut(seed) for seed in range(SPLITS)], draws=True)
@over(
    "other shares tested",
    lambda: {f"{share:.0%}, {k}": Cut(k, share) for share in (0.2, 0.4, 0.5, 0.6, 0.7) for k in range(100, 104)},
)
@over(
    "some of the measurements",
    lambda: {f"{m} of ten, {k}": Cut(k, measured=m) for m in (2, 4, 6, 8) for k in range(200, 205)},
)
@over(
    "some of the patients",
    lambda: {f"{n}, {k}": Cut(k, patients=n) for n in (100, 150, 200, 300) for k in range(300, 305)},
)
def squares_win_by_mae(cut: Cut) -> bool:
    rng = np.random.default_rng(cut.seed)
    measured, y = some(diabetes(), cut.patients, cut.seed)
    measured = measured[:, rng.permutation(10)[: cut.measured]]
    fit, left = splits.hold_out(len(y), cut.tested, rng=cut.seed)
    squared, absolute = (
        regression.mean_absolute_error(y[left], model.fit(measured[fit], y[fit]).predict(measured[left]))
        for model in (LinearRegression(), QuantileRegressor(alpha=0))
    )
    return bool(squared < absolute)
