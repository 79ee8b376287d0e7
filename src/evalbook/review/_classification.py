"""The review of predicted labels, scores and probabilities: what is asked of them, check by check."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook._distributions import beta_quantile, chi2_above, normal_below
from evalbook._input import FloatArray
from evalbook.comparison._influence import Group, groups_in, mean_influence, standard_error
from evalbook.review._classification_report import line_of, metrics_and_variants
from evalbook.review._evaluation import Evaluation, evaluation_of
from evalbook.review._reported import compare_reported
from evalbook.review._review import Finding, Outcome, Review, checks_of, make_review
from evalbook.review._words import p_text, rate


def classification(
    y_true: ArrayLike,
    *,
    y_score: ArrayLike | None = None,
    y_prob: ArrayLike | None = None,
    y_pred: ArrayLike | None = None,
    pos_label: Any = None,
    labels: Sequence[Any] | None = None,
    groups: ArrayLike | None = None,
    costs: tuple[float, float] | None = None,
    reported: Mapping[str, str | float] | None = None,
    rivals: Mapping[Any, ArrayLike] | Sequence[ArrayLike] | None = None,
    models_tried: int = 1,
    unit: str = "samples",
    ignore: Mapping[str, str] | Sequence[str] = (),
) -> Review:
    r"""Review a classification: the line to report, and mistakes that labels and predictions reveal.

    .. math:: \mathrm{review}(y, s, p, \hat y) = (\text{line}, \text{findings}, \text{what was not checked})

    The checks are `hard_labels_as_scores`, `inverted_scores`, `miscalibration` (only for `y_prob`), `reported_number`
    and `selection_optimism`.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels of at least two samples: integers, booleans or strings.
    y_score : array_like of shape (n,) or (n, k), optional
        The scores. A higher score means more likely positive. With more than two classes, give one column per class.
    y_prob : array_like of shape (n,) or (n, k), optional
        Probabilities that are meant to be calibrated: of the positive class, or one column per class. If `y_score` is
        missing, they are used as scores, too.
    y_pred : array_like of shape (n,), optional
        The predicted labels.
    pos_label : label, optional
        The positive label of two. By default it is the larger label of {0, 1}, {-1, 1} or {False, True}.
    labels : sequence of labels, optional
        All classes, in the order of the columns. By default these are the labels that occur, in sorted order.
    groups : array_like of shape (n,), optional
        The group of each sample, such as the patient of each image. The intervals in the line are then based on groups.
    costs : tuple of float, optional
        The cost of a false positive and of a false negative, ``(cost_fp, cost_fn)``. They are used to price the
        `y_pred` of two classes.
    reported : mapping of str to str or float, optional
        The numbers of a report by the names of their metrics, as in ``{"ROC AUC": "0.830"}``. A string is compared in
        the digits that it shows, and a number in all digits of its type.
    rivals : sequence or mapping of array_like of shape (n,), optional
        The predicted labels of the other models that were tried on these samples; this model may be among them. Names
        may be given by a mapping, or by the columns of a data frame.
    models_tried : int, default 1
        How many models were tried on these samples in all, including this one. By default it is the number of models
        handed in. Without `rivals`, it is enough to estimate by how much the accuracy of the best of so many equally
        good, independent models is too high, if enough predictions are wrong.
    unit : str, default "samples"
        What the samples are called in the line, such as "tumors".
    ignore : mapping of str to str, or sequence of str, default ()
        The names of checks whose findings are set aside, each with a reason if a mapping is given. They are kept in
        `ignored` and still printed.

    Returns
    -------
    Review
        It has the `line` to report, the `findings` and what was `not_checked`. It prints as text, and reviews can be
        added.

    See Also
    --------
    regression : review predicted numbers
    ranking : review ranked lists
    split : review the split that the test set comes from
    evalbook.confusion.report : a table of metrics by class

    Notes
    -----
    1. An optional argument may be missing. The checks that need it are then listed in `not_checked`.
    2. If only one class occurs, the ROC AUC is undefined, and the line says so.
    3. The AUC has DeLong's interval, and accuracy, recall, precision and specificity have Wilson's. The bounds of F1,
       macro-F1 and balanced accuracy are percentiles of 2,000 bootstrap rounds with seed 0. Log loss and Brier score
       have the normal interval of a mean. The average precision has no interval here; `comparison.interval` gives one.
    4. With `groups`, all intervals are based on groups. The intervals of shares are then normal on the scale of log
       odds, and computed from the sums over groups. Beside the AUC or the accuracy, the line says how many times as
       wide the interval is as without groups.
    5. If the samples show no spread, there is no interval, because an interval of width 0 would look like certainty.
       The line says whether there is only one sample or group, or whether all are alike (for example, all predictions
       are correct). Shares of 0 or 1 still have Wilson's interval, which counts samples, unless there is only one
       group. If a class has a single sample, the AUC has no interval.
    6. If `reported` has the name of a metric that cannot be computed from the arrays, this is no error. The name is
       listed in `not_checked`, together with the most similar known name. scikit-learn's names are known.
    7. Many sound evaluations have wide intervals, tied scores, similar samples within a group, small classes,
       predictions that do not fit the costs, or an accuracy below the share of the larger class. These are not
       findings, but the line shows them.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988); Wilson (1927); Cox (1958) for the line through the log-odds; Obuchowski
    (1997) for AUCs of groups.

    Examples
    --------
    >>> from evalbook import review
    >>> from evalbook.teaching import examples
    >>> y_true, y_score = examples.eight_samples
    >>> found = review.classification(y_true, y_score=y_score, unit="patients")
    >>> print(found.line.split("; ")[0])
    ROC AUC 0.656, 95% interval 0.219 to 0.929 (DeLong)
    >>> found.findings
    ()
    """
    evaluation = evaluation_of(
        y_true, y_score, y_prob, y_pred, pos_label, labels, groups, costs, reported, rivals, models_tried, unit
    )
    return make_review(evaluation, line_of, CHECKS, ignore)


# ---------------------------------------------------------------- scores


def hard_labels_as_scores(evaluation: Evaluation) -> Outcome:
    """Whether all scores are 0 or 1 (or -1 and 1), so that predicted labels were handed in as scores.

    It cannot see labels to which small numbers were added, or scores that were rounded to a few values.
    """
    if evaluation.score is None:
        return "y_score and y_prob are not given"
    found = np.unique(evaluation.score)
    if len(found) != 2 or found[1] != 1 or found[0] not in (0, -1):
        return None
    told = (
        f"All scores of the {len(evaluation.true):,} samples are {found[0]:g} or {found[1]:g}, so they are "
        f"predicted labels rather than scores."
    )
    if not evaluation.can_rank:
        rest, value = (
            "With a single threshold, a curve has only one point, and its area says no more than this point.",
            0.5,
        )
    else:
        (value, _), called = evaluation.auc, np.asarray(evaluation.score) == 1
        recall, specificity = (float((called == truth)[evaluation.positive == truth].mean()) for truth in (True, False))
        rates = f"recall {rate(recall)} and specificity {rate(specificity)}"
        rest = f"Their ROC AUC, {rate(value)}, is only the mean of {rates} at that one threshold."
    message = f"{told} {rest} Pass the scores or probabilities from which the labels were made."
    return Finding("hard_labels_as_scores", "error", value, message, "curves/auc", {"distinct": 2})


def inverted_scores(evaluation: Evaluation) -> Outcome:
    """Whether positives score lower than negatives, by a rank test (p < 0.001), with at least ten samples of each
    class.

    With groups, the standard error over groups is used if it is larger. It cannot see a reversal if the scores tell
    little about the classes, or if only some of several columns are reversed.
    """
    if not evaluation.can_rank:
        return "it needs scores of two classes that both occur"
    m, n = evaluation.positive.sum(), (~evaluation.positive).sum()
    if min(m, n) < 10:
        return f"it needs ten samples of each class, and one class has {min(m, n)}"
    area, influence = evaluation.auc
    error = math.sqrt((m + n + 1) / (12 * m * n))
    if evaluation.group is not None:
        error = max(error, standard_error(influence, evaluation.group))
    p_value = normal_below((area - 0.5) / error)
    if p_value >= 0.001:
        return None
    message = (
        f"The ROC AUC is {rate(area)}, which is below 0.5 ({p_text(p_value)}), so positives tend to have the lower "
        f"scores. Check whether these are the scores of the other class, or have the wrong sign. With the opposite "
        f"sign, the ROC AUC would be {rate(1 - area)}."
    )
    return Finding("inverted_scores", "warning", area, message, "curves/auc", {"p_value": p_value})


# ---------------------------------------------------------------- probabilities

EDGE = 1e-15
LEAST_ERROR = 5
"""Squared errors that add up to fewer samples lie in too few of them to fit a line to."""


def miscalibration(evaluation: Evaluation) -> Outcome:
    r"""Whether a line through the log odds, fitted to these samples, has a lower log loss than the given probabilities.

    .. math:: G = 2n (L(p) - L(\sigma(a + b \operatorname{logit} p))), \quad p\text{-value} = P(\chi^2_2 > G)

    It is found if p < 0.0001 and the log loss L falls by more than 5%. With groups, G is divided by how much more the
    residuals vary by group. The check is not made if the classes are so far apart that the squared errors add up to
    less than five samples. It cannot see a calibration curve with the right mean and slope, or probabilities of several
    classes.
    """
    if evaluation.prob is None:
        return "y_prob is not given"
    if not evaluation.is_binary or not evaluation.has_both_classes:
        return "it needs probabilities of two classes that both occur"
    truth, prob = evaluation.positive.astype(np.float64), np.clip(evaluation.prob, EDGE, 1 - EDGE)
    odds, residual = np.log(prob) - np.log1p(-prob), truth - prob
    if float((residual**2).sum()) < LEAST_ERROR:
        return f"the squared errors add up to less than {LEAST_ERROR} samples, so the classes are too far apart to tell"
    before = _loss(odds, truth)
    (a, b), after = fitted_line(odds, truth)
    more = (standard_error(residual, evaluation.group) / standard_error(residual, None)) ** 2
    if math.isnan(more):
        return "it needs two groups, because one group shows no spread"
    p_value = chi2_above(2 * len(truth) * max(before - after, 0.0) / max(1.0, more), 2)
    if p_value >= 1e-4 or before - after <= 0.05 * before:
        return None
    message = (
        f"The mean probability is {rate(float(prob.mean()))}, while the share of positives is "
        f"{rate(float(truth.mean()))}. The slope of the log odds is {b:.2f}; below 1, probabilities are too extreme, "
        f"and above 1, they are too cautious. A line through the log odds would lower the log loss from {rate(before)} "
        f"to {rate(after)} ({p_text(p_value)}), so recalibrate the model on samples outside the test set."
    )
    evidence = {"p_value": p_value, "intercept": a, "slope": b}
    return Finding("miscalibration", "warning", before - after, message, "probabilities/calibration", evidence)


def _loss(odds: FloatArray, truth: FloatArray) -> float:
    """The log loss of probabilities with these log-odds."""
    return float((np.logaddexp(0, odds) - truth * odds).mean())


def fitted_line(odds: FloatArray, truth: FloatArray) -> tuple[tuple[float, float], float]:
    """The line a + b·odds of the least log loss, and that loss: Newton's steps from the base rate, halved until better.

    Where the classes lie apart the slope has no limit: it stops after fifty steps.
    """
    base = truth.mean()
    line = np.array([math.log(base / (1 - base)), 0.0])
    design = np.stack([np.ones_like(odds), odds])
    loss = _loss(line @ design, truth)
    for _ in range(50):
        prob = 1 / (1 + np.exp(-np.clip(line @ design, -700, 700)))
        slope = design @ (prob - truth)
        curvature = (design * (prob * (1 - prob))) @ design.T + 1e-9 * np.eye(2)
        step, better = np.linalg.solve(curvature, slope), math.inf
        size = 1.0
        while size > 1e-6 and (better := _loss((line - size * step) @ design, truth)) > loss:
            size /= 2
        if not loss - better > 1e-12 * loss:
            break
        line, loss = line - size * step, better
    return (float(line[0]), float(line[1])), loss


# ---------------------------------------------------------------- numbers of a report


def reported_number(evaluation: Evaluation) -> Outcome:
    """Whether each reported number is what the arrays give, and if not, which of some forty others it equals.

    The comparison uses the digits that are shown. Another number may agree in three digits by accident, so the finding
    says "equals" and not "is". It cannot see a number that is computed correctly from the wrong samples, or whose name
    does not say which class or average it is.
    """
    return compare_reported(evaluation.reported, *metrics_and_variants(evaluation))


# ---------------------------------------------------------------- the best of several models

FEWEST_ANSWERS = 35
"""So many wrong answers must be left, and right ones: of 50 that are expected, two standard deviations fewer."""
PARTS, BLOCKS, ROUNDS = 4, 400, 200
FURTHER = 0.6
"""What a choice gains from half of the samples to all, in units of the gain from a quarter to a half.

