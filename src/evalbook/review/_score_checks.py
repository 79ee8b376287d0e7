"""Scores that are none, and scores of the other class."""

from __future__ import annotations

import math

import numpy as np

from evalbook.comparison._distributions import normal_below
from evalbook.review._classified import Classified
from evalbook.review._findings import Finding, Outcome
from evalbook.review._spread import spread
from evalbook.review._words import chance, short


def hard_labels_as_scores(evaluation: Classified) -> Outcome:
    """Whether all scores are 0 or 1 (or -1 and 1): predicted labels, handed in as scores.

    It cannot see labels of which some were moved, nor scores cut to a few values.
    """
    if evaluation.score is None:
        return "y_score and y_prob are not given"
    found = np.unique(evaluation.score)
    if len(found) != 2 or found[1] != 1 or found[0] not in (0, -1):
        return None
    told = f"All {len(evaluation.true):,} scores are {found[0]:g} or {found[1]:g}: predicted labels, not scores."
    if not evaluation.ranks:
        rest = "A curve of 1 threshold has no area but that of its one point."
    else:
        positive, called = evaluation.positive, np.asarray(evaluation.score) == 1
        rates = float(called[positive].mean()), float((~called[~positive]).mean())
        rest = (
            f"Their ROC AUC, {short(evaluation.area[0])}, is the mean of recall {short(rates[0])} and specificity "
            f"{short(rates[1])} at that one threshold."
        )
    value = evaluation.area[0] if evaluation.ranks else 0.5
    return Finding("hard_labels_as_scores", "error", value, f"{told} {rest}", "curves/auc", {"distinct": 2})


def inverted_scores(evaluation: Classified) -> Outcome:
    """Whether positives score lower than negatives, by a rank test (p < .001), with at least ten of each class.

    With groups the standard error is that of the groups, if it is larger. It cannot see a reversal where the scores
    know little, nor one of some columns of several.
    """
    if not evaluation.ranks:
        return "needs scores of two classes that both occur"
    m = int(np.count_nonzero(evaluation.positive))
    n = len(evaluation.positive) - m
    if min(m, n) < 10:
        return f"needs ten samples of each class, and one has {min(m, n)}"
    area, pulls = evaluation.area
    error = math.sqrt((m + n + 1) / (12 * m * n))
    if evaluation.group is not None:
        error = max(error, spread(pulls, evaluation.group).by_group)
    p_value = normal_below((area - 0.5) / error)
    if p_value >= 0.001:
        return None
    message = (
        f"The ROC AUC is {short(area)}, below one half ({chance(p_value)}): positives have the lower scores. "
        f"With the scores of the other class, or the other sign, it is {short(1 - area)}."
    )
    return Finding("inverted_scores", "warning", area, message, "curves/auc", {"p_value": p_value})
