"""What *RMSE and MAE* concludes from the diabetes data; the rest is algebra, or counted on the page."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LinearRegression

from claims.forecasts import LEARNERS, Learner, Measured, cross_validated, diabetes, some
from claims.settings import APART, DRAWS, redrawn
from evalbook import regression
from evalbook_tools.claims import claim, fell, limit, over, rests


class Residuals(NamedTuple):
    """Forecasts of patients, sorted and cut into groups."""

    data: Measured
    seed: int = 0
    learner: Learner = LinearRegression
    groups: int = 3
    told: bool = True
    """Whether forecasts that tell too little are left out."""


def other_learners() -> dict[str, Residuals]:
    return {name: Residuals(diabetes(), learner=learner) for name, learner in LEARNERS.items()}


def other_groups() -> dict[str, Residuals]:
    return {f"{k}": Residuals(diabetes(), groups=k) for k in (2, 3, 4, 5, 6)}


def some_patients(draw: int) -> dict[str, Residuals]:
    """Each draw has other patients."""
    seed = APART * draw
    return {f"{n} patients": Residuals(some(diabetes(), n, n + seed), n + seed) for n in (100, 150, 200, 250, 300)}


def other_columns() -> dict[str, Residuals]:
    """One to eight of the ten measurements, by lot; with few, the forecasts may tell too little."""
    data, found = diabetes(), {}
    for seed in range(20):
        chosen = np.random.default_rng(seed).permutation(10)[: 1 + seed % 8]
        name = " ".join(str(one) for one in sorted(chosen))
        found[f"{seed}: columns {name}"] = Residuals(data._replace(X=data.X[:, chosen]), seed)
    return found


def by_age(n: int) -> list[Residuals]:
    tested = [some(diabetes(), n, seed) for seed in range(20)]
    return [Residuals(data._replace(X=data.X[:, :1]), seed, told=False) for seed, data in enumerate(tested)]


@claim(
    "Where forecasts of the diabetes patients have an R² of 0.3 or more, the third with the lowest forecasts has the"
    " smallest RMSE."
)
@over("other folds", lambda: [Residuals(diabetes(), seed) for seed in range(20)], draws=True)
@over("other learners", redrawn(other_learners), each=DRAWS)
@over("two to six groups in place of thirds", redrawn(other_groups), each=DRAWS)
@over("100 to 300 of the patients", some_patients, each=DRAWS)
@over("other columns", redrawn(other_columns), each=DRAWS)
@limit("by age alone", lambda: by_age(442))
@limit("133 of the patients, by age alone", lambda: by_age(133))
def low_forecasts_miss_by_less(one: Residuals) -> bool | None:
    forecast, y = cross_validated(one.data, one.learner, seed=one.seed), one.data.y
    if one.told and regression.r2(y, forecast) < 0.3:
        return None
    groups = np.array_split(np.argsort(forecast, kind="stable"), one.groups)
    return bool(np.argmin([regression.root_mean_squared_error(y[group], forecast[group]) for group in groups]) == 0)


fell(
    "On the diabetes data a line fitted to squared errors has, in most cuts, a lower MAE on the tested patients than"
    " one fitted to absolute errors.",
    became="gone",
)
fell(
    "The third of the diabetes patients with the lowest forecasts has the smallest RMSE.",
    became="low-forecasts-miss-by-less",
    unlike={
        "Where forecasts of these patients have an R²": "names the R² from which on it holds",
    },
)
fell("In each of 20 cuts the lowest third has the smallest RMSE.", became="low-forecasts-miss-by-less")
fell(
    "The two balance where as many visits lie below the plan as above it, at the median.",
    became="gone",
)
fell("The ratio of RMSE to MAE fits normal errors, which could explain why least squares wins.", became="gone")
fell("Whoever tells a patient what to expect is, on average, off by less with the median.", became="gone")
fell("RMSE is more sensitive to outliers: the first moves it tenfold, and MAE twofold.", became="gone")
fell(
    "A second outlier would multiply MAE by more than RMSE.",
    became="gone",
    unlike={
        "On our day, the first outlier": "of the first one",
    },
)

rests("errors-one-visit", exact="81b7106d-assert")
rests("errors-bet-2", exact="0ca79c44-assert")
rests("What one visit weighs in each number", exact="81b7106d-assert")
rests("Ninety-nine perfect forecasts against a hundred that are off", exact="79080c39-assert")
rests("Where it stops: the mean can win by MAE", once="52e169f1-assert", by="of draws (95% 59.2% to 63.5%)")
rests("A typing error moves one number tenfold", exact="37ab6379-assert")
rests("On 133 patients, no single error dominates the RMSE", once="d7803351-assert", by="only about 2% less")
rests("What to report with an RMSE or MAE", defines="a constant that needs no measurements at all")
rests("A residual", defines="root mean squared error")
rests("Among all constants", exact="79080c39-assert")
rests(
    "If the mean and the median of the values are the same", once="52e169f1-assert", by="of draws (95% 59.2% to 63.5%)"
)
rests("On the hundred visits, one outlier", exact="37ab6379-assert")
