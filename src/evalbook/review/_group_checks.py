"""Samples that belong together: alike inside their groups, or pooled over groups that differ."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray
from evalbook.comparison._distributions import normal_below
from evalbook.review._classified import Classified
from evalbook.review._findings import Finding, Outcome
from evalbook.review._spread import pulls_of_auc, pulls_of_mean, spread
from evalbook.review._words import chance, short

NO_GROUPS = "groups is not given"


def clustered_samples(evaluation: Classified) -> Outcome:
    """Whether the samples of a group are alike: the AUC's parts, or right and wrong answers, vary more by groups.

    Found where the standard error by groups is more than 1.15 times that by samples, and z > 2.33 for the products
    within groups. A note, because the line counts groups where they are handed in: the mistake is an interval that does
    not. It cannot see groups that were not handed in, and a few groups show little.
    """
    if evaluation.group is None:
        return NO_GROUPS
    if evaluation.ranks:
        return alike("ROC AUC", evaluation.area[1], evaluation.group)
    if evaluation.predicted is None:
        return "needs y_pred, or scores of two classes"
    return alike("accuracy", pulls_of_mean(evaluation.right), evaluation.group)


def alike(score: str, pulls: FloatArray, group: NDArray[np.intp]) -> Outcome:
    """The finding that a score's standard error is larger by groups."""
    groups = int(group.max()) + 1
    if groups < 2:
        return "groups holds one group only"
    found = spread(pulls, group)
    if not (found.z > 2.33 and found.by_group > 1.15 * found.by_sample):
        return None
    times = found.by_group / found.by_sample
    p_value = 1 - normal_below(found.z)
    message = (
        f"Samples of a group are alike ({chance(p_value)}): by {groups:,} groups the standard error of the {score} is "
        f"{found.by_group:.3g}, by {len(group):,} samples {found.by_sample:.3g}. "
        f"An interval that counts samples is too narrow by {times:.2f} times; that of the line counts groups."
    )
    evidence = {"p_value": p_value, "by_group": found.by_group, "by_sample": found.by_sample}
    return Finding("clustered_samples", "note", times, message, "comparison/bootstrap_intervals", evidence)


def pooled_groups(evaluation: Classified) -> Outcome:
    """Whether the AUC of all samples owes something to comparing samples of different groups.

    Found where it exceeds the AUC within groups (the mean over pairs of one group) by more than .03 and by three
    standard errors of the difference, among the groups with at least five samples of each class. It cannot see a small
    part of that kind; whether it is one depends on whether the model will compare samples of different groups in use.
    """
    if evaluation.group is None:
        return NO_GROUPS
    if not evaluation.ranks:
        return "needs scores of two classes that both occur"
    score = np.asarray(evaluation.score)
    usable, area, own = _within(evaluation.positive, score, evaluation.group)
    groups = int(usable.sum())
    if groups < 2:
        return "needs two groups with five samples of each class"
    inside = usable[evaluation.group]
    pooled, pulls = pulls_of_auc(evaluation.positive[inside], score[inside])
    error = math.sqrt(float(((pulls - own[inside]) ** 2).sum()))
    if not pooled - area > max(0.03, 3 * error):
        return None
    message = (
        f"The ROC AUC is {short(pooled)} over {groups} groups together and {short(area)} within them "
        f"(difference {short(pooled - area)}, standard error {short(error)}). "
        f"The first counts pairs of different groups, too, which the groups' base rates alone may order."
    )
    evidence = {"pooled": pooled, "within": area, "standard_error": error}
    return Finding("pooled_groups", "note", pooled - area, message, "distributed/scale", evidence)


def _within(
    positive: NDArray[np.bool_], score: NDArray[Any], group: NDArray[np.intp]
) -> tuple[NDArray[np.bool_], float, FloatArray]:
    """Which groups have five of each class, the mean of their AUCs by pairs, and how each sample pulls at it."""
    m, n = (np.bincount(group, each) for each in (positive, ~positive))
    usable = (m >= 5) & (n >= 5)
    weight = m * n / max(float((m * n)[usable].sum()), 1.0)
    members = np.split(np.argsort(group, kind="stable"), np.cumsum(np.bincount(group))[:-1])
    mean, pulls = 0.0, np.zeros(len(score))
    for number in np.flatnonzero(usable):
        inside = members[number]
        area, own = pulls_of_auc(positive[inside], score[inside])
        mean += weight[number] * area
        pulls[inside] = weight[number] * own
    return usable, mean, pulls
