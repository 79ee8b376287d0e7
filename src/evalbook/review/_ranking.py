"""The review of ranked lists."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import ranking as metrics
from evalbook._distributions import t_quantile
from evalbook._input import FloatArray
from evalbook._undefined import mean
from evalbook.comparison import proportion_interval
from evalbook.ranking._ranked_lists import scored_items
from evalbook.review._reported import Catalog, ReportedNumber, compare_reported, reported_numbers, standard_name
from evalbook.review._review import Finding, Outcome, Review, checks_of, make_review
from evalbook.review._words import are, bounds_in_words, join_clauses, number_of, rate


@dataclass(frozen=True)
class RankedLists:
    """The grades and the scores of the items of each query, and the rank at which lists are cut."""

    grade: NDArray[Any]
    score: NDArray[Any]
    k: int | None
    reported: Sequence[ReportedNumber]

    @cached_property
    def wanted(self) -> NDArray[np.bool_]:
        """Which queries have a relevant item."""
        return np.asarray((self.grade > 0).any(axis=1))

    @cached_property
    def relevance(self) -> NDArray[Any]:
        """The grades by rank; ties as they are given."""
        return metrics.rank_by_score(self.grade, self.score)

    def ndcg(self, **options: Any) -> Any:
        """Of each query, nan of those that want nothing; ties averaged."""
        return metrics.ndcg_from_scores(self.grade, self.score, **{"k": self.k, "zero_division": math.nan} | options)

    def ndcg_by_ties(self, sign: int) -> Any:
        """Of each query, if the better (1) or the worse (-1) of tied items stand first."""
        order = np.lexsort((sign * self.grade.astype(np.float64), self.score), axis=-1)[:, ::-1]
        ranked = np.take_along_axis(self.grade, order, axis=1)
        return metrics.ndcg(ranked, k=self.k, zero_division=math.nan)


def ties_at_cutoff(evaluation: RankedLists) -> Outcome:
    """Whether the order of tied items can change the NDCG by more than a quarter of its 95% interval.

    It cannot see ties that were broken before the scores were handed in, for example by the position in a file.
    """
    if np.count_nonzero(evaluation.wanted) < 2:
        return "it needs two queries with a relevant item"
    best, worst = (mean(evaluation.ndcg_by_ties(sign), math.nan) for sign in (1, -1))
    value = mean(evaluation.ndcg(), math.nan)
    width = 2 * half_width(evaluation.ndcg())
    if not best - worst > 0.25 * width:
        return None
    metric = at_rank("NDCG", evaluation.k)
    beside = (
        f"Its 95% interval is {rate(width)} wide, so the order of the ties matters."
        if width > 1e-9
        else "All queries have the same value, so there is no interval to compare this with."
    )
    message = (
        f"Depending on the order of tied items, the {metric} is between {rate(worst)} and {rate(best)}. {beside} "
        f"Report the mean over all orders, {rate(value)}, as the line does, or break the ties by a stated rule."
    )
    evidence = {"worst": worst, "best": best, "width": width}
    return Finding("ties_at_cutoff", "warning", best - worst, message, "ranking/ndcg", evidence)


def reported_number(evaluation: RankedLists) -> Outcome:
    """Whether each reported number is what the arrays give, and if not, which of a dozen other numbers it equals.

    The comparison uses the digits that are shown. Another number may agree in three digits by accident, so the finding
    says "equals" and not "is". It cannot see relevant items that are missing from the lists, although recall, MAP and
    the ideal order of the NDCG depend on them.
    """
    return compare_reported(evaluation.reported, _metrics(evaluation), _variants(evaluation))


def ranking(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: int | None = None,
    reported: Mapping[str, str | float] | None = None,
    ignore: Mapping[str, str] | Sequence[str] = (),
) -> Review:
    r"""Review ranked lists: the line to report, and mistakes that the grades and scores reveal.

    .. math:: \overline{NDCG} \pm t_{.975,\,Q - 1}\ \frac{s}{\sqrt Q}

    The checks are `ties_at_cutoff` and `reported_number`.

    Parameters
    ----------
    y_true : array_like of shape (queries, items) or (items,)
        The grade of each item, at least 0. An item is relevant if its grade is above 0.
    y_score : array_like of the same shape
        The score of each item. The item with the highest score has rank 1.
    k : int, optional
        How many ranks count, at least 1. By default all of them count.
    reported : mapping of str to str or float, optional
        The numbers of a report by the names of their metrics, as in ``{"NDCG@10": "0.632"}``. A string is compared in
        the digits that it shows, and a number in all digits of its type.
    ignore : mapping of str to str, or sequence of str, default ()
        The names of checks whose findings are set aside, each with a reason if a mapping is given. They are kept in
        `ignored` and still printed.

    Returns
    -------
    Review
        It has the `line` to report, the `findings` and what was `not_checked`. It prints as text, and reviews can be
        added.

    See Also
    --------
    evalbook.ranking.ndcg_from_scores : the NDCG alone
    classification : review a classification

    Notes
    -----
    1. Queries without a relevant item are left out of NDCG and MAP, and the line says how many there are. In MRR and
       HR@k (the share of queries with a hit) they count as 0.
    2. For a single query there is no interval, and ties are not checked. If all queries have the same value there is no
       interval either, and the line says so, because an interval of width 0 would look like certainty.
    3. The NDCG is averaged over all orders of tied items, while MAP, MRR and HR@k use the order in which the items are
       given.

    References
    ----------
    McSherry and Najork (2008), for ties; Järvelin and Kekäläinen (2002).

    Examples
    --------
    >>> from evalbook import review
    >>> grades, scores = [[3, 0, 1, 0], [0, 2, 0, 1]], [[0.9, 0.5, 0.4, 0.1], [0.2, 0.8, 0.6, 0.1]]
    >>> found = review.ranking(grades, scores, k=2, reported={"NDCG@2": "0.874"})
    >>> print(found.line.split(";")[0])
    NDCG@2 0.872 ± 0.579
    >>> print(found.findings[0].message)  # doctest: +NORMALIZE_WHITESPACE
    NDCG@2 is reported as 0.874, but these arrays give 0.872. The number 0.874 equals none of 17 other numbers that
    these arrays give. Check whether the report uses the same data and the same definition.
    """
    grade, score = scored_items(y_true, y_score)
    if grade.ndim == 1:
        grade, score = grade[np.newaxis], score[np.newaxis]
    if grade.ndim != 2 or not grade.size:
        raise ValueError(f"y_true has shape {grade.shape}; expected shape (queries, items), with at least one item")
    return make_review(
        RankedLists(grade, score, check.cutoff_or_all(k), reported_numbers(reported)), _line, CHECKS, ignore
    )


def at_rank(metric: str, k: int | None) -> str:
    return metric if k is None else f"{metric}@{k}"


def half_width(values: FloatArray) -> float:
    """Half of the 95% interval of a mean, by the t distribution; undefined values are left out."""
    n = int(np.count_nonzero(~np.isnan(values)))
    return t_quantile(0.975, n - 1) * float(np.nanstd(values, ddof=1)) / math.sqrt(n) if n > 1 else math.nan


# ---------------------------------------------------------------- the line


def _line(evaluation: RankedLists) -> str:
    """NDCG, MAP and MRR with their intervals, beside what a random order gets."""
    k, (queries, items), ranked = evaluation.k, evaluation.grade.shape, evaluation.relevance
    wanted = int(evaluation.wanted.sum())
    if not wanted:
        none = "the only query has no" if queries == 1 else f"none of the {queries:,} queries has a"
        return f"{at_rank('NDCG', k)} undefined, because {none} relevant item"
    values = {
        "NDCG": evaluation.ndcg(),
        "MAP": metrics.average_precision(ranked, k=k, zero_division=math.nan),
        "MRR": metrics.reciprocal_rank(ranked, k=k),
    }
    told = [_with_bounds(at_rank(name, k), np.asarray(each)) for name, each in values.items()]
    if k is not None:
        found = proportion_interval(int(np.count_nonzero((ranked[:, :k] > 0).any(axis=1))), queries)
        told.append(f"HR@{k} {rate(found.value)}, {bounds_in_words(found, 'Wilson')}")
    random = metrics.ndcg_from_scores(evaluation.grade[evaluation.wanted], np.zeros((wanted, items)), k=k)
    told.append(f"a random order gets {at_rank('NDCG', k)} {rate(float(random.mean()))}")
    out = queries - wanted
    left = f" ({out:,} without a relevant item {are(out)} left out of NDCG and MAP)" if out else ""
    how = "± is half of a 95% interval (t distribution over queries)" if any("±" in each for each in told) else ""
    lists = f"{number_of(queries, 'queries')} with {number_of(items, 'items')}{' each' * (queries > 1)}{left}"
    return join_clauses([*told, how, f"{lists}, {_ties(evaluation)}"])


def _with_bounds(name: str, values: FloatArray) -> str:
    """A mean over queries with half of its interval; queries that are alike, or a single one, have none."""
    half, value = half_width(values), mean(values, math.nan)
    why = "one query shows no spread" if math.isnan(half) else "the queries show no spread"
    return f"{name} {rate(value)}" + (f" ± {rate(half)}" if half > 1e-9 * value else f", no interval ({why})")


def _ties(evaluation: RankedLists) -> str:
    rising = np.sort(evaluation.score, axis=1)
    tied = float((rising[:, 1:] == rising[:, :-1]).any(axis=1).mean())
    return "no ties" if not tied else f"ties in {tied:.0%} of the lists"


# ---------------------------------------------------------------- numbers of a report


def _mean_over_queries(values: Callable[..., Any], *arguments: Any, **options: Any) -> Callable[[], float]:
    """The mean over queries, when it is asked for; of those that define the metric."""
    return lambda: mean(values(*arguments, **options), math.nan)


def _metrics(evaluation: RankedLists) -> Catalog:
    ranked, found = evaluation.relevance, {}
    for k in dict.fromkeys([None, evaluation.k, *(_cutoff(claim.name) for claim in evaluation.reported)]):
        found[at_rank("NDCG", k)] = _mean_over_queries(evaluation.ndcg, k=k)
        found[at_rank("MAP", k)] = _mean_over_queries(metrics.average_precision, ranked, k=k, zero_division=math.nan)
        found[at_rank("MRR", k)] = _mean_over_queries(metrics.reciprocal_rank, ranked, k=k)
        if k is not None:
            found[f"HR@{k}"] = _mean_over_queries(metrics.hit_rate, ranked, k)
            found[f"precision@{k}"] = _mean_over_queries(metrics.precision_at_k, ranked, k)
            found[f"recall@{k}"] = _mean_over_queries(metrics.recall_at_k, ranked, k, zero_division=math.nan)
    return found


def _cutoff(name: str) -> int | None:
    found = re.search(r"@(\d{1,6})$", standard_name(name))
    return int(found[1]) if found and int(found[1]) else None


def _variants(evaluation: RankedLists) -> Catalog:
    """What is computed by mistake, or means something else."""
    k, ranked = evaluation.k, evaluation.relevance
    found = {
        "the NDCG of bare grades": _mean_over_queries(evaluation.ndcg, gain="linear"),
        "the NDCG with ties as given": _mean_over_queries(evaluation.ndcg, ties="order"),
        "the NDCG with the better of tied items first": _mean_over_queries(evaluation.ndcg_by_ties, 1),
        "the NDCG with the worse of tied items first": _mean_over_queries(evaluation.ndcg_by_ties, -1),
        "the NDCG with 0 for queries without a relevant item": _mean_over_queries(evaluation.ndcg, zero_division=0),
        "the MAP with 0 for queries without a relevant item": _mean_over_queries(
            metrics.average_precision, ranked, k=k, zero_division=0
        ),
    }
    if k is not None:
        found["the hits of all queries over all relevant items"] = _mean_over_queries(metrics.hit_ratio, ranked, k)
        found["the ideal order taken from the shown ranks"] = _mean_over_queries(
            metrics.ndcg, ranked[:, :k], zero_division=math.nan
        )
    return found


CHECKS = checks_of("ranking", ties_at_cutoff, reported_number)
