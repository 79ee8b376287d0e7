"""The tally of ranked lists: what every metric of them counts, added over the queries."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._tally import EXACT, Rows, Tally
from evalbook._undefined import ZeroDivision, check_zero_division, mean_of_sum, or_undefined, ratio
from evalbook.ranking import _discounted_gains as gains
from evalbook.ranking._discounted_gains import Gain, checked_gain
from evalbook.ranking._hits import first_hits_in, precisions_in, relevant_items
from evalbook.ranking._queries import per_query

_COUNTS = ("queries", "hits", "relevant", "queries_with_hit", "queries_without_relevant", "queries_without_gain")
_RATES = ("recall_sum", "average_precision_sum", "reciprocal_rank_sum", "ndcg_sum")
_GAINS = ("cg_sum", "dcg_sum", "idcg_sum")
_SUMS = (*_COUNTS, *_RATES, *_GAINS)
_AT_MOST = dict.fromkeys((*_COUNTS[3:], *_RATES), "queries") | {"hits": "relevant", "dcg_sum": "idcg_sum"}
"""What can be no more than something else."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RankingTally(Tally):
    r"""The tally of ranked lists: what all ranking metrics count, added over the queries.

    .. math:: MAP = \frac{1}{|Q|} \sum_q AP_q, \quad \overline{NDCG} = \frac{1}{|Q|} \sum_q NDCG_q, \quad \dots

    Tallies add (``a + b``, ``sum(list_of_tallies)``): the tally of many queries is the sum of the tallies of their
    parts, wherever these were counted. Every metric is a property. It is the mean, over the queries, of what the
    function of that name returns for each query; only `hit_ratio` is one ratio for all queries.

    Parameters
    ----------
    queries : int
        The number of queries. This and the other counts may be weighted, so they can be any number of at least 0.
    hits, relevant : int
        The number of relevant items in the first `k` ranks, and the number of all that exist, both added over the
        queries.
    queries_with_hit : int
        The number of queries with at least one hit in the first `k` ranks.
    queries_without_relevant, queries_without_gain : int
        The number of queries without a known relevant item, for which recall and AP are undefined, and the number of
        queries with an ideal DCG of 0, for which NDCG is undefined.
    recall_sum, average_precision_sum, reciprocal_rank_sum, ndcg_sum : float
        The sum of each metric over the queries for which it is defined.
    cg_sum, dcg_sum, idcg_sum : float
        The sum of each over all queries.
    k : int, optional
        How many ranks count, at least 1. By default all of them count.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of grade rel is worth: 2^rel - 1 (for rel below 1024), or rel itself.
    zero_division : "warn" or float, default "warn"
        What a query for which the metric is undefined counts in the mean: this number, or nothing if the number is nan.
        With "warn" the mean is nan.

    See Also
    --------
    ndcg : for lists that are all at hand
    mean_average_precision : for lists that are all at hand
    evalbook.comparison.interval : its confidence interval, from the rows of a tally

    Notes
    -----
    1. Undefined properties are nan, without a warning. `precision_at_k` is also nan if `k` is not given.
    2. Only tallies with the same `k`, `gain` and `zero_division` can be added.
    3. The sum of no tallies, ``sum([])``, is the number 0, as always in Python.

    Examples
    --------
    >>> from evalbook.ranking import RankingTally
    >>> first = RankingTally.from_arrays([[3, 0, 2], [0, 0, 1]], k=2)
    >>> second = RankingTally.from_arrays([0, 1, 0], k=2)
    >>> first + second
    <RankingTally of 3 queries at k=2: MAP 0.3333, MRR 0.5, NDCG 0.4727>
    >>> (first + second).hit_rate, (first + second).recall_at_k
    (0.6666666666666666, 0.5)
    """

    queries: float
    hits: float
    relevant: float
    queries_with_hit: float
    queries_without_relevant: float
    queries_without_gain: float
    recall_sum: float
    average_precision_sum: float
    reciprocal_rank_sum: float
    ndcg_sum: float
    cg_sum: float
    dcg_sum: float
    idcg_sum: float
    k: int | None = None
    gain: Gain = "exponential"
    zero_division: ZeroDivision = "warn"

    _KIND: ClassVar = ("k", "gain", "zero_division")

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", check.cutoff_or_all(self.k))
        checked_gain(self.gain)
        check_zero_division(self.zero_division)
        for name in _SUMS:
            number = (check.sized if name in _COUNTS else check.real)(getattr(self, name), name, at_least=0)
            object.__setattr__(self, name, _whole(number) if name in _COUNTS else number)
        for name, limit in _AT_MOST.items():
            part, whole = getattr(self, name), getattr(self, limit)
            if part > whole * (1 + 1e-9):  # sums are rounded
                raise ValueError(f"{name} is {part:g}, but {limit} is {whole:g}; expected {name} to be at most {limit}")

    @classmethod
    def from_arrays(
        cls,
        relevance: ArrayLike,
        *,
        k: int | None = None,
        n_relevant: ArrayLike | None = None,
        gain: Gain = "exponential",
        ideal: ArrayLike | None = None,
        zero_division: ZeroDivision = "warn",
    ) -> RankingTally:
        """Count ranked lists, which are given as in :func:`ndcg` and :func:`average_precision`.

        Parameters
        ----------
        relevance : array_like of shape (ranks,) or (..., ranks)
            The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading
            axes, or a list of rows of unequal length.
        k : int, optional
            How many ranks count, at least 1. By default all of them count.
        n_relevant : int or array_like, optional
            How many relevant items exist for each query, listed or not: one whole number for all queries, or one per
            query. Each is at least the number of hits in the first `k` ranks, and at most 2**53. By default no relevant
            item exists other than the listed ones.
        gain : {"exponential", "linear"}, default "exponential"
            What an item of grade rel is worth: 2^rel - 1 (for rel below 1024), or rel itself.
        ideal : array_like of shape (items,) or (..., items), optional
            The grades of all judged items of each query, in any order, the listed items included. By default the listed
            items are all that were judged.
        zero_division : "warn" or float, default "warn"
            What a query for which the metric is undefined counts in the mean: this number, or nothing if the number is
            nan. With "warn" the mean is nan.
        """
        rows = cls.rows(relevance, k=k, n_relevant=n_relevant, gain=gain, ideal=ideal, zero_division=zero_division)
        return rows.sum()

    @classmethod
    def rows(
        cls,
        relevance: ArrayLike,
        *,
        k: int | None = None,
        n_relevant: ArrayLike | None = None,
        gain: Gain = "exponential",
        ideal: ArrayLike | None = None,
        zero_division: ZeroDivision = "warn",
    ) -> Rows[RankingTally]:
        """Count each ranked list by itself; ``.sum()`` is the tally of all.

        Parameters
        ----------
        relevance : array_like of shape (ranks,) or (..., ranks)
            The grade of the item at each rank, rank 1 first; each grade is at least 0. Several queries are leading
            axes, or a list of rows of unequal length.
        k : int, optional
            How many ranks count, at least 1. By default all of them count.
        n_relevant : int or array_like, optional
            How many relevant items exist for each query, listed or not: one whole number for all queries, or one per
            query. Each is at least the number of hits in the first `k` ranks, and at most 2**53. By default no relevant
            item exists other than the listed ones.
        gain : {"exponential", "linear"}, default "exponential"
            What an item of grade rel is worth: 2^rel - 1 (for rel below 1024), or rel itself.
        ideal : array_like of shape (items,) or (..., items), optional
            The grades of all judged items of each query, in any order, the listed items included. By default the listed
            items are all that were judged.
        zero_division : "warn" or float, default "warn"
            What a query for which the metric is undefined counts in the mean: this number, or nothing if the number is
            nan. With "warn" the mean is nan.
        """
        check_zero_division(zero_division)
        k, gain = check.cutoff_or_all(k), checked_gain(gain)
        hits, listed, *found, lacking = per_query(
            _counts_in, *gains.ranked_and_judged(relevance, ideal), k=k, gain=gain
        )
        gains.refuse_lacking(lacking)
        counts = (hits, relevant_items(n_relevant, hits, listed), *found)
        columns = _columns([np.ravel(part) for part in counts])
        table = np.column_stack([columns[name] for name in _SUMS])
        with np.errstate(over="ignore"):
            gains.refuse_infinite(table.sum(axis=0), "relevance" if ideal is None else "ideal")
        return Rows(table, partial(cls._of_row, k, gain, zero_division))

    @classmethod
    def _of_row(cls, k: int | None, gain: Gain, zero_division: ZeroDivision, row: NDArray[Any]) -> RankingTally:
        sums = dict(zip(_SUMS, row.tolist(), strict=True))
        sums |= {name: _whole(sums[name]) for name in _COUNTS}
        return cls._made(*sums.values(), k, gain, zero_division)

    def _of_columns(self, row: NDArray[Any]) -> RankingTally:
        return self._of_row(self.k, self.gain, self.zero_division, row)

    def _require_same_kind(self, other: RankingTally) -> None:
        for name in self._KIND:
            mine, others = getattr(self, name), getattr(other, name)
            if mine != others and not (mine != mine and others != others):  # nan is nan
                raise ValueError(
                    f"tallies with {name}={mine!r} and {name}={others!r} do not add; expected the same {name} in both"
                )

    def __repr__(self) -> str:
        at = "" if self.k is None else f" at k={self.k}"
        metrics = {"MAP": self.mean_average_precision, "MRR": self.mean_reciprocal_rank, "NDCG": self.ndcg}
        listed = ", ".join(f"{name} {value:.4g}" for name, value in metrics.items())
        return f"<RankingTally of {self.queries:,} {'query' if self.queries == 1 else 'queries'}{at}: {listed}>"

    # Hits

    @property
    def precision_at_k(self) -> float:
        """The mean precision at k: hits / (k · queries); nan if `k` is not given."""
        return math.nan if self.k is None else self._mean(self.hits / self.k)

    @property
    def recall_at_k(self) -> float:
        """The mean recall at k: the share of the relevant items in the first k ranks, averaged over the queries."""
        return self._mean(self.recall_sum, self.queries_without_relevant)

    @property
    def hit_ratio(self) -> float:
        """The hits of all queries divided by their relevant items."""
        quiet = math.nan if self.zero_division == "warn" else self.zero_division
        return or_undefined(float(ratio(self.hits, self.relevant)), quiet, "")

    @property
    def hit_rate(self) -> float:
        """The share of queries with at least one hit in the first k ranks."""
        return self._mean(self.queries_with_hit)

    # The ranks of the hits

    @property
    def mean_average_precision(self) -> float:
        """Mean average precision (MAP)."""
        return self._mean(self.average_precision_sum, self.queries_without_relevant)

    @property
    def mean_reciprocal_rank(self) -> float:
        """Mean reciprocal rank (MRR): the mean of 1 / the rank of the first hit."""
        return self._mean(self.reciprocal_rank_sum)

    # Gains

    @property
    def cg(self) -> float:
        """The mean cumulative gain."""
        return self._mean(self.cg_sum)

    @property
    def dcg(self) -> float:
        """The mean DCG."""
        return self._mean(self.dcg_sum)

    @property
    def idcg(self) -> float:
        """The mean DCG of the ideal orders."""
        return self._mean(self.idcg_sum)

    @property
    def ndcg(self) -> float:
        """The mean NDCG."""
        return self._mean(self.ndcg_sum, self.queries_without_gain)

    def _mean(self, total: float, undefined: float = 0) -> float:
        return mean_of_sum(total, self.queries, undefined, self.zero_division)


