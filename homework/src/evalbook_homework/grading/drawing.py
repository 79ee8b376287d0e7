"""What the draws of all assignments share: questions, draws that are well posed, planted mistakes, files.

A ``draw.py`` states each answer once, as a question: the right one, and each mistake that has a sentence. Draws try
these answers, and the hidden tests of the notebook ask with them. A draw is well posed where each right answer, even if
rounded to three digits, and the named mistakes can be told apart. A ``draw.py`` imports from here, in whatever folder
the assignment lies.

::

    def draw(rng):
        case = drawn(rng, recorder, recorder_answers)
        return {"case.json": json_text(case)}  # numbers keep six digits, on which machines agree

    def answers():  # what the hidden tests ask about the files in the current folder
        return recorder_answers(case_here())

    def recorder_answers(case):
        wrong, missed, n = case["wrong"], case["missed"], case["n"]
        answers = [wrong / n, missed / n]  # the right one, then what each mistake gives
        return {"owls-1": question(answers, "Divide by all.", "You counted the false negatives only.")}

The texts of a question are the hint, followed by the feedback to each mistake. In the notebook, the first hidden test
contains ``from draw import answers`` and ``key = answers()``, and a question has this cell::

    pages.hand_in(error)
    ### BEGIN HIDDEN TESTS
    pages.check(error, **key["owls-1"])
    ### END HIDDEN TESTS

When an assignment is released, the notebook with its solutions runs beside ``draw.py`` on the term's numbers, and the
records of the checks become the key.

The mistakes that may be planted in a colleague's program are in a text for `plants`. For each mistake it gives a name
and what the student may suspect, the right lines with a minus, the mistaken lines with a plus, and what refutes it.
`which_mistake` and `corrected_report` make the questions from it.
"""

from __future__ import annotations

import csv
import io
import json
import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from functools import wraps
from itertools import combinations
from pathlib import Path
from string import ascii_lowercase
from typing import Any, Concatenate, NamedTuple, NotRequired, ParamSpec, TypedDict, TypeVar

import numpy as np

Rng = np.random.Generator
Answers = Sequence[Any]
"""The right answer of a question, then each mistake that its test names: numbers, or rows of them."""
Made = TypeVar("Made")
P = ParamSpec("P")


class Question(TypedDict):
    """What `pages.check` is told of a question, beside the answer that it judges."""

    right: Any
    hint: str
    mistakes: list[tuple[Any, str]]
    choices: NotRequired[list[str]]


Key = dict[str, Question]
"""The questions that a machine judges, each by the name of its test."""

MARGIN = 0.03
"""By what share any two answers of a question differ: the judge takes what is off by 1 percent, of either of them."""
TRIES = 2_000
"""After so many refused draws, the assignment asks for what hardly ever happens: where 1 in 100 is well posed, that is
2 times in a billion."""
AS_REPORTED = "That is the report as it is, with its mistake."
"""What is said to whoever hands in the numbers that a mistaken program prints."""
DIGITS = 6
"""How many digits of a number a file keeps: the last ones of a sum are not the same on every machine."""


# ---------------------------------------------------------------- questions


def question(answers: Answers, hint: str, *refuted: str) -> Question:
    """A question by its right answer and the mistakes after it, and what is said to each mistake, in their order."""
    right, *mistakes = answers
    return Question(right=right, hint=hint, mistakes=list(zip(mistakes, refuted, strict=True)))


def which(options: Iterable[str], true: str, refuted: Mapping[str, str], hint: str) -> Question:
    """Which of the options is true; they bear the letters a, b, c … in their order."""
    letters = dict(zip(options, ascii_lowercase, strict=False))  # letters are left over
    mistakes = [(letter, refuted[option]) for option, letter in letters.items() if option != true]
    return Question(right=letters[true], hint=hint, mistakes=mistakes, choices=list(letters.values()))


# ---------------------------------------------------------------- again, until it is well posed


