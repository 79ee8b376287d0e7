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
    r"""What the metrics of ranked lists count, in sums over the queries.

    .. math:: MAP = \frac{1}{|Q|} \sum_q AP_q, \quad \overline{NDCG} = \frac{1}{|Q|} \sum_q NDCG_q, \quad \dots

    Tallies add (``a + b``, ``sum(list_of_tallies)``): the tally of many queries is the sum of the tallies of its parts,
    wherever they were counted. Every metric is a property: the mean over the queries of what the function of that name
    gives for each, or, for `hit_ratio`, one ratio for all of them.

    Parameters
    ----------
    queries : int
        The number of queries. This and the other counts may also be weighted: any number of at least 0.
    hits, relevant : int
        The relevant items in the first `k` ranks, and all that exist; added over the queries.
    queries_with_hit : int
        The queries with at least one hit in the first `k` ranks.
    queries_without_relevant, queries_without_gain : int
        The queries of which no relevant item is known, so that recall and AP are undefined; and those with an ideal DCG
        of 0, so that NDCG is.
    recall_sum, average_precision_sum, reciprocal_rank_sum, ndcg_sum : float
        The sums over the queries, without those for which the metric is undefined.
    cg_sum, dcg_sum, idcg_sum : float
        The sums over all queries.
    k : int, optional
        How many ranks count, at least 1; by default all.
    gain : {"exponential", "linear"}, default "exponential"
        What an item of relevance rel is worth: 2^rel - 1 (rel below 1024), or rel itself.
    zero_division : "warn" or float, default "warn"
        What an undefined query counts in a mean: this number, nan to leave it out; otherwise the mean is nan.

    Notes
    -----
    1. Properties are nan where they are undefined, without a warning. `precision_at_k` is, too, where `k` is not given.
    2. Only tallies with the same `k`, `gain` and `zero_division` add.
    3. ``sum([])`` of no tallies is the number 0, as always in Python.

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
                raise ValueError(f"{name} is {part:g} and {limit} {whole:g}; expected no more than that")

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
        """Count ranked lists, given as in :func:`ndcg` and :func:`average_precision`.

        Parameters
        ----------
        relevance : array_like of shape (ranks,) or (..., ranks)
            Grades of at least 0 in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are
            queries.
        k : int, optional
            How many ranks count, at least 1; by default all.
        n_relevant : int or array_like, optional
            How many relevant items exist for each query, listed or not: one number for all, or one per query; whole, at
            least the hits in the first `k` ranks, at most 2**53. By default those listed.
        gain : {"exponential", "linear"}, default "exponential"
            What an item of relevance rel is worth: 2^rel - 1 (rel below 1024), or rel itself.
        ideal : array_like of shape (items,) or (..., items), optional
            The grades of all judged items of each query, the listed ones too, in any order; by default those listed.
        zero_division : "warn" or float, default "warn"
            What an undefined query counts in a mean: this number, nan to leave it out; otherwise the mean is nan.
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
            Grades of at least 0 in ranked order, rank 1 first; leading axes, or a list of rows of unequal length, are
            queries.
        k : int, optional
            How many ranks count, at least 1; by default all.
        n_relevant : int or array_like, optional
            How many relevant items exist for each query, listed or not: one number for all, or one per query; whole, at
            least the hits in the first `k` ranks, at most 2**53. By default those listed.
        gain : {"exponential", "linear"}, default "exponential"
            What an item of relevance rel is worth: 2^rel - 1 (rel below 1024), or rel itself.
        ideal : array_like of shape (items,) or (..., items), optional
            The grades of all judged items of each query, the listed ones too, in any order; by default those listed.
        zero_division : "warn" or float, default "warn"
            What an undefined query counts in a mean: this number, nan to leave it out; otherwise the mean is nan.
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
                    f"tallies with {name}={mine!r} and {name}={others!r} do not add; expected the same {name}"
                )

    def __repr__(self) -> str:
        at = "" if self.k is None else f" at k={self.k}"
        metrics = {"MAP": self.mean_average_precision, "MRR": self.mean_reciprocal_rank, "NDCG": self.ndcg}
        listed = ", ".join(f"{name} {value:.4g}" for name, value in metrics.items())
        return f"<RankingTally of {self.queries:,} {'query' if self.queries == 1 else 'queries'}{at}: {listed}>"

    # Hits

    @property
    def precision_at_k(self) -> float:
        """Hits / (k · queries); nan where `k` is not given."""
        return math.nan if self.k is None else self._mean(self.hits / self.k)

    @property
    def recall_at_k(self) -> float:
        """The mean share of the relevant items that stands in the first k ranks."""
        return self._mean(self.recall_sum, self.queries_without_relevant)

    @property
    def hit_ratio(self) -> float:
        """Hits / relevant items, of all queries together."""
        quiet = math.nan if self.zero_division == "warn" else self.zero_division
        return or_undefined(float(ratio(self.hits, self.relevant)), quiet, "")

    @property
    def hit_rate(self) -> float:
        """The share of queries with a hit in the first k ranks."""
        return self._mean(self.queries_with_hit)

    # The ranks of the hits

    @property
    def mean_average_precision(self) -> float:
        """The mean of AP."""
        return self._mean(self.average_precision_sum, self.queries_without_relevant)

    @property
    def mean_reciprocal_rank(self) -> float:
        """The mean of 1 / the rank of the first hit."""
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