def _counts_in(
    ranked: NDArray[Any], judged: NDArray[Any] | None = None, *, k: int | None, gain: Gain
) -> tuple[Any, ...]:
    """What is counted in each row of grades, before it is known how many relevant items exist."""
    return (
        *precisions_in(ranked, k=k),
        *first_hits_in(ranked, k=k),
        *gains.cg_in(ranked, k=k, gain=gain),
        *gains.dcg_and_idcg_in(ranked, judged, k=k, gain=gain),
    )


def _columns(counts: list[NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The sums of each query by itself, by name; what is undefined adds 0."""
    hits, relevant, precisions, reciprocal_rank, cg, dcg, idcg = counts
    rates = {
        "recall_sum": ratio(hits, relevant),
        "average_precision_sum": ratio(precisions, relevant),
        "reciprocal_rank_sum": reciprocal_rank,
        "ndcg_sum": gains.share_of_ideal(dcg, idcg),
    }
    return {
        "queries": np.ones(len(hits)),
        "hits": hits,
        "relevant": relevant,
        "queries_with_hit": hits > 0,
        "queries_without_relevant": relevant == 0,
        "queries_without_gain": idcg == 0,
        **{name: np.where(np.isnan(rate), 0, rate) for name, rate in rates.items()},
        "cg_sum": cg,
        "dcg_sum": dcg,
        "idcg_sum": idcg,
    }


def _whole(count: float) -> float:
    """Whole counts as integers, as far as floats hold them."""
    return int(count) if count <= EXACT and count == int(count) else count
