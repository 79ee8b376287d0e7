"""Comparison beside the libraries that have a part of it, each at the version in requirements/peers.txt.

Where one differs, the test says what it computes; what is only a wrong call away from ours is no disagreement.
"""

from __future__ import annotations

import math
import warnings
from functools import partial

import baycomp
import confidenceinterval
import mlxtend.evaluate
import numpy as np
import pandas as pd
import pytest
import sacrebleu
import scikit_posthocs
from MLstatkit import Delong_test
from sacrebleu.significance import PairedTest
from sklearn.linear_model import LogisticRegression
from statsmodels.stats import contingency_tables, multitest, proportion

from evalbook import comparison, text
from evalbook.teaching import examples
from test_comparison import ALBUMIN, AS_RANKED, DEMSAR, FIVE_SICK, K_G, OUTCOME, PROTEIN, ZHOU, models

# ---------------------------------------------------------------- statsmodels


@pytest.mark.parametrize(("ours", "theirs"), [("wilson", "wilson"), ("exact", "beta"), ("wald", "normal")])
@pytest.mark.parametrize(("k", "n"), [(0, 30), (29, 30), (81, 263), (500, 1000)])
def test_intervals_of_proportions_are_those_of_statsmodels(ours, theirs, k, n):
    expected = np.clip(proportion.proportion_confint(k, n, method=theirs), 0, 1)
    assert np.clip([*comparison.proportion_interval(k, n, method=ours)], 0, 1) == pytest.approx(expected, abs=1e-10)


def test_statsmodels_takes_wald_by_default():
    assert proportion.proportion_confint(0, 30) == (0, 0)


@pytest.mark.parametrize(("only_a", "only_b"), [(1, 7), (5, 25), (0, 4)])
def test_mcnemar_is_that_of_statsmodels(only_a, only_b):
    table = [[10, only_a], [only_b, 10]]
    exact = contingency_tables.mcnemar(table)
    found = comparison.mcnemar(*models(only_a, only_b, both=20))
    assert (found.statistic, found.p_value) == pytest.approx((exact.statistic, exact.pvalue))
    for method, correction in (("chi2", False), ("chi2-corrected", True)):
        theirs = contingency_tables.mcnemar(table, exact=False, correction=correction)
        found = comparison.mcnemar(*models(only_a, only_b, both=20), method=method)
        assert (found.statistic, found.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_holm_is_that_of_statsmodels():
    p_values = np.random.default_rng(0).random(9) ** 3
    assert comparison.holm(p_values) == pytest.approx(multitest.multipletests(p_values, method="holm")[1])


# ---------------------------------------------------------------- mlxtend


@pytest.mark.parametrize(("only_a", "only_b", "p_value"), [(0, 4, 0.134), (25, 15, 0.155)])
def test_mlxtend_corrects_chi_squared_by_default(only_a, only_b, p_value):
    table = np.array([[10, only_b], [only_a, 10]])
    statistic, p = mlxtend.evaluate.mcnemar(table)
    found = comparison.mcnemar(*models(only_a, only_b), method="chi2-corrected")
    assert (found.statistic, found.p_value) == pytest.approx((statistic, p))
    assert round(p, 3) == p_value
    exact = mlxtend.evaluate.mcnemar(table, exact=True)[1]
    assert comparison.mcnemar(*models(only_a, only_b)).p_value == pytest.approx(exact)


def test_the_bias_and_variance_of_mlxtend_do_not_add_up_for_0_1_loss():
    y_true, y_score = examples.clinic()
    x = np.column_stack([y_score, np.random.default_rng(0).normal(size=(190, 3))])
    train, test = np.arange(60), np.arange(60, 190)
    model = LogisticRegression()
    given = (model, x[train], y_true[train], x[test], y_true[test])
    loss, bias, variance = mlxtend.evaluate.bias_variance_decomp(*given, loss="0-1_loss", num_rounds=60, random_seed=0)
    drawn = np.random.RandomState(0)
    predictions = []
    for _ in range(60):
        rows = drawn.choice(60, size=60, replace=True)
        predictions.append(model.fit(x[train][rows], y_true[train][rows]).predict(x[test]))
    found = comparison.bias_variance(y_true[test], predictions, loss="0-1")
    assert (found.loss, found.bias, found.variance) == pytest.approx((loss, bias, variance), abs=1e-12)
    assert found.loss == pytest.approx(found.bias + found.net_variance)
    assert found.loss != pytest.approx(bias + variance, abs=1e-3)


# ---------------------------------------------------------------- baycomp


@pytest.mark.parametrize("rope", [0.01, 0.002])
def test_signed_ranks_are_those_of_baycomp(rope):
    theirs = baycomp.SignedRankTest.probs(DEMSAR[:, 0], DEMSAR[:, 1], rope=rope, random_state=0, nsamples=20_000)
    found = comparison.signed_rank(DEMSAR[:, 0], DEMSAR[:, 1], rope=rope, rng=0, rounds=20_000)
    assert (found.a_better, found.equivalent, found.b_better) == pytest.approx(theirs, abs=0.015)


def test_the_prior_of_baycomp_counts_one_half():
    stronger = baycomp.SignedRankTest.sample(
        DEMSAR[:, 0], DEMSAR[:, 1], rope=0.01, prior=1, random_state=0, nsamples=20_000
    )
    assert np.mean(np.argmax(stronger, axis=1) == 1) == pytest.approx(0.36, abs=0.015)


def test_the_corrected_t_test_is_that_of_baycomp():
    differences = np.random.default_rng(0).normal(0.3, size=100)
    left, right = baycomp.CorrelatedTTest.probs(np.zeros(100), differences, rope=0, runs=10)
    p_value = comparison.corrected_t_test(differences, test_share=0.1).p_value
    assert 2 * min(left, right) == pytest.approx(p_value, abs=1e-9)


# ---------------------------------------------------------------- scikit-posthocs


@pytest.mark.parametrize("scores", [ZHOU, AS_RANKED], ids=["Zhou", "Demšar"])
def test_nemenyi_is_that_of_scikit_posthocs(scores):
    theirs = scikit_posthocs.posthoc_nemenyi_friedman(-np.asarray(scores, dtype=float)).to_numpy()
    assert comparison.nemenyi(scores).p_values == pytest.approx(theirs, abs=1e-9)


# ---------------------------------------------------------------- MLstatkit, confidenceinterval


@pytest.mark.parametrize("other", [K_G, PROTEIN], ids=["K-G", "protein"])
def test_delong_is_that_of_mlstatkit(other):
    z, p_value = Delong_test(OUTCOME, ALBUMIN, other, return_ci=False, return_auc=False)[:2]
    found = comparison.delong(OUTCOME, ALBUMIN, other).difference()
    assert found.p_value == pytest.approx(p_value)
    assert math.copysign(1, z) == math.copysign(1, found.value)


def test_an_area_of_confidenceinterval_reaches_beyond_1():
    _, (low, high) = confidenceinterval.roc_auc_score(*map(list, examples.eight_samples))
    found = comparison.delong(*examples.eight_samples).interval(scale="linear")
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-6)
    assert round(high, 3) == 1.089


