r"""Ranking metrics: how near the top of a list the relevant items stand.

A ranked list is the row of its *gains*: what the item at rank 1 is worth, at rank 2, and so on; relevant means a gain
above 0. The last axis is the rank, the axes before it are queries (users, searches). :func:`relevance_of` makes that
row from the items themselves, :func:`rank_by_score` from scores.

The first metrics only ask where the hits are: a list cut at rank k is a confusion matrix in which the top k are
"predicted positive", so that precision@k and recall@k are its precision and recall. Average precision and the
reciprocal rank also see the order of the hits, and DCG and NDCG how much each is worth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from numbers import Real
from typing import Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._undefined import ZeroDivision, check_zero_division, mean, or_undefined
from evalbook.confusion import Counts

Gain: TypeAlias = Literal["exponential", "linear"]
Ties: TypeAlias = Literal["average", "order"]

# ---------------------------------------------------------------- from items or scores to a row of gains


def relevance_of(relevant: Iterable[Any] | Mapping[Any, float], ranked: Iterable[Any]) -> NDArray[Any]:
    r"""The gains of a ranked list of items.

    Parameters
    ----------
    relevant : set or other collection of items, or a mapping
        The relevant items, which gain 1 each; or a dict from item to gain. Every other item gains 0.
    ranked : sequence
        The items of the list, best first.

    Returns
    -------
    ndarray of shape (len(ranked),)
        Integers, or floats where a gain is one.

    Notes
    -----
    1. An item that is listed twice counts at its first rank and gains 0 at the others: one relevant item is one hit.
    2. Relevant items that are not listed leave no trace in the row. Metrics that need them take their number as
       `n_relevant` (``len(relevant)``), or their gains as `ideal` (``list(relevant.values())``).

    References
    ----------
    Manning, Raghavan and Schütze, *Introduction to Information Retrieval* (2008), section 8.1.

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.relevance_of({"cat", "dog"}, ["cow", "dog", "dog", "cat"])
    array([0, 1, 0, 1])
    >>> ranking.relevance_of({"cat": 3, "dog": 0.5}, ["cow", "dog", "dog", "cat"])
    array([0. , 0.5, 0. , 3. ])
    """
    if isinstance(ranked, AbstractSet | Mapping):
        raise TypeError(f"ranked is a {type(ranked).__name__}; expected a sequence of items, best first")
    items = _items(ranked, "ranked")
    gain_of = relevant if isinstance(relevant, Mapping) else dict.fromkeys(_items(relevant, "relevant"), 1)
    gains = check.gains(check.numbers([*gain_of.values(), 0], "relevant"), "relevant")  # 0 for all other items
    unseen = dict(zip(gain_of, gains.tolist(), strict=False))
    return np.array([unseen.pop(item, 0) for item in items], dtype=gains.dtype)  # popped: a repeat finds nothing


def _items(values: Iterable[Any], name: str) -> list[Any]:
    if not check.is_collection(values):
        raise TypeError(f"{name} is a single {type(values).__name__}; expected a collection of items")
    items = values.tolist() if isinstance(values, np.ndarray) else list(values)
    try:
        set(items)
    except TypeError as error:
        raise TypeError(f"{name} holds what no set can hold ({error}); expected numbers, strings or tuples") from None
    return items


def rank_by_score(y_true: ArrayLike, y_score: ArrayLike) -> NDArray[Any]:
    r"""The gains of the items in the order of falling scores.

    Parameters
    ----------
    y_true : array_like of shape (items,) or (..., items)
        The gain of each item, at least 0; relevant means above 0. Leading axes are queries.
    y_score : array_like of the same shape
        The score of each item; a higher score ranks first.

    Returns
    -------
    ndarray of the same shape
        Gains in ranked order, rank 1 first, in the type of `y_true`.

    Notes
    -----
    1. Items with equal scores keep the order in which they are given. :func:`ndcg_from_scores` can average over all
       orders of ties instead.

    References
    ----------
    Manning, Raghavan and Schütze, *Introduction to Information Retrieval* (2008), section 8.4.

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.rank_by_score([0, 1, 2, 3], [0.3, 0.9, 0.3, 0.5])
    array([1, 3, 0, 2])
    """
    gains, score = _scored_items(y_true, y_score)
    return np.take_along_axis(gains, _falling_as_given(score), axis=-1)


def _scored_items(y_true: ArrayLike, y_score: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    gains, score = check.gains(y_true, "y_true"), check.table(y_score, "y_score")
    if gains.shape != score.shape:
        raise ValueError(
            f"different shapes: y_true has {gains.shape}, y_score has {score.shape}; expected one score per item"
        )
    return gains, score


def _falling(score: NDArray[Any]) -> NDArray[np.intp]:
    """Where the highest score stands, the next, …; ties in any order, which is faster than keeping one."""
    return np.argsort(score, axis=-1)[..., ::-1]


def _falling_as_given(score: NDArray[Any]) -> NDArray[np.intp]:
    """Where the highest score stands, the next, …; ties as they are given."""
    # Sorted backwards and turned round, because unsigned or extreme integers cannot be negated.
    rising = np.argsort(score[..., ::-1], axis=-1, kind="stable")
    falling: NDArray[np.intp] = score.shape[-1] - 1 - rising[..., ::-1]
    return falling


# ---------------------------------------------------------------- what is undefined


def _or_undefined(values: Any, zero_division: ZeroDivision, metric: str, remedy: str = "") -> Any:
    """One value per query; where it is nan, what `zero_division` says."""

    def reason(undefined: NDArray[np.bool_]) -> str:
        return (
            f"{metric} is 0/0, nan: no relevant item is known of {_queries(undefined)}{remedy}. "
            f"zero_division= takes a number to use instead (nan: leave the query out of a mean)"
        )

    return or_undefined(values, zero_division, reason)


def _queries(chosen: NDArray[np.bool_]) -> str:
    """Names the chosen queries by their place on the leading axes."""
    places = [place[0] if len(place) == 1 else tuple(place) for place in np.argwhere(chosen).tolist() if place]
    named = ", ".join(map(str, places[:5])) + (f", … ({len(places)} in all)" if len(places) > 5 else "")
    return "this list" if not places else f"query {named}" if len(places) == 1 else f"queries {named}"


_SAY_HOW_MANY = " (n_relevant= takes the number of those that exist)"
_SAY_WHICH = " (ideal= takes the gains of those that are not listed)"


# ---------------------------------------------------------------- hits in the top k


def _hits(relevance: ArrayLike, k: int | None, n_relevant: ArrayLike | None) -> tuple[NDArray[np.bool_], NDArray[Any]]:
    """Which of the first `k` ranks hold a relevant item, and how many relevant items each query has."""
    relevant = check.padded_gains(relevance, "relevance") > 0
    hits = _top(relevant, k)
    if n_relevant is None:
        return hits, np.sum(relevant, axis=-1)
    return hits, _number_of_relevant(n_relevant, np.sum(hits, axis=-1))


def _top(ranked: NDArray[Any], k: int | None) -> NDArray[Any]:
    """The first `k` ranks, or all."""
    return ranked if k is None else ranked[..., : check.integer(k, "k", at_least=1)]


def _number_of_relevant(n_relevant: ArrayLike, found: NDArray[np.int64]) -> NDArray[np.int64]:
    """`n_relevant` as one number per query: whole, and at least as many as were found."""
    one_for_all = isinstance(n_relevant, Real | str)
    number = check.table(cast("ArrayLike", [n_relevant]) if one_for_all else n_relevant, "n_relevant")
    number = check.to_floats(number, "n_relevant")
    if not one_for_all and number.shape != np.shape(found):
        raise ValueError(
            f"n_relevant has shape {number.shape} and the queries {np.shape(found)}; "
            f"expected one number, or one per query"
        )
    odd = (number < 0) | (number > 2**53) | (number % 1 != 0)
    if odd.any():
        raise ValueError(f"n_relevant holds {number[odd][0]:g}; expected whole numbers from 0 to 2**53")
    number = np.broadcast_to(number[0] if one_for_all else number, np.shape(found)).astype(np.int64)
    few = number < found
    if few.any():
        raise ValueError(
            f"n_relevant is below the hits of {_queries(few)}; expected the number of relevant items that exist"
        )
    return number


def _counts_at_k(relevance: ArrayLike, k: int, n_relevant: ArrayLike | None = None) -> Counts:
    """The list cut at rank `k` as a confusion matrix: the top `k`, empty places included, are predicted positive.

    Nobody knows how many irrelevant items were left out, so `tn` is 0: only precision and recall have a meaning.
    """
    hits, n_positive = _hits(relevance, check.integer(k, "k", at_least=1), n_relevant)
    tp = np.sum(hits, axis=-1)
    return Counts(tp=tp, fp=k - tp, fn=n_positive - tp, tn=np.zeros_like(tp))


def precision_at_k(relevance: ArrayLike, k: int) -> Any:
    r"""The share of the first k ranks that holds something relevant.

    .. math:: P@k = \frac1k \sum_{i=1}^{k} [\mathit{rel}_i > 0]

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int
        How many ranks count, at least 1; may exceed the length of the list.

    Returns
    -------
    float or ndarray
        One value per query; a float for a single list.


    Notes
    -----
    1. A list shorter than `k` has misses at its empty places: P@k divides by `k`, not by what is listed.
    2. An empty list, or one with nothing relevant, gets 0.
    3. A query with fewer than `k` relevant items cannot reach 1.

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


