"""What *One of ten tries* concludes of intervals that count programs; the rest is counted on the page."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook_tools.claims import claim, limit, over, rests

TRIED = 4000
Array = NDArray[Any]


class Benchmark(NamedTuple):
    """Tasks with some programs each, and how the share of right programs varies among the tasks."""

    seed: int
    alike: float = 0.2
    """The correlation of two programs for one task."""
    pass_1: float = 0.35
    tasks: int = 164
    programs: int = 20
    rarer: float = 0.0
    """The share of the easy tasks if there are two kinds; with 0, the shares are as a beta distribution has them."""

    def shares(self, rng: np.random.Generator) -> Array:
        size, mean = (TRIED, self.tasks), self.pass_1
        if self.rarer:
            spread = np.sqrt(self.alike * mean * (1 - mean) / (self.rarer * (1 - self.rarer)))
            return mean + spread * ((rng.random(size) < self.rarer) - self.rarer)
        both = 1 / self.alike - 1
        return rng.beta(mean * both, (1 - mean) * both, size)


def coverages(benchmark: Benchmark) -> tuple[float, float]:
    """How often the mean ± 1.96 standard errors contains the pass@1, by programs and by tasks."""
    rng = np.random.default_rng(benchmark.seed)
    n, tasks = benchmark.programs, benchmark.tasks
    shares = rng.binomial(n, benchmark.shares(rng)) / n
    rate = shares.mean(axis=1)
    by_programs = 1.96 * np.sqrt(rate * (1 - rate) / (n * tasks))
    by_tasks = 1.96 * shares.std(axis=1, ddof=1) / np.sqrt(tasks)
    off = np.abs(rate - benchmark.pass_1)
    return float(np.mean(off <= by_programs)), float(np.mean(off <= by_tasks))


def correlations() -> dict[str, Benchmark]:
    return {f"{r}": Benchmark(100 + i, r) for i, r in enumerate((0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 0.9))}


def rates() -> dict[str, Benchmark]:
    return {f"pass@1 {p}": Benchmark(200 + i, pass_1=p) for i, p in enumerate((0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9))}


def numbers_of_tasks() -> dict[str, Benchmark]:
    return {f"{n} tasks": Benchmark(300 + n, tasks=n) for n in (50, 75, 100, 164, 300, 500, 1000)}


def numbers_of_programs() -> dict[str, Benchmark]:
    return {f"{n} programs": Benchmark(2000 + n, programs=n) for n in (20, 30, 50, 100, 200)}


def kinds() -> dict[str, Benchmark]:
    return {
        f"{r}, pass@1 {p}": Benchmark(3000 + 10 * i + j, r, p, rarer=0.5)
        for i, r in enumerate((0.2, 0.25, 0.3))
        for j, p in enumerate((0.3, 0.4, 0.5, 0.6, 0.7))
    }


def unequal_kinds() -> dict[str, Benchmark]:
    """Two kinds, of which one has a tenth to a third of the tasks."""
    return {
        f"{low} and {high}, {rarer:.0%} of them {high}": of_kinds(8000 + 10 * i + j, low, high, rarer)
        for i, rarer in enumerate((0.1, 0.2, 1 / 3, 0.8, 0.9))
        for j, (low, high) in enumerate([(0.0, 1.0), (0.05, 0.85), (0.1, 0.9)])
    }


def of_kinds(seed: int, low: float, high: float, rarer: float, tasks: int = 100) -> Benchmark:
    mean = low + rarer * (high - low)
    alike = rarer * (1 - rarer) * (high - low) ** 2 / (mean * (1 - mean))
    return Benchmark(seed, alike, mean, tasks, 50, rarer)


def rare_kinds() -> dict[str, Benchmark]:
    """A model that can do all tasks but 0.5 to 2%."""
    return {
        f"{rare:.1%} of the tasks are impossible": of_kinds(9000 + i, 0, 0.89, 1 - rare)
        for i, rare in enumerate((0.005, 0.01, 0.02))
    }


def crossed() -> dict[str, Benchmark]:
    """The extreme correlations at the extreme rates, with few tasks."""
    return {
        f"{r}, pass@1 {p}": Benchmark(7000 + 10 * i + j, r, p, tasks=100)
        for i, r in enumerate((0.2, 0.5, 0.9))
        for j, p in enumerate((0.1, 0.3, 0.5, 0.7, 0.9))
    }


@claim(
    "With a pass@1 of 0.1 to 0.9 and 20 or more programs for each of 50 or more tasks, which have a correlation of 0.2"
    " or more within a task, the 95% interval by programs contains the model's pass@1 in fewer than 70% of the"
    " benchmarks, and the interval by tasks contains it more often."
)
@over("correlations of 0.2 to 0.9", correlations)
@over("a pass@1 of 0.1 to 0.9", rates)
@over("50 to 1,000 tasks", numbers_of_tasks)
@over("20 to 200 programs for each task", numbers_of_programs)
@over("two kinds of tasks, half and half", kinds)
@over("correlations of 0.2 to 0.9 with a pass@1 of 0.1 to 0.9, 100 tasks", crossed)
@over("two kinds of tasks, one rarer", unequal_kinds)
@limit("equally hard tasks", lambda: {f"{n} tasks": Benchmark(4000 + n, 1e-6, tasks=n) for n in (50, 164, 500)})
@limit(
    "two programs for each task", lambda: {f"{r}": Benchmark(5000 + i, r, programs=2) for i, r in enumerate((0.2, 0.5))}
)
def programs_are_not_tasks(benchmark: Benchmark) -> bool:
    by_programs, by_tasks = coverages(benchmark)
    return by_programs < 0.7 and by_programs < by_tasks


@claim(
    "With 100 or more tasks, of which each kind is a tenth or more, and a pass@1 of 0.1 to 0.9, the 95% interval by"
    " tasks contains the model's pass@1 in 90 to 97% of the benchmarks."
)
@over("correlations of 0.2 to 0.9", correlations)
@over("a pass@1 of 0.1 to 0.9", rates)
@over(
    "100 to 1,000 tasks",
    lambda: {name: one for name, one in numbers_of_tasks().items() if one.tasks >= 100},
)
@over("20 to 200 programs for each task", numbers_of_programs)
@over("two kinds of tasks, half and half", kinds)
@over("correlations of 0.2 to 0.9 with a pass@1 of 0.1 to 0.9, 100 tasks", crossed)
@over("two kinds of tasks, one rarer", unequal_kinds)
@limit("a rare kind of task", rare_kinds)
@limit("ten tasks", lambda: {f"{r}": Benchmark(6000 + i, r, tasks=10) for i, r in enumerate((0.2, 0.5, 0.9))})
def tasks_keep_the_promise(benchmark: Benchmark) -> bool:
    return 0.9 <= coverages(benchmark)[1] <= 0.97


rests("tries-bet-1", exact="tries-count-assert")
rests("pass@k: count the draws", exact="tries-count-assert")
rests("The plug-in estimate of pass@k is too low", exact="tries-bias-table-assert")
rests("The model that leads with one try", once="tries-cross-assert", by="B − A +0.14 [+0.09, +0.19]")
rests("tries-bet-2", exact="tries-study-table-assert")
rests("Which unit: programs or tasks?", claim="programs-are-not-tasks")
rests("Where it stops: equally hard tasks", once="tries-stops-assert", by="coverage by programs 95.1%")
rests("What to report with pass@k", defines="how many programs were written")
rests("{term}`pass@k` (前 k 次通过率) is", exact="tries-count-assert")
rests("The {term}`plug-in estimate` (代入估计)", exact="tries-bias-table-assert")
rests("If tasks differ in difficulty", once="tries-cross-assert", by="B − A +0.14 [+0.09, +0.19]")
rests(
    "If the model will be used on other tasks",
    claim="programs-are-not-tasks",
    when="a pass@1 of 0.1 to 0.9 and 20 or more programs for each of 50 or more tasks, which have a correlation of 0.2"
    " or more within a task",
)
