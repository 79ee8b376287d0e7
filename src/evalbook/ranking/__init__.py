r"""Ranking metrics: how near the top of a list the relevant items stand.

A ranked list is the row of its *grades*: what the item at rank 1 is worth, at rank 2, and so on; relevant means a grade
above 0. The last axis is the rank, the axes before it are queries (users, searches). :func:`relevance_of` makes that
row from the items themselves, :func:`rank_by_score` from scores.

The first metrics only ask where the hits are: a list cut at rank k is a confusion matrix in which the top k are
"predicted positive", so that precision@k and recall@k are its precision and recall. Average precision and the
reciprocal rank also see the order of the hits, and DCG and NDCG how much each is worth. :class:`RankingTally` counts
all of them at once, in sums over the queries that add.
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