def recall_at_k(
    relevance: ArrayLike, k: int, *, n_relevant: ArrayLike | None = None, zero_division: ZeroDivision = "warn"
) -> Any:
    r"""The share of the relevant items that stands in the first k ranks.

    .. math:: R@k = \frac{1}{n_\mathit{relevant}} \sum_{i=1}^{k} [\mathit{rel}_i > 0]

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int
        How many ranks count, at least 1; may exceed the length of the list.
    n_relevant : int or array_like, optional
        How many relevant items exist, listed or not, in all or per query; by default those listed.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float or ndarray
        One value per query; a float for a single list.



    Notes
    -----
    1. No hit, but something relevant exists: 0, also for an empty list.
    2. `n_relevant` is 0, or not given and nothing relevant is listed: undefined, nan.

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
    return _or_undefined(_counts_at_k(relevance, k, n_relevant).recall, zero_division, "recall at k", _SAY_HOW_MANY)


def hit_ratio(
    relevance: ArrayLike, k: int, *, n_relevant: ArrayLike | None = None, zero_division: ZeroDivision = "warn"
) -> float:
    r"""The share of all relevant items, of all queries together, that stands in the first k ranks.

    .. math:: HR@k = \frac{\sum_q \mathit{hits}_q@k}{\sum_q n_{\mathit{relevant},\,q}}

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int
        How many ranks count, at least 1; may exceed the length of the list.
    n_relevant : int or array_like, optional
        How many relevant items exist, listed or not, in all or per query; by default those listed.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between 0 and 1: the micro average of recall@k, in which a query with many relevant items weighs more.


    Notes
    -----
    1. A query without relevant items adds nothing above or below the line; it is no reason for nan while another
       query has some.
    2. With one relevant item per query (``n_relevant=1``) it equals :func:`hit_rate`.

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
    # As floats, because the queries may add up to more than 64 bits hold.
    of_all_queries = Counts(*(np.sum(n, dtype=np.float64) for n in (counts.tp, counts.fp, counts.fn, counts.tn)))
    return float(_or_undefined(of_all_queries.recall, zero_division, "hit ratio", _SAY_HOW_MANY))


