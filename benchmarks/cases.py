"""What is timed: each function, its samples, its peer and the targets. ``test_speed.py`` runs this table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from inspect import isfunction, signature
from itertools import islice
from typing import Any

import nltk
import numpy as np
from nltk.translate import bleu_score
from scipy.spatial import distance
from sklearn import calibration, metrics, model_selection
from sklearn.dummy import DummyClassifier

import peers
from calls import PUBLIC, TABLE
from evalbook import comparison, confusion, costs, curves, generation, probabilities, ranking, regression, splits, text
from evalbook.probabilities import ProbabilityTally
from evalbook.regression import RegressionTally
from peers import Call, ends, sizes
from samples import (
    BATTLES,
    CLASS_SCORES,
    CORPUS,
    DOCUMENTS,
    ERRORS,
    FEW_LABELS,
    FEW_SCORES,
    GAINS,
    GAMES,
    GROUPED_LABELS,
    GROUPS,
    ITEMS,
    JUDGED,
    LABELS,
    MANY_CLASSES,
    MANY_PROBABILITIES,
    MANY_SCORES,
    MODELS,
    NUMBERS,
    PAIRS,
    PROBABILITIES,
    RANGES,
    RATES,
    RATINGS,
    SCORES,
    SENTENCES,
    SHORT_ANSWERS,
    SPLITS,
    SPOKEN,
    SUMMARIES,
    SURPRISES,
    TEN_CLASSES,
    TOKENS,
    TRIES,
    VERDICTS,
    WINS,
    Arguments,
    Samples,
    sort_is_vectorized,
)


@dataclass(frozen=True)
class Case:
    """A function and what it is timed beside."""

    function: Call
    samples: Samples
    peer: Call | None = None
    """Takes the same arguments and returns the same. Without one the function is timed beside the limit alone."""
    targets: tuple[float, float] | None = None
    """time(peer) / time(ours) shall be at least this, at the smaller and at the larger size."""
    of: str = "scikit-learn"
    """Whose function the peer is."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What the function is given beside its samples."""
    ours: Call | None = None
    """The call, where it is more than ``function(*arguments, **options)``."""
    prepare: Callable[..., Arguments] | None = None
    """Makes the peer's arguments out of ours, where they differ; not timed."""
    rtol: float = 1e-9
    """How far apart the two results may be; more where there is chance in them, or bins."""
    growth: float | None = None
    """time at the larger size / at the smaller shall be at most this."""
    note: str = ""
    word: str = ""
    """It takes minutes, so that it runs only where this word is in ONLY=."""

    @property
    def module(self) -> str:
        return self.function.__module__.split(".")[1]

    @property
    def name(self) -> str:
        return f"{self.module}.{self.function.__qualname__}"

    @property
    def title(self) -> str:
        return self.name + (f", {self.note}" if self.note else "")

    def calls(self, n: int) -> dict[str, Callable[[], Any]]:
        """What is timed, each ready to be called."""
        arguments = self.samples.make(n)
        calls = {"ours": partial(self.ours or self.function, *arguments, **self.options)}
        if self.peer:
            calls["peer"] = partial(self.peer, *(self.prepare(*arguments) if self.prepare else arguments))
        return calls | {"limit": partial(self.samples.limit, *arguments)}


def majority(_: Any, y: Any) -> Call:
    most_frequent = np.argmax(np.bincount(y))
    return lambda rows: np.full(len(rows), most_frequent)


def exact_in_two_passes(y_true: Any, y_prob: Any) -> float:
    first = curves.ScoreTally.from_arrays(y_true, y_prob)
    return curves.RefinedTally.from_arrays(y_true, y_prob, first=first).roc_auc()


def positive_counts(y_true: Any, y_pred: Any) -> Any:
    return confusion.Counts.rows(y_true, y_pred).sum()


def counts_from_the_highest_score(y_true: Any, y_score: Any) -> Arguments:
    """Without the row at inf, which scikit-learn does not have."""
    thresholds, counts = curves.threshold_counts(y_true, y_score)
    return tuple(part[1:] for part in (thresholds, counts.tp, counts.fp, counts.fn, counts.tn))


