"""The best of several models on the samples that report it."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np

from evalbook._distributions import beta_quantile
from evalbook._input import FloatArray
from evalbook.review._classified import Classified
from evalbook.review._findings import Finding, Outcome
from evalbook.review._spread import Group, error_of, groups_in, pulls_of_mean
from evalbook.review._words import short

FEWEST = 35
"""So many wrong answers must be left, and right ones: of 50 that are expected, two standard deviations fewer."""
PARTS, BLOCKS, ROUNDS = 4, 400, 200
FURTHER = 0.6
"""What a choice gains from half of the samples to all, in units of the gain from a quarter to a half.

It is .5 for models whose worth is far apart, more for nearly equal ones, and without effect for equal ones.
"""
LITTLE = 0.02
"""An optimism of so many standard errors is not worth telling."""
CHAPTER = "comparison/best_of_twenty"


def selection_optimism(evaluation: Classified) -> Outcome:
    r"""How much too good the accuracy of the best of several models is, if it was chosen on these samples.

    With `rivals` the choice is made again, on random halves and quarters of the samples (or groups), and scored on the
    others. From a half of the samples to all a choice is taken to gain .6 of what it gains from a quarter to a half:

    .. math:: a^* - (\bar a_{1/2} + .6\, (\bar a_{1/2} - \bar a_{1/4}))

    Without `rivals` all m models are taken to be equally good and to err independently. Then Blom's quantile of the
    best leads from its k right answers of n back to the truth:

    .. math:: a^* - B^{-1}_{k + \frac12,\; n - k + \frac12}\Bigl(1 - \frac{m - .375}{m + .25}\Bigr)

    Both are means. What at most one of twenty such choices exceeds is Clopper and Pearson's bound at the level
    :math:`.95^{1/m}`. It cannot see models that were tried and are not handed in, and takes other choices (settings,
    seeds) for none.
    """
    if evaluation.models_tried < 2:
        return "rivals and models_tried are not given"
    if evaluation.predicted is None:
        return "y_pred is not given"
    right = np.array([evaluation.right, *(evaluation.true == rival for rival in evaluation.rivals)], dtype=np.float64)
    if (right.sum(axis=1) > right[0].sum()).any():
        return None
    return _among_rivals(evaluation, right) if evaluation.rivals else _alone(evaluation, right)


def _alone(evaluation: Classified, right: FloatArray) -> Outcome:
    """What the best score tells by itself; not where it may lie so near to 0 or 1 that it cannot tell the truth."""
    tried, own, n = evaluation.models_tried, float(right.mean()), independent_samples(right, evaluation.group)
    optimism = optimism_alone(own, n, tried)
    left, which = min((own - optimism, "right"), (1 - own + optimism, "wrong"))
    if left * units_of(right, evaluation.group) < FEWEST:
        return f"the best of {tried} models has too few {which} answers to tell its luck from its score; rivals= does"
    most = optimism_at_most(own, n, tried)
    message = (
        f"{tried} models were tried, and one is here, with an accuracy of {short(own)}. If it was the best of them on "
        f"these samples, and they are equally good and err independently, that is too high by {short(optimism)} on "
        f"average, and by more than {short(most)} in at most 1 of 20 such choices. Models that are alike, or of unlike "
        f"worth, gain less: rivals= measures it."
    )
    evidence = {"models": tried, "optimism": optimism, "at_most": most}
    return Finding("selection_optimism", "note", optimism, message, CHAPTER, evidence)


def _among_rivals(evaluation: Classified, right: FloatArray) -> Outcome:
    """What all models that are handed in tell, unless it is little beside the standard error."""
    (models, _), tried, group = right.shape, evaluation.models_tried, evaluation.group
    if units_of(right, group) < PARTS:
        return f"needs {PARTS} samples, or groups, to choose on some and score on the others"
    own, n, optimism = float(right[0].mean()), independent_samples(right, group), optimism_of(right, group)
    error = math.sqrt(own * (1 - own) / n)
    if optimism <= LITTLE * error:
        return None
    most = max(optimism, optimism_at_most(own, n, tried))
    more = f"; {tried - models:,} more were tried that are not here, and add to the average" * (tried > models)
    message = (
        f"Of {models} models this one has the highest accuracy on these samples, {short(own)}. If that chose it, the "
        f"accuracy is too high by {short(optimism)} on average ({short(own - optimism)} is left), and by more than "
        f"{short(most)} in at most 1 of 20 such choices{more}."
    )
    evidence = {"models": models, "optimism": optimism, "at_most": most, "standard_error": error}
    return Finding("selection_optimism", "warning", optimism, message, CHAPTER, evidence)


# ---------------------------------------------------------------- by the best score


def optimism_alone(own: float, n: float, tried: int) -> float:
    """The mean optimism of the best of so many equal, independent models that is right on this share of n samples."""
    return own - beta_quantile(1 - (tried - 0.375) / (tried + 0.25), own * n + 0.5, (1 - own) * n + 0.5)


def optimism_at_most(own: float, n: float, tried: int) -> float:
    """What one of twenty exceeds at most, whatever the models are worth, if they do not err in turn."""
    return own - beta_quantile(1 - 0.95 ** (1 / tried), own * n, (1 - own) * n + 1)


def independent_samples(right: FloatArray, group: Group) -> float:
    """How many samples without groups would have as large standard errors, over all models (a row each)."""
    n: int = right.shape[1]
    if group is None:
        return n
    pulls = [pulls_of_mean(row) for row in right]
    by_group, by_sample = (math.fsum(error_of(each, which) ** 2 for each in pulls) for which in (group, None))
    return n / max(1.0, by_group / by_sample) if by_sample else units_of(right, group)


def units_of(right: FloatArray, group: Group) -> int:
    """How many samples there are, or groups."""
    return len(right[0]) if group is None else groups_in(group)


# ---------------------------------------------------------------- by all models


def optimism_of(right: FloatArray, group: Group = None) -> float:
    """The mean optimism of the best of these models (a row each: right or wrong), by choices on halves and quarters."""
    rng = np.random.default_rng(0)
    unit = np.arange(right.shape[1]) if group is None else group
    block = rng.permutation(unit.max() + 1)[unit] % BLOCKS
    count, size = np.array([np.bincount(block, row) for row in right]), np.bincount(block).astype(np.float64)
    part = rng.random((ROUNDS, len(size))).argsort(axis=1) % PARTS
    chosen = [(part == each).T.astype(np.float64) for each in range(PARTS)]
    counts, sizes = (np.array([whole @ each for each in chosen]) for whole in (count, size))
    half, quarter = (_kept(counts, sizes, PARTS // share) for share in (2, 4))
    return float(right.mean(axis=1).max() - (half + FURTHER * (half - quarter)))


def _kept(counts: FloatArray, sizes: FloatArray, seen: int) -> float:
    """The accuracy, on the other parts, of the model that is best on so many parts: the mean over all choices of them.

    `counts` holds right answers by part, model and round, `sizes` samples by part and round. Models that are equally
    good where they are chosen count alike.
    """
    kept = []
    for some in combinations(range(PARTS), seen):
        others = [each for each in range(PARTS) if each not in some]
        here, there = counts[list(some)].sum(axis=0), counts[others].sum(axis=0) / sizes[others].sum(axis=0)
        best = here == here.max(axis=0)
        kept.append((best * there).sum(axis=0) / best.sum(axis=0))
    return float(np.mean(kept))
