"""What a rewrite lost: each thing that is gone is found, and another wording is not."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from evalbook.teaching.answers import QUESTION_MIME
from evalbook_tools.prose.compare import compare, masked
from evalbook_tools.prose.markup import markup
from evalbook_tools.prose.numbers import numbers
from evalbook_tools.prose.pages import cells


def text(source):
    return {"cell_type": "markdown", "id": "t", "metadata": {}, "source": source}


def code(source, printed="", id="c", **metadata):
    outputs = [{"output_type": "stream", "name": "stdout", "text": printed}] if printed else []
    return {
        "cell_type": "code",
        "id": id,
        "metadata": metadata,
        "source": source,
        "outputs": outputs,
        "execution_count": 1,
    }


def asked(**record):
    cell = code("pages.check()")
    return cell | {"outputs": [{"output_type": "display_data", "metadata": {}, "data": {QUESTION_MIME: record}}]}


def found(old, new):
    return [str(one) for one in compare(old, new)]


def words(old, new):
    return found([text(old)], [text(new)])


def test_a_reworded_sentence_loses_nothing():
    old = "In 4 of 16 pairs, a {term}`tie` ($x$) is `lost`; see [AUC](auc.ipynb)."
    assert words(old, "See [another text](auc.ipynb): 16 pairs have four `lost` {term}`ties <tie>`, $x$.") == []


def test_a_section_that_moved_loses_nothing():
    assert found([text("One in 20."), code("a"), text("Two.")], [text("Two."), code("a"), text("One in 20.")]) == []


def test_a_dropped_number_is_found_with_the_words_around_it():
    assert words("The area is 0.83 here.", "The area is large.") == ["gone    number 0.83 (The area is 0.83 here.)"]


def test_a_number_that_stands_in_a_formula_now_is_not_gone():
    assert [one for one in words("The area is 0.83.", "The area is $A = 0.83$.") if one.startswith("gone")] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0.5", ".5"),
        ("1,000", "1000"),
        ("−2", "-2"),
        ("twenty-five", "25"),
        ("24 percent", "24%"),
        ("two million", "2,000,000"),
        ("halves", "half"),
        ("½", "half"),
        ("0.50", "0.5"),
    ],
)
def test_spellings_of_a_number_are_equal(one, other):
    assert [value for value, _ in numbers(f"so {one} it is")] == [value for value, _ in numbers(f"so {other} it is")]


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("24 and 24%", ["24", "24%"]),
        ("F1 of HR@10", ["10"]),
        ("from 5-10 (−3)", ["5", "10", "-3"]),
        ("1/16 or a third", ["1", "16", "third"]),
        ("the third one", ["1"]),
        ("2 · ½⁴", ["2", "half"]),
        ("scikit-learn#27412", ["27412"]),
    ],
)
def test_numbers_that_a_text_says(said, values):
    assert [value for value, _ in numbers(said)] == values


@pytest.mark.parametrize(
    ("dropped", "told"),
    [
        ("[AUC](auc.ipynb)", "link auc.ipynb"),
        ("{term}`encloses <enclose>`", "{term} enclose"),
        ("{py:func}`~evalbook.curves.auc`", "{py:func} evalbook.curves.auc"),
        ("{cite:p}`zhou2016`", "{cite:p} zhou2016"),
        ("{numref}`fig-auc`", "{numref} fig-auc"),
        ("\n\n(check-gap)=\nwords", "(check-gap)="),
        ("$m^+$", "formula m^+"),
        ("\n\n$$\na\n= b\n$$\n\n", "formula a = b"),
        ("`average`", "code average"),
    ],
)
def test_what_is_dropped_is_gone_and_what_is_added_is_new(dropped, told):
    assert words(f"See {dropped}", "See") == [f"gone    {told}"]
    assert words("See", f"See {dropped}") == [f"new     {told}"]


def test_one_of_two_sources_is_found():
    assert words("See {cite:p}`zhou2016,fawcett2006`", "See {cite:p}`zhou2016`") == ["gone    {cite:p} fawcett2006"]


def test_a_link_within_a_box_is_found():
    box = ":::{admonition} A title\n:class: note\nSee [AUC](auc.ipynb).\n:::"
    assert words(box, box.replace("[AUC](auc.ipynb)", "AUC")) == ["gone    link auc.ipynb"]


def test_the_label_of_an_exercise_is_a_name():
    exercise = "```{exercise}\n:label: auc-luck\n\nPredict.\n```"
    assert words(exercise, "Predict.") == ["gone    (auc-luck)="]


def test_the_minutes_of_a_chapter_are_not_compared():
    assert words("*24 minutes to read, 14 for the exercises.*", "*35 to 52 minutes to read, 21 for exercises.*") == []


def test_a_dropped_cell_is_found_by_its_id():
    assert found([code("a = 1\nb")], [code("a = 1\nb", id="other")]) == [
        "gone    cell c: a = 1",
        "new     cell other: a = 1",
    ]


def test_a_changed_operator_is_found():
    assert found([code("x = a + b")], [code("x = a - b")]) == ["changed code of c: x = a + b became x = a - b"]


def test_a_change_in_a_long_line_is_shown_from_shortly_before_it():
    old = f"f({', '.join('abcdefgh' * 20)}, x + 1)"
    (one,) = found([code(old)], [code(old.replace("+", "-"))])
    assert "x + 1) became" in one and one.endswith("x - 1)") and len(one) < 100


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("f('a')", 'f("another text")'),
        ("f('a')", "f(f'now {with_a} value')"),
        ("a = 1  # why", "# what\na = 1"),
        ("f(a,\n  b)", "f(a, b)"),
        ("f('a' 'b')", "f('ab')"),
    ],
)
def test_another_text_comment_or_layout_is_no_other_code(old, new):
    assert masked(old) == masked(new)


def test_a_command_of_ipython_is_compared_as_text():
    assert found([code("%time f()")], [code("%time g()")]) == ["changed code of c: %time f() became %time g()"]


def test_a_changed_printed_number_is_found():
    assert found([code("f()", "AUC 0.83")], [code("f()", "the AUC: 0.84")]) == [
        "changed printed by c: 0.83 became 0.84"
    ]


def test_another_label_of_a_printed_number_is_not():
    assert found([code("f()", "one AUC 0.83")], [code("f()", "area under the curve 0.83")]) == []


def test_a_number_of_a_feedback_is_prose():
    old, new = (asked(question="", kind="number", right=1, why=why) for why in ["It is 7 of 8.", "It is most."])
    assert [one.partition(" (")[0] for one in found([old], [new])] == ["gone    number 7", "gone    number 8"]


def test_a_changed_right_answer_is_a_changed_print():
    old, new = (asked(question="How many?", kind="number", right=right) for right in [4, 5])
    assert found([old], [new]) == ["changed printed by c: 4 became 5"]


def test_a_dropped_caption_loses_its_number_and_its_name():
    figure = {"mystnb": {"figure": {"caption": "All 16 pairs.", "name": "fig-pairs"}}}
    assert found([code("f()", **figure)], [code("f()")]) == [
        "gone    (fig-pairs)=",
        "gone    number 16 (All 16 pairs.)",
    ]


def test_prose_has_plain_words():
    assert markup("A **bold** {term}`test set` and $x$,\n`y`, [z](z.md) {cite:p}`k2016`.").prose == [
        "A bold test set and X, CODE, z."
    ]


def run(*arguments, folder):
    command = [sys.executable, "-m", "evalbook_tools.prose", "compare", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.fixture
def repository(tmp_path):
    """A notebook of two cells, committed, whose text lost a number since."""
    page = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [text("Four of 16."), code("a = 1")]}
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(page), "utf-8")
    git = ["git", "-C", tmp_path, "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "One"]]:
        subprocess.run([*git, *command], check=True)
    path.write_text(json.dumps(page | {"cells": [text("Four of them."), code("a = 1")]}), "utf-8")
    return tmp_path


def test_a_revision_of_git_is_compared(repository):
    done = run("HEAD:a.ipynb", "a.ipynb", folder=repository)
    assert done.stdout == "gone    number 16 (Four of 16.)\n", done.stderr


@pytest.mark.parametrize(("new", "code"), [("a.ipynb", 1), ("HEAD:a.ipynb", 0)])
def test_the_exit_code_tells_whether_anything_is_gone(repository, new, code):
    assert run("HEAD:a.ipynb", new, folder=repository).returncode == code


def test_an_unknown_revision_is_named(repository):
    assert "nowhere" in run("nowhere:a.ipynb", "a.ipynb", folder=repository).stderr


def test_a_page_in_markdown_is_one_cell():
    assert [cell["source"] for cell in cells("# Title\n\nwords")] == ["# Title\n\nwords"]