def hit_rate(relevance: ArrayLike, k: int) -> float:
    r"""The share of queries with at least one hit in the first k ranks.

    .. math:: \frac{1}{|Q|} \sum_q [\mathit{hits}_q@k \ge 1]

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int
        How many ranks count, at least 1; may exceed the length of the list.

    Returns
    -------
    float
        Between 0 and 1; of a single list, 0 or 1.


    Notes
    -----
    1. An empty list, or one with nothing relevant, is a query without a hit.
    2. Libraries use "hit rate" and "hit ratio" for this number and for :func:`hit_ratio`.

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


def average_precision(
    relevance: ArrayLike,
    *,
    k: int | None = None,
    n_relevant: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The mean, over the relevant items, of the precision at the rank where each is found.

    .. math:: AP = \frac{1}{n_\mathit{relevant}} \sum_i [\mathit{rel}_i > 0]\; P@i

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int, optional
        How many ranks count, at least 1; by default all.
    n_relevant : int or array_like, optional
        How many relevant items exist, listed or not, in all or per query; by default those listed.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float or ndarray
        One value per query; a float for a single list.



    Notes
    -----
    1. `k` cuts the sum and leaves the divisor as it is. Other libraries divide AP@k by min(n_relevant, k), or by the
       hits in the top k: pass that number as `n_relevant`.
    2. A relevant item that is not listed, or stands below `k`, adds 0.
    3. No hit, but something relevant exists: 0, also for an empty list.
    4. `n_relevant` is 0, or not given and nothing relevant is listed: undefined, nan.
    5. Without ties it equals :func:`evalbook.curves.average_precision`, the area under the P-R curve by steps.

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
    hits, number = _hits(relevance, k, n_relevant)
    precision_at_each = np.cumsum(hits, axis=-1) / _ranks(hits)
    with np.errstate(invalid="ignore"):  # 0/0
        values = np.sum(hits * precision_at_each, axis=-1) / number
    return _or_undefined(values, zero_division, "average precision", _SAY_HOW_MANY)


def _ranks(ranked: NDArray[Any]) -> NDArray[np.intp]:
    """1, 2, …, one for each place of the last axis."""
    return np.arange(1, ranked.shape[-1] + 1)


def mean_average_precision(
    relevance: ArrayLike,
    *,
    k: int | None = None,
    n_relevant: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The mean over the queries of their average precision.

    .. math:: MAP = \frac{1}{|Q|} \sum_q AP_q

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int, optional
        How many ranks count, at least 1; by default all.
    n_relevant : int or array_like, optional
        How many relevant items exist, listed or not, in all or per query; by default those listed.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between 0 and 1.



    Notes
    -----
    1. A query whose AP is undefined makes the mean nan; ``zero_division=nan`` leaves the query out, 0 counts it as 0.
    2. With ``zero_division=nan`` and no query left, the mean is nan.
    3. Every query weighs the same, however many relevant items it has.

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


def reciprocal_rank(relevance: ArrayLike, *, k: int | None = None) -> Any:
    r"""One divided by the rank of the first relevant item.

    .. math:: RR = \frac{1}{\min \{i : \mathit{rel}_i > 0\}}

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int, optional
        How many ranks count, at least 1; by default all.

    Returns
    -------
    float or ndarray
        One value per query; a float for a single list.


    Notes
    -----
    1. Nothing relevant is listed, or nothing in the first `k` ranks: 0, as if it stood infinitely far down.
    2. What follows the first hit does not matter.

    References
    ----------
    Voorhees, *The TREC-8 question answering track report* (1999).

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.reciprocal_rank([0, 0, 0, 1, 1])
    0.25
    """
    hits = _top(check.padded_gains(relevance, "relevance"), k) > 0
    return check.plain(np.max(hits / _ranks(hits), axis=-1, initial=0))


def mean_reciprocal_rank(relevance: ArrayLike, *, k: int | None = None) -> float:
    r"""The mean over the queries of their reciprocal rank.

    .. math:: MRR = \frac{1}{|Q|} \sum_q RR_q

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int, optional
        How many ranks count, at least 1; by default all.

    Returns
    -------
    float
        Between 0 and 1.


    Notes
    -----
    1. A query that finds nothing relevant counts as 0.

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


