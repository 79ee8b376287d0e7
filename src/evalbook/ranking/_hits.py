"""Hits: the relevant items in the first ranks of a list, and where they stand."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import OfSums, filled, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._tally import added_up
from evalbook._undefined import ZeroDivision, mean, ratio
from evalbook.confusion import Counts
from evalbook.ranking._queries import SAY_HOW_MANY, defined, named, per_query, ranks

# ---------------------------------------------------------------- what is counted in a list


def hits_in(ranked: NDArray[Any], *, k: int | None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The hits in the first `k` ranks of each row, and its relevant items."""
    relevant = ranked > 0
    return np.sum(relevant[..., :k], axis=-1), np.sum(relevant, axis=-1)


def precisions_in(ranked: NDArray[Any], *, k: int | None) -> tuple[Any, ...]:
    """As `hits_in`, and the sum of the precisions at the ranks of the hits."""
    relevant = ranked > 0
    hits = relevant[..., :k]
    so_far = np.cumsum(hits, axis=-1)
    found = np.sum(so_far[..., -1:], axis=-1)  # 0 of an empty list
    return found, np.sum(relevant, axis=-1), np.sum(hits * (so_far / ranks(hits)), axis=-1)


def first_hits_in(ranked: NDArray[Any], *, k: int | None) -> tuple[FloatArray]:
    """The reciprocal rank of each row."""
    hits = ranked[..., :k] > 0
    return (np.max(hits / ranks(hits), axis=-1, initial=0),)


def relevant_items(
    n_relevant: ArrayLike | None, hits: NDArray[np.int64], listed: NDArray[np.int64]
) -> NDArray[np.int64]:
    """How many relevant items each query has: as many as are listed, or `n_relevant`, at least as many as were hit."""
    if n_relevant is None:
        return listed
    one_for_all = isinstance(n_relevant, Real | str)
    number = check.table(cast("ArrayLike", [n_relevant]) if one_for_all else n_relevant, "n_relevant")
    number = check.to_floats(number, "n_relevant")
    if not one_for_all and number.shape != np.shape(hits):
        raise ValueError(
            f"n_relevant has shape {number.shape}, but the queries have shape {np.shape(hits)}; "
            f"expected one number for all queries, or one number per query"
        )
    odd = (number < 0) | (number > 2**53) | (number % 1 != 0)
    if odd.any():
        raise ValueError(f"n_relevant holds {number[odd][0]:g}; expected whole numbers from 0 to 2**53")
    number = np.broadcast_to(number[0] if one_for_all else number, np.shape(hits)).astype(np.int64)
    few = number < hits
    if few.any():
        raise ValueError(
            f"n_relevant is smaller than the number of relevant items found in {named(few)}; "
            f"expected the number of all relevant items that exist, listed or not"
        )
    return number


# ---------------------------------------------------------------- hits in the top k


def _counts_at_k(relevance: ArrayLike, k: int, n_relevant: ArrayLike | None = None) -> Counts:
    """The list cut at rank `k` as a confusion matrix: the top `k`, empty places included, are predicted positive.

    Nobody knows how many irrelevant items were left out, so `tn` is 0: only precision and recall have a meaning.
    """
    k = check.cutoff(k)
    hits, listed = per_query(hits_in, check.ranked_gains(relevance), k=k)
    relevant = relevant_items(n_relevant, hits, listed)
    return Counts._made(hits, k - hits, relevant - hits, np.zeros_like(hits))