def test_confidenceinterval_averages_f1_over_samples_by_default():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        f1, (low, high) = confidenceinterval.f1_score(*FIVE_SICK)
    assert (round(f1, 2), round(low, 2), round(high, 2)) == (0.96, 0.92, 1.00)


# ---------------------------------------------------------------- sacrebleu


def corpora(rng: np.random.Generator, sentences: int = 200) -> tuple[list[str], list[str], list[str]]:
    """References of 20 words, and two systems that get each word right with the same probability."""
    words = rng.zipf(1.5, size=(sentences, 20)) % 500
    systems = [np.where(rng.random(words.shape) < 0.75, words, rng.integers(500, 1000, words.shape)) for _ in "ab"]
    return tuple([" ".join(map(str, line)) for line in lines] for lines in (words, *systems))  # type: ignore[return-value]


def p_of_sacrebleu(references: list[str], a: list[str], b: list[str], test_type: str, samples: int) -> float:
    metric = {"BLEU": sacrebleu.BLEU(tokenize="none")}
    found = PairedTest([("a", a), ("b", b)], metric, [references], test_type=test_type, n_samples=samples)()
    return float(found[1]["BLEU"][1].p_value)


def test_approximate_randomization_is_our_permutation_test():
    references, a, b = corpora(np.random.default_rng(3))
    ours = comparison.permutation_test(text.corpus_bleu, [[line] for line in references], a, b, rounds=2000, rng=0)
    assert ours.p_value == pytest.approx(p_of_sacrebleu(references, a, b, "ar", 2000), abs=0.05)


def test_sacrebleu_counts_what_is_above_and_we_what_is_at_least_as_large():
    references, worse = ["a b c d e"] * 6, ["a b c d x"] * 6
    theirs = p_of_sacrebleu(references, worse, references, "ar", 10_000)
    ours = comparison.permutation_test(
        partial(text.corpus_bleu, smoothing="exp"), [[r] for r in references], worse, references
    )
    assert ours.p_value == 2 / 64
    assert theirs < 0.005  # both patterns that are as extreme are not above the difference


@pytest.mark.slow
def test_false_alarms_of_the_paired_bootstrap_and_of_approximate_randomization():
    rng = np.random.default_rng(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        p_values = pd.DataFrame(
            [
                {kind: p_of_sacrebleu(*drawn, kind, 300) for kind in ("bs", "ar")}
                for drawn in (corpora(rng) for _ in range(150))
            ]
        )
    alarms = (p_values < 0.05).mean()
    assert 0.04 < alarms["bs"] < 0.19
    assert alarms["ar"] < 0.12
    assert p_values["bs"].max() < 0.6  # |d| of each round less its own mean is rarely below |d|