def drawn(rng: Rng, make: Callable[[Rng], Made | None], asked: Callable[[Made], Key]) -> Made:
    """What `make` draws, once that is not None and the answers of each question asked of it can be told apart."""

    @wraps(make)
    def attempt(rng: Rng) -> Made | None:
        made = make(rng)
        return made if made is not None and well_posed(asked(made)) else None

    return redrawn(rng, attempt)


def well_posed(key: Key, margin: float = MARGIN) -> bool:
    """Whether the answers of each question can be told apart; letters always can."""
    answers = (
        [one["right"], *(answer for answer, _ in one["mistakes"])] for one in key.values() if "choices" not in one
    )
    return all(told_apart(each, margin) for each in answers)


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


class Plant(NamedTuple):
    """A mistake that may be planted in the colleague's program."""

    says: str
    """What the student may suspect."""
    line: str
    """What the program should say; this stands in it once."""
    mistaken: str
    """What it says where the mistake is planted."""
    refuted: str
    """What to say to a student who suspects it wrongly."""


def plants(text: str) -> dict[str, Plant]:
    """The mistakes that a text tells, each by its name, with a blank line between them.

    The first line of each holds the name and, after a colon, what the student may suspect; then stands what the
    program should say, each line with a minus, and what it says mistakenly, with a plus; the last line refutes.
    """
    return dict(map(_plant, text.strip().split("\n\n")))


def _plant(told: str) -> tuple[str, Plant]:
    first, *changed, refuted = told.splitlines()
    name, _, says = first.partition(": ")
    line, mistaken = ("\n".join(one[2:] for one in changed if one.startswith(sign)) for sign in "-+")
    return name, Plant(says, line, mistaken, refuted)


def with_mistake(source: str, plant: Plant) -> str:
    """The source with a mistake in the place of the right line."""
    return _replaced(source, plant.line, plant.mistaken)


def _replaced(source: str, line: str, other: str) -> str:
    if (found := source.count(line)) != 1:
        raise ValueError(f"the evaluation contains the right line {found} times; expected once: {line!r}")
    return source.replace(line, other)


def repaired(source: str, plants: Mapping[str, Plant]) -> tuple[str, str]:
    """The name of the mistake that is planted in a program, and the program without it."""
    planted = [name for name, one in plants.items() if one.mistaken in source and _is_missing(one, source)]
    if len(planted) != 1:
        raise ValueError(f"the evaluation contains {len(planted)} mistakes; expected one of {', '.join(plants)}")
    _, line, mistaken, _ = plants[planted[0]]
    return planted[0], _replaced(source, mistaken, line)


def _is_missing(plant: Plant, source: str) -> bool:
    """Whether the right line is not in the source; a mistake may end with it."""
    return plant.line not in source.replace(plant.mistaken, "")


def variants(right: str, plants: Mapping[str, Plant]) -> dict[str, str]:
    """The right program with each of the mistakes."""
    return {name: with_mistake(right, one) for name, one in plants.items()}


def result_of(source: str, name: str, *args: Any) -> Any:
    """What a name of the evaluation stands for, or what a function of that name returns."""
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    return namespace[name](*args) if callable(namespace[name]) else namespace[name]


def with_and_without(source: str, plants: Mapping[str, Plant], name: str, *args: Any) -> tuple[Any, Any]:
    """What a name of a program, or a function of that name, gives with its mistake, and what without it."""
    return result_of(source, name, *args), result_of(repaired(source, plants)[1], name, *args)


