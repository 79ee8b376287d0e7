"""One table of tallies: how each is made of samples, so that one test can take all of them apart and add them again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from evalbook.probabilities import ProbabilityTally
from evalbook.regression import RegressionTally
from evalbook.text import BleuTally, RougeTally


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


rng = np.random.default_rng(0)
LABELS = rng.integers(3, size=(2, 40))
FAR_FROM_0 = 1e8 + 1e-5 * rng.normal(size=40)
"""Numbers of which a sum of squares keeps no digit of the spread."""
CANDIDATES = ["the cat sat on the mat", "a cat", "there it sat", "the mat the mat", "on it"] * 4
REFERENCES = [["the cat is on the mat", "a cat sat"], ["the cat"], ["it sat there"], ["the mat"], ["on", "it on"]] * 4

TALLIES: dict[str, Case] = {
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
    "BleuTally": Case(of_pairs(BleuTally.from_sentence), (REFERENCES, CANDIDATES)),
    "RougeTally, n-grams": Case(
        of_pairs(lambda references, candidate: RougeTally.from_ngrams(references, candidate, 1)),
        (REFERENCES, CANDIDATES),
    ),
    "RougeTally, subsequences": Case(of_pairs(RougeTally.from_lcs), (REFERENCES, CANDIDATES)),
}