OF_SPLITS = [
    Case(
        splits.hold_out,
        LABELS,
        lambda y, _: sizes([model_selection.train_test_split(np.arange(len(y)), test_size=0.3, stratify=y)]),
        ours=lambda y, _: sizes([splits.hold_out(len(y), 0.3, stratify=y)]),
        note="stratified",
    ),
    Case(
        splits.k_fold,
        SPLITS,
        lambda n: ends(model_selection.KFold(10).split(range(n))),
        ours=lambda n: ends(splits.k_fold(n, 10, shuffle=False)),
        note="unshuffled",
    ),
    Case(
        splits.k_fold,
        LABELS,
        lambda y, _: sizes(model_selection.StratifiedKFold(10, shuffle=True).split(y, y)),
        targets=(1.5, 1.5),
        ours=lambda y, _: sizes(splits.k_fold(len(y), 10, stratify=y)),
        note="stratified",
    ),
    Case(
        splits.repeated_k_fold,
        SPLITS,
        lambda n: sizes(model_selection.RepeatedKFold(n_splits=10, n_repeats=2).split(range(n))),
        ours=lambda n: sizes(splits.repeated_k_fold(n, 10, repeats=2)),
    ),
    Case(
        splits.leave_one_out,
        SPLITS,
        lambda n: ends(islice(model_selection.LeaveOneOut().split(range(n)), 10)),
        ours=lambda n: ends(splits.leave_one_out(n)[:10]),
        note="10 splits",
    ),
    Case(
        splits.group_k_fold,
        GROUPS,
        lambda groups: sizes(model_selection.GroupKFold(5).split(groups, groups=groups)),
        ours=lambda groups: sizes(splits.group_k_fold(groups, 5)),
    ),
    Case(
        splits.forward_chaining,
        SPLITS,
        lambda n: ends(model_selection.TimeSeriesSplit(5).split(range(n))),
        ours=lambda n: ends(splits.forward_chaining(n, 5)),
    ),
    Case(splits.bootstrap, SPLITS, ours=lambda n: sizes(splits.bootstrap(n))),
    Case(
        splits.cross_validate,
        LABELS,
        lambda x, y: model_selection.cross_val_score(DummyClassifier(), x, y, cv=model_selection.KFold(5)),
        ours=lambda x, y: splits.cross_validate(
            majority, x, y, splits.k_fold(len(y), 5, shuffle=False), confusion.accuracy
        ),
        note="majority class",
    ),
]

OF_CONFUSION = [
    Case(
        confusion.confusion_matrix,
        LABELS,
        metrics.confusion_matrix,
        targets=(50, 20),
        ours=lambda *labels: confusion.confusion_matrix(*labels).counts,
    ),
    Case(
        confusion.confusion_matrix,
        TEN_CLASSES,
        metrics.confusion_matrix,
        targets=(50, 20),
        ours=lambda *labels: confusion.confusion_matrix(*labels).counts,
        note="10 classes",
    ),
    Case(confusion.accuracy, LABELS, metrics.accuracy_score),
    Case(confusion.error_rate, LABELS, metrics.zero_one_loss),
    Case(confusion.precision, LABELS, metrics.precision_score, targets=(50, 40)),
    Case(
        confusion.precision,
        TEN_CLASSES,
        partial(metrics.precision_score, average="macro"),
        targets=(50, 20),
        options={"average": "macro"},
        note="macro, 10 classes",
    ),
    Case(confusion.recall, LABELS, metrics.recall_score, targets=(50, 40)),
    Case(confusion.specificity, LABELS, partial(metrics.recall_score, pos_label=0)),
    Case(confusion.false_positive_rate, LABELS, lambda *labels: 1 - metrics.recall_score(*labels, pos_label=0)),
    Case(confusion.false_negative_rate, LABELS, lambda *labels: 1 - metrics.recall_score(*labels)),
    Case(confusion.f1, LABELS, metrics.f1_score, targets=(50, 40)),
    Case(confusion.f_beta, LABELS, partial(metrics.fbeta_score, beta=2), options={"beta": 2}),
    Case(
        confusion.f1,
        MANY_CLASSES,
        partial(metrics.f1_score, average="macro", zero_division=0),
        targets=(5, 20),
        options={"average": "macro", "zero_division": 0},
        note="macro, 20,000 classes",
    ),
    Case(
        confusion.report,
        TEN_CLASSES,
        peers.f1_of_the_report,
        ours=lambda *labels: confusion.report(*labels).f1,
        note="10 classes",
    ),
    Case(confusion.balanced_accuracy, LABELS, metrics.balanced_accuracy_score),
    Case(confusion.matthews_correlation, LABELS, metrics.matthews_corrcoef),
    Case(confusion.cohen_kappa, LABELS, metrics.cohen_kappa_score),
]

