"""Discounted gains: how much the listed items are worth, and how much of that counts so far down the list."""

from __future__ import annotations

import math
from typing import Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._hints import with_hints
from evalbook._input import FloatArray, GainRows
from evalbook._undefined import ZeroDivision, check_zero_division, ratio
from evalbook.ranking._queries import SAY_WHICH, defined, named, per_query, ranks, shape_of_queries
from evalbook.ranking._ranked_lists import falling, falling_as_given, scored_items

Gain: TypeAlias = Literal["exponential", "linear"]
Ties: TypeAlias = Literal["average", "order"]

# ---------------------------------------------------------------- what an item is worth


def checked_gain(gain: Any) -> Gain:
    return cast("Gain", check.choice(gain, "gain", ("exponential", "linear")))


def _worth(relevance: NDArray[Any], gain: Gain) -> FloatArray:
    """What each item gains: rel, or 2^rel - 1, exact for whole numbers and not 0 for tiny ones."""
    relevance = relevance.astype(np.float64)
    if gain == "linear":
        return relevance
    with np.errstate(over="ignore"):  # `_total` refuses what is infinite
        return np.where(relevance < 1, np.expm1(relevance * math.log(2)), np.exp2(relevance) - 1)


# ---------------------------------------------------------------- what is counted in a list


def _total(gains: FloatArray, weights: FloatArray, name: str) -> Any:
    """The weighted sum of each row of gains, which come from the argument `name`."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = gains @ weights
    refuse_infinite(total, name)
    return total


def refuse_infinite(total: Any, name: str) -> None:
    if not np.isfinite(total).all():
        raise ValueError(
            f"{name} has gains that add up to more than a float can hold; expected smaller grades "
            f'(with gain="exponential" each grade must be below 1024, because 2^1024 is too large)'
        )


def _discounted(gains: FloatArray, name: str) -> Any:
    """Each gain times 1/log2(rank + 1), added up."""
    return _total(gains, 1 / np.log2(ranks(gains) + 1), name)


def _best_first(relevance: NDArray[Any], k: int | None) -> NDArray[Any]:
    """The ideal order, cut at `k`."""
    return np.sort(relevance, axis=-1)[..., ::-1][..., :k]


def cg_in(ranked: NDArray[Any], *, k: int | None, gain: Gain) -> tuple[Any]:
    """The cumulative gain of each row."""
    gains = _worth(ranked[..., :k], gain)
    return (_total(gains, np.ones(gains.shape[-1]), "relevance"),)


def dcg_in(ranked: NDArray[Any], *, k: int | None, gain: Gain) -> tuple[Any]:
    """The discounted gain of each row."""
    return (_discounted(_worth(ranked[..., :k], gain), "relevance"),)


def idcg_in(
    ranked: NDArray[Any], judged: NDArray[Any] | None = None, *, k: int | None, gain: Gain
) -> tuple[Any, NDArray[np.bool_]]:
    """The discounted gain of the ideal order of each row, and whether `judged` lacks a grade that is listed."""
    listed = _best_first(ranked, k)
    if judged is None:
        return _discounted(_worth(listed, gain), "relevance"), np.zeros(ranked.shape[:-1], dtype=np.bool_)
    missing = max(listed.shape[-1] - judged.shape[-1], 0)
    best = _best_first(np.concatenate([judged, np.zeros((*judged.shape[:-1], missing))], axis=-1), k)
    lacking = np.any(listed > best[..., : listed.shape[-1]], axis=-1)
    return _discounted(_worth(best, gain), "ideal"), lacking


def dcg_and_idcg_in(
    ranked: NDArray[Any], judged: NDArray[Any] | None = None, *, k: int | None, gain: Gain
) -> tuple[Any, ...]:
    return *dcg_in(ranked, k=k, gain=gain), *idcg_in(ranked, judged, k=k, gain=gain)


def ranked_and_judged(relevance: ArrayLike, ideal: ArrayLike | None) -> list[GainRows]:
    """The listed grades and, if they are given, all judged ones of the same queries."""
    ranked = check.ranked_gains(relevance)
    if ideal is None:
        return [ranked]
    judged = check.gain_rows(ideal, "ideal")
    if shape_of_queries(judged) != shape_of_queries(ranked):
        raise ValueError(
            f"ideal has {_described(judged)}, but relevance has {_described(ranked)}; "
            f"expected in ideal one row of judged grades for each query in relevance"
        )
    return [ranked, judged]


def _described(table: GainRows) -> str:
    return f"shape {table.shape}" if isinstance(table, np.ndarray) else f"{len(table)} rows of unequal length"


def refuse_lacking(lacking: NDArray[np.bool_]) -> None:
    if np.any(lacking):
        raise ValueError(
            f"ideal lacks a grade that relevance lists in {named(lacking)}; "
            f"expected the grades of all judged items, both the listed and the unlisted ones"
        )


def share_of_ideal(reached: Any, ideal: Any) -> Any:
    """NDCG; quietly nan where the ideal order has no gain."""
    return np.minimum(ratio(reached, ideal), 1)  # rounding must not lift it above 1


# ---------------------------------------------------------------- the metrics


@with_hints
def cg(relevance: ArrayLike, *, k: int | None = None, gain: Gain = "exponential") -> Any:
    r"""Cumulative gain: the sum of the gains in the first k ranks, whatever their order.

    .. math:: CG@k = \sum_{i=1}^{k} g(\mathit{rel}_i)

    .. math:: g(r) = 2^r - 1 \text{ or } r

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int, optional
        How many ranks count, at least 1. By default all of them count.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of grade rel is worth: 2^rel - 1 (for rel below 1024), or rel itself.

    Returns
    -------
    float or ndarray
        At least 0, one value per query; a single list gives a float.

    See Also
    --------
    dcg : gains count less further down the list

    Notes
    -----
    1. The sum over an empty list is 0.
    2. Many texts define the cumulative gain as the sum of the grades themselves, which is ``gain="linear"``. The
       default gain is the same as in :func:`dcg`, so that only the discount differs between the two functions.

    References
    ----------
    Järvelin and Kekäläinen, *Cumulated gain-based evaluation of IR techniques* (2002).

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.cg([3, 2, 1]), ranking.cg([3, 2, 1], gain="linear")
    (11.0, 6.0)
    """
    (values,) = per_query(cg_in, check.ranked_gains(relevance), k=check.cutoff_or_all(k), gain=checked_gain(gain))
    return check.plain(values)


@with_hints
def dcg(relevance: ArrayLike, *, k: int | None = None, gain: Gain = "exponential") -> Any:
    r"""Discounted cumulative gain (DCG): the lower an item is listed, the less its gain counts.

    .. math:: DCG@k = \sum_{i=1}^{k} \frac{g(\mathit{rel}_i)}{\log_2(i + 1)}

    .. math:: g(r) = 2^r - 1 \text{ or } r

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int, optional
        How many ranks count, at least 1. By default all of them count.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of grade rel is worth: 2^rel - 1 (for rel below 1024), or rel itself.

    Returns
    -------
    float or ndarray
        At least 0, one value per query; a single list gives a float.

    See Also
    --------
    ndcg : DCG divided by the best possible DCG
    idcg : the best possible DCG
    cg : the sum without a discount

    Notes
    -----
    1. The sum over an empty list is 0.
    2. It lies between 0 and :func:`idcg`, so it can be larger than 1.
    3. If all grades are 0 or 1, the two kinds of gain are the same.

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
    (values,) = per_query(dcg_in, check.ranked_gains(relevance), k=check.cutoff_or_all(k), gain=checked_gain(gain))
    return check.plain(values)


