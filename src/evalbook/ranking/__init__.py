r"""Ranking metrics: how close to the top of a list the relevant items are.

A ranked list is given as the row of its *grades*: what the item at rank 1 is worth, what the item at rank 2 is worth,
and so on. An item is relevant if its grade is above 0. The last axis is the rank, and the axes before it are the
queries (users, searches). :func:`relevance_of` makes that row from the items themselves, and :func:`rank_by_score`
makes it from scores.

The first metrics only count the relevant items in the first k ranks. A list cut at rank k is a confusion matrix in
which the top k items are predicted positive, and precision@k and recall@k are its precision and recall. Average
precision and the reciprocal rank also depend on the order of the hits, and DCG and NDCG depend on how much each hit is
worth. :class:`RankingTally` counts what all of them need at once, and tallies of different queries can be added.
"""

from evalbook._hints import explain_names
from evalbook.ranking._discounted_gains import cg, dcg, idcg, ndcg, ndcg_from_scores
from evalbook.ranking._hits import (
    average_precision,
    hit_rate,
    hit_ratio,
    mean_average_precision,
    mean_reciprocal_rank,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
)
from evalbook.ranking._ranked_lists import rank_by_score, relevance_of
from evalbook.ranking._ranking_tally import RankingTally

__all__ = [
    "RankingTally",
    "average_precision",
    "cg",
    "dcg",
    "hit_rate",
    "hit_ratio",
    "idcg",
    "mean_average_precision",
    "mean_reciprocal_rank",
    "ndcg",
    "ndcg_from_scores",
    "precision_at_k",
    "rank_by_score",
    "recall_at_k",
    "reciprocal_rank",
    "relevance_of",
]


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)