# A sweep is one sort and little more: how many times as fast as the peer it can be depends on that sort.
AREAS, SWEEPS = ((20, 8), (4, 4)) if sort_is_vectorized() else ((20, 3), (4, 2))

OF_CURVES = [
    Case(
        curves.threshold_counts,
        SCORES,
        peers.threshold_counts,
        targets=SWEEPS,
        ours=counts_from_the_highest_score,
    ),
    Case(curves.roc_curve, SCORES, partial(metrics.roc_curve, drop_intermediate=False), targets=SWEEPS),
    Case(curves.roc_auc, SCORES, metrics.roc_auc_score, targets=AREAS),
    Case(curves.roc_auc, MANY_SCORES, growth=14, note="many"),
    Case(curves.roc_auc, SCORES, partial(metrics.roc_auc_score, max_fpr=0.1), options={"max_fpr": 0.1}, note="max_fpr"),
    Case(curves.rank_loss, SCORES, lambda *scores: 1 - metrics.roc_auc_score(*scores), targets=AREAS),
    Case(curves.pr_curve, SCORES, peers.pr_curve, targets=SWEEPS),
    Case(curves.pr_curve, MANY_SCORES, growth=14, note="many"),
    Case(curves.average_precision, SCORES, metrics.average_precision_score, targets=SWEEPS),
    Case(curves.roc_convex_hull, RATES),
    Case(curves.auc, RATES, metrics.auc),
    Case(
        curves.multiclass_roc_auc,
        CLASS_SCORES,
        partial(metrics.roc_auc_score, multi_class="ovr"),
        note="one-vs-rest",
    ),
    Case(
        curves.multiclass_roc_auc,
        CLASS_SCORES,
        partial(metrics.roc_auc_score, multi_class="ovo"),
        options={"multi_class": "ovo"},
        note="one-vs-one",
    ),
    Case(
        curves.multiclass_roc_curve,
        CLASS_SCORES,
        peers.roc_curve_of_all_classes,
        options={"average": "micro"},
        note="micro",
    ),
    Case(
        curves.ScoreTally.from_arrays,
        PROBABILITIES,
        metrics.roc_auc_score,
        ours=lambda *given: curves.ScoreTally.from_arrays(*given).roc_auc,
        rtol=1e-3,
    ),
    Case(
        curves.ScoreTally.from_arrays,
        MANY_PROBABILITIES,
        metrics.roc_auc_score,
        targets=(5, 5),
        ours=lambda *given: curves.ScoreTally.from_arrays(*given).roc_auc,
        rtol=1e-5,
        note="scale",
        word="scale",
    ),
    Case(curves.ScoreTally.rows, PROBABILITIES),
    Case(
        curves.RefinedTally.from_arrays, PROBABILITIES, metrics.roc_auc_score, ours=exact_in_two_passes, note="2 passes"
    ),
    Case(curves.quantile_edges, SCORES, ours=lambda _, y_score: curves.quantile_edges(y_score)),
]

