"""How often an interval warns that it leaves its own estimate outside, of every metric: on sound evaluations.

Where drawing the samples again does not bias a metric, a warning is a false alarm. Run it to see all rates:
``python tests/estimates_outside.py``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from evalbook import comparison, confusion, costs, curves, generation, probabilities, ranking, regression, text

Samples = Callable[[np.random.Generator], tuple[Any, ...]]
N, QUERIES, ROUNDS = 80, 40, 400


def labels(rng: np.random.Generator) -> tuple[Any, ...]:
    """Two classes, three of ten labels wrong."""
    true = rng.random(N) < 0.4
    return true.astype(int), (true ^ (rng.random(N) < 0.3)).astype(int)


def classes(rng: np.random.Generator) -> tuple[Any, ...]:
    true = rng.integers(0, 3, N)
    return true, np.where(rng.random(N) < 0.3, rng.integers(0, 3, N), true)


def scores(rng: np.random.Generator) -> tuple[Any, ...]:
    true = (rng.random(N) < 0.4).astype(int)
    return true, true + rng.normal(size=N)


def calibrated(rng: np.random.Generator) -> tuple[Any, ...]:
    prob = rng.beta(1, 1, N)
    return (rng.random(N) < prob).astype(int), prob


def columns(rng: np.random.Generator) -> tuple[Any, ...]:
    prob = rng.dirichlet([1, 1, 1], N)
    return np.array([rng.choice(3, p=each) for each in prob]), prob


def numbers(rng: np.random.Generator) -> tuple[Any, ...]:
    true = np.exp(rng.normal(size=N))
    return true, true * np.exp(0.3 * rng.normal(size=N))


def ranges(rng: np.random.Generator) -> tuple[Any, ...]:
    """Nine of ten hold, each of another width."""
    middle, half = rng.normal(size=N), 1.645 * rng.uniform(0.5, 2, N)
    return middle + half * rng.normal(size=N) / 1.645, middle - half, middle + half


def sizes_of_errors(rng: np.random.Generator) -> tuple[Any, ...]:
    return (np.abs(rng.normal(size=N)),)


def queries(rng: np.random.Generator) -> tuple[Any, ...]:
    return ((rng.random((QUERIES, 10)) < rng.beta(1, 2, (QUERIES, 1))).astype(int),)


def sentences(rng: np.random.Generator) -> tuple[Any, ...]:
    words = np.array(list("abcdefgh"))
    references = words[rng.integers(0, 8, (QUERIES, 12))]
    candidates = np.where(rng.random((QUERIES, 12)) < 0.3, words[rng.integers(0, 8, (QUERIES, 12))], references)
    return [[" ".join(each)] for each in references], [" ".join(each) for each in candidates]


def tries(rng: np.random.Generator) -> tuple[Any, ...]:
    """Twenty answers to each task, and the right ones among them: tasks are not equally hard."""
    return np.full(QUERIES, 20), rng.binomial(20, rng.beta(1, 2, QUERIES))


def short_answers(rng: np.random.Generator) -> tuple[Any, ...]:
    """Of three words each is right with a chance of 70%."""
    asked = np.array([f"one{task} two{task} three{task}".split() for task in range(QUERIES)])
    given = np.where(rng.random((QUERIES, 3)) < 0.7, asked, "wrong")
    return [" ".join(each) for each in asked], [" ".join(each) for each in given]


def transcripts(rng: np.random.Generator) -> tuple[Any, ...]:
    references, heard = sentences(rng)
    return [reference for (reference,) in references], heard


def surprises(rng: np.random.Generator) -> tuple[Any, ...]:
    """Of tokens to which the model gave the probability that they have."""
    likely = rng.dirichlet(np.ones(6), N)
    return (-np.log([rng.choice(each, p=each) for each in likely]),)


def texts(rng: np.random.Generator) -> tuple[Any, ...]:
    """Texts of different lengths, and what their tokens surprise together."""
    length = rng.integers(5, 60, QUERIES)
    return rng.gamma(length, 2.0), ["a" * 4 * n for n in length.tolist()]


SOUND: dict[Callable[..., Any], tuple[Samples, dict[str, Any]]] = {
    **{
        metric: (labels, {})
        for metric in (
            *(confusion.accuracy, confusion.error_rate, confusion.precision, confusion.recall, confusion.f1),
            *(confusion.specificity, confusion.false_positive_rate, confusion.false_negative_rate),
        )
    },
    confusion.f_beta: (labels, {"beta": 2.0}),
    costs.cost_sensitive_error: (labels, {"cost_fp": 1.0, "cost_fn": 5.0}),
    **{
        metric: (classes, {})
        for metric in (confusion.balanced_accuracy, confusion.cohen_kappa, confusion.matthews_correlation)
    },
    **{
        metric: (scores, {})
        for metric in (curves.roc_auc, curves.rank_loss, curves.average_precision, curves.break_even_point)
    },
    **{
        metric: (calibrated, {})
        for metric in (probabilities.log_loss, probabilities.brier_score, probabilities.expected_calibration_error)
    },
    curves.multiclass_roc_auc: (columns, {}),
    **{getattr(regression, name): (numbers, {}) for name in regression.__all__ if name.endswith(("error", "r2"))},
    regression.minkowski_error: (numbers, {"k": 3}),
    regression.pinball_loss: (numbers, {"quantile": 0.9}),
    regression.coverage: (ranges, {}),
    regression.interval_score: (ranges, {"level": 0.9}),
    regression.conformal_quantile: (sizes_of_errors, {"level": 0.9}),
    regression.mean_absolute_scaled_error: (numbers, {"y_train": np.arange(20.0) ** 1.5}),
    ranking.mean_average_precision: (queries, {"zero_division": 0}),
    ranking.mean_reciprocal_rank: (queries, {}),
    ranking.hit_rate: (queries, {"k": 3}),
    ranking.hit_ratio: (queries, {"k": 3}),
    text.corpus_bleu: (sentences, {}),
    text.corpus_chrf: (sentences, {}),
    generation.pass_at_k: (tries, {"k": 5}),
    generation.exact_match: (short_answers, {}),
    generation.token_f1: (short_answers, {}),
    generation.word_error_rate: (transcripts, {}),
    generation.perplexity: (surprises, {}),
    generation.bits_per_byte: (texts, {}),
}
"""Of every metric that is drawn: what makes sound samples, and its options."""
del SOUND[regression.max_error]  # of which rounds say nothing: it is refused


def leaves_estimate_outside(metric: Callable[..., Any], seed: int) -> bool:
    """Whether the interval of samples of this seed leaves its own estimate outside."""
    make, options = SOUND[metric]
    arrays = make(np.random.default_rng(seed))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        comparison.interval(partial(metric, **options), *arrays, rounds=ROUNDS, rng=seed)
    return any("outside the percentile interval" in str(each.message) for each in caught)


if __name__ == "__main__":
    for metric in SOUND:
        print(f"{metric.__name__:45}{sum(leaves_estimate_outside(metric, seed) for seed in range(200)):4} of 200")
