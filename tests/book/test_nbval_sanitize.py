"""nbval notices when a printed number changes: what nbval_sanitize.cfg passes over is coordinates of pictures alone."""

from __future__ import annotations

import re
from itertools import groupby
from types import SimpleNamespace

import pytest
from nbformat import from_dict
from nbval.plugin import IPyNbCell, get_sanitize_patterns

from evalbook_tools import notebooks as tool

PATTERNS = dict(get_sanitize_patterns((tool.ROOT / "tests" / "book" / "nbval_sanitize.cfg").read_text("utf-8")))
BY_PART = [list(paths) for _, paths in groupby(tool.chapters(), key=lambda path: path.parent)]
ONE_OF_EACH = [paths[0] for paths in BY_PART]
PRINTED = ("text/plain", "text/html", "text/markdown")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
TAG = re.compile(r"<[^<>]*>")
AROUND = 1_000
"""How much of a text is compared on each side of a number; all of it, number by number, would take minutes."""


@pytest.fixture(scope="module")
def nbval():
    """A cell of nbval's that compares without running anything."""
    cell = object.__new__(IPyNbCell)
    cell.parent = SimpleNamespace(sanitize_patterns=PATTERNS, skip_compare=("output_type", "name", "metadata"))
    cell.colors = SimpleNamespace(FAIL="", ENDC="", OKBLUE="")
    cell.format_output_compare = lambda *_: None
    return cell


def printed(path):
    """Each text that a notebook prints, with the output that holds it alone."""
    for cell in tool.read(path).cells:
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                yield output.text, lambda text: {"output_type": "stream", "name": "stdout", "text": text}
            for kind in PRINTED:
                if text := output.get("data", {}).get(kind):
                    yield text, lambda text, kind=kind: {"output_type": "display_data", "data": {kind: text}}


def numbers(text, tags):
    """Where numbers stand in a text, outside its tags if it has any."""
    return NUMBER.finditer(TAG.sub(lambda tag: " " * len(tag[0]), text) if tags else text)


def changed(text, number):
    """The text with another last digit in that number."""
    at = number.end() - 1
    return text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]


def compare_each_number(nbval, path):
    """Change each printed number of a notebook by its last digit: nbval has to see it."""
    tried, passed_over = 0, []
    for text, output in printed(path):
        for number in numbers(text, tags="text/html" in str(output("").get("data"))):
            tried += 1
            near = slice(max(0, number.start() - AROUND), number.end() + AROUND)
            one, other = ([from_dict(output(said[near]))] for said in (text, changed(text, number)))
            if nbval.compare_outputs(other, one):
                passed_over.append(text[max(0, number.start() - 30) : number.end() + 30])
    assert tried >= 10
    assert not passed_over


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.relative_to(tool.ROOT).with_suffix("").as_posix())
def test_each_printed_number_is_compared(nbval, path):
    compare_each_number(nbval, path)


def test_coordinates_are_compared_to_a_hundredth(nbval):
    def picture(x):
        svg = f'<svg><path d="M {x} 20.5 L 3 4" style="fill: none" clip-path="url(#a)"/></svg>'
        return [from_dict({"output_type": "display_data", "data": {"image/svg+xml": svg}})]

    assert nbval.compare_outputs(picture("10.1234567"), picture("10.1234568"))
    assert not nbval.compare_outputs(picture("10.1234567"), picture("10.1334567"))
