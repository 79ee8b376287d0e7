"""The lines of solutions and of draw.py's answers that stand nowhere else: nothing that is published may hold one.

What the book's notebooks say, too, is no secret: a call of the package, a usual line of NumPy.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOLUTION = re.compile(r"^ *### BEGIN SOLUTION\n(.*?)^ *### END SOLUTION", re.DOTALL | re.MULTILINE)
HIDDEN = re.compile(r"^ *### BEGIN HIDDEN TESTS\n(.*?)^ *### END HIDDEN TESTS", re.DOTALL | re.MULTILINE)
LONG = 25
"""Shorter lines stand elsewhere by chance."""


def _lines(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines() if len(line.strip()) > LONG}


def _sources(path: Path) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(path.read_text("utf-8"))["cells"]]


def _answers(program: str) -> tuple[str, str]:
    """What a draw.py answers, what it says to a suspicion, and all the rest of it."""
    nodes = list(ast.walk(ast.parse(program)))
    told = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name.endswith("answers")]
    planted = [node.args[0].value for node in nodes if isinstance(node, ast.Call) and _is_plants(node.func)]
    refuted = {told.splitlines()[-1] for text in planted for told in text.strip().split("\n\n")}
    lines = program.splitlines()
    of_answers = {number for node in told for number in range(node.lineno - 1, node.end_lineno)}
    answers = [line for at, line in enumerate(lines) if at in of_answers or line in refuted]
    rest = [line for at, line in enumerate(lines) if at not in of_answers and line not in refuted]
    return "\n".join(answers), "\n".join(rest)


def _is_plants(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr == "plants"


def _secrets() -> set[str]:
    secret, public = set(), "\n".join(source for path in (ROOT / "book").rglob("*.ipynb") for source in _sources(path))
    for path in sorted((ROOT / "homework" / "assignments").glob("*/*.ipynb")):
        for source in _sources(path):
            regions = [match[1] for kind in (SOLUTION, HIDDEN) for match in kind.finditer(source)]
            secret |= _lines("\n".join(regions))
            public += HIDDEN.sub("", SOLUTION.sub("", source))
        answers, rest = _answers((path.parent / "draw.py").read_text("utf-8"))
        secret |= _lines(answers)
        public += rest  # it has the colleague's program, in all its versions
    return {line for line in secret if line not in public}


SECRETS = _secrets()
SPELLED = {line: {line, json.dumps(line)[1:-1], escape(line)} for line in SECRETS}
"""Each as text, in JSON, and in HTML: most lines are the same in all three."""


def leaks(text: str) -> Iterator[str]:
    """The secret lines that a text holds."""
    starts = {text[at : at + LONG] for at in range(len(text))}  # a look-up, where `in` would read the text again
    for line, spellings in SPELLED.items():
        if any(spelling[:LONG] in starts and spelling in text for spelling in spellings):
            yield line
