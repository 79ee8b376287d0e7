"""Groups and times that stand on both sides of a split, and classes in other shares."""

from __future__ import annotations

import math

import numpy as np

from evalbook._distributions import normal_beyond
from evalbook.review._divided import Divided, Pair
from evalbook.review._findings import Finding, Outcome
from evalbook.review._spread import error_of, groups_in, pulls_of_mean
from evalbook.review._words import chance, share, short


def group_overlap(split: Divided) -> Outcome:
    """Whether any group, such as a patient, has rows in both parts.

    It cannot see groups that go by other names in the two parts, nor those that were not handed in.
    """
    if split.groups is None:
        return "groups is not given"
    train, test = split.groups
    shared = np.isin(test, train)
    if not shared.any():
        return None
    groups, of = len(np.unique(test[shared])), len(np.unique(test))
    message = (
        f"{share(groups, of)} groups of the test part are in training, too. "
        f"{share(int(shared.sum()), len(shared))} test rows belong to them, and "
        f"{int((~shared).sum()):,} do not: these alone tell of new groups."
    )
    evidence = {"rows": np.flatnonzero(shared).tolist(), "groups": groups}
    return Finding("group_overlap", "error", float(shared.mean()), message, "splits/leakage", evidence)


def temporal_leakage(split: Divided) -> Outcome:
    """Whether more than 1% of the training rows are later than the first test row.

    It cannot see what was known only later about an early row, nor the gap that a forecast needs.
    """
    if split.times is None:
        return "times is not given"
    train, test = (part.instants for part in split.times)
    late = np.asarray(train > test.min(), dtype=np.bool_)
    if late.mean() <= 0.01:
        return None
    inside = float(np.mean(test < train.max()))
    message = (
        f"{share(int(late.sum()), len(late))} training rows are later than the first test row "
        f"({split.times[1].first}). "
        f"{inside:.0%} of the test rows are earlier than the last training row: the model has seen their future."
    )
    evidence = {"rows": np.flatnonzero(late).tolist(), "test_share": inside}
    return Finding("temporal_leakage", "error", float(late.mean()), message, "splits/leakage", evidence)


def prevalence_shift(split: Divided) -> Outcome:
    """Whether a class has another share in the test part than in training: p < .001, and log-odds apart by over .4.

    p is adjusted for the number of classes; with groups the standard errors count groups. It cannot say which of the
    two shares is that of use, nor whether the shift was meant.
    """
    if split.labels is None:
        return "y is not given" if split.y is None else "needs y with classes"
    train, test = split.labels
    labels = np.unique(np.concatenate([train, test]))
    if len(labels) < 2:
        return "needs two classes"
    if split.groups is not None and min(map(groups_in, split.groups)) < 2:
        return "needs two groups in each part: one shows no spread"
    found = []
    for label in labels if len(labels) > 2 else labels[1:]:
        ours, theirs = (train == label).astype(float), (test == label).astype(float)
        gap = _log_odds(ours) - _log_odds(theirs)
        z = (ours.mean() - theirs.mean()) / _error_of_difference((ours, theirs), split.groups)
        p_value = min(1.0, normal_beyond(z) * max(1, len(labels) - 1))
        found.append((p_value, abs(gap), label, float(ours.mean()), float(theirs.mean())))
    p_value, gap, label, ours, theirs = min(found, key=lambda one: one[:1])
    if p_value >= 0.001 or gap <= 0.4:
        return None
    message = (
        f"Class {label} makes {short(ours)} of the training rows and {short(theirs)} of the test rows "
        f"({chance(p_value)}). Probabilities learned from the first are off by {gap:.2f} in log-odds on the second, "
        f"and precision moves with it."
    )
    evidence = {"p_value": p_value, "class": label.item(), "train": ours, "test": theirs}
    return Finding("prevalence_shift", "warning", gap, message, "curves/class_skew", evidence)


def _error_of_difference(parts: Pair, groups: Pair | None) -> float:
    """The standard error of the difference of two shares that are equal; with groups theirs, if it is larger."""
    ours, theirs = parts
    pooled = (ours.sum() + theirs.sum()) / (len(ours) + len(theirs))
    error = math.sqrt(pooled * (1 - pooled) * (1 / len(ours) + 1 / len(theirs)))
    if groups is None:
        return error
    by_group = [error_of(pulls_of_mean(part), group) for part, group in zip(parts, groups, strict=True)]
    return max(error, math.hypot(*by_group))


def _log_odds(values: np.ndarray) -> float:
    return math.log((values.sum() + 0.5) / (len(values) - values.sum() + 0.5))
