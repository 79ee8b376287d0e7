"""BLEU, ROUGE and chrF, their tallies, and the longest common subsequence."""

from __future__ import annotations

import math
import re
import warnings
from collections import Counter
from statistics import fmean

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from nltk.translate import bleu_score as nltk_bleu
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from bad_input import INF, NAN, assert_raises, bad, bad_type, refused, undefined
from evalbook import text
from evalbook.text import BleuTally, ChrfTally, RougeScore, RougeTally
from peer_cases import approx, peer_cases

CAT = ["the cat is on the mat", "there is a cat on the mat"]
STUTTER, ECHO = "the the the the the the the", "the cat the cat on the mat"

TOKENS = st.lists(st.sampled_from("abcd"), max_size=12)
LONG = st.lists(st.sampled_from("abcd"), min_size=4, max_size=12)
REFERENCES = st.lists(TOKENS, min_size=1, max_size=3)
PAIRS = st.lists(st.tuples(REFERENCES, TOKENS), min_size=1, max_size=3)
COMBINE = st.sampled_from(["best", "pool", "average"])


def table_lcs_length(a, b) -> int:
    """The longest common subsequence by the table of its definition."""
    row = [0] * (len(b) + 1)
    for x in a:
        above = row
        row = [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
    return row[-1]


def is_subsequence(part, whole) -> bool:
    rest = iter(whole)
    return all(token in rest for token in part)


def random_sentences(rng, n, *, shortest=0, longest=15):
    return [" ".join(rng.choice(list("abcd"), rng.integers(shortest, longest))) for _ in range(n)]


# ---------------------------------------------------------------- the examples of the sources


def test_stuttered_words_are_clipped():
    counts, clipped = text.clipped_counts(CAT, STUTTER, 1)
    assert counts == {("the",): 7}
    assert clipped == {("the",): 2}
    assert text.modified_precision(CAT, STUTTER, 1) == 2 / 7


def test_nothing_is_lower_cased():
    assert text.modified_precision(["The cat is on the mat", "There is a cat on the mat"], STUTTER, 1) == 1 / 7


def test_the_bigrams_of_the_echo():
    counts, clipped = text.clipped_counts(CAT, ECHO, 2)
    bigrams = [("the", "cat"), ("cat", "the"), ("cat", "on"), ("on", "the"), ("the", "mat")]
    assert [counts[bigram] for bigram in bigrams] == [2, 1, 1, 1, 1]
    assert [clipped[bigram] for bigram in bigrams] == [1, 0, 1, 1, 1]
    assert list(clipped) == list(counts) == bigrams


@pytest.mark.parametrize(("n", "expected"), [(1, 5 / 7), (2, 4 / 6), (3, 2 / 5), (4, 1 / 4)])
def test_the_precisions_of_the_echo(n, expected):
    assert text.modified_precision(CAT, ECHO, n) == expected
    assert BleuTally.from_sentence(CAT, ECHO).precisions[n - 1] == expected


def test_bleu_of_the_echo_is_the_geometric_mean_of_its_precisions():
    expected = (5 / 7 * 4 / 6 * 2 / 5 * 1 / 4) ** (1 / 4)  # as long as a reference: no penalty
    assert text.bleu(CAT, ECHO) == pytest.approx(expected, abs=1e-12)


def test_rouge_l_of_the_sources_formula():
    m, n, beta = 6, 4, 2.0
    score = text.rouge_l(["a b c d e f"], "a x c f", beta=beta)
    recall, precision = 3 / m, 3 / n
    assert (score.recall, score.precision) == (recall, precision)
    assert score.f == pytest.approx((1 + beta**2) * recall * precision / (recall + beta**2 * precision), abs=1e-15)


# ---------------------------------------------------------------- properties: BLEU


@given(TOKENS, st.integers(1, 6))
def test_ngrams_are_the_slices(tokens, n):
    assert text.ngrams(tokens, n) == [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]


@given(REFERENCES, TOKENS, st.integers(1, 3))
def test_clipped_counts_are_the_counts_up_to_the_most_of_one_reference(references, candidate, n):
    counts, clipped = text.clipped_counts(references, candidate, n)
    assert counts == Counter(text.ngrams(candidate, n))
    for ngram, count in counts.items():
        most = max(text.ngrams(reference, n).count(ngram) for reference in references)
        assert clipped[ngram] == min(count, most) <= count


@given(LONG, REFERENCES)
def test_a_sentence_among_its_references_scores_1(sentence, others):
    assert text.bleu([sentence], sentence) == 1.0
    assert text.bleu([*others, sentence], sentence) == 1.0


@settings(max_examples=50)
@given(PAIRS)
def test_the_tally_of_a_corpus_is_the_sum_over_its_sentences(pairs):
    references, candidates = map(list, zip(*pairs, strict=True))
    tally = sum(BleuTally.from_sentence(*pair) for pair in pairs)
    assert tally.candidate_length == sum(map(len, candidates))
    for n in range(1, 5):
        counted = [text.clipped_counts(*pair, n) for pair in pairs]
        assert tally.totals[n - 1] == sum(counts.total() for counts, _ in counted)
        assert tally.matches[n - 1] == sum(clipped.total() for _, clipped in counted)
    assert text.corpus_bleu(references, candidates) == tally.score()


@given(st.lists(TOKENS, min_size=1, max_size=4), TOKENS)
def test_the_closest_reference_counts_and_of_two_the_shorter(references, candidate):
    found = BleuTally.from_sentence(references, candidate).reference_length
    distances = {len(reference): abs(len(reference) - len(candidate)) for reference in references}
    assert distances[found] == min(distances.values())
    assert found == min(length for length, distance in distances.items() if distance == distances[found])


@given(REFERENCES, TOKENS)
def test_the_order_of_the_references_does_not_matter(references, candidate):
    assert BleuTally.from_sentence(references[::-1], candidate) == BleuTally.from_sentence(references, candidate)
    backward = text.rouge_n(references[::-1], candidate, 1, combine="pool", zero_division=0)
    assert backward == text.rouge_n(references, candidate, 1, combine="pool", zero_division=0)


@given(st.integers(0, 50), st.integers(1, 50))
def test_the_brevity_penalty_is_1_from_the_references_length_on(reference_length, candidate_length):
    penalty = text.brevity_penalty(reference_length=reference_length, candidate_length=candidate_length)
    assert (penalty == 1) == (candidate_length >= reference_length)
    assert penalty == pytest.approx(min(1, math.exp(1 - reference_length / candidate_length)), abs=1e-15)


@given(REFERENCES, TOKENS)
def test_token_ids_score_as_strings_do(references, candidate):
    ids = [[ord(token) for token in reference] for reference in references], [ord(token) for token in candidate]
    assert BleuTally.from_sentence(*ids) == BleuTally.from_sentence(references, candidate)
    assert RougeTally.from_lcs(*ids) == RougeTally.from_lcs(references, candidate)


# ---------------------------------------------------------------- properties: LCS and ROUGE


@given(TOKENS, TOKENS)
def test_lcs_length_is_the_tables(a, b):
    length = text.lcs_length(a, b)
    assert length == table_lcs_length(a, b)
    assert length == text.lcs_length(b, a)
    assert length <= min(len(a), len(b))


@given(TOKENS, TOKENS)
def test_lcs_is_a_common_subsequence_of_that_length(a, b):
    found = text.lcs(a, b)
    assert len(found) == table_lcs_length(a, b)
    assert is_subsequence(found, a)
    assert is_subsequence(found, b)


@pytest.mark.parametrize("words", [3, 40, 1000])
def test_lcs_of_long_sentences_is_the_tables(words):
    rng = np.random.default_rng(words)
    a, b = rng.integers(0, words, 400), rng.integers(0, words, 333)
    assert text.lcs_length(a, b) == len(text.lcs(a, b)) == table_lcs_length(a, b)


@given(REFERENCES, TOKENS)
def test_pooled_rouge_is_the_score_of_the_summed_tallies(references, candidate):
    by_ngrams = sum(RougeTally.from_ngrams([reference], candidate, 2) for reference in references)
    by_lcs = sum(RougeTally.from_lcs([reference], candidate) for reference in references)
    assert by_ngrams == RougeTally.from_ngrams(references, candidate, 2)
    assert by_lcs == RougeTally.from_lcs(references, candidate)
    pooled = text.rouge_n(references, candidate, 2, combine="pool", zero_division=NAN)
    assert list(pooled) == pytest.approx(list(by_ngrams.score()), nan_ok=True)
    pooled = text.rouge_l(references, candidate, combine="pool", zero_division=NAN)
    assert list(pooled) == pytest.approx(list(by_lcs.score()), nan_ok=True)


@given(LONG, LONG, st.sampled_from([0.5, 1.0, 1.2, 3.0]))
def test_f_is_the_formula_of_precision_and_recall(a, b, beta):
    precision, recall, f = text.rouge_l([a], b, beta=beta)
    expected = (1 + beta**2) * precision * recall / (recall + beta**2 * precision) if precision + recall else 0
    assert f == pytest.approx(expected, abs=1e-12)
    assert f == RougeTally.from_lcs([a], b).f_beta(beta)


@given(LONG, LONG)
def test_f_ends_at_precision_and_recall(a, b):
    tally = RougeTally.from_lcs([a], b)
    assert tally.f_beta(0) == tally.precision
    assert tally.f_beta(INF) == tally.f_beta(1e200) == tally.recall


@given(REFERENCES, TOKENS, COMBINE)
def test_summaries_of_one_sentence_are_sentences(references, candidate, combine):
    options = {"combine": combine, "zero_division": 0}
    joined = [" ".join(reference) for reference in references], " ".join(candidate)
    assert text.rouge_lsum(*joined, **options) == text.rouge_l(references, candidate, **options)


@given(st.lists(TOKENS, max_size=3), st.lists(TOKENS, max_size=3))
def test_summaries_are_lists_of_sentences_or_lines(reference, candidate):
    as_lists = RougeTally.from_summaries([reference], candidate)
    lines = [[" ".join(sentence) for sentence in summary] for summary in (reference, candidate)]
    assert RougeTally.from_summaries([lines[0]], lines[1]) == as_lists
    assert RougeTally.from_summaries(["\n".join(lines[0])], "\n".join(lines[1])) == as_lists


# ---------------------------------------------------------------- chrF

PROSE = st.text(st.sampled_from("aAb .,(\n"), max_size=12)
CHRF_OPTIONS = st.fixed_dictionaries(
    {"word_order": st.integers(0, 3), "beta": st.sampled_from([0.0, 0.5, 1, 2, 3, INF])}
)


def test_the_character_n_grams_of_a_mat_by_hand():
    # t h e m a t against a m a t: one a, m and t are common, and the runs ma, at and mat; of four there is one each.
    tally = ChrfTally.from_sentence(["the mat"], "a mat")
    assert tally == ChrfTally((3, 2, 1, 0, 0, 0), (4, 3, 2, 1, 0, 0), (6, 5, 4, 3, 2, 1))
    assert tally.precisions == pytest.approx((3 / 4, 2 / 3, 1 / 2, 0, NAN, NAN), nan_ok=True)
    assert tally.recalls == (3 / 6, 2 / 5, 1 / 4, 0, 0, 0)
    precision, recall = (3 / 4 + 2 / 3 + 1 / 2) / 4, (3 / 6 + 2 / 5 + 1 / 4) / 4
    assert tally.score(beta=1) == pytest.approx(2 * precision * recall / (precision + recall), rel=1e-15)
    assert tally.score() == pytest.approx(5 * precision * recall / (4 * precision + recall), rel=1e-15)
    assert text.chrf(["the mat"], "a mat") == tally.score()


def test_the_means_are_those_of_precision_and_recall_and_not_of_f():
    tally = ChrfTally((3, 2), (4, 3), (6, 5))
    each = [2 * p * r / (p + r) for p, r in zip(tally.precisions, tally.recalls, strict=True)]
    assert tally.score(beta=1) > fmean(each)


def test_a_mark_at_the_end_of_a_word_is_a_word_and_one_at_its_beginning_only_without_it():
    # (hi) is (hi and ), as in chrF++; the marks of (hi become a word.
    words = {"(hi)": ["(hi", ")"], "(hi": ["(", "hi"], "hi!": ["hi", "!"], "!": ["!"], "it's": ["it's"]}
    for sentence, expected in words.items():
        tally = ChrfTally.from_sentence([" ".join(expected)], sentence, word_order=1)
        assert tally.candidate_totals[6] == len(expected)


def test_beta_chooses_between_precision_and_recall():
    tally = ChrfTally((1,), (4,), (2,))
    assert [tally.score(beta=beta) for beta in (0, INF)] == [0.25, 0.5]


@given(PROSE, CHRF_OPTIONS)
def test_a_sentence_scores_1_against_itself_and_0_without_characters(sentence, options):
    expected = 1 if sentence.split() else 0
    assert text.chrf([sentence], sentence, **options) == expected
    assert text.chrf(["", sentence, ""], sentence, **options) == expected
    assert text.chrf([sentence], "", **options) == 0


@given(st.lists(PROSE, min_size=1, max_size=3), PROSE, CHRF_OPTIONS)
def test_chrf_lies_between_0_and_1_and_the_best_reference_counts(references, candidate, options):
    scores = [text.chrf([reference], candidate, **options) for reference in references]
    assert 0 <= max(scores) <= 1 + 1e-12
    assert text.chrf(references, candidate, **options) == max(scores)


@given(st.lists(st.tuples(st.lists(PROSE, min_size=1, max_size=3), PROSE), min_size=1, max_size=4), CHRF_OPTIONS)
def test_chrf_of_a_corpus_is_the_score_of_the_sum_of_its_tallies(pairs, options):
    tally = sum(ChrfTally.from_sentence(*pair, **options) for pair in pairs)
    assert ChrfTally.rows(*zip(*pairs, strict=True), **options).sum() == tally
    assert text.corpus_chrf(*zip(*pairs, strict=True), **options) == tally.score(beta=options["beta"])


@settings(max_examples=400)
@given(st.lists(st.tuples(PROSE, PROSE, PROSE), min_size=1, max_size=4), CHRF_OPTIONS)
def test_chrf_equals_sacrebleus(sentences, options):
    options = options | {"beta": min(options["beta"], 4)}  # sacrebleu's formula has no infinity
    candidates, *streams = map(list, zip(*sentences, strict=True))
    theirs = CHRF(**options)
    ours = [text.chrf(references, candidate, **options) for candidate, *references in sentences]
    pairs = [(candidate, references) for candidate, *references in sentences]
    assert ours == pytest.approx([theirs.sentence_score(*pair).score / 100 for pair in pairs], rel=1e-13, abs=1e-18)
    for candidate, *references in sentences:  # of references that tie, rounding chooses one, and another there
        tallies = [ChrfTally.from_sentence([reference], candidate, **options) for reference in references]
        scores = [tally.score(beta=options["beta"]) for tally in tallies]
        best = [tally for tally, score in zip(tallies, scores, strict=True) if math.isclose(score, max(scores))]
        assume(all(tally == best[0] for tally in best))
    whole = text.corpus_chrf(list(zip(*streams, strict=True)), candidates, **options)
    assert whole == pytest.approx(theirs.corpus_score(candidates, streams).score / 100, rel=1e-13, abs=1e-18)


def test_chrf_tallies_of_other_orders_do_not_add():
    tally = ChrfTally((1, 0), (2, 1), (2, 1))
    assert tally + tally == ChrfTally((2, 0), (4, 2), (4, 2))
    for other in (ChrfTally((1,), (2,), (2,)), ChrfTally((1, 0), (2, 1), (2, 1), word_order=1)):
        with pytest.raises(ValueError, match="do not add; expected both to be counted with the same word_order"):
            tally + other


# ---------------------------------------------------------------- against sacrebleu, nltk and rouge_score


@pytest.mark.parametrize("effective_order", [False, True])
@pytest.mark.parametrize(
    ("smoothing", "value"),
    [(None, None), ("floor", None), ("floor", 0.3), ("add-k", None), ("add-k", 2.5), ("exp", None)],
)
def test_bleu_equals_sacrebleus(smoothing, value, effective_order):
    rng = np.random.default_rng(1)
    peer = BLEU(tokenize="none", smooth_method=smoothing or "none", smooth_value=value, effective_order=effective_order)
    for _ in range(200):
        references, (candidate,) = random_sentences(rng, 3), random_sentences(rng, 1)
        ours = text.bleu(
            references, candidate, smoothing=smoothing, smoothing_value=value, effective_order=effective_order
        )
        theirs = peer.corpus_score([candidate], [[reference] for reference in references]).score / 100
        assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("max_n", [1, 2, 4, 5])
def test_corpus_bleu_equals_sacrebleus(max_n):
    rng = np.random.default_rng(2)
    candidates = random_sentences(rng, 50)
    streams = [random_sentences(rng, 50), random_sentences(rng, 50)]
    theirs = BLEU(tokenize="none", smooth_method="none", max_ngram_order=max_n).corpus_score(candidates, streams)
    ours = text.corpus_bleu(list(zip(*streams, strict=True)), candidates, max_n=max_n)
    assert ours == pytest.approx(theirs.score / 100, abs=1e-12)
    assert ours > 0


@pytest.mark.filterwarnings("ignore:[\\s\\S]*The hypothesis contains 0 counts:UserWarning")
@pytest.mark.parametrize("weights", [[0.25] * 4, [0.5, 0.5], [1], [0.1, 0.2, 0.7], [0, 0.5, 0.5], [1, 0, 0, 0]])
def test_bleu_equals_nltks(weights):
    rng = np.random.default_rng(3)
    pairs = [(random_sentences(rng, 3, shortest=1), random_sentences(rng, 1, shortest=1)[0]) for _ in range(100)]
    options = {"weights": weights, "max_n": len(weights)}
    split = [([reference.split() for reference in references], candidate.split()) for references, candidate in pairs]
    for pair, tokens in zip(pairs, split, strict=True):
        theirs = nltk_bleu.sentence_bleu(*tokens, weights=weights)  # where a precision is 0, about 1e-77 or less
        assert text.bleu(*pair, **options) == pytest.approx(theirs, abs=1e-12)
    long = [(references, candidate) for references, candidate in split if len(candidate) >= len(weights)]
    theirs = nltk_bleu.corpus_bleu(*zip(*long, strict=True), weights=weights)
    assert text.corpus_bleu(*zip(*long, strict=True), **options) == pytest.approx(theirs, abs=1e-12)


def test_a_candidate_without_bigrams_adds_none_where_nltk_counts_one():
    references, candidates = [[["a", "b", "c"]], [["d"]]], [["a", "b", "c"], ["d"]]
    assert text.corpus_bleu(references, candidates, max_n=2) == 1
    theirs = nltk_bleu.corpus_bleu(references, candidates, weights=[0.5, 0.5])
    assert theirs == pytest.approx(math.sqrt(4 / 4 * 2 / 3), abs=1e-12)


def test_modified_precision_and_brevity_penalty_equal_nltks():
    rng = np.random.default_rng(4)
    for _ in range(100):
        references = [reference.split() for reference in random_sentences(rng, 3, shortest=1)]
        candidate = random_sentences(rng, 1, shortest=3)[0].split()
        for n in (1, 2, 3):
            theirs = nltk_bleu.modified_precision(references, candidate, n)
            assert text.modified_precision(references, candidate, n) == pytest.approx(float(theirs), abs=1e-15)
        closest = nltk_bleu.closest_ref_length(references, len(candidate))
        tally = BleuTally.from_sentence(references, candidate)
        assert tally.reference_length == closest
        assert tally.brevity_penalty == pytest.approx(nltk_bleu.brevity_penalty(closest, len(candidate)), abs=1e-15)


def ours_by_type(references, candidate):
    return {
        "rouge1": text.rouge_n(references, candidate, 1, zero_division=0),
        "rouge2": text.rouge_n(references, candidate, 2, zero_division=0),
        "rougeL": text.rouge_l(references, candidate, zero_division=0),
        "rougeLsum": text.rouge_lsum(references, candidate, zero_division=0),
    }


def random_summary(rng):
    return "\n".join(random_sentences(rng, rng.integers(1, 4)))


PEER = RougeScorer(["rouge1", "rouge2", "rougeL", "rougeLsum"])


def test_rouge_equals_rouge_scores():
    rng = np.random.default_rng(5)
    for _ in range(200):
        reference, candidate = random_summary(rng), random_summary(rng)
        theirs = PEER.score(reference, candidate)
        for name, ours in ours_by_type([reference], candidate).items():
            assert list(ours) == pytest.approx(list(theirs[name]), abs=1e-12)


def test_the_best_reference_equals_rouge_scores():
    rng = np.random.default_rng(6)
    for _ in range(100):
        references, candidate = [random_summary(rng) for _ in range(3)], random_summary(rng)
        theirs = PEER.score_multi(references, candidate)
        for name, ours in ours_by_type(references, candidate).items():
            assert ours.f == pytest.approx(theirs[name].fmeasure, abs=1e-12)  # of tied references it takes another


# ---------------------------------------------------------------- where conventions part


def test_corpus_bleu_is_not_the_mean_of_sentence_bleu():
    guide = [
        "It is a guide to action that ensures that the military will forever heed Party commands",
        "It is the guiding principle which guarantees the military forces always being under the command of the Party",
        "It is the practical guide for the army always to heed the directions of the party",
    ]
    book = ["he was interested in world history because he read the book"]
    candidates = [
        "It is a guide to action which ensures that the military always obeys the commands of the party",
        "he read the book because he was interested in world history",
    ]
    assert text.corpus_bleu([guide, book], candidates) == pytest.approx(
        0.5920, abs=1e-4
    )  # nltk's doctest cuts the digits off
    mean = fmean(text.bleu(*pair) for pair in zip([guide, book], candidates, strict=True))
    assert mean == pytest.approx(0.6223, abs=1e-4)


def test_two_tokens_against_themselves_score_by_the_orders_they_have_or_0():
    assert text.bleu(["left right"], "left right") == 0
    assert text.bleu(["left right"], "left right", effective_order=True) == 1


@pytest.mark.parametrize("effective_order", [False, True])
def test_adding_k_makes_a_missing_order_1_as_in_sacrebleu(effective_order):
    # p1 = 1, p2 = (0 + 1)/(1 + 1), and (0 + 1)/(0 + 1) twice
    score = text.bleu(["a b"], "b a", smoothing="add-k", effective_order=effective_order)
    assert score == pytest.approx(0.5 ** (1 / 4), abs=1e-15)


def test_chinese_without_white_space_is_one_token():
    assert text.bleu(["机器学习模型"], "机器学习模型") == 0
    assert text.bleu([list("机器学习模型")], list("机器学习模型")) == 1
    assert text.rouge_l(["机器学习模型"], "机器学习方法").f == 0
    assert text.rouge_l([list("机器学习模型")], list("机器学习方法")).f == pytest.approx(4 / 6)


def test_a_token_of_the_candidate_is_hit_once_though_two_sentences_claim_it():
    assert text.rouge_lsum(["a\na"], "a") == RougeScore(precision=1, recall=0.5, f=pytest.approx(2 / 3))


def test_union_of_common_subsequences():
    assert RougeTally.from_summaries(["a b c d"], "a x c\nb y d") == RougeTally(4, 4, 6)
    assert RougeTally.from_lcs(["a b c d"], "a x c b y d") == RougeTally(3, 4, 6)


def test_of_tied_references_the_first_counts():
    assert text.rouge_n(["a", "a b c d"], "a b", 1) == text.rouge_n(["a"], "a b", 1)
    assert text.rouge_n(["a b c d", "a"], "a b", 1) == text.rouge_n(["a b c d"], "a b", 1)
    assert text.rouge_n(["a"], "a b", 1).f == text.rouge_n(["a b c d"], "a b", 1).f
    assert text.rouge_n(["a"], "a b", 1).recall == 2 * text.rouge_n(["a b c d"], "a b", 1).recall


def test_an_order_of_weight_0_does_not_matter():
    assert text.bleu(["a b"], "b a", weights=[1, 0, 0, 0]) == 1
    assert text.bleu(["a b"], "b a", weights=[0, 1, 0, 0]) == 0


def test_effective_order_may_leave_no_weighted_order():
    assert text.bleu(["a b"], "a b", weights=[0, 0, 1, 0], effective_order=True) == 0


@pytest.mark.parametrize("smoothing", [None, "floor", "add-k", "exp"])
@pytest.mark.parametrize(("reference", "candidate"), [("a b c d", ""), ("", ""), ("", "a b"), ("a b c d", "x y z w")])
def test_no_match_scores_0_with_any_smoothing(reference, candidate, smoothing, recwarn):
    assert text.bleu([reference], candidate, smoothing=smoothing) == 0.0
    assert not recwarn.list


@pytest.mark.parametrize("reference_length", [0, 5])
def test_an_empty_candidate_gets_no_brevity_credit(reference_length):
    assert text.brevity_penalty(reference_length=reference_length, candidate_length=0) == 0


def test_tallies_of_other_orders_do_not_add():
    with pytest.raises(ValueError, match="tallies of 1 and 2 orders do not add"):
        BleuTally((1,), (2,), 2, 3) + BleuTally((1, 0), (2, 1), 2, 3)


def test_weighted_rows_may_hold_fractions():
    tally = BleuTally.rows([["a b c"], ["a b d"]], ["a b", "c d"], max_n=2).weighted([0.5, 0.25])
    assert (tally.matches, tally.totals) == ((1.25, 0.5), (1.5, 0.75))
    assert tally.brevity_penalty == pytest.approx(math.exp(1 - 2.25 / 1.5), abs=1e-15)
    assert tally.score() == pytest.approx(math.exp(-0.5) * math.sqrt(1.25 / 1.5 * 0.5 / 0.75), abs=1e-15)
    rouge = RougeTally.lcs_rows([["a b c"], ["a b d"]], ["a b", "c d"]).weighted([0.5, 0.25])
    assert rouge.recall == pytest.approx((2 * 0.5 + 1 * 0.25) / (3 * 0.75), abs=1e-15)


def test_counts_beyond_53_bits_add_as_floats():
    huge = BleuTally((2**53,), (2**53,), 2**53, 2**53)
    assert sum([huge] * 1100).totals == (1100 * 2.0**53,)
    assert sum([huge] * 1100).score() == 1
    assert sum([RougeTally(2**53, 2**53, 2**53)] * 1100).recall == 1


def test_properties_of_an_empty_tally_are_quiet(recwarn):
    assert all(map(math.isnan, RougeTally(0, 0, 0).score()))
    assert [math.isnan(precision) for precision in BleuTally((1, 0), (1, 0), 1, 1).precisions] == [False, True]
    assert not recwarn.list


def test_counts_beyond_32_bits():
    many = 2**40
    tally = BleuTally([many] * 2, np.array([2 * many] * 2), 2 * many, many)
    assert (tally + tally).score() == 0.5
    assert type((tally + tally).totals[0]) is int
    assert RougeTally(many, 2 * many, 4 * many).score() == RougeScore(0.25, 0.5, pytest.approx(1 / 3))


# ---------------------------------------------------------------- resampled


# ---------------------------------------------------------------- sentences of every kind


@pytest.mark.parametrize(
    "kind",
    [list, tuple, np.array, pd.Series, lambda tokens: np.array(tokens, dtype=object), lambda t: np.repeat(t, 2)[::2]],
    ids=["list", "tuple", "array", "Series", "objects", "strided"],
)
@pytest.mark.parametrize("tokens", [list("abcab"), [3, 1, 2, 3, 1], np.array([3, 1, 2, 3, 1], dtype=np.int8)])
def test_any_sequence_of_tokens(kind, tokens):
    sentence = kind(tokens)
    assert text.bleu([sentence], sentence) == 1
    assert text.bleu((sentence, sentence), sentence) == 1
    assert text.corpus_bleu([[sentence]], (sentence,)) == 1
    assert text.lcs_length(sentence, sentence) == 5
    assert text.rouge_lsum([[sentence]], [sentence]).f == 1
    assert text.ngrams(sentence, 5) == [tuple(tokens)]


def test_strings_of_other_types():
    assert text.bleu(np.array(["a b c d"]), np.str_("a b c d")) == 1
    assert text.bleu(pd.Series(["a b c d"]), "a b c d") == 1
    assert text.ngrams(range(3), 2) == [(0, 1), (1, 2)]
    assert text.ngrams(" a\tb \n c ", 3) == [("a", "b", "c")]


def test_scores_are_python_numbers():
    assert type(text.bleu([np.array([1, 2, 3, 4])], np.array([1, 2, 3, 4]))) is float
    assert type(text.lcs_length(np.array([1]), np.array([1]))) is int
    assert {type(part) for part in text.rouge_l(["a"], "a", beta=np.float32(2))} == {float}
    assert {type(part) for part in text.rouge_l(["a"], "", zero_division=0)} == {float}


# ---------------------------------------------------------------- what is undefined

ROUGES = [lambda *args, **kw: text.rouge_n(*args, n=1, **kw), text.rouge_l, text.rouge_lsum]


class TestUndefined:
    """0/0 is nan with one warning on the caller's line, or what zero_division says, in silence."""

    @pytest.mark.parametrize("rouge", ROUGES)
    @pytest.mark.parametrize(
        ("reference", "candidate", "expected", "lacking"),
        [
            ("a b", "", [NAN, 0, 0], "the candidate"),
            ("", "a b", [0, NAN, 0], "the reference"),
            ("", "", [NAN, NAN, NAN], "the candidate and the reference"),
        ],
    )
    def test_an_empty_sentence(self, rouge, reference, candidate, expected, lacking):
        with undefined(
            rf"a part of ROUGE is undefined \(0/0\), so nan is returned: there is no (token|1-gram) in {lacking}\. "
        ):
            score = rouge([reference], candidate)
        assert list(score) == pytest.approx(expected, nan_ok=True)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            zero = rouge([reference], candidate, zero_division=0)
            half = rouge([reference], candidate, zero_division=0.5)
        assert list(zero) == [0, 0, 0]
        assert list(half) == [0.5 if math.isnan(part) else part for part in expected]

    @pytest.mark.parametrize("rouge", [text.rouge_l, text.rouge_lsum])
    def test_the_warning_stands_on_the_callers_line(self, rouge):
        with undefined():
            rouge(["a"], "")

    def test_a_candidate_shorter_than_n(self):
        with undefined("no 2-gram in the candidate"):
            score = text.rouge_n(["a b"], "a", 2)
        assert list(score) == pytest.approx([NAN, 0, 0], nan_ok=True)

    def test_modified_precision(self):
        with undefined("the candidate has no 3-gram"):
            assert math.isnan(text.modified_precision(["a b c"], "a b", 3))
        assert nltk_bleu.modified_precision([["a", "b", "c"]], ["a", "b"], 3) == 0  # the other convention
        assert text.modified_precision(["a b c"], "a b", 3, zero_division=0) == 0

    @pytest.mark.parametrize("references", [["", "a b"], ["a b", ""]])
    def test_the_best_reference_is_a_defined_one(self, references, recwarn):
        assert text.rouge_l(references, "a b") == RougeScore(1, 1, 1)
        score = text.rouge_l(references, "", zero_division=NAN)  # against the empty reference all three are undefined
        assert list(score) == pytest.approx([NAN, 0, 0], nan_ok=True)
        assert not recwarn.list

    @pytest.mark.parametrize(("stand_in", "recall"), [(NAN, 1), (0, 0.5), (1, 1), (0.5, 0.75)])
    def test_zero_division_decides_about_an_empty_reference(self, stand_in, recall, recwarn):
        score = text.rouge_l(["a b", ""], "a b", combine="average", zero_division=stand_in)
        assert list(score) == [0.5, recall, 0.5]
        assert not recwarn.list

    def test_an_average_over_something_undefined_is_undefined(self):
        with undefined("no token in the reference"):
            score = text.rouge_l(["a b", ""], "a b", combine="average")
        assert list(score) == pytest.approx([0.5, NAN, 0.5], nan_ok=True)

    def test_an_average_of_the_largest_numbers_has_a_value(self, recwarn):
        score = text.rouge_l(["a", "b"], "", combine="average", zero_division=1e100)
        assert score == RougeScore(1e100, 0, 0)
        assert not recwarn.list

    def test_nothing_to_average(self, recwarn):
        assert all(map(math.isnan, text.rouge_l(["", ""], "", combine="average", zero_division=NAN)))
        assert not recwarn.list

    def test_no_hit_is_0_in_silence(self, recwarn):
        assert text.rouge_l(["a b"], "c") == text.rouge_n(["a b"], "c", 1) == RougeScore(0, 0, 0)
        assert not recwarn.list


# ---------------------------------------------------------------- bad input


def with_n(table):
    return [row._replace(kwargs={"n": 1, **row.kwargs}) for row in table]


AGAINST_REFERENCES = [text.bleu, text.rouge_l, BleuTally.from_sentence, RougeTally.from_lcs]
WITH_N = [text.clipped_counts, text.modified_precision, text.rouge_n, RougeTally.from_ngrams]
WITH_SUMMARIES = [text.rouge_lsum, RougeTally.from_summaries]

BAD_REFERENCES = [
    bad("empty", [], "a b", words=["references is empty", "at least one"]),
    bad_type("a bare string", "a b", "a b", words=["references is a single string", "references=['a b']"]),
    bad_type("a bare string of 41", "a" * 41, "a", words=f"references=['{'a' * 39}…']"),
    bad_type("a bare string in an array", np.array("a b"), "a b", words="references is a single str"),
    bad_type("None", None, "a b", words="references is a single NoneType"),
    bad_type("a set", {"a b"}, "a b", words="references is a single set"),
    bad_type("a generator", iter(["a b"]), "a b", words="references is a single list_iterator"),
    bad_type("tokens for references", ["a", "b"], ["a", "b"], words=["is of type list", '[["the", "cat", "sat"]]']),
    bad_type("strings and tokens", ["a b", ["a", "b"]], "a b", words=["references[0]", "references[1]"]),
    bad_type("tokens against a string", [["a", "b"]], "a b", words="candidate is a string"),
    bad_type("a candidate of None", ["a b"], None, words="a string and candidate is of type NoneType"),
]
BAD_TOKENS = [
    bad_type("ids for references", [1, 2], [1, 2], words=["references[0] is a single int", "tokens"]),
    bad_type("a candidate of None", [["a"]], None, words="candidate is a single NoneType"),
    bad_type("bytes", [["a"]], b"ab", words="candidate is a single bytes"),
    bad_type("floats", [[0.5, 1.0]], [0.5], words=["references[0] holds float", "integers"]),
    bad_type("nan", [[NAN]], [NAN], words="candidate holds float"),
    bad_type("None among tokens", [["a"]], ["a", None], words="candidate holds NoneType, str"),
    bad_type("two dimensions", [["a"]], np.array([["a", "b"]]), words="candidate holds list"),
    bad_type("ids against strings", [["1", "2"]], [1, 2], words="references[0] holds str, candidate"),
]
BAD_BLEU_OPTIONS = [
    bad("too few weights", weights=[0.5, 0.5], words=["weights has 2", "expected 4"]),
    bad("no weights", weights=[], words="weights is empty"),
    bad("weights of 1/n", weights=[1, 1 / 2, 1 / 3, 1 / 4], words=["weights is", "add up to 1"]),
    bad("negative weights", weights=[1, 1, -0.5, -0.5], words=["weights is", "at least 0"]),
    bad("all-zero weights", weights=[0, 0, 0, 0], words=["weights is", "add up to 1"]),
    bad("huge weights", weights=[1e308] * 4, words=["weights is", "add up to 1"]),
    bad("nan weights", weights=[NAN, 1, 0, 0], words="weights[0] is nan"),
    bad_type("strings as weights", weights=["a"] * 4, words="weights holds strings"),
    bad("two dimensions of weights", weights=[[0.25] * 4], words="weights has shape (1, 4)"),
    bad("a value without smoothing", smoothing_value=0.5, words=["smoothing=None", "expected no value"]),
    bad("a value for exp", smoothing="exp", smoothing_value=0.5, words=["smoothing='exp'", "expected no value"]),
    bad("floor 0", smoothing="floor", smoothing_value=0, words=["smoothing_value is 0", "above 0"]),
    bad("floor above 1", smoothing="floor", smoothing_value=1.5, words=["smoothing_value is 1.5", "up to 1"]),
    bad("add nan", smoothing="add-k", smoothing_value=NAN, words="smoothing_value is nan"),
    bad("add inf", smoothing="add-k", smoothing_value=INF, words="smoothing_value is inf"),
    bad("add a negative number", smoothing="add-k", smoothing_value=-1, words="smoothing_value is -1"),
    bad_type("add a string", smoothing="add-k", smoothing_value="1", words="smoothing_value is '1'"),
]


BAD_TEXTS = [
    *BAD_REFERENCES[:6],
    bad_type("tokens", [["a", "b"]], ["a", "b"], words=["references[0] is of type list", "join the tokens"]),
    bad_type("a candidate of tokens", ["a b"], ["a", "b"], words="candidate is of type list"),
    bad_type("a candidate of None", ["a b"], None, words="candidate is of type NoneType"),
    bad_type("bytes", ["a b"], b"a", words="candidate is of type bytes"),
]


BAD_CORPORA = [
    bad("empty", [], [], words="candidates is empty"),
    bad("different lengths", [["a"]], ["a", "b"], words=["references_per_candidate has 1", "candidates 2"]),
    bad_type("a bare string", [["a"]], "a", words=["candidates is a single string", "['a']"]),
    bad_type("references a string", "a", ["a"], words="references_per_candidate is a single string"),
    bad_type("a reference not in a list", [["a"], "b"], ["a", "b"], words="references_per_candidate[1]=['b']"),
    bad("a candidate without one", [["a"], []], ["a", "b"], words="references_per_candidate[1] is empty"),
    bad_type("None", None, ["a"], words="references_per_candidate is a single NoneType"),
    bad_type(
        "tokens for references",
        *([["a", "b"]], [["a", "b"]]),
        words="references_per_candidate[0][0] is a string and candidates[0] is of type list",
    ),
    bad_type("floats", [[["a"]]], [[0.5]], words="candidates[0] holds float"),
]


BAD = {
    (*AGAINST_REFERENCES,): [*BAD_REFERENCES, *BAD_TOKENS],
    (*WITH_N,): with_n(BAD_REFERENCES + BAD_TOKENS),
    (*WITH_SUMMARIES,): [
        *BAD_REFERENCES[:7],
        bad_type("a list against a string", [["a b"]], "a b", words="candidate is a string"),
        bad_type("a string against a list", ["a b"], ["a b"], words="references[0] is a string"),
        bad_type("mixed sentences", [["a b"]], [["a", "b"]], words=["references[0][0] is a", "candidate[0]"]),
        bad_type("mixed later on", [["a"], ["b", ["c"]]], ["a"], words="references[1][1]"),
        bad_type("no summary", [1], [2], words=["references[0] is a single int", "sentences"]),
        bad_type("floats", [[[0.5]]], [[0.5]], words="references[0][0] holds float"),
    ],
    (text.chrf, ChrfTally.from_sentence): [
        *BAD_TEXTS,
        bad("word_order too large", ["a b"], "a b", word_order=1001, words=["word_order is 1001", "at most 1000"]),
    ],
    (text.corpus_chrf, ChrfTally.rows): [
        *BAD_CORPORA[:3],
        bad_type("tokens", [["a"]], [["a"]], words="candidates[0] is of type list"),
        bad_type("an id", [["a", 1]], ["a"], words="references_per_candidate[0][1] is of type int"),
    ],
    ChrfTally: [
        bad("no orders", [], [], [], words="matches has 0 orders"),
        bad("different orders", [1], [1, 1], [1], words="matches has 1 orders, candidate_totals has 2"),
        bad_type("one number", 1, 1, 1, words="matches is a single int"),
        bad_type("floats", [1.0], [1], [1], words="matches is 1.0"),
        bad("negative", [0], [-1], [1], words="candidate_totals is -1"),
        bad("more matches than the reference has", [2], [2], [1], words="matches is (2,)"),
        bad("words alone", [1], [1], [1], word_order=1, words=["word_order is 1", "at most 0"]),
    ],
    text.bleu: [
        bad("max_n too large", ["a"], "a", max_n=1001, words=["max_n is 1001", "at most 1000"]),
        *(row._replace(args=(["a b"], "a b")) for row in BAD_BLEU_OPTIONS),
    ],
    text.corpus_bleu: [row._replace(args=([["a b"]], ["a b"])) for row in BAD_BLEU_OPTIONS],
    (text.corpus_bleu, BleuTally.rows, RougeTally.lcs_rows): BAD_CORPORA,
    RougeTally.ngram_rows: with_n(BAD_CORPORA),
    RougeTally.summary_rows: [
        *BAD_CORPORA[:-1],
        bad_type(
            "a number",
            [[["a"]], [["b"]]],
            [["a"], [1]],
            words="references_per_candidate[1][0][0] is a string and candidates[1][0] is of type int",
        ),
    ],
    (text.lcs, text.lcs_length): [
        bad_type("a string and tokens", "a b", ["a", "b"], words="a is a string and b is of type list"),
        bad_type("tokens and a string", ["a", "b"], "a b", words="b is a string and a is of type list"),
        bad_type("None", ["a"], None, words=["b is a single NoneType", "tokens"]),
        bad_type("a number", 1, 2, words="a is a single int"),
        bad_type("floats", [NAN], [INF], words="a holds float, b holds float"),
        bad_type("strings and ids", ["1"], [1], words="a holds str, b holds int"),
        bad_type("two dimensions", [["a"]], [["a"]], words="a holds list"),
    ],
    text.ngrams: [
        bad_type("None", None, 1, words="tokens is a single NoneType"),
        bad_type("floats", [0.5], 1, words="tokens holds float"),
        bad_type("a list of lists", [["a"]], 1, words="tokens holds list"),
    ],
    BleuTally: [
        bad("no orders", [], [], 1, 1, words="matches has 0 orders"),
        bad("different orders", [1], [1, 1], 1, 1, words="matches has 1 orders and totals has 2"),
        bad_type("one number", 1, 1, 1, 1, words="matches is a single int"),
        bad_type("floats", [1.0], [1], 1, 1, words="matches is 1.0"),
        bad("negative", [1], [-1], 1, 1, words=["totals is -1", "at least 0"]),
        bad("more matches than n-grams", [2], [1], 1, 1, words=["matches is (2,)", "totals is (1,)"]),
        bad("a negative length", [1], [1], -1, 1, words="candidate_length is -1"),
        bad_type("a length of nan", [1], [1], 1, NAN, words="reference_length is nan"),
    ],
    RougeTally: [
        bad("negative", -1, 1, 1, words="hits is -1"),
        bad_type("a float", 1.0, 1, 1, words="hits is 1.0"),
        bad("more hits than the reference", 2, 1, 2, words="hits is 2, but reference_total is 1"),
        bad(
            "more hits than the candidate",
            2,
            2,
            1,
            words=["hits is 2, but reference_total is 2", "candidate_total is 1"],
        ),
        bad_type("nan", 1, NAN, 1, words="reference_total is nan"),
    ],
    (RougeTally(1, 2, 3).f_beta, RougeTally(1, 2, 3).score, ChrfTally((1,), (1,), (1,)).score): [
        bad("negative", beta=-1, words="beta is -1"),
        bad("nan", beta=NAN, words="beta is nan"),
        bad_type("a string", beta="1", words="beta is '1'"),
    ],
    BleuTally((1,) * 4, (1,) * 4, 4, 4).score: BAD_BLEU_OPTIONS,
}


@refused(BAD)
def test_bad_input_is_refused_and_named(function, row):
    assert_raises(function, row)


# ---------------------------------------------------------------- the peers' cases


def inputs_of(case):
    return case["inputs"]["references"], case["inputs"]["hypothesis"]


@peer_cases("modified_precision", "modified_precision n=2")
def test_modified_precision_as_the_peers_have_it(case):
    assert text.modified_precision(*inputs_of(case), case["inputs"].get("n", 2)) == approx(case["expected"], case)


@peer_cases("brevity_penalty")
def test_the_brevity_penalty_of_the_closest_reference_as_nltk_has_it(case):
    references = [["a"] * length for length in case["inputs"]["ref_lens"]]
    tally = BleuTally.from_sentence(references, ["a"] * case["inputs"]["hyp_len"])
    assert tally.brevity_penalty == approx(case["expected"], case)


@peer_cases("sentence_bleu weights 1/2,1/3,1/4")
def test_shorter_ngrams_as_nltk_has_them(case):
    ours = [text.bleu(*inputs_of(case), max_n=n, weights=[1 / n] * n) for n in (2, 3, 4)]
    assert ours == approx(case["expected"], case)
    assert [text.bleu(*inputs_of(case), max_n=n) for n in (2, 3, 4)] == approx(case["expected"], case)


@peer_cases("sentence_bleu empty hypothesis / empty reference")
def test_empty_sentences_score_0_as_nltk_has_it(case):
    for given_case, expected in zip(case["inputs"]["cases"], case["expected"], strict=True):
        assert text.bleu(given_case["references"], given_case["hypothesis"]) == expected


@peer_cases("corpus_bleu (13a tokenizer, percent)")
def test_a_corpus_in_sacrebleus_tokens(case):
    tokenize = Tokenizer13a()
    candidates = [tokenize(sentence) for sentence in case["inputs"]["hypotheses"]]
    streams = [[tokenize(sentence) for sentence in stream] for stream in case["inputs"]["references_by_stream"]]
    references = list(zip(*streams, strict=True))
    assert 100 * text.corpus_bleu(references, candidates, smoothing="exp") == approx(case["expected"], case)
    white_space = list(zip(*case["inputs"]["references_by_stream"], strict=True))
    in_other_tokens = 100 * text.corpus_bleu(white_space, case["inputs"]["hypotheses"], smoothing="exp")
    assert abs(in_other_tokens - case["expected"]) > 0.5


@peer_cases("bleu from sufficient statistics", "bleu zero 4-gram, no smoothing")
def test_the_score_of_a_tally_as_sacrebleu_has_it(case):
    given_case = case["inputs"]
    tally = BleuTally(given_case["correct"], given_case["total"], given_case["sys_len"], given_case["ref_len"])
    assert tally.score() == approx(case["expected"], case)


@peer_cases("bleu statistics")
def test_the_tally_as_sacrebleu_has_it(case):
    tally = BleuTally.from_sentence(*inputs_of(case))
    assert list(tally.matches) == case["expected"]["correct"]
    assert list(tally.totals) == case["expected"]["total"]


SMOOTHED = {
    "sentence_bleu no smoothing, zero 3-gram matches": {},
    "sentence_bleu shorter than 4 tokens": {},
    "bleu no smoothing": {},
    "bleu effective order + floor .01": {"smoothing": "floor", "smoothing_value": 0.01, "effective_order": True},
    "sentence_bleu smoothing add-one for n>1 (Chen&Cherry 2)": {"smoothing": "add-k"},
    "sentence_bleu exp smoothing, tokenize none, percent": {"smoothing": "exp"},
}


@peer_cases(*SMOOTHED)
def test_missing_orders_and_smoothing_as_the_peers_have_them(case):
    score = text.bleu(*inputs_of(case), **SMOOTHED[case["metric"]])
    assert (100 * score if "percent" in case["metric"] else score) == approx(case["expected"], case)


@peer_cases("bleu closest-reference tie")
def test_of_two_closest_references_the_shorter_counts(case):
    tally = BleuTally.from_sentence(*inputs_of(case))
    assert tally.brevity_penalty == approx(case["expected"]["brevity_penalty_shorter"], case)
    first_listed = text.brevity_penalty(reference_length=5, candidate_length=4)  # the convention it is not
    assert first_listed == approx(case["expected"]["brevity_penalty_first_listed_5"], case)


@peer_cases("corpus_bleu")
def test_corpus_bleu_as_torchmetrics_has_it(case):
    ours = text.corpus_bleu(case["inputs"]["list_of_references"], case["inputs"]["hypotheses"])
    assert ours == approx(case["expected"], case)


def rouge_of(name, target, prediction, **options):
    if name == "rougeL":
        return text.rouge_l([target], prediction, **options)
    return text.rouge_n([target], prediction, int(name.removeprefix("rouge")), **options)


def assert_rouge(score, case):
    expected = case["expected"]
    assert [score.precision, score.recall, score.f] == approx(
        [expected["precision"], expected["recall"], expected["fmeasure"]], case
    )


@peer_cases("rouge1", "rouge2", "rougeL")
def test_rouge_as_rouge_score_has_it(case):
    pair = case["inputs"]["target"], case["inputs"]["prediction"]
    if "tokenize" in case["inputs"]:
        pair = [re.sub("[^a-z0-9]+", " ", sentence.lower()) for sentence in pair]
    assert_rouge(rouge_of(case["metric"], *pair), case)


@peer_cases("rouge1/2/L empty prediction")
@pytest.mark.parametrize("name", ["rouge1", "rouge2", "rougeL"])
def test_an_empty_prediction_is_0_in_rouge_score_and_here_where_asked(case, name):
    pair = case["inputs"]["target"], case["inputs"]["prediction"]
    assert_rouge(rouge_of(name, *pair, zero_division=0), case)
    with undefined():
        assert list(rouge_of(name, *pair)) == pytest.approx([NAN, 0, 0], nan_ok=True)


@peer_cases("rougeLsum (Lin 2004 sec 3.2)")
def test_lins_union_as_rouge_score_has_it(case):
    score = text.rouge_lsum([case["inputs"]["target_sentences"]], case["inputs"]["prediction_sentences"])
    assert_rouge(score, case)


@peer_cases("lcs length / indices")
def test_lcs_as_rouge_score_has_it(case):
    pair = case["inputs"]["reference"], case["inputs"]["candidate"]
    assert text.lcs_length(*pair) == case["expected"]["length"]
    assert text.lcs(*pair) == case["expected"]["values"]


@peer_cases("rouge1/2/L F")
def test_f_as_torchmetrics_has_it(case):
    pair = case["inputs"]["target"].lower(), case["inputs"]["prediction"].lower()
    for name, expected in case["expected"].items():
        assert rouge_of(name, *pair).f == approx(expected, case)


@peer_cases("rouge1 mean over two pairs")
def test_the_mean_over_pairs_as_rouge_155_has_it(case):
    pairs = zip(case["inputs"]["references"], case["inputs"]["hypotheses"], strict=True)
    means = map(fmean, zip(*(rouge_of("rouge1", *pair) for pair in pairs), strict=True))
    assert_rouge(RougeScore(*means), case)
