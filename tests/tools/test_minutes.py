"""How long a chapter takes: what is counted of it, at its top and on another page."""

from __future__ import annotations

import json

import pytest
from test_extension import build_page

from evalbook.teaching.answers import QUESTION_MIME
from evalbook_tools import minutes

TOP = "# Title\n\n*1 minutes to read, 1 for the exercises.*\n\n" + "word " * 300


def text(source):
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def code(source, *tags, figure=False, **record):
    outputs = [{"data": {QUESTION_MIME: record}}] if record else []
    metadata = {"tags": list(tags)} | ({"mystnb": {"figure": {}}} if figure else {})
    return {"cell_type": "code", "metadata": metadata, "source": source, "outputs": outputs}


CHAPTER = [
    text(TOP),
    code("a = 1\n\nb = 2\n" * 8),
    code("hidden()\n" * 80, "hide-input", figure=True),
    code("pages.bet()", "remove-input", role="bet", id="b"),
    text("## Exercises"),
    code("pages.check()", "hide-input", role="exercise", kind="code"),
    code("pages.check()", "hide-input", role="exercise", kind="numbers"),
    text("## Further\n\nmore words"),
    code("pages.check()", "hide-input", role="exercise", kind="argument"),
]


def test_what_a_reader_meets_is_counted():
    assert minutes.size(CHAPTER) == minutes.Size(words=300, lines=16, bets=1, pictures=1, exercises=("code", "numbers"))


def test_minutes_to_read_and_for_the_exercises():
    size = minutes.size(CHAPTER)
    assert (size.reading, size.doing, size.minutes) == (round(2 + 2 + 2 + 1.5), 11, 19)


@pytest.mark.parametrize(
    "silent",
    [
        "## A heading of words",
        "| a | table |\n| 1 | 2 |",
        "(place-of-a-box)=",
        ":::{admonition} A title\n:class: note",
        "$$\na = b\n$$",
        "*20 minutes to read, 15 for the exercises.*",
    ],
)
def test_what_is_no_prose_has_no_words(silent):
    assert minutes.size([text(f"{silent}\n\nthree words here")]).words == 3


def test_a_role_is_counted_by_its_text():
    assert minutes.size([text("a {term}`test set` of 1,797")]).words == 5


def test_the_top_of_a_chapter_is_written():
    assert "*8 minutes to read, 11 for the exercises.*" in minutes.stated(TOP, CHAPTER)


def test_another_page_shows_them(tmp_path):
    (tmp_path / "book" / "a").mkdir(parents=True)
    (tmp_path / "book" / "a" / "b.ipynb").write_text(json.dumps({"cells": CHAPTER}), "utf-8")
    html, _ = build_page(tmp_path, "# Page\n\nIn {minutes}`a/b a/b` minutes.\n")
    assert "In 19 + 19 minutes." in html
