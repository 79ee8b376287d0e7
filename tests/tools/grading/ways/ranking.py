"""Several ways to the answers of the assignment ranking."""

from __future__ import annotations

from math import comb

import numpy as np
from scipy import stats
from sklearn import metrics

from evalbook import ranking
from ways import case, way


@way("ranking-3", "scikit-learn")
def _():
    """Its ideal order is made of the scored items, so those that are not shown get the lowest scores."""
    page = case()["page"]
    shown, hidden = np.array(page["shown"]), np.array(page["not_shown"])
    gain = 2.0 ** np.append(shown, hidden) - 1
    dcg = metrics.dcg_score([gain], [-np.arange(len(gain))], k=5)
    return dcg / metrics.dcg_score([gain], [gain], k=5)


@way("ranking-3", "package")
def _():
    page = case()["page"]
    return float(ranking.ndcg([page["shown"]], k=5, ideal=[page["shown"] + page["not_shown"]])[0])


@way("ranking-5", "NumPy")
def _():
    shelf = case()["shelf"]
    n, k = shelf["books"], shelf["shown"]
    return 1 - np.mean([comb(n - want, k) / comb(n, k) for want in shelf["wants"]])


@way("ranking-5", "SciPy")
def _():
    shelf = case()["shelf"]
    return np.mean([stats.hypergeom(shelf["books"], want, shelf["shown"]).sf(0) for want in shelf["wants"]])