OF_PROBABILITIES = [
    Case(probabilities.log_loss, PROBABILITIES, metrics.log_loss, targets=(10, 3)),
    Case(probabilities.log_loss, CLASS_SCORES, metrics.log_loss, targets=(5, 2), note="4 classes"),
    Case(probabilities.brier_score, PROBABILITIES, metrics.brier_score_loss, targets=(10, 5)),
    Case(probabilities.brier_score, CLASS_SCORES, metrics.brier_score_loss, targets=(5, 2), note="4 classes"),
    Case(
        probabilities.reliability_curve,
        PROBABILITIES,
        partial(calibration.calibration_curve, n_bins=10),
        ours=lambda *given: tuple(probabilities.reliability_curve(*given))[:2],
    ),
    Case(ProbabilityTally.from_arrays, PROBABILITIES),
    Case(ProbabilityTally.rows, PROBABILITIES),
]

OF_COSTS = [
    Case(costs.cost_sensitive_error, LABELS, options={"cost_fn": 5, "cost_fp": 1}),
]

OF_REGRESSION = [
    Case(regression.mean_squared_error, NUMBERS, metrics.mean_squared_error, targets=(5, 1)),
    Case(regression.root_mean_squared_error, NUMBERS, metrics.root_mean_squared_error, targets=(5, 1)),
    Case(regression.mean_absolute_error, NUMBERS, metrics.mean_absolute_error, targets=(5, 1)),
    Case(regression.mean_squared_log_error, NUMBERS, metrics.mean_squared_log_error, targets=(5, 1)),
    Case(regression.root_mean_squared_log_error, NUMBERS, metrics.root_mean_squared_log_error, targets=(5, 1)),
    Case(
        regression.minkowski_error,
        NUMBERS,
        lambda *numbers: distance.minkowski(*numbers, p=3) / len(numbers[0]) ** (1 / 3),
        targets=(0.3, 1),  # SciPy does not look at a thousand numbers before it takes them
        of="scipy",
        options={"k": 3},
    ),
    Case(regression.max_error, NUMBERS, metrics.max_error, targets=(4, 1)),
    Case(regression.median_absolute_error, NUMBERS, metrics.median_absolute_error, targets=(4, 1)),
    Case(regression.mean_absolute_percentage_error, NUMBERS, metrics.mean_absolute_percentage_error, targets=(5, 1.5)),
    Case(regression.symmetric_mean_absolute_percentage_error, NUMBERS),
    Case(
        regression.mean_absolute_scaled_error,
        NUMBERS,
        peers.scaled_error,
        targets=(5, 1),
        ours=lambda *numbers: regression.mean_absolute_scaled_error(*numbers, y_train=numbers[0]),
    ),
    Case(
        regression.pinball_loss,
        NUMBERS,
        partial(metrics.mean_pinball_loss, alpha=0.9),
        targets=(5, 1),
        options={"quantile": 0.9},
    ),
    Case(regression.coverage, RANGES),
    Case(regression.interval_score, RANGES, peers.two_pinball_losses, targets=(5, 1), options={"level": 0.9}),
    Case(
        regression.conformal_quantile,
        ERRORS,
        lambda scores: np.quantile(scores, np.ceil((len(scores) + 1) * 0.9) / len(scores), method="inverted_cdf"),
        targets=(0.3, 1),  # NumPy does not look at a thousand numbers before it takes them
        of="NumPy",
        options={"level": 0.9},
    ),
    Case(regression.r2, NUMBERS, metrics.r2_score, targets=(5, 1)),
    Case(RegressionTally.from_arrays, NUMBERS, ours=lambda *numbers: RegressionTally.from_arrays(*numbers).r2),
    Case(RegressionTally.rows, NUMBERS),
]

