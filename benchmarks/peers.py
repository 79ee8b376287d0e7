"""The peers, called in our way: truth first, and what differs by convention put right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytrec_eval
import sacrebleu
from rouge_score.rouge_scorer import RougeScorer
from scipy import stats
from sklearn import metrics

from evalbook import comparison

Call = Callable[..., Any]

# ---------------------------------------------------------------- splits


def sizes(splits: Iterable[tuple[Any, Any]]) -> list[tuple[int, int]]:
    """Runs through the splits. Which samples lie where may be chance; how many lie there is not."""
    return sorted((len(train), len(test)) for train, test in splits)


def ends(splits: Iterable[tuple[Any, Any]]) -> list[tuple[int, int, int]]:
    """As `sizes`, where nothing is chance."""
    return [(len(train), test[0], test[-1]) for train, test in splits]


# ---------------------------------------------------------------- confusion


def f1_of_the_report(y_true: Any, y_pred: Any) -> Any:
    report = metrics.classification_report(y_true, y_pred, output_dict=True)
    return np.array([row["f1-score"] for name, row in report.items() if name.isdigit()])


# ---------------------------------------------------------------- curves


def pr_curve(y_true: Any, y_score: Any) -> Any:
    """Without the end point that scikit-learn adds, and from the highest score to the lowest."""
    precision, recall, thresholds = metrics.precision_recall_curve(y_true, y_score)
    return precision[-2::-1], recall[-2::-1], thresholds[::-1]


def threshold_counts(y_true: Any, y_score: Any) -> Any:
    tn, fp, fn, tp, thresholds = metrics.confusion_matrix_at_thresholds(y_true, y_score)
    return thresholds, tp, fp, fn, tn


def roc_curve_of_all_classes(y_true: Any, y_score: Any) -> Any:
    is_class = y_true[:, np.newaxis] == np.arange(y_score.shape[1])
    return metrics.roc_curve(is_class.ravel(), y_score.ravel(), drop_intermediate=False)


# ---------------------------------------------------------------- regression


def scaled_error(y_true: Any, y_pred: Any) -> Any:
    """The truth serves as the training series, too."""
    return metrics.mean_absolute_error(y_true, y_pred) / metrics.mean_absolute_error(y_true[1:], y_true[:-1])


def two_pinball_losses(y_true: Any, lower: Any, upper: Any) -> Any:
    """The interval score of ranges that are meant to cover 90%."""
    below = metrics.mean_pinball_loss(y_true, lower, alpha=0.05)
    return 20 * (below + metrics.mean_pinball_loss(y_true, upper, alpha=0.95))


# ---------------------------------------------------------------- ranking


def of_ranked(metric: Call) -> Call:
    """scikit-learn's mean over rows of gains that are in ranked order already."""
    return lambda gains: metric(gains, np.broadcast_to(-np.arange(gains.shape[1]), gains.shape), ignore_ties=True)


def trec(measure: str) -> dict[str, Any]:
    """pytrec_eval's measure of each query; its dictionaries are made before the clock starts."""

    def prepare(gains: Any) -> tuple[Any, Any]:
        judged = {
            str(query): {str(item): gain for item, gain in enumerate(row)} for query, row in enumerate(gains.tolist())
        }
        run = {query: {item: -float(item) for item in row} for query, row in judged.items()}
        return pytrec_eval.RelevanceEvaluator(judged, {measure}), run

    def evaluate(evaluator: Any, run: Any) -> list[float]:
        results = evaluator.evaluate(run)
        return [results[query][measure] for query in run]

    return {"peer": evaluate, "of": "pytrec_eval", "prepare": prepare}


def trec_mean(measure: str) -> dict[str, Any]:
    """The mean of it over the queries."""
    each = trec(measure)
    return each | {"peer": lambda evaluator, run: np.mean(each["peer"](evaluator, run))}


# ---------------------------------------------------------------- comparison

ROUNDS = 1_000
"""How often samples are drawn for an interval."""


def bounds_of(metric: Call) -> Call:
    """Our bounds, by percentiles."""
    return lambda *samples: [*comparison.interval(metric, *samples, rounds=ROUNDS, rng=0)]


def interval(metric: Call) -> Call:
    """SciPy's bootstrap with scikit-learn's metric: it calls the metric for each round. Percentiles, as ours."""

    def bounds(*samples: Any) -> list[float]:
        options = {"paired": True, "vectorized": False, "method": "percentile", "n_resamples": ROUNDS, "rng": 0}
        return [*stats.bootstrap(samples, metric, **options).confidence_interval]

    return bounds


def delong_by_all_pairs(y_true: Any, *scores: Any) -> list[float]:
    """The covariance of the areas, by a table of all pairs of a positive and a negative."""
    positive = y_true == 1
    wins = []
    for score in scores:
        above, below = score[positive, np.newaxis], score[~positive]
        wins.append((above > below) + 0.5 * (above == below))
    of_positives, of_negatives = (np.cov([win.mean(axis=axis) for win in wins]) for axis in (1, 0))
    found = of_positives / np.count_nonzero(positive) + of_negatives / np.count_nonzero(~positive)
    return found.ravel().tolist()


# ---------------------------------------------------------------- text


class WhiteSpace:
    """Splits at white space; rouge-score's own tokenizer also drops what is not a letter or digit of ASCII."""

    tokenize = staticmethod(str.split)


class AsTheyAre:
    """Takes tokens for the text."""

    tokenize = staticmethod(list)


def rouge(kind: str, tokenizer: type = WhiteSpace) -> dict[str, Any]:
    scorer = RougeScorer([kind], tokenizer=tokenizer())
    return {"peer": lambda references, candidate: scorer.score(references[0], candidate)[kind], "of": "rouge-score"}


def bleu(references: Any, candidate: Any) -> float:
    return sacrebleu.sentence_bleu(candidate, references, smooth_method="none", tokenize="none").score / 100


def corpus_bleu(references: Any, candidates: Any) -> float:
    streams = list(zip(*references, strict=True))
    return sacrebleu.corpus_bleu(candidates, streams, smooth_method="none", tokenize="none").score / 100


def chrf(references: Any, candidate: Any) -> float:
    return sacrebleu.sentence_chrf(candidate, references).score / 100


def corpus_chrf(references: Any, candidates: Any, *, word_order: int = 0) -> float:
    streams = list(zip(*references, strict=True))
    return sacrebleu.corpus_chrf(candidates, streams, word_order=word_order).score / 100


# ---------------------------------------------------------------- generation


def if_installed(library: str, call: Callable[[Any], Call]) -> dict[str, Any]:
    """A peer that only tests/peers needs (make peers): timed where it is installed, too."""
    return {"peer": call(import_module(library)), "of": library} if find_spec(library) else {}


def strengths_of(choix: Any) -> Call:
    """With a mean of 0, as ours; its own stop is as near as 1e-8."""

    def strengths(wins: Any) -> list[float]:
        found = choix.ilsr_pairwise_dense(wins)
        return (found - found.mean()).tolist()

    return strengths
