"""The lines of solutions and hidden tests that stand nowhere else: nothing that is published may hold one.

What the book's notebooks say, too, is no secret: a call of the package, a usual line of NumPy.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOLUTION = re.compile(r"^ *### BEGIN SOLUTION\n(.*?)^ *### END SOLUTION", re.DOTALL | re.MULTILINE)
HIDDEN = re.compile(r"^ *### BEGIN HIDDEN TESTS\n(.*?)^ *### END HIDDEN TESTS", re.DOTALL | re.MULTILINE)
LONG = 25
"""Shorter lines stand elsewhere by chance."""


def _lines(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines() if len(line.strip()) > LONG}


def _sources(path: Path) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(path.read_text("utf-8"))["cells"]]


def _secrets() -> set[str]:
    secret, public = set(), "\n".join(source for path in (ROOT / "book").rglob("*.ipynb") for source in _sources(path))
    for path in sorted((ROOT / "homework").glob("*/*.ipynb")):
        for source in _sources(path):
            regions = [match[1] for kind in (SOLUTION, HIDDEN) for match in kind.finditer(source)]
            secret |= _lines("\n".join(regions))
            public += HIDDEN.sub("", SOLUTION.sub("", source))
        for file in path.parent.glob("*.py"):  # the colleague's program, in all its versions
            public += file.read_text("utf-8")
    return {line for line in secret if line not in public}


SECRETS = _secrets()


def leaks(text: str) -> Iterator[str]:
    """The secret lines that a text holds, written out, as JSON, or as HTML."""
    for line in SECRETS:
        if line in text or json.dumps(line)[1:-1] in text or escape(line) in text:
            yield line
