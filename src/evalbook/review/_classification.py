"""The review of predicted labels, scores and probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook.review._calibration import cost_threshold, miscalibration
from evalbook.review._catalog import reported_number
from evalbook.review._classification_line import line_of_classification
from evalbook.review._classified import Classified, labels_beside, numbered, probabilities_of, scores_of
from evalbook.review._findings import Review, reviewed
from evalbook.review._group_checks import clustered_samples, pooled_groups
from evalbook.review._reported import claims_of
from evalbook.review._score_checks import hard_labels_as_scores, inverted_scores
from evalbook.review._selection import few_samples_in_class, selection_optimism

CHECKS = (
    *(hard_labels_as_scores, inverted_scores, miscalibration, clustered_samples, pooled_groups, reported_number),
    *(selection_optimism, few_samples_in_class, cost_threshold),
)


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
    rivals: Sequence[ArrayLike] | None = None,
    models_tried: int = 1,
    unit: str = "samples",
    ignore: Mapping[str, str] | Sequence[str] = (),
) -> Review:
    r"""Review a classification: the line to report, and the mistakes that truth and predictions show.

    .. math:: \mathrm{review}(y, s, p, \hat y) = (\text{line}, \text{findings}, \text{what was not checked})

    Checked are `hard_labels_as_scores`, `inverted_scores`, `miscalibration` (of `y_prob` alone), `clustered_samples`,
    `pooled_groups`, `reported_number`, `selection_optimism`, `few_samples_in_class` and `cost_threshold`.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n,) or (n, k), optional
        Scores, higher for "more likely positive"; of more than two classes a column each.
    y_prob : array_like of shape (n,) or (n, k), optional
        Probabilities, which are to be taken at their word: of the positive class, or a column for each of several.
        Where `y_score` is missing, they rank, too.
    y_pred : array_like of shape (n,), optional
        Predicted labels.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    labels : sequence of labels, optional
        All classes, in the order of the columns; by default those that occur, sorted.
    groups : array_like of shape (n,), optional
        Labels of what belongs together, such as a patient's images; the line's intervals then count groups.
    costs : tuple of float, optional
        What a false positive costs, and what a false negative: ``(cost_fp, cost_fn)``.
    reported : mapping of str to str or float, optional
        The numbers of a report by the names of their metrics, as in ``{"ROC AUC": "0.830"}``: a text keeps its digits.
    rivals : sequence of array_like of shape (n,), optional
        The labels that the other models predicted which were tried on these samples; this one may stand among them.
    models_tried : int, default 1
        How many models were tried on these samples in all, this one included; at least as many as are handed in.
    unit : str, default "samples"
        What a sample is, for the line: "tumors".
    ignore : mapping of str to str, or sequence of str, default ()
        Checks whose findings are set aside, with reasons: they are kept in `ignored`, and printed.

    Returns
    -------
    Review
        ``.line``, ``.findings``, ``.not_checked``; it prints itself, and reviews add.

    Notes
    -----
    1. What is optional and missing is no error: the checks that need it stand in `not_checked`.
    2. One class only: what ranks pairs is undefined, and the line says so.
    3. An AUC of 0 or 1 has no interval by DeLong's method, and the line says so.
    4. Intervals of accuracy, recall, precision and specificity are Wilson's; with `groups` those of AUC and accuracy
       are normal on the scale of log-odds, from the sums over groups.
    5. A metric's name in `reported` that the arrays cannot give is no error: it stands in `not_checked`.
    6. Intervals are wide, scores tie, and accuracy falls short of that of the larger class in many sound evaluations:
       these are no findings. The line shows them.

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
    ROC AUC 0.656, 95% 0.219 to 0.929 (DeLong)
    >>> found.findings
    ()
    """
    evaluation = _evaluated(y_true, y_score, y_prob, y_pred, pos_label, labels)
    evaluation.group = numbered(groups, y_true=evaluation.true)
    evaluation.costs = None if costs is None else _costs(costs)
    evaluation.claims = claims_of(reported)
    evaluation.rivals = _others(_rivals(rivals, evaluation.true), evaluation.predicted)
    tried = check.integer(models_tried, "models_tried", at_least=1)
    evaluation.models_tried = max(tried, len(evaluation.rivals) + 1)
    evaluation.unit = _unit(unit)
    return reviewed(evaluation, line_of_classification, CHECKS, ignore)


def _evaluated(y_true: Any, y_score: Any, y_prob: Any, y_pred: Any, pos_label: Any, labels: Any) -> Classified:
    """Truth and predictions, checked."""
    true = check.labels(y_true, "y_true")
    predicted = None if y_pred is None else labels_beside(y_pred, "y_pred", true)
    if y_score is None and y_prob is None and predicted is None:
        raise ValueError("y_score, y_prob and y_pred are all missing; expected at least one of them")
    classes = _classes(true, predicted, labels)
    several = len(classes) if len(classes) > 2 else 0
    prob = probabilities_of(y_prob, true, several, classes)
    score = scores_of(y_score, "y_score", true, several)
    positive = None if several else check.positive_label(classes, pos_label)
    return Classified(true, classes, positive, predicted, prob if score is None else score, prob)


def _classes(true: Any, predicted: Any, labels: Any) -> list[Any]:
    """All classes: those that are named, or those that occur."""
    found = check.distinct(true) if predicted is None else check.distinct(true, predicted)
    if labels is None:
        if set(found) <= {0, 1}:
            return [0, 1]
        return [-1, 1] if set(found) <= {-1, 1} else found
    named = check.classes(labels, beside=found)
    missing = [label for label in found if label not in named]
    if missing:
        raise ValueError(f"labels leaves out {missing[0]!r}; expected every label that occurs in y_true or y_pred")
    return named


def _costs(costs: Any) -> tuple[float, float]:
    if not check.is_collection(costs) or len(found := list(costs)) != 2:
        raise ValueError(f"costs is {check.shown(costs)}; expected two numbers, (cost_fp, cost_fn)")
    one, two = (check.sized(cost, f"costs[{place}]", at_least=0) for place, cost in enumerate(found))
    if not one and not two:
        raise ValueError("costs are both 0; expected at least one positive cost")
    return one, two


def _rivals(rivals: Any, true: Any) -> list[Any]:
    if rivals is None:
        return []
    models: Any = check.as_array(rivals, "rivals", "one array a model") if hasattr(rivals, "shape") else rivals
    if not check.is_collection(models):
        raise TypeError(f"rivals is {check.shown(rivals)}; expected a list of predicted labels, one array a model")
    return [labels_beside(rival, f"rivals[{place}]", true) for place, rival in enumerate(models)]


def _others(rivals: list[Any], predicted: Any) -> list[Any]:
    """The rivals without the model itself, which some hand in with all the others."""
    itself = [place for place, rival in enumerate(rivals) if predicted is not None and np.array_equal(rival, predicted)]
    return [rival for place, rival in enumerate(rivals) if place not in itself[:1]]


def _unit(unit: Any) -> str:
    if not isinstance(unit, str) or not unit.strip():
        raise TypeError(f"unit is {check.shown(unit)}; expected what a sample is called, such as tumors")
    return unit