# ---------------------------------------------------------------- gains


def _exponential(relevance: FloatArray) -> FloatArray:
    """2^rel - 1: exact for whole numbers, and not 0 for tiny ones."""
    with np.errstate(over="ignore"):  # `_total` refuses what is infinite
        return np.where(relevance < 1, np.expm1(relevance * math.log(2)), np.exp2(relevance) - 1)


def _linear(relevance: FloatArray) -> FloatArray:
    return relevance


_GAINS: dict[str, Callable[[FloatArray], FloatArray]] = {"exponential": _exponential, "linear": _linear}


def _gains(relevance: NDArray[Any], gain: Gain) -> FloatArray:
    """What each item is worth."""
    return _GAINS[check.choice(gain, "gain", _GAINS)](relevance.astype(np.float64))


def _discounts(ranked: NDArray[Any]) -> FloatArray:
    """1/log2(rank + 1)."""
    return 1 / np.log2(_ranks(ranked) + 1)


def _total(gains: FloatArray, weights: FloatArray, name: str) -> Any:
    """The weighted sum of each row of gains, which come from the argument `name`."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = gains @ weights
    if not np.isfinite(total).all():
        raise ValueError(
            f"{name} has gains that add up to more than a float can hold; expected smaller ones "
            f'(with gain="exponential" below 1024, as 2^1024 is too large)'
        )
    return total


def _dcg(gains: FloatArray, name: str) -> Any:
    return _total(gains, _discounts(gains), name)


def _best_first(relevance: NDArray[Any], k: int | None) -> NDArray[Any]:
    """The ideal order, cut at `k`."""
    return _top(np.sort(relevance, axis=-1)[..., ::-1], k)


def cg(relevance: ArrayLike, *, k: int | None = None, gain: Gain = "exponential") -> Any:
    r"""Cumulative gain: what the first k ranks are worth together, in whatever order.

    .. math:: CG@k = \sum_{i=1}^{k} g(\mathit{rel}_i)

    .. math:: g(r) = 2^r - 1 \text{ or } r

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int, optional
        How many ranks count, at least 1; by default all.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of relevance rel is worth: 2^rel - 1, or rel itself.

    Returns
    -------
    float or ndarray
        One value per query; a float for a single list.


    Notes
    -----
    1. An empty list is worth 0.
    2. Many texts define it by the bare sum of the relevance: that is ``gain="linear"``. The default is that of
       :func:`dcg`, so that the two differ by the discount alone.

    References
    ----------
    Järvelin and Kekäläinen, *Cumulated gain-based evaluation of IR techniques* (2002).

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.cg([3, 2, 1]), ranking.cg([3, 2, 1], gain="linear")
    (11.0, 6.0)
    """
    gains = _gains(_top(check.padded_gains(relevance, "relevance"), k), gain)
    return check.plain(_total(gains, np.ones(gains.shape[-1]), "relevance"))


def dcg(relevance: ArrayLike, *, k: int | None = None, gain: Gain = "exponential") -> Any:
    r"""Discounted cumulative gain: the lower an item stands, the less its gain counts.

    .. math:: DCG@k = \sum_{i=1}^{k} \frac{g(\mathit{rel}_i)}{\log_2(i + 1)}

    .. math:: g(r) = 2^r - 1 \text{ or } r

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int, optional
        How many ranks count, at least 1; by default all.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of relevance rel is worth: 2^rel - 1, or rel itself.

    Returns
    -------
    float or ndarray
        One value per query; a float for a single list.


    Notes
    -----
    1. An empty list is worth 0.
    2. It has no upper bound of 1: it lies between 0 and :func:`idcg`.
    3. With gains 0 and 1 the two kinds of gain are the same.

    References
    ----------
    Burges et al., *Learning to rank using gradient descent* (2005), for the exponential gain; Järvelin and Kekäläinen
    (2002) for the discount.

    Examples
    --------
    >>> from evalbook import ranking
    >>> round(ranking.dcg([3, 2, 1]), 2)
    9.39
    """
    gains = _gains(_top(check.padded_gains(relevance, "relevance"), k), gain)
    return check.plain(_dcg(gains, "relevance"))


def idcg(
    relevance: ArrayLike,
    *,
    k: int | None = None,
    gain: Gain = "exponential",
    ideal: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The DCG of the ideal order: the judged items, most relevant first, cut at k.

    .. math:: IDCG@k = \max_{\mathrm{orders}} DCG@k

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int, optional
        How many ranks count, at least 1; by default all.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of relevance rel is worth: 2^rel - 1, or rel itself.
    ideal : array_like of shape (items,) or (..., items), optional
        The gains of all judged items of each query, in any order; by default those listed.
    zero_division : "warn" or float, default "warn"
        Checked, and of no effect: a sum is never 0/0. Taken so that `idcg` and :func:`ndcg` can be called alike.

    Returns
    -------
    float or ndarray
        One value per query; a float for a single list.

    Notes
    -----
    1. Nothing relevant: 0.
    2. An item that was judged relevant but not listed belongs to the ideal order: give all judged gains as `ideal`.

    References
    ----------
    Järvelin and Kekäläinen, *Cumulated gain-based evaluation of IR techniques* (2002).

    Examples
    --------
    >>> from evalbook import ranking
    >>> round(ranking.idcg([1, 0, 3]), 2)
    7.63
    >>> round(ranking.idcg([1, 0, 3], ideal=[3, 3, 1, 0], k=2), 2)
    11.42
    """
    check_zero_division(zero_division)
    ranked = check.padded_gains(relevance, "relevance")
    best = _gains(_ideal_order(ranked, ideal, k), gain)
    return check.plain(_dcg(best, "relevance" if ideal is None else "ideal"))


