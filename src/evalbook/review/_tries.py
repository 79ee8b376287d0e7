"""The review of tries that are right or wrong, several of each task."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._undefined import ratio
from evalbook.comparison import Interval, proportion_interval
from evalbook.comparison._influence import mean_influence, standard_error
from evalbook.review._classification_report import by_logit
from evalbook.review._review import Finding, Outcome, Review, checks_of, make_review
from evalbook.review._words import amount, bounds_in_words, number_of, rate

FEWEST_TASKS = 20
"""Blocks are looked for if there are so many of them."""
DISTANCES = 20
"""So many other blocks, the next ones, each block is compared with."""
LEAST_CORRELATION, ERRORS_BY_CHANCE, ERRORS_BY_TASK, ERRORS_AT_EDGE = 0.05, 5.0, 2.0, 2.5
FEWEST_GROUPS, ERRORS_OF_NEIGHBORS = 3, 3.0
"""Neighboring blocks are put together into at least so many groups, which are unlike by so many standard errors."""
CHAPTER = "generation/one_of_ten_tries"


@dataclass(frozen=True)
class Tries:
    """Which tries are right, and the task of each; without tasks, each try has one of its own."""

    right: FloatArray
    task: NDArray[np.intp]

    @property
    def each(self) -> NDArray[np.intp]:
        """How many tries each task has."""
        return np.bincount(self.task)

    @property
    def by_task(self) -> FloatArray:
        """The share of right tries of each task; pass@1 is the mean of these shares."""
        return np.asarray(np.bincount(self.task, self.right) / self.each)

    @property
    def interval(self) -> Interval:
        """The 95% interval of pass@1 by task; Wilson's if tasks have one try each, or if none or all are right."""
        value, n = float(self.by_task.mean()), len(self.each)
        if n == len(self.right) or (not 0 < value < 1 and n > 1):
            return proportion_interval(round(value * n), n)
        return by_logit(value, standard_error(mean_influence(self.by_task), None))

    @property
    def times_as_wide(self) -> float:
        """The standard error by task, in units of the one that takes all tries as independent."""
        by_task, by_try = (standard_error(mean_influence(each), None) for each in (self.by_task, self.right))
        times = float(ratio(by_task, by_try))
        return 1.0 if math.isclose(times, 1) else times


# ---------------------------------------------------------------- blocks of tries