@contextmanager
def beside(files: Mapping[str, str]) -> Iterator[None]:
    """Where a program finds the files that it reads: in a folder that is the current one meanwhile."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for name, content in files.items():
            Path(name).write_text(content, "utf-8")
        yield


def which_mistake(
    options: Iterable[str], source: str, plants: Mapping[str, Plant], hint: str, decoys: Mapping[str, str] | None = None
) -> Question:
    """Which of the options is planted in a program; `decoys` are options that never are, and what refutes them."""
    refuted = {name: one.refuted for name, one in plants.items()} | dict(decoys or {})
    return which(options, repaired(source, plants)[0], refuted, hint)


def corrected_report(
    source: str,
    plants: Mapping[str, Plant],
    hint: str,
    refuted: str,
    slips: Mapping[str, Callable[[list[Any]], list[Any]]] | None = None,
) -> Question:
    """The numbers that the report of a program should hold; `refuted` answers those that another mistake gives.

    Other `slips` of a student have a text each, and make their numbers of the right ones.
    """
    planted, right = repaired(source, plants)
    programs = {"right": right, planted: source, **variants(right, plants)}
    reports = {name: list(result_of(program, "report").values()) for name, program in programs.items()}
    others = {text: slip(reports["right"]) for text, slip in (slips or {}).items()}
    texts = [AS_REPORTED, *[refuted] * (len(plants) - 1), *others]
    return question([*reports.values(), *others.values()], hint, *texts)


def corrected_number(source: str, plants: Mapping[str, Plant], hint: str, *data: Any) -> Question:
    """The number that the mistake spoils in what `report` of a program returns for the data, by name."""
    reported, should = with_and_without(source, plants, "report", *data)
    (spoiled,) = [name for name in should if should[name] != reported[name]]
    mistakes = [(number, f"That is the {name} that the report gives already.") for name, number in reported.items()]
    return Question(right=should[spoiled], hint=hint, mistakes=mistakes)


def mistakes_differ(right: str, plants: Mapping[str, Plant], *data: Any) -> bool:
    """Whether each number of such a report tells which mistake was made, and how it should be, whichever is planted."""
    should, *reports = (result_of(program, "report", *data) for program in [right, *variants(right, plants).values()])
    spoiled = [(name, one[name]) for one in reports for name in should if one[name] != should[name]]
    told = [*should.values(), *(number for _, number in spoiled)]
    if len(spoiled) != len(plants) or len(np.unique(np.round(told, 6))) < len(told):
        return False
    pairs = [(should[name], number) for name, number in spoiled]
    return all(map(told_apart, [*pairs, *combinations(should.values(), 2)]))


def in_drawn_order(rng: Rng, options: Mapping[str, Made]) -> dict[str, Made]:
    """The same options in another order, so that the right one may stand anywhere."""
    return {name: options[name] for name in rng.permutation(list(options)).tolist()}


def lettered(rng: Rng, says: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What may be wrong, in drawn order, by letter: what it is about, and what it says."""
    numbered = zip(ascii_lowercase, in_drawn_order(rng, says).items(), strict=False)  # letters are left over
    return {letter: {"about": about, "says": text} for letter, (about, text) in numbered}


# ---------------------------------------------------------------- files


def rounded(value: Any) -> Any:
    """A value as a file holds it: numbers of few digits, in lists and dicts, too."""
    if isinstance(value, float):  # first, since a table holds thousands
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, list | tuple):
        return [rounded(one) for one in value]
    return {name: rounded(one) for name, one in value.items()} if isinstance(value, Mapping) else value


def json_text(case: Any) -> str:
    """Numbers and texts as a JSON file."""
    return json.dumps(rounded(case), indent=1)


def csv_text(names: Sequence[str], *columns: Iterable[Any]) -> str:
    """A table as the text of a CSV file: a row of names, then the columns side by side."""
    if len(names) != len(columns):
        raise ValueError(f"{len(names)} names for {len(columns)} columns; expected a name for each column")
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([names, *rounded(list(zip(*columns, strict=True)))])
    return text.getvalue()


def rows_of(text: str, dtype: Any = float) -> np.ndarray[Any, Any]:
    """The rows of a CSV file as the notebook reads them, each with its columns by name; `dtype` as in NumPy."""
    return np.genfromtxt(io.StringIO(text), delimiter=",", names=True, dtype=dtype, encoding="utf-8")


def case_here() -> Any:
    """The case of the notebook that lies in the current folder."""
    return json.loads(Path("case.json").read_text("utf-8"))


def rows_here(name: str) -> np.ndarray[Any, Any]:
    """The rows of a CSV file in the current folder, each column of its own kind."""
    return rows_of(Path(name).read_text("utf-8"), dtype=None)