OF_RANKING = [
    Case(ranking.relevance_of, ITEMS),
    Case(ranking.rank_by_score, JUDGED),
    Case(ranking.precision_at_k, GAINS, options={"k": 10}, **peers.trec("P_10")),
    Case(ranking.recall_at_k, GAINS, options={"k": 10}, **peers.trec("recall_10")),
    Case(ranking.hit_ratio, GAINS, options={"k": 10}),
    Case(ranking.hit_rate, GAINS, options={"k": 10}, **peers.trec_mean("success_10")),
    Case(ranking.average_precision, GAINS, **peers.trec("map")),
    Case(ranking.mean_average_precision, GAINS, **peers.trec_mean("map")),
    Case(ranking.reciprocal_rank, GAINS, **peers.trec("recip_rank")),
    Case(ranking.mean_reciprocal_rank, GAINS, **peers.trec_mean("recip_rank")),
    Case(
        ranking.dcg,
        GAINS,
        peers.of_ranked(metrics.dcg_score),
        ours=lambda gains: np.mean(ranking.dcg(gains, gain="linear")),
    ),
    Case(
        ranking.ndcg,
        GAINS,
        peers.of_ranked(metrics.ndcg_score),
        ours=lambda gains: np.mean(ranking.ndcg(gains, gain="linear")),
    ),
    Case(
        ranking.ndcg_from_scores,
        JUDGED,
        partial(metrics.ndcg_score, k=10),
        targets=(5, 5),
        ours=lambda *judged: np.mean(ranking.ndcg_from_scores(*judged, k=10, gain="linear")),
        note="k=10, ties averaged",
    ),
    Case(ranking.RankingTally.from_arrays, GAINS, options={"k": 10}, note="k=10"),
    Case(ranking.RankingTally.rows, GAINS, options={"k": 10}, note="k=10"),
]

OF_TEXT = [
    Case(
        text.ngrams,
        TOKENS,
        lambda _, tokens: list(nltk.ngrams(tokens, 2)),
        of="nltk",
        ours=lambda _, tokens: text.ngrams(tokens, 2),
    ),
    Case(text.clipped_counts, TOKENS, options={"n": 2}),
    Case(
        text.modified_precision,
        TOKENS,
        lambda *tokens: float(bleu_score.modified_precision(*tokens, n=2)),
        of="nltk",
        options={"n": 2},
    ),
    Case(text.bleu, SENTENCES, peers.bleu, of="sacrebleu"),
    Case(text.corpus_bleu, CORPUS, peers.corpus_bleu, targets=(1.3, 1.3), of="sacrebleu"),
    Case(text.lcs_length, TOKENS, ours=lambda references, candidate: text.lcs_length(references[0], candidate)),
    Case(text.lcs, TOKENS, ours=lambda references, candidate: text.lcs(references[0], candidate)),
    Case(text.rouge_n, SENTENCES, options={"n": 1}, note="n=1", **peers.rouge("rouge1")),
    Case(text.rouge_n, SENTENCES, options={"n": 2}, note="n=2", **peers.rouge("rouge2")),
    Case(text.rouge_l, SENTENCES, targets=(10, 300), **peers.rouge("rougeL")),
    Case(text.rouge_l, TOKENS, targets=(10, 300), note="tokens", **peers.rouge("rougeL", peers.AsTheyAre)),
    Case(text.rouge_lsum, SUMMARIES, **peers.rouge("rougeLsum")),
    Case(text.chrf, SENTENCES, peers.chrf, targets=(0.9, 0.9), of="sacrebleu"),
    Case(text.corpus_chrf, CORPUS, peers.corpus_chrf, targets=(1, 1), of="sacrebleu"),
    Case(
        text.corpus_chrf,
        CORPUS,
        partial(peers.corpus_chrf, word_order=2),
        targets=(1, 1),
        of="sacrebleu",
        options={"word_order": 2},
        note="chrF++",
    ),
    Case(text.ChrfTally.from_sentence, SENTENCES),
    Case(text.ChrfTally.rows, CORPUS),
    Case(text.BleuTally.from_sentence, SENTENCES),
    Case(text.BleuTally.rows, CORPUS),
    Case(text.RougeTally.ngram_rows, CORPUS, options={"n": 2}, note="n=2"),
    Case(text.RougeTally.lcs_rows, CORPUS),
    Case(text.RougeTally.summary_rows, CORPUS),
]

