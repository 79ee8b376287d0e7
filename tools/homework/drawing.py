"""What the draws of all assignments share: draw again until a case is well posed, plant a mistake, write a table.

A case is well posed where each question's right answer, even if rounded to three digits, and the mistakes that its test
names can be told apart. A ``draw.py`` says ``from homework.drawing import drawn, ...``; this package has loaded it, so
the import holds in whatever folder the assignment lies.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from itertools import combinations
from string import ascii_lowercase
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np

Rng = np.random.Generator
Answers = Sequence[Any]
"""The right answer of a question, then each mistake that its test names: numbers, or rows of them."""
Made = TypeVar("Made")
P = ParamSpec("P")

MARGIN = 0.03
"""By what share any two answers of a question differ: the judge takes what is off by 1 percent, of either of them."""
TRIES = 2_000
"""After so many refused draws, the assignment asks for what hardly ever happens: where 1 in 100 is well posed, that is
2 times in a billion."""
ILL_POSED: Answers = [math.nan]
"""What stands for the answers of a draw that is refused for a reason of its own."""


# ---------------------------------------------------------------- again, until it is well posed


def drawn(rng: Rng, make: Callable[[Rng], Made], answers: Callable[[Made], Iterable[Answers]]) -> Made:
    """What `make` draws, once the answers of each of its questions can be told apart."""

    @wraps(make)
    def attempt(rng: Rng) -> Made | None:
        made = make(rng)
        return made if all(map(told_apart, answers(made))) else None

    return redrawn(rng, attempt)


def redrawn(rng: Rng, attempt: Callable[Concatenate[Rng, P], Made | None], *args: P.args, **settings: P.kwargs) -> Made:
    """What `attempt` draws, once that is not None, by which it refuses its draw."""
    for _ in range(TRIES):
        made = attempt(rng, *args, **settings)
        if made is not None:
            return made
    name = getattr(attempt, "__name__", repr(attempt))
    raise RuntimeError(
        f"{name} drew {TRIES:,} cases, and none was well posed; expected one in a hundred or more. Let it draw from "
        f"wider ranges, or look for two named answers that are the same, or differ by less than {MARGIN:.0%}, by design"
    )


def told_apart(answers: Answers, margin: float = MARGIN) -> bool:
    """Whether all are finite, the right one may be rounded, and any two differ by more than the margin somewhere."""
    rows = [np.atleast_1d(np.asarray(answer, dtype=float)) for answer in answers]
    if not all(np.isfinite(row).all() for row in rows) or not all(map(may_be_rounded, rows[0])):
        return False
    return all(np.any(abs(a - b) > margin * np.maximum(abs(a), abs(b))) for a, b in combinations(rows, 2))


def may_be_rounded(right: float) -> bool:
    """Whether it is neither 0 nor 1, and three digits of it are not read as one: 0.3002 would be handed in as 0.3."""
    short = float(f"{right:.3g}")
    return right not in (0, 1) and (math.isclose(short, right, rel_tol=1e-6) or float(f"{short:.1g}") != short)


# ---------------------------------------------------------------- the colleague's evaluation


def with_mistake(source: str, line: str, mistaken: str) -> str:
    """The source with a mistake in the place of the right line."""
    if (found := source.count(line)) != 1:
        raise ValueError(f"the right line stands {found} times in the evaluation; expected once: {line!r}")
    return source.replace(line, mistaken)


def result_of(source: str, function: str, *args: Any) -> Any:
    """What a function of the evaluation returns."""
    room: dict[str, Any] = {}
    exec(source, room)
    return room[function](*args)


def answers_of_report(right: Mapping[str, float], spoiled: Sequence[tuple[str, float]]) -> list[Answers]:
    """Each right number of a report beside what a mistake makes of it, and beside the other right ones.

    No two of all these may be equal: each number must tell whether a mistake was made, and which.
    """
    told = [*right.values(), *(number for _, number in spoiled)]
    if len(np.unique(np.round(told, 6))) < len(told):
        return [ILL_POSED]
    return [*((right[name], number) for name, number in spoiled), *combinations(right.values(), 2)]


def in_drawn_order(rng: Rng, options: Mapping[str, Made]) -> dict[str, Made]:
    """The same options in another order, so that the right one may stand anywhere."""
    return {name: options[name] for name in rng.permutation(list(options)).tolist()}


def lettered(rng: Rng, says: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What may be wrong, in drawn order, by letter: what it is about, and what it says."""
    numbered = zip(ascii_lowercase, in_drawn_order(rng, says).items(), strict=False)  # letters are left over
    return {letter: {"about": about, "says": text} for letter, (about, text) in numbered}


# ---------------------------------------------------------------- files


def csv_text(names: Sequence[str], *columns: Iterable[Any]) -> str:
    """A table as the text of a CSV file: a row of names, then the columns side by side."""
    if len(names) != len(columns):
        raise ValueError(f"{len(names)} names for {len(columns)} columns; expected a name for each column")
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([names, *zip(*columns, strict=True)])
    return text.getvalue()


def rows_of(text: str, dtype: Any = float) -> np.ndarray[Any, Any]:
    """The rows of a CSV file as the notebook reads them, each with its columns by name; `dtype` as in NumPy."""
    return np.genfromtxt(io.StringIO(text), delimiter=",", names=True, dtype=dtype, encoding="utf-8")