@with_hints
def precision_at_k(relevance: ArrayLike, k: int) -> Any:
    r"""Precision at k: the share of the first k ranks that hold a relevant item.

    .. math:: P@k = \frac1k \sum_{i=1}^{k} [\mathit{rel}_i > 0]

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int
        How many ranks count, at least 1. It may exceed the length of the list.

    Returns
    -------
    float or ndarray
        Between 0 and 1, one value per query; a single list gives a float.

    See Also
    --------
    recall_at_k : the share of the relevant items that were found
    average_precision : it also depends on the order of the hits
    evalbook.confusion.precision : the same ratio for a classifier

    Notes
    -----
    1. The empty ranks of a list shorter than `k` count as misses, because P@k divides by `k` and not by the length of
       the list.
    2. An empty list, or a list without a relevant item, has precision 0.
    3. A query with fewer than `k` relevant items cannot reach a precision of 1.

    References
    ----------
    Manning, Raghavan and Schütze, *Introduction to Information Retrieval* (2008), section 8.4.

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.precision_at_k([1, 0, 1, 1, 0], 4)
    0.75
    >>> ranking.precision_at_k([[1, 0, 1, 1, 0], [1]], 4)
    array([0.75, 0.25])
    """
    return _counts_at_k(relevance, k).precision


@with_hints
def recall_at_k(
    relevance: ArrayLike, k: int, *, n_relevant: ArrayLike | None = None, zero_division: ZeroDivision = "warn"
) -> Any:
    r"""Recall at k: the share of the relevant items that are found in the first k ranks.

    .. math:: R@k = \frac{1}{n_\mathit{relevant}} \sum_{i=1}^{k} [\mathit{rel}_i > 0]

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int
        How many ranks count, at least 1. It may exceed the length of the list.
    n_relevant : int or array_like, optional
        How many relevant items exist for each query, listed or not: one whole number for all queries, or one per query.
        Each is at least the number of hits in the first `k` ranks, and at most 2**53. By default no relevant item
        exists other than the listed ones.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float or ndarray
        Between 0 and 1, one value per query; a single list gives a float.

    See Also
    --------
    precision_at_k : the share of the first k ranks that are relevant
    hit_ratio : one recall for all queries together
    evalbook.confusion.recall : the same ratio for a classifier

    Notes
    -----
    1. If relevant items exist and none is found, the recall is 0, even when the list is empty.
    2. If `n_relevant` is 0, or is not given while no relevant item is listed, the recall is undefined, and nan is
       returned.

    References
    ----------
    Manning, Raghavan and Schütze, *Introduction to Information Retrieval* (2008), section 8.4.

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.recall_at_k([1, 0, 1, 1, 0], 2)
    0.3333333333333333
    >>> ranking.recall_at_k([1, 0, 1, 1, 0], 2, n_relevant=5)
    0.2
    """
    return defined(_counts_at_k(relevance, k, n_relevant).recall, zero_division, "recall at k", SAY_HOW_MANY)


def _hits_and_relevant(
    relevance: ArrayLike, k: int, n_relevant: ArrayLike | None = None, zero_division: ZeroDivision = "warn"
) -> Any:
    counts = _counts_at_k(relevance, k, n_relevant)
    return (counts.tp, counts.positives), lambda hits, relevant: filled(ratio(hits, relevant), zero_division)


@on(OfSums(_hits_and_relevant))
@with_hints
def hit_ratio(
    relevance: ArrayLike, k: int, *, n_relevant: ArrayLike | None = None, zero_division: ZeroDivision = "warn"
) -> float:
    r"""Hit ratio: of the relevant items of all queries together, the share found in the first k ranks.

    .. math:: HR@k = \frac{\sum_q \mathit{hits}_q@k}{\sum_q n_{\mathit{relevant},\,q}}

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int
        How many ranks count, at least 1. It may exceed the length of the list.
    n_relevant : int or array_like, optional
        How many relevant items exist for each query, listed or not: one whole number for all queries, or one per query.
        Each is at least the number of hits in the first `k` ranks, and at most 2**53. By default no relevant item
        exists other than the listed ones.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float
        Between 0 and 1. It is the micro average of recall@k, in which a query with many relevant items counts more.

    See Also
    --------
    hit_rate : the share of queries with a hit
    recall_at_k : one recall per query

    Notes
    -----
    1. A query without relevant items adds nothing to either sum. The ratio is nan only if no query has a relevant item.
    2. With one relevant item per query (``n_relevant=1``), the hit ratio equals :func:`hit_rate`.

    References
    ----------
    Deshpande and Karypis, *Item-based top-N recommendation algorithms* (2004), for one relevant item per query.

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.hit_ratio([[1, 0, 1], [0, 0, 0]], 2, n_relevant=[4, 1])
    0.2
    """
    counts = _counts_at_k(relevance, k, n_relevant)
    hits, relevant = added_up(np.asarray(counts.tp)), added_up(np.asarray(counts.positives))
    return float(defined(ratio(hits, relevant), zero_division, "hit ratio", SAY_HOW_MANY))