class Blocks(NamedTuple):
    """Rows that may be the tries of the same tasks, because they are more alike than rows of other blocks."""

    tries: int
    tasks: int
    by_round: bool
    """Whether all tasks are tried once before any is tried again; otherwise the tries of a task follow each other."""
    mean: FloatArray
    """The mean of the standardized rows of each block."""
    correlation: float
    """The correlation of two rows of a block, as an analysis of variance estimates it."""
    surplus: float
    """How much more two rows of a block are alike than rows of two blocks at the distance at which they are most so."""
    errors_by_chance: float
    """The surplus in standard errors of independent rows."""
    errors_by_task: float
    """The surplus in its own standard errors, by block."""
    errors_at_edge: float
    """How much less alike rows across the edges of blocks are, in standard errors."""

    @property
    def are_tasks(self) -> bool:
        return (
            self.surplus >= LEAST_CORRELATION
            and self.errors_by_chance >= ERRORS_BY_CHANCE
            and self.errors_by_task >= ERRORS_BY_TASK
            and self.errors_at_edge >= ERRORS_AT_EDGE
        )

    @property
    def task(self) -> NDArray[np.intp]:
        """The block of each row."""
        numbers = np.arange(self.tasks)
        return np.tile(numbers, self.tries) if self.by_round else np.repeat(numbers, self.tries)

    @property
    def neighbors_are_alike(self) -> bool:
        """Whether blocks that may belong to the same task are alike: two or more in a row, or each so many blocks."""
        sizes = [size for size in range(2, self.tasks // FEWEST_GROUPS + 1) if self.tasks % size == 0]
        in_a_row = max((errors_of_groups(self.mean.reshape(-1, size)) for size in sizes), default=0.0)
        in_turn = max((errors_of_groups(self.mean.reshape(size, -1).T) for size in sizes), default=0.0)
        next_ones = float((self.mean * np.roll(self.mean, 1)).mean() / (self.mean**2).mean()) * math.sqrt(self.tasks)
        return max(in_a_row, in_turn, next_ones) >= ERRORS_OF_NEIGHBORS


def errors_of_groups(table: FloatArray) -> float:
    """How unlike the rows of a table are, in standard errors: Fisher's z of the variances between and within them."""
    groups, size = table.shape
    between, within = groups - 1, groups * (size - 1)
    z = np.log(size * table.mean(axis=1).var(ddof=1) / table.var(axis=1, ddof=1).mean()) / 2
    return float((z - (1 / within - 1 / between) / 2) / math.sqrt((1 / between + 1 / within) / 2))


def most_alike(right: FloatArray) -> Blocks | None:
    """The way to cut the rows into blocks of equal size, however large, that chance explains least."""
    off, n = (right - right.mean()) / right.std(), len(right)
    sizes = [size for size in range(2, n // FEWEST_TASKS + 1) if n % size == 0]
    ways = (alike(off, size, by_round=order) for size in sizes for order in (False, True))
    return max(ways, key=attrgetter("errors_by_chance"), default=None)


def alike(off: FloatArray, tries: int, *, by_round: bool) -> Blocks:
    """How much the rows of a block are alike, beside those of other blocks.

    Rows across the edges of blocks are those of a block that is moved by half its size, or, by round, the next rows.
    """
    table = off.reshape(tries, -1).T if by_round else off.reshape(-1, tries)
    mean, within, tasks = table.mean(axis=1), of_pairs(table), len(table)
    apart = [mean * np.roll(mean, -distance) for distance in range(1, min(DISTANCES, tasks // 2) + 1)]
    across = apart[0] if by_round else of_pairs(np.roll(off, -(tries // 2)).reshape(-1, tries))
    more = within - max(apart, key=np.mean)
    by_chance = np.sqrt((2 / (tries * (tries - 1)) + 1 / tries**2) / tasks)
    surplus, shared = float(more.mean()), float((mean**2).mean()) / (tasks - 1)  # other blocks: -shared on average
    correlation = (float(within.mean()) + shared) / (1 + shared)
    in_errors = (surplus / by_chance, errors(more), errors(within - across))
    return Blocks(tries, tasks, by_round, mean, correlation, surplus, *in_errors)


def of_pairs(table: FloatArray) -> FloatArray:
    """The mean product of two values of a row, over all pairs."""
    n = table.shape[1]
    return np.asarray((table.sum(axis=1) ** 2 - (table**2).sum(axis=1)) / (n * (n - 1)))


def errors(values: FloatArray) -> float:
    """A mean in units of its standard error."""
    return float(ratio(values.mean(), standard_error(mean_influence(values), None)))


def tries_as_tasks(tries: Tries) -> Outcome:
    r"""Whether the rows come in blocks of equal size that are alike, as several tries of each task are.

    .. math:: d = \overline{x_{ti} x_{tj}} - \max_{k \le 20} \overline{\bar x_t \, \bar x_{t+k}}

    Here x is 1 or 0, standardized, i and j are two rows of the block t, and :math:`\bar x_t` is its mean. Rows that are
    sorted by difficulty are as much alike some blocks apart, so they cancel. Both orders are tried: the tries of a task
    one after the other, and all tasks once before any is tried again. Blocks are found if d is at least 0.05, five
    standard errors of independent rows and two of its own, and if rows across the edges of blocks are less alike, by
    2.5 standard errors. It takes at least 20 blocks. The message tells the correlation of two rows of a block as an
    analysis of variance estimates it. If neighboring blocks are alike as well, a task may have more tries, as where
    there are fewer than 20 tasks, or tasks that are alike may stand together. The size is then not known, and there is
    no interval. With fewer than 50 tasks it often misses them. It cannot see tries in random order, unequal numbers of
    tries or tasks that are nearly equally hard, and it cannot say whether the blocks are tasks rather than documents or
    topics.
    """
    if len(tries.each) < len(tries.right):
        return "tasks is given, so the interval is based on tasks"
    if not tries.right.any() or tries.right.all():
        return "it needs right and wrong tries"
    found = most_alike(tries.right)
    if found is None:
        return f"the rows cannot be cut into {FEWEST_TASKS} or more blocks of equal size"
    if not found.are_tasks:
        return None
    return _of_unknown_size(found) if found.neighbors_are_alike else _told(found, Tries(tries.right, found.task))


def _told(found: Blocks, by_block: Tries) -> Finding:
    make, wider = ("tile" if found.by_round else "repeat"), by_block.times_as_wide
    bounds = bounds_in_words(by_block.interval, f"log-odds by task, {_times(wider)}")
    message = (
        f"The {len(by_block.right):,} rows look like {found.tries} tries of each of {found.tasks:,} tasks "
        f"({_order(found)}). Two rows of the same task would have a correlation of {found.correlation:.2f}, so an "
        f"interval that counts them as independent is too narrow. With these tasks, pass@1 has the {bounds}. Pass "
        f"the task of each row, which may be tasks=np.{make}(np.arange({found.tasks}), {found.tries})."
    )
    return _finding(found, message, wider)


def _of_unknown_size(found: Blocks) -> Finding:
    message = (
        f"The {found.tasks * found.tries:,} rows look like several tries of each task ({_order(found)}). Two rows of "
        f"a block of {found.tries} would have a correlation of {found.correlation:.2f}, so an interval that counts "
        f"them as independent is too narrow. But other blocks are alike as well: a task may have more than "
        f"{found.tries} tries, or tasks that are alike may stand together. So how many tries each task has is not "
        f"known, and there is no interval. Pass the task of each row as tasks=."
    )
    return _finding(found, message, math.nan)


def _order(found: Blocks) -> str:
    return "all tasks once, then all of them again" if found.by_round else "those of a task one after the other"


def _times(wider: float) -> str:
    return f"{amount(wider)} times as wide as by try"


def _finding(found: Blocks, message: str, wider: float) -> Finding:
    evidence: dict[str, Any] = {"tasks": found.tasks, "tries": found.tries, "by_round": found.by_round}
    evidence |= {"size_is_known": not math.isnan(wider), "times_as_wide": wider}
    return Finding("tries_as_tasks", "warning", found.correlation, message, CHAPTER, evidence)


# ---------------------------------------------------------------- the review


def tries(
    right: ArrayLike, *, tasks: ArrayLike | None = None, ignore: Mapping[str, str] | Sequence[str] = ()
) -> Review:
    r"""Review tries that are right or wrong, such as the programs that a model wrote for each task: pass@1 by task.

    .. math:: \mathrm{pass@}1 = \frac1T \sum_{t=1}^{T} \frac{c_t}{n_t}

    The only check is `tries_as_tasks`.

    Parameters
    ----------
    right : array_like of shape (n,)
        1 or True for each right try, 0 or False for each wrong one, in the order in which they were made.
    tasks : array_like of shape (n,), optional
        The task of each try: its name, its number or its prompt. The interval is then based on tasks. By default each
        try is taken for the only one of its task.
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
    evalbook.generation.pass_at_k : the chance that one of k tries is right
    evalbook.comparison.interval : its interval, for which whole tasks are drawn
    comparisons : review battles between models

    Notes
    -----
    1. Each task has the same weight in pass@1, however many tries it has. The line says how many times as wide the
       interval by task is as one that counts all tries as independent. How often a task is tried must not depend on the
       results: if each task is tried until the first success, pass@1 is too high.
    2. The interval by task is normal on the scale of log odds. If each task has a single try, or if no try is right or
       all are, it is Wilson's interval for as many samples as there are tasks. With fewer than 20 tasks, or if only a
       few tasks have a right try, it contains the true pass@1 in less than 95% of cases.
    3. The interval by task is about other tasks of the same kind. If your tasks are all the tasks that matter, or all
       equally hard, you may count tries.

    References
    ----------
    Chen et al., *Evaluating large language models trained on code* (2021); Miller, *Adding error bars to evals* (2024),
    for errors by task.

    Examples
    --------
    >>> from evalbook import review
    >>> right = [1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    >>> print(review.tries(right, tasks=["a"] * 3 + ["b"] * 3 + ["c"] * 3 + ["d"] * 3).line)
    pass@1 0.667, 95% interval 0.200 to 0.941 (log-odds by task, 1.66 times as wide as by try); 4 tasks, 3 tries each
    """
    found = check.rights(right)
    task = np.arange(len(found)) if tasks is None else check.labels(tasks, "tasks")
    check.same_length(right=found, tasks=task)
    return make_review(Tries(found, np.unique(task, return_inverse=True)[1]), _line, CHECKS, ignore)


def _line(tries: Tries) -> str:
    each, wider = tries.each, tries.times_as_wide
    told = f"pass@1 {rate(float(tries.by_task.mean()))}"
    if len(each) == len(tries.right):
        count = number_of(len(each), "tries")
        return f"{told}, {bounds_in_words(tries.interval, 'Wilson')}; {count}, each of a task of its own"
    few, many = each.min(), each.max()
    count = number_of(int(few), "tries") if few == many else f"{few:,} to {many:,} tries"
    how = f"log-odds by task, {_times(wider)}" if wider > 0 else "Wilson by task"
    why = "one task shows no spread" if len(each) == 1 else "the tasks show no spread"
    return f"{told}, {bounds_in_words(tries.interval, how, why=why)}; {number_of(len(each), 'tasks')}, {count} each"


CHECKS = checks_of("tries", tries_as_tasks)
