"""What *R²* concludes of groups and of columns of noise; the rest is algebra, or counted on the page."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LinearRegression

from claims.forecasts import LEARNERS, Learner, Measured, cross_validated, data_sets, diabetes, some
from claims.settings import SPLITS
from evalbook import regression, splits
from evalbook_tools.claims import claim, limit, over


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
    share: float = 1 / 6
    columns: int = 0


def of_few_patients() -> dict[str, Noise]:
    return {f"{n} patients, {k}": Noise(some(diabetes(), n, k), k) for n in (100, 150, 200, 300) for k in range(4)}


def of_weaker_signals() -> dict[str, Noise]:
    """The label is mixed with a normal number of the same spread."""
    data, found = diabetes(), {}
    for i, share in enumerate((0.1, 0.3, 0.5, 0.7, 0.9)):
        mixed = (1 - share) * data.y + share * np.random.default_rng(i).normal(0, data.y.std(), len(data.y))
        found[f"{share:.0%} luck"] = Noise(data._replace(y=mixed), i)
    return found


@claim(
    "Columns of noise, a sixth as many as the training samples or more, lower the R² of least squares on a test set."
)
@over("other cuts and columns", lambda: [Noise(diabetes(), seed) for seed in range(SPLITS)], draws=True)
@over("other data", lambda: {name: Noise(data, 200 + i) for i, (name, data) in enumerate(data_sets().items())})
@over("100 to 300 patients", of_few_patients)
@over("weaker signals", of_weaker_signals)
@over(
    "more columns",
    lambda: {f"{share:.2f}": Noise(diabetes(), 300, share) for share in (1 / 5, 1 / 4, 1 / 3, 1 / 2, 0.8)},
)
@limit("one column", lambda: [Noise(diabetes(), seed, 0, 1) for seed in range(SPLITS)])
def much_noise_lowers_the_test_r2(one: Noise) -> bool:
    X, y = one.data
    fit, left = splits.hold_out(len(y), 0.3, rng=one.seed)
    columns = one.columns or round(np.ceil(one.share * len(fit)))
    noise = np.random.default_rng(one.seed).normal(size=(len(y), columns)) * X.std()
    alone, more = (
        LinearRegression().fit(given[fit], y[fit]).score(given[left], y[left]) for given in (X, np.hstack([X, noise]))
    )
    return bool(more < alone)
