"""Text metrics: how much of what a model wrote is also in what people wrote.

All of them first count and then score. BLEU (:class:`BleuTally`) counts the n-grams of a candidate that a reference
has, too. It is a precision, with a penalty for candidates that are too short. ROUGE (:class:`RougeTally`) counts the
same overlap, of n-grams or of a longest common subsequence, and gives recall, precision and F. chrF
(:class:`ChrfTally`) counts n-grams of characters. Tallies add: the score of a corpus is the score of the sum of the
tallies of its sentences.

A sentence is a string, which is split on white space, or a sequence of tokens, which are all strings or all integers
(token ids). Tokens are compared as they are: nothing is put into lowercase, stemmed or stripped of punctuation. Chinese
has no white space, so pass the tokens: ``list("模型评估")`` is a list of characters. chrF takes strings and needs no
tokens.
"""

from evalbook._hints import explain_names
from evalbook.text._bleu import bleu, brevity_penalty, corpus_bleu
from evalbook.text._bleu_tally import BleuTally
from evalbook.text._chrf import chrf, corpus_chrf
from evalbook.text._chrf_tally import ChrfTally
from evalbook.text._n_grams import clipped_counts, modified_precision, ngrams
from evalbook.text._rouge import rouge_l, rouge_lsum, rouge_n
from evalbook.text._rouge_tally import RougeScore, RougeTally
from evalbook.text._subsequences import lcs, lcs_length

__all__ = [
    "BleuTally",
    "ChrfTally",
    "RougeScore",
    "RougeTally",
    "bleu",
    "brevity_penalty",
    "chrf",
    "clipped_counts",
    "corpus_bleu",
    "corpus_chrf",
    "lcs",
    "lcs_length",
    "modified_precision",
    "ngrams",
    "rouge_l",
    "rouge_lsum",
    "rouge_n",
]


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)