@on(OfSums(lambda relevance, k: ([_counts_at_k(relevance, k).tp > 0], lambda share: share)))
@with_hints
def hit_rate(relevance: ArrayLike, k: int) -> float:
    r"""Hit rate: the share of queries with at least one relevant item in the first k ranks.

    .. math:: \frac{1}{|Q|} \sum_q [\mathit{hits}_q@k \ge 1]

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int
        How many ranks count, at least 1. It may exceed the length of the list.

    Returns
    -------
    float
        Between 0 and 1; a single list gives 0 or 1.

    See Also
    --------
    hit_ratio : the share of all relevant items that were found
    mean_reciprocal_rank : it depends on the rank of the first hit

    Notes
    -----
    1. An empty list, or a list without a relevant item, counts as a query without a hit.
    2. Libraries use the names "hit rate" and "hit ratio" both for this number and for :func:`hit_ratio`.

    References
    ----------
    Deshpande and Karypis, *Item-based top-N recommendation algorithms* (2004).

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.hit_rate([[1, 0, 1], [0, 0, 1]], 2)
    0.5
    """
    return float(np.mean(np.asarray(_counts_at_k(relevance, k).tp) > 0))


# ---------------------------------------------------------------- the ranks of the hits


@with_hints
def average_precision(
    relevance: ArrayLike,
    *,
    k: int | None = None,
    n_relevant: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""Average precision of a list: the mean of the precisions at the ranks of its relevant items.

    .. math:: AP = \frac{1}{n_\mathit{relevant}} \sum_i [\mathit{rel}_i > 0]\; P@i

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int, optional
        How many ranks count, at least 1. By default all of them count.
    n_relevant : int or array_like, optional
        How many relevant items exist for each query, listed or not: one whole number for all queries, or one per query.
        Each is at least the number of hits in the first `k` ranks, and at most 2**53. By default no relevant item
        exists other than the listed ones.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float or ndarray
        Between 0 and 1, one value per query; a single list gives a float.

    See Also
    --------
    mean_average_precision : its mean over the queries
    evalbook.curves.average_precision : from true labels and scores
    ndcg : for grades that differ

    Notes
    -----
    1. With `k`, the sum ends at rank `k`, while the divisor stays the number of relevant items. Other libraries divide
       AP@k by min(n_relevant, k), or by the number of hits in the top k. To get their numbers, pass that divisor as
       `n_relevant`.
    2. A relevant item that is not listed, or is listed below rank `k`, adds 0.
    3. If relevant items exist and none is found, the average precision is 0, even when the list is empty.
    4. If `n_relevant` is 0, or is not given while no relevant item is listed, the average precision is undefined, and
       nan is returned.
    5. If no two items have the same score, it equals :func:`evalbook.curves.average_precision`, the area under the P-R
       curve drawn in steps.

    References
    ----------
    Manning, Raghavan and Schütze, *Introduction to Information Retrieval* (2008), section 8.4.

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.average_precision([1, 0, 1, 0])
    0.8333333333333333
    >>> ranking.average_precision([1, 0, 1, 0], n_relevant=4)
    0.41666666666666663
    >>> ranking.average_precision([[1, 0, 1, 0], [0, 0, 1]], k=2)
    array([0.5, 0. ])
    """
    hits, listed, precisions = per_query(precisions_in, check.ranked_gains(relevance), k=check.cutoff_or_all(k))
    values = ratio(precisions, relevant_items(n_relevant, hits, listed))
    return defined(values, zero_division, "average precision", SAY_HOW_MANY)


def _average_precisions(relevance: ArrayLike, zero_division: ZeroDivision = "warn", **options: Any) -> Any:
    each = average_precision(relevance, **options, zero_division=math.nan)
    if zero_division == "warn" or not math.isnan(zero_division):
        return [filled(each, zero_division)], lambda mean: mean
    defined = ~np.isnan(each)
    return (np.where(defined, each, 0.0), defined), ratio


@on(OfSums(_average_precisions))
@with_hints
def mean_average_precision(
    relevance: ArrayLike,
    *,
    k: int | None = None,
    n_relevant: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""Mean average precision (MAP): the average precision of each query, averaged over the queries.

    .. math:: MAP = \frac{1}{|Q|} \sum_q AP_q

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int, optional
        How many ranks count, at least 1. By default all of them count.
    n_relevant : int or array_like, optional
        How many relevant items exist for each query, listed or not: one whole number for all queries, or one per query.
        Each is at least the number of hits in the first `k` ranks, and at most 2**53. By default no relevant item
        exists other than the listed ones.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    average_precision : the value of each query
    RankingTally : add up queries that are counted apart

    Notes
    -----
    1. A query whose AP is undefined makes the mean nan. With ``zero_division=nan`` the mean leaves that query out, and
       with ``zero_division=0`` it counts the query as 0.
    2. If ``zero_division=nan`` leaves out every query, the mean is nan.
    3. Every query counts the same, however many relevant items it has.

    References
    ----------
    Manning, Raghavan and Schütze, *Introduction to Information Retrieval* (2008), equation 8.8.

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.mean_average_precision([[1, 0, 1, 0], [0, 1]])
    0.6666666666666666
    """
    values = average_precision(relevance, k=k, n_relevant=n_relevant, zero_division=zero_division)
    return mean(values, zero_division)


@with_hints
def reciprocal_rank(relevance: ArrayLike, *, k: int | None = None) -> Any:
    r"""Reciprocal rank: one divided by the rank of the first relevant item.

    .. math:: RR = \frac{1}{\min \{i : \mathit{rel}_i > 0\}}

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int, optional
        How many ranks count, at least 1. By default all of them count.

    Returns
    -------
    float or ndarray
        Between 0 and 1, one value per query; a single list gives a float.

    See Also
    --------
    mean_reciprocal_rank : its mean over the queries
    average_precision : it depends on the ranks of all hits

    Notes
    -----
    1. If no relevant item is listed, or none in the first `k` ranks, the reciprocal rank is 0, as if the first relevant
       item were infinitely far down the list.
    2. Items after the first relevant one do not matter.

    References
    ----------
    Voorhees, *The TREC-8 question answering track report* (1999).

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.reciprocal_rank([0, 0, 0, 1, 1])
    0.25
    """
    (values,) = per_query(first_hits_in, check.ranked_gains(relevance), k=check.cutoff_or_all(k))
    return check.plain(values)


@on(OfSums(lambda relevance, k=None: ([reciprocal_rank(relevance, k=k)], lambda mean: mean)))
@with_hints
def mean_reciprocal_rank(relevance: ArrayLike, *, k: int | None = None) -> float:
    r"""Mean reciprocal rank (MRR): the reciprocal rank of each query, averaged over the queries.

    .. math:: MRR = \frac{1}{|Q|} \sum_q RR_q

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int, optional
        How many ranks count, at least 1. By default all of them count.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    reciprocal_rank : the value of each query
    hit_rate : whether there is a hit, wherever it is

    Notes
    -----
    1. A query whose list has no relevant item counts as 0.

    References
    ----------
    Voorhees, *The TREC-8 question answering track report* (1999).

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.mean_reciprocal_rank([[0, 1, 0], [1, 0, 0], [0, 0, 0]])
    0.5
    """
    return float(np.mean(reciprocal_rank(relevance, k=k)))
