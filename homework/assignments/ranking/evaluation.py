"""The new search of the library, in four numbers.

`shown` has one row a query: the grades of its ten books, from rank 1 down. `judged` has the grades of all judged books
of the query, in any order. A book is relevant if its grade is above 0.
"""

import numpy as np

from evalbook import ranking


def report(shown, judged):
    return {
        "P@5": p_at_5(shown),
        "MRR@10": mrr_at_10(shown),
        "NDCG@10": ndcg_at_10(shown, judged),
        "hit ratio@5": hit_ratio_at_5(shown, judged),
    }


def p_at_5(shown):
    """The mean over all queries of P@5, the share of hits among the first five books."""
    return np.mean(shown > 0)


def mrr_at_10(shown):
    """The mean over all queries of 1 over the rank of the first hit; without a hit, 0."""
    reciprocal = [1 / (1 + np.flatnonzero(row)[0]) if row.any() else 0 for row in shown]
    return np.mean(reciprocal)


def ndcg_at_10(shown, judged):
    """The mean over the queries of NDCG@10: gain 2^rel - 1, ideal order of all judged books of the query."""
    return np.mean(ranking.ndcg(shown, k=10, ideal=judged, zero_division=0))


def hit_ratio_at_5(shown, judged):
    """The hits of all queries in the first five ranks, over the relevant books of all queries."""
    hits, relevant = np.sum(shown[:, :5] > 0, axis=1), np.sum(judged > 0, axis=1)
    return hits.sum() / relevant.sum()
