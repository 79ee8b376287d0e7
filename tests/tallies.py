"""One table of tallies: how each is made of samples, so that one test can take all of them apart and add them again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from evalbook.comparison import GroupTally
from evalbook.confusion import ConfusionMatrix, Counts, confusion_matrix
from evalbook.curves import RefinedTally, ScoreTally
from evalbook.generation import BattleTally, EditTally
from evalbook.probabilities import ProbabilityTally
from evalbook.ranking import RankingTally
from evalbook.regression import RegressionTally
from evalbook.text import BleuTally, ChrfTally, RougeTally


class Case(NamedTuple):
    """A tally, what it is made of, and how nearly a sum of parts must be the whole."""

    make: Callable[..., Any]
    """Counts samples, given as columns of one length."""
    columns: tuple[Sequence[Any], ...]
    rows: Callable[..., Any] | None = None
    """Counts each of the same samples by itself."""
    rel: float = 0.0
    """The relative difference that rounding may make; 0 for whole numbers."""


def of_pairs(count: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the tallies of pairs of references and candidate."""
    return lambda references, candidates: sum(map(count, references, candidates))


def of_queries(count: Callable[..., Any]) -> Callable[..., Any]:
    """Takes what belongs to a query as columns."""
    return lambda relevance, n_relevant, ideal: count(relevance, k=3, n_relevant=n_relevant, ideal=ideal)


rng = np.random.default_rng(0)
LABELS = rng.integers(3, size=(2, 40))
FAR_FROM_0 = 1e8 + 1e-5 * rng.normal(size=40)
"""Numbers of which a sum of squares keeps no digit of the spread."""
CANDIDATES = ["the cat sat on the mat", "a cat", "there it sat", "the mat the mat", "on it"] * 4
REFERENCES = [["the cat is on the mat", "a cat sat"], ["the cat"], ["it sat there"], ["the mat"], ["on", "it on"]] * 4
LISTED = [rng.integers(4, size=length).tolist() for length in [5, 0, 3, 1, 2, 9, 4, 6] * 5]
JUDGED = [[*listed, *rng.integers(3, size=2).tolist()] for listed in LISTED[:20]] + [[0], *LISTED[21:]]
LISTED[20] = [0]
EXISTING = [sum(map(bool, judged)) for judged in JUDGED]


def weighted(count: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    """Counts with weights as a third column."""
    return lambda y_true, y_pred, weight: count(y_true, y_pred, sample_weight=weight, **options)


def positive_counts(y_true: Sequence[Any], y_pred: Sequence[Any]) -> Counts:
    """The counts of class 1 against the rest."""
    return confusion_matrix(y_true, y_pred, labels=[0, 1]).binary(1)


BITS = rng.integers(2, size=(2, 40))
SCORES = rng.random(40).round(1)
MET = rng.permuted(np.tile(["a", "b", "c"], (40, 1)), axis=1)[:, :2].T
OUTCOMES = rng.integers(3, size=40) / 2
FIRST_PASS = ScoreTally.from_arrays(BITS[0], SCORES, edges=[0.25, 0.5])
THREE_CLASSES = {"labels": [2, 0, 1]}
TALLIES: dict[str, Case] = {
    "Counts": Case(positive_counts, (*BITS,), Counts.rows),
    "Counts of classes": Case(lambda *labels: confusion_matrix(*labels, **THREE_CLASSES).one_vs_rest(), (*LABELS,)),
    "ConfusionMatrix": Case(
        partial(confusion_matrix, **THREE_CLASSES), (*LABELS,), partial(ConfusionMatrix.rows, **THREE_CLASSES)
    ),
    "ConfusionMatrix of the labels that occur": Case(confusion_matrix, (*LABELS,)),
    "ConfusionMatrix, weighted": Case(
        weighted(confusion_matrix, **THREE_CLASSES),
        (*LABELS, rng.random(40)),
        weighted(ConfusionMatrix.rows, **THREE_CLASSES),
        rel=1e-12,
    ),
    "RegressionTally": Case(
        RegressionTally.from_arrays,
        (FAR_FROM_0, FAR_FROM_0 + 1e-6 * rng.normal(size=40)),
        RegressionTally.rows,
        rel=1e-12,
    ),
    "RegressionTally, two outputs": Case(
        RegressionTally.from_arrays,
        (rng.normal([1e3, 1], size=(40, 2)), rng.normal([1e3, 1], size=(40, 2))),
        RegressionTally.rows,
        rel=1e-12,
    ),
    "ProbabilityTally": Case(
        partial(ProbabilityTally.from_arrays, n_bins=4),
        (LABELS[0] % 2, rng.random(40)),
        partial(ProbabilityTally.rows, n_bins=4),
        rel=1e-12,
    ),
    "ScoreTally": Case(
        partial(ScoreTally.from_arrays, edges=[0.25, 0.5, 0.75]),
        (BITS[0], SCORES),
        partial(ScoreTally.rows, edges=[0.25, 0.5, 0.75]),
    ),
    "ScoreTally, weighted": Case(
        weighted(ScoreTally.from_arrays, edges=[0.5], pos_label=1),
        (BITS[0], SCORES, rng.random(40)),
        weighted(ScoreTally.rows, edges=[0.5], pos_label=1),
        rel=1e-12,
    ),
    "RefinedTally": Case(partial(RefinedTally.from_arrays, first=FIRST_PASS, pos_label=1), (BITS[0], SCORES)),
    "GroupTally": Case(
        lambda groups, y_true, y_pred: GroupTally.from_arrays(positive_counts, groups, y_true, y_pred),
        (rng.choice(["ann", "bo", "cy"], size=40), *BITS),
    ),
    "RankingTally": Case(
        of_queries(RankingTally.from_arrays), (LISTED, EXISTING, JUDGED), of_queries(RankingTally.rows), rel=1e-12
    ),
    "BattleTally": Case(
        partial(BattleTally.from_arrays, models=["c", "a", "b"]),
        (*MET, OUTCOMES),
        partial(BattleTally.rows, models=["c", "a", "b"]),
    ),
    "BattleTally of the models that occur": Case(BattleTally.from_arrays, (*MET, OUTCOMES)),
    "EditTally": Case(EditTally.from_sentences, ([each[0] for each in REFERENCES], CANDIDATES), EditTally.rows),
    "BleuTally": Case(of_pairs(BleuTally.from_sentence), (REFERENCES, CANDIDATES), BleuTally.rows),
    "ChrfTally": Case(of_pairs(ChrfTally.from_sentence), (REFERENCES, CANDIDATES), ChrfTally.rows),
    "RougeTally, n-grams": Case(
        of_pairs(lambda references, candidate: RougeTally.from_ngrams(references, candidate, 1)),
        (REFERENCES, CANDIDATES),
        lambda references, candidates: RougeTally.ngram_rows(references, candidates, 1),
    ),
    "RougeTally, subsequences": Case(of_pairs(RougeTally.from_lcs), (REFERENCES, CANDIDATES), RougeTally.lcs_rows),
    "RougeTally, summaries": Case(
        of_pairs(RougeTally.from_summaries), (REFERENCES, CANDIDATES), RougeTally.summary_rows
    ),
}
