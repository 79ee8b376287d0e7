"""What ``??`` shows is the lesson: the formula of a metric stands in its source, or one hop away from it."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from evalbook import confusion, costs, curves, generation, probabilities, ranking, regression, text
from evalbook.confusion import Counts, _class_formulas
from evalbook.curves._precision_recall import _mean_precision
from evalbook.curves._roc import share_won, trapezoids
from evalbook.generation._corrected_rate import _prediction_powered
from evalbook.generation._exact_match import _f1_scores, _matches
from evalbook.generation._most_likely import most_likely
from evalbook.generation._pass_at_k import chance_of_a_right_one
from evalbook.probabilities._proper_scores import log_losses, squared_errors
from evalbook.ranking._hits import precisions_in
from evalbook.regression._r_squared import explained
from evalbook.regression._relative_errors import _relative, _squared_log_errors, _symmetric
from evalbook.text import BleuTally
from evalbook.text._rouge_tally import score_of

HOPS: dict[Any, list[tuple[Any, str]]] = {
    confusion.accuracy: [(confusion.accuracy, "true == predicted")],
    confusion.error_rate: [(confusion.error_rate, "true != predicted")],
    confusion.precision: [(confusion.precision, "counts.precision"), (Counts.precision, "self.tp, self.tp + self.fp")],
    confusion.recall: [(confusion.recall, "counts.recall"), (Counts.recall, "self.tp, self.tp + self.fn")],
    confusion.f1: [(confusion.f1, "counts.f1"), (Counts.f1, "2 * self.tp, 2 * self.tp + self.fn + self.fp")],
    confusion.f_beta: [(confusion.f_beta, "counts.f_beta(beta)"), (Counts.f_beta, "share_of_misses * self.fn")],
    confusion.specificity: [
        (confusion.specificity, "counts.specificity"),
        (Counts.specificity, "self.tn, self.fp + self.tn"),
    ],
    confusion.false_positive_rate: [
        (confusion.false_positive_rate, "counts.fpr"),
        (Counts.fpr, "self.fp, self.fp + self.tn"),
    ],
    confusion.false_negative_rate: [
        (confusion.false_negative_rate, "counts.fnr"),
        (Counts.fnr, "self.fn, self.tp + self.fn"),
    ],
    confusion.matthews_correlation: [
        (confusion.matthews_correlation, "of_classes.matthews_correlation"),
        (_class_formulas.matthews_correlation, "tp * tn - fp * fn"),
    ],
    confusion.cohen_kappa: [
        (confusion.cohen_kappa, "of_classes.cohen_kappa"),
        (_class_formulas.cohen_kappa, "tp * tn - fp * fn"),
    ],
    costs.cost_sensitive_error: [(costs.cost_sensitive_error, "cost_fn * counts.fn + cost_fp * counts.fp")],
    costs.expected_cost: [(costs.expected_cost, "matrix.counts * prices")],
    costs.normalized_cost: [(costs.normalized_cost, "false_negative * x + false_positive * (1 - x)")],
    curves.roc_auc: [(curves.roc_auc, "share_won"), (share_won, "np.searchsorted(negatives, positives, side)")],
    curves.auc: [(curves.auc, "trapezoids"), (trapezoids, "(x[1:] - x[:-1]) * (y[1:] + y[:-1])")],
    curves.average_precision: [
        (curves.average_precision, "_mean_precision"),
        (_mean_precision, "(tp / (tp + fp)).mean()"),
    ],
    probabilities.log_loss: [(probabilities.log_loss, "log_losses(truth, prob)"), (log_losses, "np.log(")],
    probabilities.brier_score: [
        (probabilities.brier_score, "squared_errors(truth, prob)"),
        (squared_errors, "prob - truth"),
    ],
    regression.mean_squared_error: [(regression.mean_squared_error, "(predicted - true) ** 2")],
    regression.root_mean_squared_error: [(regression.root_mean_squared_error, "(predicted - true) ** 2, np.sqrt")],
    regression.mean_absolute_error: [(regression.mean_absolute_error, "np.abs(predicted - true)")],
    regression.pinball_loss: [(regression.pinball_loss, "quantile * (true - predicted)")],
    regression.coverage: [(regression.coverage, "(low <= true) & (true <= high)")],
    regression.interval_score: [
        (regression.interval_score, "2 / (1 - level) * np.maximum(np.maximum(low - true, true - high), 0)")
    ],
    regression.conformal_quantile: [(regression.conformal_quantile, "math.ceil((n + 1) * share)")],
    regression.mean_absolute_percentage_error: [
        (regression.mean_absolute_percentage_error, "_relative"),
        (_relative, "ratio(np.abs(predicted - true), np.abs(true))"),
    ],
    regression.symmetric_mean_absolute_percentage_error: [
        (regression.symmetric_mean_absolute_percentage_error, "_symmetric"),
        (_symmetric, "2 * np.abs(predicted - true), np.abs(true) + np.abs(predicted)"),
    ],
    regression.mean_squared_log_error: [
        (regression.mean_squared_log_error, "_squared_log_errors"),
        (_squared_log_errors, "_log(predicted, offset"),
    ],
    regression.r2: [(regression.r2, "explained"), (explained, "1 - ratio(mean_squared_error, variance)")],
    ranking.average_precision: [(ranking.average_precision, "precisions_in"), (precisions_in, "so_far / ranks(hits)")],
    ranking.hit_rate: [(ranking.hit_rate, "_counts_at_k(relevance, k).tp > 0")],
    text.corpus_bleu: [
        (text.corpus_bleu, "tally.score"),
        (BleuTally.score, "self.brevity_penalty * math.exp(mean_log)"),
    ],
    generation.corrected_rate: [
        (generation.corrected_rate, "_METHODS[method](judge)"),
        (_prediction_powered, "weight * judge.unlabeled.mean() + corrections.mean()"),
    ],
    generation.krippendorff_alpha: [
        (generation.krippendorff_alpha, "1 - (used.sum() - 1) * (within / pairs).sum() / by_chance")
    ],
    generation.pass_at_k: [
        (generation.pass_at_k, "chance_of_a_right_one"),
        (chance_of_a_right_one, "(1 - found) * longer / left"),
    ],
    generation.bradley_terry: [
        (generation.bradley_terry, "most_likely(won, lost, place=place)"),
        (most_likely, "won * against - lost * chance"),
    ],
    generation.elo: [(generation.elo, "first + k * (outcome - expected)")],
    generation.exact_match: [
        (generation.exact_match, "_matches(references, answers, normalize).mean()"),
        (_matches, "alike(answer) in map(alike, expected)"),
    ],
    generation.token_f1: [
        (generation.token_f1, "_f1_scores(references, answers, normalize, tokenize).mean()"),
        (_f1_scores, "max(_f1(each, found) for each in expected)"),
    ],
    generation.word_error_rate: [(generation.word_error_rate, "ratio(float(errors.sum()), float(words.sum()))")],
    generation.perplexity: [(generation.perplexity, "_exp(check.surprises(nll).mean())")],
    generation.bits_per_byte: [(generation.bits_per_byte, "ratio(float(nats.sum()) / math.log(2), float(size.sum()))")],
    text.RougeTally.score: [(text.RougeTally.score, "score_of"), (score_of, "hits / reference_total")],
}
"""Of each function that a chapter teaches in depth: the sources that a reader opens, and what is to be seen there."""


@pytest.mark.parametrize("function", HOPS, ids=lambda function: function.__name__)
def test_the_formula_is_seen_within_two_hops(function):
    hops = HOPS[function]
    assert hops[0][0] is function
    assert len(hops) <= 2
    for opened, formula in hops:
        source = inspect.getsource(opened.fget if isinstance(opened, property) else opened)
        assert formula in source
