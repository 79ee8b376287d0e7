"""Where libraries disagree: each entry computes what it says, and leads to where it was discussed."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

import pytest

from evalbook_tools import notebooks as tool

ROOT = tool.ROOT
PAGE = tool.read(ROOT / "book" / "disagreements.ipynb")
TARGET = re.compile(r"^\((disagree-[a-z0-9-]+)\)=\n### ", re.MULTILINE)
NUMBER = re.compile(r"[-−]?\d+(?:\.\d+)?(?:e[+-]\d+)?|\binf\b|\bnan\b")
THREAD = re.compile(r"\[[\w-]+#(\d+)\]\(https://github\.com/[\w.-]+/[\w.-]+/issues/(\d+)\)")

SECTIONS = ["Order of arguments", "Splits", "Confusion metrics", "ROC curve and AUC", "P-R curve", "Probabilities"]
SECTIONS += ["Costs", "Regression", "Ranking", "Text", "Uncertainty", "Generated answers", "Scale"]
"""Addresses outside the book end in them: disagreements.html#ranking."""


@dataclass
class Entry:
    """What stands between two targets."""

    name: str
    prose: str = ""
    code: str = ""
    output: list[str] = field(default_factory=list)

    def shown(self) -> list[ast.Call]:
        """The calls of `show`: who says so, and the number."""
        calls = [node for node in ast.walk(ast.parse(self.code)) if isinstance(node, ast.Call)]
        return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "show"]

    def numbers(self) -> list[str]:
        """What each line printed after the name and the rule."""
        return [line.split(": ", 1)[1].removesuffix(" with a warning") for line in self.output if ": " in line]


def entries() -> list[Entry]:
    found = [Entry("start")]
    for cell in PAGE.cells:
        if cell.cell_type == "code":
            found[-1].code += cell.source + "\n"
            found[-1].output += [line for one in cell.outputs for line in one.get("text", "").splitlines()]
        elif target := TARGET.search(cell.source):
            found.append(Entry(target[1], cell.source))
        elif cell.source.startswith("## "):
            found.append(Entry("a section"))
        else:
            found[-1].prose += "\n" + cell.source
    return [entry for entry in found if entry.name.startswith("disagree-")]


ENTRIES = {entry.name: entry for entry in entries()}
MARKDOWN = "\n".join(cell.source for cell in PAGE.cells if cell.cell_type == "markdown")
each_entry = pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)


def test_no_target_is_given_twice():
    assert len(ENTRIES) == len(TARGET.findall(MARKDOWN)) >= 60


def test_every_section_keeps_its_address():
    assert re.findall(r"^## (.+)$", MARKDOWN, re.MULTILINE) == SECTIONS


@each_entry
def test_an_entry_makes_two_calls(entry):
    calls = entry.shown()
    assert len(calls) >= 2
    for call in calls:
        computed = [node for node in ast.walk(call.args[1]) if isinstance(node, ast.Call | ast.Name)]
        assert computed, f"a number that was typed: {ast.unparse(call)}"


@each_entry
def test_an_entry_prints_two_different_numbers(entry):
    assert len(set(entry.numbers())) >= 2, entry.output


@each_entry
def test_an_entry_leads_to_where_it_was_discussed(entry):
    assert re.search(r"\]\(https://[^)]+\)", entry.prose)


@each_entry
def test_an_entry_says_what_to_write(entry):
    assert len(re.findall(r"^\*\*Write:\*\* \S.*\.$|^\*\*Write:\*\* \S.*\.\"$", entry.prose, re.MULTILINE)) == 1


@each_entry
def test_code_of_an_entry_is_short(entry):
    """Long data and loops stand in a cell of their own."""
    assert len(entry.shown()) <= 8
    assert len(entry.code.splitlines()) <= 30


def test_every_thread_is_a_link_to_that_thread():
    links = THREAD.findall(MARKDOWN)
    assert links
    assert [link for link in links if link[0] != link[1]] == []
    assert re.findall(r"[\w-]+#\d+", re.sub(r"\[[^\]]*\]\([^)]*\)", "", MARKDOWN)) == []


def test_every_library_is_named_with_its_pinned_version():
    pins = dict(re.findall(r"^([\w-]+)==(\S+)", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE))
    libraries = {call.args[0].value for entry in ENTRIES.values() for call in entry.shown()} - {"evalbook", "rebuilt"}
    assert libraries >= {"scikit-learn", "scipy", "nltk", "sacrebleu", "rouge-score", "pytrec-eval-terrier"}
    printed = "\n".join(line for entry in ENTRIES.values() for line in entry.output)
    for library in libraries:
        assert set(re.findall(rf"^{library} ([\d.]+\d)", printed, re.MULTILINE)) == {pins[library]}


ROWS = re.findall(r"^\| \[.+?\]\(#([\w-]+)\) \| .+ \| (.+) \|$", MARKDOWN, re.MULTILINE)


def test_the_table_has_every_entry_in_order():
    assert [name for name, _ in ROWS] == list(ENTRIES)


@pytest.mark.parametrize("name, by_how_much", ROWS, ids=[name for name, _ in ROWS])
def test_the_table_shows_what_the_entry_printed(name, by_how_much):
    printed = {number for line in ENTRIES[name].numbers() for number in line.split()}
    said = [number.replace("−", "-") for number in NUMBER.findall(by_how_much)]
    assert len(set(said)) >= 2
    assert set(said) <= printed
