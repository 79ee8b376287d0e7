"""Generated answers beside the libraries that have a part of it, each at the version in requirements/peers.txt."""

from __future__ import annotations

import choix
import jiwer
import krippendorff
import numpy as np
import pytest

from evalbook import generation
from test_generation import HOME_LOSSES, HOME_WINS


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
@pytest.mark.parametrize("seed", range(20))
def test_alpha_is_that_of_krippendorff_with_missing_ratings(level, seed):
    rng = np.random.default_rng(seed)
    ratings = rng.integers(0, rng.integers(2, 12), (rng.integers(2, 8), 40)) * rng.choice([1, 0.1, 100])
    ratings[rng.random(ratings.shape) < 0.7 * rng.random()] = np.nan
    expected = krippendorff.alpha(ratings, level_of_measurement=level)
    assert generation.krippendorff_alpha(ratings, level=level) == pytest.approx(expected, abs=1e-12)


def test_alpha_of_names_is_that_of_krippendorff():
    names = np.random.default_rng(0).choice(["right", "partly", "wrong", "nan"], (5, 60), p=[0.4, 0.1, 0.3, 0.2])
    ours = [[None if name == "nan" else name for name in row] for row in names.tolist()]
    expected = krippendorff.alpha(names, level_of_measurement="nominal")
    assert generation.krippendorff_alpha(ours) == pytest.approx(expected, abs=1e-12)


# ---------------------------------------------------------------- choix


def test_strengths_of_baseball_are_those_of_choix():
    pooled = np.add(HOME_WINS, np.transpose(HOME_LOSSES))
    theirs = choix.ilsr_pairwise_dense(pooled)
    assert generation.bradley_terry(pooled).strengths == pytest.approx(theirs - theirs.mean(), abs=1e-7)


@pytest.mark.parametrize("seed", range(20))
def test_strengths_of_simulated_battles_are_those_of_choix(seed):
    rng = np.random.default_rng(seed)
    k = int(rng.integers(3, 30))
    true = rng.normal(size=k)
    met = rng.integers(1, 60, size=(k, k))
    wins = np.triu(rng.binomial(met, 1 / (1 + np.exp(true - true[:, np.newaxis]))), 1)
    wins += (np.triu(met, 1) - wins).T
    found = generation.bradley_terry(wins).strengths
    theirs = choix.ilsr_pairwise_dense(wins)
    assert found == pytest.approx(theirs - theirs.mean(), abs=1e-6)


def test_choix_returns_large_numbers_where_a_strength_is_infinite():
    with pytest.raises(ValueError, match="0 never lost"):
        generation.bradley_terry([[0, 3], [0, 0]])
    theirs = choix.opt_pairwise(2, [(0, 1)] * 3)
    assert theirs[0] - theirs[1] > 5


# ---------------------------------------------------------------- jiwer


def spoken(rng, n):
    """Pairs of sentences of few words, of any lengths."""
    words = np.array(["a", "b", "c", "d", "e"])[: rng.integers(2, 6)]
    lengths = rng.integers([1, 0], [12, 12], size=(n, 2))
    return [[" ".join(rng.choice(words, size=length)) for length in column] for column in lengths.T]


@pytest.mark.parametrize("seed", range(30))
def test_errors_and_their_kinds_are_those_of_jiwer(seed):
    references, hypotheses = spoken(np.random.default_rng(seed), 50)
    theirs = jiwer.process_words(references, hypotheses)
    found = generation.EditTally.from_sentences(references, hypotheses)
    assert found == generation.EditTally(theirs.hits, theirs.substitutions, theirs.deletions, theirs.insertions)
    assert generation.word_error_rate(references, hypotheses) == pytest.approx(theirs.wer, abs=1e-15)


@pytest.mark.parametrize("seed", range(5))
def test_the_error_rate_of_characters_is_that_of_jiwer(seed):
    references, hypotheses = spoken(np.random.default_rng(seed), 50)
    found = generation.word_error_rate(references, hypotheses, tokenize=list)
    assert found == pytest.approx(jiwer.cer(references, hypotheses), abs=1e-15)


def test_jiwer_divides_by_nothing_where_ours_is_undefined():
    assert np.isnan(generation.EditTally.from_sentences([""], ["a"]).error_rate)
    assert jiwer.wer("", "a b") == 2  # the number of insertions