@with_hints
def idcg(
    relevance: ArrayLike,
    *,
    k: int | None = None,
    gain: Gain = "exponential",
    ideal: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""Ideal DCG: the DCG at k of the judged items when the most relevant ones come first.

    .. math:: IDCG@k = \max_{\mathrm{orders}} DCG@k

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int, optional
        How many ranks count, at least 1. By default all of them count.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of grade rel is worth: 2^rel - 1 (for rel below 1024), or rel itself.
    ideal : array_like of shape (items,) or (..., items), optional
        The grades of all judged items of each query, in any order, the listed items included. By default the listed
        items are all that were judged.
    zero_division : "warn" or float, default "warn"
        It is checked but has no effect, because a sum is never 0/0. It is accepted so that `idcg` and :func:`ndcg` can
        be called in the same way.

    Returns
    -------
    float or ndarray
        At least 0, one value per query; a single list gives a float.

    See Also
    --------
    dcg : the DCG of the list as it is
    ndcg : the ratio of the two

    Notes
    -----
    1. Without a relevant item, the ideal DCG is 0.
    2. An item that was judged relevant belongs to the ideal order even if it is not listed. Give the grades of all
       judged items as `ideal`.

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
    k, gain, tables = check.cutoff_or_all(k), checked_gain(gain), ranked_and_judged(relevance, ideal)
    values, lacking = per_query(idcg_in, *tables, k=k, gain=gain)
    refuse_lacking(lacking)
    return check.plain(values)


@with_hints
def ndcg(
    relevance: ArrayLike,
    *,
    k: int | None = None,
    gain: Gain = "exponential",
    ideal: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""Normalized DCG (NDCG): the DCG of a list divided by the DCG of the ideal order.

    .. math:: NDCG@k = \frac{DCG@k}{IDCG@k}

    Parameters
    ----------
    relevance : array_like of shape (ranks,) or (..., ranks)
        The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading axes, or
        a list of rows of unequal length.
    k : int, optional
        How many ranks count, at least 1. By default all of them count.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of grade rel is worth: 2^rel - 1 (for rel below 1024), or rel itself.
    ideal : array_like of shape (items,) or (..., items), optional
        The grades of all judged items of each query, in any order, the listed items included. By default the listed
        items are all that were judged.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float or ndarray
        Between 0 and 1, one value per query; a single list gives a float.

    See Also
    --------
    ndcg_from_scores : from grades and scores that are not sorted yet
    dcg : the numerator
    idcg : the denominator
    average_precision : for items that are relevant or not

    Notes
    -----
    1. The ideal order has an NDCG of 1. With `ideal`, a list can reach 1 only if no better item was left out of it.
    2. If relevant items exist, but none is in the first `k` ranks, the NDCG is 0.
    3. If no judged item is relevant, or the list is empty and there is no `ideal`, the NDCG is undefined, and nan is
       returned. Then ``numpy.mean`` over the queries is nan as well. With ``zero_division=0`` the query counts as 0,
       and with ``zero_division=nan`` you can leave it out by ``numpy.nanmean``.
    4. The base of the logarithm cancels out, and so does a common factor of all linear gains.

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
    k, gain, tables = check.cutoff_or_all(k), checked_gain(gain), ranked_and_judged(relevance, ideal)
    reached, best, lacking = per_query(dcg_and_idcg_in, *tables, k=k, gain=gain)
    refuse_lacking(lacking)
    return defined(share_of_ideal(reached, best), zero_division, "NDCG", SAY_WHICH if ideal is None else "")


@with_hints
def ndcg_from_scores(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: int | None = None,
    gain: Gain = "exponential",
    ties: Ties = "average",
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""NDCG of the items ranked by their scores, with exponential gains unless ``gain="linear"``.

    By default the gain of an item of grade 3 is 2³ - 1 = 7. In scikit-learn's `ndcg_score` it is 3. To get
    scikit-learn's number, give ``gain="linear"`` and take the mean over the queries.

    .. math:: \mathbb E[DCG@k] = \sum_{i=1}^{k} \frac{\bar g_i}{\log_2(i + 1)}

    where :math:`\bar g_i` is the mean gain of the items that are tied for rank i.

    Parameters
    ----------
    y_true : array_like of shape (items,) or (..., items)
        The grade of each item, at least 0. An item is relevant if its grade is above 0. Leading axes are queries.
    y_score : array_like of the same shape
        The score of each item. The item with the highest score has rank 1.
    k : int, optional
        How many ranks count, at least 1. By default all of them count.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of grade rel is worth: 2^rel - 1 (for rel below 1024), or rel itself.
    ties : {"average", "order"}, default "average"
        How tied scores are treated: "average" gives the expected NDCG if all orders of the tied items are equally
        likely, and "order" the NDCG of the order in which the items are given.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float or ndarray
        Between 0 and 1, one value per query; a single list gives a float.

    See Also
    --------
    ndcg : from grades in ranked order
    rank_by_score : put grades into ranked order

    Notes
    -----
    1. The ideal order is made of all items of the query, including those that the scores rank below `k`.
    2. If all scores are equal, ``ties="average"`` gives the expected NDCG of a random order. With ``ties="order"``, a
       model that cannot tell any two items apart reaches an NDCG of 1 if the data set happens to be sorted by
       relevance.
    3. For a query without a relevant item the NDCG is undefined, and nan is returned, as in :func:`ndcg`.
    4. scikit-learn's ``ndcg_score`` averages over ties as well, but it counts a query without a relevant item as 0.

    References
    ----------
    McSherry and Najork, *Computing information retrieval performance measures efficiently in the presence of tied
    scores* (2008).

    Examples
    --------
    >>> from evalbook import ranking
    >>> y_true, y_score = [3, 0, 1, 2], [0.1, 0.4, 0.3, 0.2]
    >>> [round(ranking.ndcg_from_scores(y_true, y_score, gain=gain), 3) for gain in ("exponential", "linear")]
    [0.548, 0.614]
    >>> ranking.ndcg_from_scores([10, 0, 0, 1, 5], [1, 0, 0, 0, 1], k=1, gain="linear")
    0.75
    >>> ranking.ndcg_from_scores([10, 0, 0, 1, 5], [1, 0, 0, 0, 1], k=1, gain="linear", ties="order")
    1.0
    """
    check.choice(ties, "ties", ("average", "order"))
    gain, k = checked_gain(gain), check.cutoff_or_all(k)
    relevance, score = scored_items(y_true, y_score)
    best = _discounted(_worth(_best_first(relevance, k), gain), "y_true")
    order = falling(score) if ties == "average" else falling_as_given(score)
    gains = np.take_along_axis(_worth(relevance, gain), order, axis=-1)
    if ties == "average":
        gains = _averaged_over_ties(gains, np.take_along_axis(score, order, axis=-1))
    return defined(share_of_ideal(_discounted(gains[..., :k], "y_true"), best), zero_division, "NDCG")


def _averaged_over_ties(gains: FloatArray, score: NDArray[Any]) -> FloatArray:
    """Each gain replaced by the mean of those that tie with it; ties stand side by side, and end with their row."""
    starts = np.ones(score.shape, dtype=np.bool_)
    starts[..., 1:] = score[..., 1:] != score[..., :-1]
    first = np.flatnonzero(starts)
    size = np.diff(first, append=score.size)
    with np.errstate(over="ignore"):  # `_total` refuses what is infinite
        mean = np.add.reduceat(gains.ravel(), first) / size
    return np.repeat(mean, size).reshape(gains.shape)
