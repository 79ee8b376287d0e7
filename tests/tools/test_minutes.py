"""How long a chapter takes: what is counted of it, as a range at its top and on another page."""

from __future__ import annotations

import json
import re

import pytest
from test_extension import build_page

from evalbook.teaching import explorers
from evalbook.teaching.answers import QUESTION_MIME
from evalbook_tools import minutes

TOP = "# Title\n\n*1 to 2 minutes to read, 1 to 2 for the exercises.*\n\n" + "word " * 300


def text(source):
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def code(source, *tags, figure=False, **record):
    outputs = [{"data": {QUESTION_MIME: record}}] if record else []
    metadata = {"tags": list(tags)} | ({"mystnb": {"figure": {}}} if figure else {})
    return {"cell_type": "code", "metadata": metadata, "source": source, "outputs": outputs}


def explorer(*, figure):
    """A cell that names no explorer in its code, and shows one."""
    shown = {"data": {"text/html": explorers.proportion()._repr_html_().splitlines(keepends=True)}}
    return code("moved", "hide-input", figure=figure) | {"outputs": [shown]}


CHAPTER = [
    text(TOP),
    code("a = 1\n\nb = 2\n" * 8),
    code("hidden()\n" * 80, "hide-input", figure=True),
    code("assert hidden\n" * 80, "remove-cell"),
    explorer(figure=True),
    explorer(figure=False),
    code("pages.bet()", "remove-input", role="bet", id="b"),
    text("## Exercises"),
    code("pages.check()", "hide-input", role="exercise", kind="code"),
    code("pages.check()", "hide-input", role="exercise", kind="numbers"),
    text("## Further\n\nmore words"),
    code("pages.check()", "hide-input", role="exercise", kind="argument"),
]

NOTHING = {"words": 0, "lines": 0, "bets": 0, "figures": 0, "explorers": 0, "exercises": ()}


def test_what_a_reader_meets_is_counted():
    assert minutes.size(CHAPTER) == minutes.Size(
        words=300, lines=16, bets=1, figures=1, explorers=2, exercises=("code", "numbers")
    )


def test_minutes_run_from_the_estimate_to_half_as_much_again():
    reading = 300 / 120 + 16 / 6 + 2 + 1 + 2 * 2  # 12.2, and half as much again 18.2
    size = minutes.size(CHAPTER)
    assert size.reading == minutes.Range(round(reading), round(1.5 * reading)) == minutes.Range(12, 18)
    assert size.doing == minutes.Range(8 + 3, 17), "16.5 is rounded up"
    assert size.minutes == minutes.Range(12 + 11, 18 + 17), "what stands at the top, added up"


@pytest.mark.parametrize(
    ("counted", "in_ten_minutes"), [("words", 1200), ("lines", 60), ("bets", 5), ("figures", 10), ("explorers", 5)]
)
def test_each_thing_that_is_read_takes_its_time(counted, in_ten_minutes):
    assert minutes.Size(**NOTHING | {counted: in_ten_minutes}).minutes == minutes.Range(10, 15)


@pytest.mark.parametrize(("kind", "low", "high"), [("code", 8, 12), ("argument", 5, 8), ("choice", 3, 5)])
def test_an_exercise_takes_the_time_of_its_kind(kind, low, high):
    assert minutes.Size(**NOTHING | {"exercises": (kind,)}).minutes == minutes.Range(low, high)


@pytest.mark.parametrize(
    "silent",
    [
        "## A heading of words",
        "| a | table |\n| 1 | 2 |",
        "(place-of-a-box)=",
        ":::{admonition} A title\n:class: note",
        "$$\na = b\n$$",
        "*20 to 30 minutes to read, 15 to 23 for the exercises.*",
    ],
)
def test_what_is_no_prose_has_no_words(silent):
    assert minutes.size([text(f"{silent}\n\nthree words here")]).words == 3


def test_a_role_is_counted_by_its_text():
    assert minutes.size([text("a {term}`test set` of 1,797")]).words == 5


def test_the_top_of_a_chapter_is_written():
    top = minutes.stated(TOP, CHAPTER)
    assert "\n\n*12 to 18 minutes to read, 11 to 17 for the exercises.*\n\n" in top
    assert minutes.stated(top, CHAPTER) == top


@pytest.fixture
def book(tmp_path):
    """The folder of a book of one chapter."""
    (tmp_path / "book" / "a").mkdir(parents=True)
    (tmp_path / "book" / "a" / "b.ipynb").write_text(json.dumps({"cells": CHAPTER}), "utf-8")
    (tmp_path / "book" / "a" / "b.md").write_text("# Title\n", "utf-8")  # what is read in place of the notebook
    return tmp_path


def test_another_page_shows_them(book):
    html, _ = build_page(book, "# Page\n\nIn {minutes}`a/b a/b` minutes.\n")
    assert "In 23–35 + 23–35 minutes." in html


def test_the_path_lists_its_chapters_with_their_minutes(book):
    html, _ = build_page(book, "# Page\n\n```{path}\n```\n", config={"evalbook_path": ["a/b"]})
    assert re.sub(r"<[^>]+>", "", re.search(r"<ol.+?</ol>", html, re.DOTALL)[0]).strip() == "Title: 23 to 35 minutes"
