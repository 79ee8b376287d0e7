"""What *R²* concludes of groups and of columns of noise; the rest is algebra, or counted on the page."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LinearRegression

from claims.forecasts import LEARNERS, Learner, Measured, cross_validated, data_sets, diabetes, some
from claims.settings import SPLITS
from evalbook import regression, splits
from evalbook_tools.claims import claim, fell, limit, over, rests


class Groups(NamedTuple):
    """Samples, sorted by their forecasts and cut into groups."""

    data: Measured
    seed: int = 0
    learner: Learner = LinearRegression
    groups: int = 3


@claim("Sorted by their forecasts and cut into groups, samples have a lower R² in each group than all together.")
@over("other folds", lambda: [Groups(diabetes(), seed) for seed in range(20)], draws=True)
@over("other data", lambda: {name: Groups(data) for name, data in data_sets().items()})
@over("other learners", lambda: {name: Groups(diabetes(), learner=learner) for name, learner in LEARNERS.items()})
@over("two to six groups", lambda: {f"{k} groups": Groups(diabetes(), groups=k) for k in (2, 3, 4, 5, 6)})
@over("100 to 400 patients", lambda: {f"{n}": Groups(some(diabetes(), n, n)) for n in (100, 150, 200, 300, 400)})
def each_group_has_a_lower_r2(one: Groups) -> bool:
    forecast, y = cross_validated(one.data, one.learner, seed=one.seed), one.data.y
    groups = np.array_split(np.argsort(forecast, kind="stable"), one.groups)
    whole = regression.r2(y, forecast)
    return all(regression.r2(y[group], forecast[group]) < whole for group in groups)


# ---------------------------------------------------------------- columns of noise


class Noise(NamedTuple):
    """Random columns, a share of the number of samples that train."""

    data: Measured
    seed: int
    share: float = 1 / 3
    columns: int = 0


def of_few_patients() -> dict[str, Noise]:
    seeds = range(1000, 1004)
    return {f"{n} patients, {k}": Noise(some(diabetes(), n, k), k) for n in (100, 150, 200, 300) for k in seeds}


def of_weaker_signals() -> dict[str, Noise]:
    """The label is mixed with a normal number of the same spread."""
    data, found = diabetes(), {}
    for i, share in enumerate((0.1, 0.3, 0.5, 0.7, 0.9)):
        mixed = (1 - share) * data.y + share * np.random.default_rng(i).normal(0, data.y.std(), len(data.y))
        found[f"{share:.0%} luck"] = Noise(data._replace(y=mixed), 1100 + i)
    return found


@claim(
    "Columns of noise, a third as many as the training samples or more, lower the R² of least squares on a test set."
)
@over("other cuts and columns", lambda: [Noise(diabetes(), 1000 + seed) for seed in range(SPLITS)], draws=True)
@over("other data", lambda: {name: Noise(data, 1200 + i) for i, (name, data) in enumerate(data_sets().items())})
@over("100 to 300 patients", of_few_patients)
@over("weaker signals", of_weaker_signals)
@over("more columns", lambda: {f"{share:.0%}": Noise(diabetes(), 1300, share) for share in (0.4, 0.5, 0.6, 0.7, 0.8)})
@limit("one column", lambda: [Noise(diabetes(), seed, columns=1) for seed in range(SPLITS)])
def much_noise_lowers_the_test_r2(one: Noise) -> bool:
    measured, y = one.data
    fit, left = splits.hold_out(len(y), 0.3, rng=one.seed)
    columns = one.columns or round(np.ceil(one.share * len(fit)))
    noise = np.random.default_rng(one.seed).normal(size=(len(y), columns)) * measured.std()
    alone, more = (
        LinearRegression().fit(given[fit], y[fit]).score(given[left], y[left])
        for given in (measured, np.hstack([measured, noise]))
    )
    return bool(more < alone)


fell("R² on a test set needs no correction for the number of columns: there, noise lowers it.", became="gone")
fell(
    "Columns of noise, a sixth as many as the training samples or more, lower the R² of least squares on a test set.",
    became="much-noise-lowers-the-test-r2",
)
fell("RMSE, in its own unit, can be compared across groups, cities or years.", became="gone")
fell(
    "Put groups together whose errors are alike and whose means differ, and R² rises.",
    became="gone",
)

rests("r2-half", exact="2087a5b3")
rests("errors-bet-3", exact="07481e73")
rests("Half of the squares is gone", exact="2087a5b3")
rests("Nothing bounds R² from below", exact="07481e73")
rests("The mean of the test set is known to nobody", exact="64dfa6d1")
rests("Half for the 442 patients", exact="a4e48445")
rests("The line to report", defines="the samples whose mean it is measured against")
rests("R² (决定系数)", exact="2087a5b3")
rests("Worse than the mean", exact="07481e73")
rests("R² divides by the spread", exact="a4e48445")