def _ideal_order(ranked: NDArray[Any], ideal: ArrayLike | None, k: int | None) -> NDArray[Any]:
    """All judged gains, best first, cut at `k`; at every rank at least what the listed items could reach."""
    listed = _best_first(ranked, k)
    if ideal is None:
        return listed
    judged = check.padded_gains(ideal, "ideal")
    if judged.shape[:-1] != ranked.shape[:-1]:
        raise ValueError(
            f"ideal has shape {judged.shape} and relevance {ranked.shape}; expected the judged gains of each query"
        )
    missing = max(listed.shape[-1] - judged.shape[-1], 0)
    judged = _best_first(np.concatenate([judged, np.zeros((*judged.shape[:-1], missing))], axis=-1), k)
    lacking = np.any(listed > judged[..., : listed.shape[-1]], axis=-1)
    if lacking.any():
        raise ValueError(
            f"ideal lacks a gain that relevance lists in {_queries(lacking)}; "
            f"expected the gains of all judged items, listed or not"
        )
    return judged


def ndcg(
    relevance: ArrayLike,
    *,
    k: int | None = None,
    gain: Gain = "exponential",
    ideal: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""Normalized DCG: the share of the ideal order's DCG that is reached.

    .. math:: NDCG@k = \frac{DCG@k}{IDCG@k}

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        Gains in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are queries.
    k : int, optional
        How many ranks count, at least 1; by default all.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of relevance rel is worth: 2^rel - 1, or rel itself.
    ideal : array_like of shape (items,) or (..., items), optional
        The gains of all judged items of each query, in any order; by default those listed.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float or ndarray
        One value per query; a float for a single list.

    Notes
    -----
    1. The ideal order gets 1. With `ideal`, a list can only reach 1 if no better item was left out.
    2. Nothing relevant in the first `k` ranks, but elsewhere: 0.
    3. Nothing relevant among the judged items, or an empty list and no `ideal`: undefined, nan. ``numpy.mean`` over the
       queries is then nan as well; ``zero_division=0`` counts the query as 0, and with ``zero_division=nan``
       ``numpy.nanmean`` leaves it out.
    4. The base of the logarithm cancels, and so does a factor on all linear gains.

    References
    ----------
    Järvelin and Kekäläinen, *Cumulated gain-based evaluation of IR techniques* (2002).

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.ndcg([3, 2, 1])
    1.0
    >>> round(ranking.ndcg([1, 2, 3]), 4)
    0.6806
    >>> round(ranking.ndcg([3, 0, 0], ideal=[3, 3, 3]), 4)
    0.4693
    """
    ranked = check.padded_gains(relevance, "relevance")
    best = _gains(_ideal_order(ranked, ideal, k), gain)
    gains = _gains(_top(ranked, k), gain)
    if ideal is None:
        return _share_of_ideal(gains, best, "relevance", zero_division, _SAY_WHICH)
    return _share_of_ideal(gains, best, "ideal", zero_division)


def _share_of_ideal(
    gains: FloatArray, best: FloatArray, name: str, zero_division: ZeroDivision, remedy: str = ""
) -> Any:
    with np.errstate(invalid="ignore"):  # 0/0
        share = np.minimum(_dcg(gains, name) / _dcg(best, name), 1)  # rounding must not lift it above 1
    return _or_undefined(share, zero_division, "NDCG", remedy)


def ndcg_from_scores(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: int | None = None,
    gain: Gain = "exponential",
    ties: Ties = "average",
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""NDCG of the order in which scores put the items.

    .. math:: \mathbb E[DCG@k] = \sum_{i=1}^{k} \frac{\bar g_i}{\log_2(i + 1)}

    where :math:`\bar g_i` is the mean gain of the items that tie for rank i.

    Parameters
    ----------
    y_true : array_like of shape (items,) or (..., items)
        The gain of each item, at least 0; relevant means above 0. Leading axes are queries.
    y_score : array_like of the same shape
        The score of each item; a higher score ranks first.
    k : int, optional
        How many ranks count, at least 1; by default all.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of relevance rel is worth: 2^rel - 1, or rel itself.
    ties : {"average", "order"}, default "average"
        What NDCG a tie gets: the expected one, if each order of the tied items is as likely as any other, or that of
        the order in which they are given.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float or ndarray
        One value per query; a float for a single list.

    Notes
    -----
    1. The ideal order takes all items of the query, also those that score below rank `k`.
    2. All scores equal: with ``ties="average"`` the NDCG of a random order; with ``ties="order"`` a data set that is
       sorted by relevance gets 1 from a model that cannot tell anything apart.
    3. Nothing relevant in a query: undefined, nan, as in :func:`ndcg`.
    4. With ``gain="linear"`` and averaged ties it is scikit-learn's ``ndcg_score`` (there as a mean over the queries,
       with 0 for undefined ones).

    References
    ----------
    McSherry and Najork, *Computing information retrieval performance measures efficiently in the presence of tied
    scores* (2008).

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.ndcg_from_scores([10, 0, 0, 1, 5], [1, 0, 0, 0, 1], k=1, gain="linear")
    0.75
    >>> ranking.ndcg_from_scores([10, 0, 0, 1, 5], [1, 0, 0, 0, 1], k=1, gain="linear", ties="order")
    1.0
    """
    check.choice(ties, "ties", ("average", "order"))
    relevance, score = _scored_items(y_true, y_score)
    best = _gains(_best_first(relevance, k), gain)
    order = _falling(score) if ties == "average" else _falling_as_given(score)
    gains = np.take_along_axis(_gains(relevance, gain), order, axis=-1)
    if ties == "average":
        gains = _averaged_over_ties(gains, np.take_along_axis(score, order, axis=-1))
    return _share_of_ideal(_top(gains, k), best, "y_true", zero_division)


def _averaged_over_ties(gains: FloatArray, score: NDArray[Any]) -> FloatArray:
    """Each gain replaced by the mean of those that tie with it; ties stand side by side, and end with their row."""
    starts = np.ones(score.shape, dtype=np.bool_)
    starts[..., 1:] = score[..., 1:] != score[..., :-1]
    first = np.flatnonzero(starts)
    size = np.diff(first, append=score.size)
    with np.errstate(over="ignore"):  # `_total` refuses what is infinite
        mean = np.add.reduceat(gains.ravel(), first) / size
    return np.repeat(mean, size).reshape(gains.shape)