It is .5 for models whose worth is far apart, more for nearly equal ones, and without effect for equal ones.
"""
LITTLE = 0.02
"""An optimism of so many standard errors is not worth telling."""
CHAPTER = "comparison/best_of_twenty"


def selection_optimism(evaluation: Evaluation) -> Outcome:
    r"""By how much the accuracy of the best of several models is too high if the model was chosen on these samples.

    With `rivals`, the choice is repeated on random halves and quarters of the samples (or groups), and the chosen model
    is scored on the others. From half of the samples to all of them, the choice is assumed to gain 0.6 times what it
    gains from a quarter to a half:

    .. math:: a^* - (\bar a_{1/2} + .6\, (\bar a_{1/2} - \bar a_{1/4}))

    Without `rivals`, all m models are assumed to be equally good and to err independently. Blom's quantile of the best
    model then leads from its k correct predictions of n back to the true accuracy:

    .. math:: a^* - B^{-1}_{k + \frac12,\; n - k + \frac12}\Bigl(1 - \frac{m - .375}{m + .25}\Bigr)

    Both are means. The amount that at most one of twenty such choices exceeds follows from Clopper and Pearson's bound
    at the level :math:`.95^{1/m}`. It cannot see models that were tried and not handed in, or other choices such as
    settings and seeds.
    """
    if evaluation.models_tried < 2:
        return "rivals and models_tried are not given"
    if evaluation.predicted is None:
        return "y_pred is not given"
    right = np.array(
        [evaluation.is_right, *(evaluation.true == rival for rival in evaluation.rivals)], dtype=np.float64
    )
    if (right.sum(axis=1) > right[0].sum()).any():
        return None
    return _among_rivals(evaluation, right) if evaluation.rivals else _alone(evaluation, right)


def _alone(evaluation: Evaluation, right: FloatArray) -> Outcome:
    """What the best score tells by itself; not where it may lie so near to 0 or 1 that it cannot tell the truth."""
    tried, own, n = evaluation.models_tried, float(right.mean()), independent_samples(right, evaluation.group)
    optimism = optimism_alone(own, n, tried)
    left, which = min((own - optimism, "right"), (1 - own + optimism, "wrong"))
    if left * units_of(right, evaluation.group) < FEWEST_ANSWERS:
        return f"the best of {tried} models has too few {which} answers to tell how lucky it was; pass rivals="
    most = optimism_at_most(own, n, tried)
    message = (
        f"{tried} models were tried, and only this one is here, with an accuracy of {rate(own)}. If it was the best of "
        f"them on these samples, and if all are equally good and err independently, its accuracy is too high by "
        f"{rate(optimism)} on average, and by more than {rate(most)} in at most 1 of 20 such choices. Models that are "
        f"similar, or not equally good, gain less. Pass their predictions as rivals= to measure the gain."
    )
    evidence = {"models": tried, "optimism": optimism, "at_most": most}
    return Finding("selection_optimism", "note", optimism, message, CHAPTER, evidence)


def _among_rivals(evaluation: Evaluation, right: FloatArray) -> Outcome:
    """What all models that are handed in tell, unless it is little beside the standard error."""
    (models, _), tried, group = right.shape, evaluation.models_tried, evaluation.group
    if units_of(right, group) < PARTS:
        return f"it needs {PARTS} samples, or groups, to choose on some and score on the others"
    own, n, optimism = float(right[0].mean()), independent_samples(right, group), optimism_of(right, group)
    error = math.sqrt(own * (1 - own) / n)
    if optimism <= LITTLE * error:
        return None
    most = max(optimism, optimism_at_most(own, n, tried))
    others = "model that was" if tried - models == 1 else f"{tried - models:,} models that were"
    more = f" Another {others} tried, but not passed here, would add to this average."
    message = (
        f"No other of the {models} models has a higher accuracy on these samples than this one, {rate(own)}. If it was "
        f"chosen for this reason, the accuracy is too high by {rate(optimism)} on average "
        f"({rate(own - optimism)} is left), and by more than {rate(most)} in at most 1 of 20 such choices."
        f"{more * (tried > models)} Score the model on samples that had no part in the choice."
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
    influence = [mean_influence(row) for row in right]
    by_group, by_sample = (math.fsum(standard_error(each, which) ** 2 for each in influence) for which in (group, None))
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


CHECKS = checks_of(
    "classification", hard_labels_as_scores, inverted_scores, miscalibration, reported_number, selection_optimism
)
