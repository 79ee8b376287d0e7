"""What a rewrite of a chapter may not lose: its cells and their code, links, formulas, inline code and numbers.

Whole notebooks are compared, because sections move. What one text says twice may be said once after the rewrite.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from evalbook.teaching.answers import QUESTION_MIME
from evalbook_tools.prose.markup import Markup, markup
from evalbook_tools.prose.numbers import numbers, printed_numbers
from evalbook_tools.prose.pages import Cell, texts
from evalbook_tools.records import records

WIDTH = 100


@dataclass(frozen=True)
class Finding:
    """What is gone, new or changed. Something new loses nothing, and is told so that a replacement is seen."""

    sort: str
    what: str

    def __str__(self) -> str:
        return f"{self.sort:8}{self.what}"


@dataclass
class Contents:
    """What a notebook holds."""

    code: dict[str, Cell] = field(default_factory=dict)
    """The code cells by their ids."""
    markup: Markup = field(default_factory=Markup)
    questions: list[str] = field(default_factory=list)


def compare(old: Iterable[Cell], new: Iterable[Cell]) -> list[Finding]:
    """What is gone from a page, new or changed."""
    before, after = contents(old), contents(new)
    return [
        *_of_cells(before.code, after.code),
        *_of_lists("question", before.questions, after.questions),
        *_of_lists("", before.markup.targets, after.markup.targets),
        *_of_lists("formula", before.markup.formulas, after.markup.formulas),
        *_of_lists("code", before.markup.code, after.markup.code),
        *_of_numbers(before.markup, after.markup),
    ]


def contents(page: Iterable[Cell]) -> Contents:
    """What the cells of a page hold."""
    found = Contents()
    for cell in page:
        if cell["cell_type"] == "code":
            found.code[cell["id"]] = cell
        figure = cell["metadata"].get("mystnb", {})
        described = markup(figure.get("image", {}).get("alt", ""))
        found.markup.targets += [f"({name})=" for name in [figure.get("figure", {}).get("name")] if name]
        for part in [described, *(markup(text.markdown) for text in texts(cell))]:
            found.markup.add(part)
        found.questions += [record["id"] for record in records(cell) if record.get("id")]
    return found


def masked(code: str) -> str:
    """Code without its comments and texts, in one layout; what is no Python stays as it is."""
    try:
        tree = ast.parse(code)
    except SyntaxError:  # a command of IPython
        return code
    return ast.unparse(_Masked().visit(tree))


class _Masked(ast.NodeTransformer):
    """Each text as the same one, so that another wording is no other code."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("…") if isinstance(node.value, str | bytes) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.Constant:
        return ast.Constant("…")


def printed(cell: Cell) -> list[str]:
    """The numbers that a cell shows; of a question the answers alone, for its words are prose."""
    shown = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if QUESTION_MIME not in data:
            shown.append(str(output.get("text", data.get("text/markdown", data.get("text/plain", "")))))
    for record in records(cell):
        answers = "" if record.get("kind") == "argument" else record.get("right", "")
        shown.append(
            f"{answers} {record.get('choices', '')} {[one.get('answer', '') for one in record.get('mistakes', [])]}"
        )
    return printed_numbers("\n".join(shown))


def _of_cells(old: dict[str, Cell], new: dict[str, Cell]) -> Iterator[Finding]:
    """Cells on one side alone, and what else changed in the others than texts."""
    for id in {**old, **new}:
        if not (id in old and id in new):
            sort, cell = ("gone", old[id]) if id in old else ("new", new[id])
            yield Finding(sort, _cut(f"cell {id}: {cell['source'].partition(chr(10))[0]}"))
    for id in (id for id in old if id in new):
        before, after = masked(old[id]["source"]), masked(new[id]["source"])
        if before != after:
            yield Finding("changed", _cut(f"code of {id}: {_difference(before, after)}"))
        was, now = Counter(printed(old[id])), Counter(printed(new[id]))
        if was != now:
            lost, added = (", ".join((one - other).elements()) or "none" for one, other in [(was, now), (now, was)])
            yield Finding("changed", _cut(f"printed by {id}: {lost} became {added}"))


def _of_lists(name: str, old: list[str], new: list[str]) -> Iterator[Finding]:
    for sort, ones, others in [("gone", old, new), ("new", new, old)]:
        known = set(others)
        yield from (Finding(sort, f"{name} {one}".strip()) for one in dict.fromkeys(ones) if one not in known)


def _of_numbers(old: Markup, new: Markup) -> Iterator[Finding]:
    """Numbers of the prose that are gone; one that stands in a formula or in code now is not."""
    known = {number for text in _words(new) + new.formulas + new.code for number, _ in numbers(text)}
    found = {number: around for text in reversed(_words(old)) for number, around in numbers(text)}
    yield from (Finding("gone", f"number {one} ({around})") for one, around in found.items() if one not in known)


def _words(found: Markup) -> list[str]:
    return found.prose + found.beside


def _difference(old: str, new: str) -> str:
    """Both from a little before the place where they part."""
    alike = (a == b for a, b in zip(old, new, strict=False))
    start = max(0, sum(takewhile(bool, alike)) - WIDTH // 5)
    lines = [_cut(" ".join(text[start:].split()) or "nothing", WIDTH // 2) for text in (old, new)]
    return " became ".join(lines)


def _cut(text: str, width: int = 2 * WIDTH) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
