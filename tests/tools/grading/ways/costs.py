"""Several ways to the answers of the assignment costs."""

from __future__ import annotations

import numpy as np

from evalbook import costs
from ways import case, rows, way


@way("costs-6", "NumPy")
def _():
    """The score whose calls cost least: each is tried."""
    nights, there = rows("nights.csv"), case()["pass"]
    frost, score = nights["frost"] == 1, nights["risk"]
    missed = [there["share"] * there["cost_miss"] * np.mean(score[frost] < at) for at in np.unique(score)]
    alarms = [(1 - there["share"]) * there["cost_alarm"] * np.mean(score[~frost] >= at) for at in np.unique(score)]
    return np.unique(score)[np.argmin(np.add(missed, alarms))]


@way("costs-6", "package")
def _():
    nights, there = rows("nights.csv"), case()["pass"]
    place = costs.probability_cost(there["share"], cost_fn=there["cost_miss"], cost_fp=there["cost_alarm"])
    return costs.cost_curve(nights["frost"], nights["risk"]).threshold_at(place)
