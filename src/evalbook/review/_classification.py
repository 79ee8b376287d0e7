"""The review of predicted labels, scores and probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook.review._catalog import reported_number
from evalbook.review._classification_line import line_of_classification
from evalbook.review._classified import classified, costs_of, numbered, rivals_of
from evalbook.review._findings import Review, reviewed
from evalbook.review._reported import claims_of
from evalbook.review._scores import hard_labels_as_scores, inverted_scores, miscalibration
from evalbook.review._selection import selection_optimism

CHECKS = (hard_labels_as_scores, inverted_scores, miscalibration, reported_number, selection_optimism)


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
    r"""Review a classification: the line to report, and the mistakes that truth and predictions show.

    .. math:: \mathrm{review}(y, s, p, \hat y) = (\text{line}, \text{findings}, \text{what was not checked})

    Checked are `hard_labels_as_scores`, `inverted_scores`, `miscalibration` (of `y_prob` alone), `reported_number` and
    `selection_optimism`.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels of at least two samples: integers, booleans or strings.
    y_score : array_like of shape (n,) or (n, k), optional
        Scores, higher for "more likely positive"; of more than two classes a column each.
    y_prob : array_like of shape (n,) or (n, k), optional
        Probabilities, which are to be taken at their word: of the positive class, or a column for each of several.
        Where `y_score` is missing, they rank, too.
    y_pred : array_like of shape (n,), optional
        Predicted labels.
    pos_label : label, optional
        The positive label of two; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    labels : sequence of labels, optional
        All classes, in the order of the columns; by default those that occur, sorted.
    groups : array_like of shape (n,), optional
        Labels of what belongs together, such as a patient's images; the line's intervals then count groups.
    costs : tuple of float, optional
        What a false positive costs, and what a false negative: ``(cost_fp, cost_fn)``; they price the `y_pred` of two
        classes.
    reported : mapping of str to str or float, optional
        The numbers of a report by the names of their metrics, as in ``{"ROC AUC": "0.830"}``: a text is compared in
        its digits, a number in all that its type has.
    rivals : sequence or mapping of array_like of shape (n,), optional
        The labels that the other models predicted which were tried on these samples; this one may stand among them.
        Names may be those of a mapping, or of a data frame's columns.
    models_tried : int, default 1
        How many models were tried on these samples in all, this one included; by default as many as are handed in.
        By itself it tells what the best of so many equally good, independent models gains, if enough answers are wrong.
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
    3. The interval of the AUC is DeLong's, of accuracy, recall, precision and specificity Wilson's; F1, macro-F1 and
       balanced accuracy have percentiles of 2,000 bootstrap rounds with seed 0, log loss and Brier score the normal
       interval of a mean. The average precision has none here: `comparison.interval` draws it.
    4. With `groups` all intervals count groups: those of shares are normal on the scale of log-odds, from the sums over
       groups. By how much they are wider than those of samples stands beside the AUC, or the accuracy.
    5. What shows no spread has no interval, because bounds of width 0 would look certain: the line says whether there
       is one sample or group, or whether all are alike, as where all are right. Shares of 0 or 1 have Wilson's interval
       nonetheless, which counts samples, unless there is one group. A class of one sample leaves the AUC without one.
    6. A metric's name in `reported` that the arrays cannot give is no error: it stands in `not_checked`, with the name
       that is nearest. The names of scikit-learn are known.
    7. Intervals are wide, scores tie, samples of a group are alike, classes are small, calls do not fit the prices, and
       accuracy falls short of that of the larger class in many sound evaluations: these are no findings. The line
       shows them.

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
    evaluation = classified(y_true, y_score, y_prob, y_pred, pos_label, labels)
    evaluation.group = numbered(groups, y_true=evaluation.true)
    evaluation.costs, evaluation.claims = costs_of(costs, evaluation), claims_of(reported)
    evaluation.rivals = rivals_of(rivals, evaluation.true, evaluation.predicted)
    evaluation.models_tried = _all_tried(models_tried, len(evaluation.rivals) + 1)
    if not isinstance(unit, str) or not unit.strip():
        raise TypeError(f"unit is {check.shown(unit)}; expected what a sample is called, such as tumors")
    evaluation.unit = unit
    return reviewed(evaluation, line_of_classification, CHECKS, ignore)


def _all_tried(models_tried: Any, handed_in: int) -> int:
    """How many models were tried; where that is not said, as many as are handed in."""
    tried = check.integer(models_tried, "models_tried", at_least=1)
    if 1 < tried < handed_in:
        raise ValueError(f"models_tried is {tried}, and {handed_in} are handed in with rivals; expected at least these")
    return max(tried, handed_in)