OF_COMPARISON = [
    Case(
        comparison.interval,
        FEW_SCORES,
        peers.interval(metrics.roc_auc_score),
        targets=(50, 50),
        of="scipy",
        ours=peers.bounds_of(curves.roc_auc),
        rtol=0.02,
        note=f"roc_auc, {peers.ROUNDS:,} rounds",
    ),
    Case(
        comparison.interval,
        FEW_LABELS,
        peers.interval(metrics.f1_score),
        targets=(1_000, 1_000),
        of="scipy",
        ours=peers.bounds_of(confusion.f1),
        rtol=0.02,
        note=f"f1, {peers.ROUNDS:,} rounds",
    ),
    Case(
        comparison.difference,
        MODELS,
        ours=partial(comparison.difference, confusion.accuracy, rounds=peers.ROUNDS, rng=0),
        note=f"accuracy, {peers.ROUNDS:,} rounds",
    ),
    Case(
        comparison.permutation_test,
        MODELS,
        ours=partial(comparison.permutation_test, confusion.accuracy, rounds=peers.ROUNDS, rng=0),
        note=f"accuracy, {peers.ROUNDS:,} rounds",
    ),
    Case(comparison.mcnemar, MODELS),
    Case(
        comparison.GroupTally.from_arrays,
        GROUPED_LABELS,
        ours=partial(comparison.GroupTally.from_arrays, positive_counts),
        note="100 groups",
    ),
    Case(
        comparison.delong,
        PAIRS,
        peers.delong_by_all_pairs,
        targets=(1, 40),
        of="all pairs",
        ours=lambda *scored: comparison.delong(*scored).covariance.ravel().tolist(),
    ),
]

OF_GENERATION = [
    Case(generation.pass_at_k, TRIES, options={"k": 5}, note="k=5"),
    Case(
        generation.corrected_rate,
        VERDICTS,
        ours=lambda *given: generation.corrected_rate(*given).rate,
    ),
    Case(generation.BattleTally.from_arrays, BATTLES, ours=lambda *met: generation.BattleTally.from_arrays(*met).total),
    Case(generation.BattleTally.rows, BATTLES),
    Case(
        generation.bradley_terry,
        WINS,
        ours=lambda wins: generation.bradley_terry(wins).strengths.tolist(),
        note="100 models",
        rtol=1e-5,
        **peers.if_installed("choix", peers.strengths_of),
    ),
    Case(generation.elo, GAMES),
    Case(generation.exact_match, SHORT_ANSWERS),
    Case(generation.token_f1, SHORT_ANSWERS),
    Case(generation.word_error_rate, SPOKEN, **peers.if_installed("jiwer", lambda jiwer: jiwer.wer)),
    Case(
        generation.EditTally.from_sentences,
        SPOKEN,
        ours=lambda *spoken: generation.EditTally.from_sentences(*spoken).errors,
    ),
    Case(generation.EditTally.rows, SPOKEN),
    Case(generation.perplexity, SURPRISES),
    Case(generation.bits_per_byte, DOCUMENTS),
    Case(generation.krippendorff_alpha, RATINGS, options={"level": "ordinal"}, note="ordinal, 10 raters"),
]

LISTED = [
    *OF_SPLITS,
    *OF_CONFUSION,
    *OF_CURVES,
    *OF_PROBABILITIES,
    *OF_COSTS,
    *OF_REGRESSION,
    *OF_RANKING,
    *OF_TEXT,
    *OF_COMPARISON,
    *OF_GENERATION,
]
USUAL = {
    ("y_true", "y_pred"): LABELS,
    ("y_true", "y_score"): SCORES,
    ("y_true", "y_prob"): PROBABILITIES,
    ("relevance",): GAINS,
}
"""Samples for a function that needs these arguments and no other."""


def unlisted() -> Iterator[Case]:
    """Every other function that grows with its samples, timed beside the limit alone."""
    named = {case.name for case in LISTED} | {row.name for row in TABLE if not row.timed}
    for name, function in PUBLIC.items():
        if isfunction(function) and name not in named:
            parameters = signature(function).parameters.values()
            needed = tuple(one.name for one in parameters if one.default is one.empty)
            if samples := USUAL.get(needed):
                yield Case(function, NUMBERS if name.startswith("regression.") else samples)


TIMED = [*LISTED, *unlisted()]
MODULES = list(dict.fromkeys(case.module for case in TIMED))
CASES = sorted(TIMED, key=lambda case: MODULES.index(case.module))
