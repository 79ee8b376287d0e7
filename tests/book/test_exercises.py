"""Bets and exercises in the notebooks: each chapter is run, and its checks are given every answer that they know."""

from __future__ import annotations

import ast
import re
from functools import cache

import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from test_notebooks import FOLDED

from book_pages import (
    ASKING,
    CHAPTERS,
    IMPORTS_PAGES,
    ROOT,
    each_asking_chapter,
    each_asking_chapter_in_depth,
    has,
    records,
)
from evalbook import plots
from evalbook.teaching import pages

LONG = "The answer is argued for here in more words than the check asks for, one after the other."


@cache
def cells(name):
    """The cells of a notebook, which no test changes."""
    return nbformat.read(ROOT / f"{name}.ipynb", as_version=4).cells


def tags(cell):
    return set(cell.metadata.get("tags", []))


@pytest.fixture
def run(monkeypatch):
    """Run a chapter with every answer left open; return the calls of `pages.check` and their verdicts."""

    def run_chapter(name):
        called = []

        def note(*arguments, **options):
            called.append((arguments, options, real(*arguments, **options)))

        real = pages.check
        monkeypatch.setattr("evalbook.teaching.pages._questions.display", lambda *_, **__: None)
        monkeypatch.setattr(pages, "check", note)
        space = {"__name__": "__main__"}
        with np.printoptions(), plt.rc_context():
            plots.use_style()
            for cell in cells(name):
                if cell.cell_type == "code":
                    exec(compile(cell.source, name, "exec"), space)
        plt.close("all")
        monkeypatch.setattr(pages, "check", real)
        return called

    return run_chapter


def answers_of(options, right):
    """Right answers, and mistakes with their texts, as a student would hand them in."""
    if options.get("kind") == "argument":
        return LONG, []
    as_code = callable(right)
    mistakes = [
        (wrong if callable(wrong) or not as_code else lambda *_, wrong=wrong: wrong, text)
        for wrong, text in options.get("mistakes", [])
    ]
    return right, mistakes


def test_there_are_chapters_that_ask():
    assert {"book/curves/roc_curve", "book/probabilities/calibration"} <= set(ASKING)


@each_asking_chapter_in_depth
def test_checks_know_open_and_right_answers_and_each_mistake(run, name):
    called = run(name)
    has(name, len(called) >= 3 or name not in CHAPTERS, f"{len(called)} checks; expected at least 3")
    for (_, right, *_), options, verdict in called:
        assert verdict.state == "open", options["id"]
        answer, mistakes = answers_of(options, right)
        assert pages.check(answer, right, **options).state in ("right", "written"), options["id"]
        for wrong, text in mistakes:
            said = pages.check(wrong, right, **options).text.partition(" (On ")[0]
            assert said == f"Not yet. {text}", options["id"]


@each_asking_chapter
def test_nothing_says_right_while_the_answers_are_open(name):
    said = [str(output.get("text", "")) + str(output.get("data", {}).get("text/plain", ""))
            for cell in cells(name) for output in cell.get("outputs", [])]  # fmt: skip
    assert not [text for text in said if "Right." in text]


@each_asking_chapter
def test_every_question_has_an_id_of_its_own_and_says_what_it_asks(name):
    ids = [record["id"] for record in records(name)]
    assert len(set(ids)) == len(ids)
    for record in records(name):
        assert re.fullmatch(r"[a-z][a-z0-9-]+", record["id"])
        has(name, not re.fullmatch(r"q[0-9a-f]{8}", record["id"]), f"no id= for {record['question']}")
        has(name, len(record["question"].split()) >= 2, f"no question= in words for {record['id']}")


def test_ids_are_unique_in_the_whole_book():
    ids = [record["id"] for name in ASKING for record in records(name)]
    assert len(set(ids)) == len(ids)


@each_asking_chapter
def test_no_hint_and_no_feedback_is_empty(name):
    for record in records(name):
        texts = [mistake["text"] for mistake in record["mistakes"]]
        texts += [record["why"]] if record["role"] == "bet" else [record["hint"]]
        found = all(len(text.split()) >= 3 for text in texts)
        has(name, found, f"a hint, a feedback or a because= of {record['id']} has fewer than three words")


@each_asking_chapter
def test_every_bet_has_one_right_answer_and_two_named_mistakes(name):
    bets = [record for record in records(name) if record["role"] == "bet"]
    has(name, bets, "no bet")
    for record in bets:
        assert len(set(record["choices"])) == len(record["choices"]) >= 3
        assert {record["right"], *(mistake["answer"] for mistake in record["mistakes"])} == set(record["choices"])


@each_asking_chapter
def test_every_exercise_has_a_check_and_a_solution(name):
    source = cells(name)
    labels = [label for cell in source for label in re.findall(r"```\{exercise\}\n:label: (\S+)", cell.source)]
    asked = [record["id"] for record in records(name) if record["role"] == "exercise"]
    for label in labels:
        assert any(id == label or id.startswith(f"{label}-") for id in asked), label
    solved = sum("solution" in tags(cell) or "```{solution}" in cell.source for cell in source)
    assert solved >= len(labels)


@each_asking_chapter
def test_every_check_belongs_to_an_exercise_of_its_page(name):
    """A check whose task was lost would ask for something that the page does not say."""
    labels = [label for cell in cells(name) for label in re.findall(r"```\{exercise\}\n:label: (\S+)", cell.source)]
    asked = [record["id"] for record in records(name) if record["role"] != "bet"]
    assert not [id for id in asked if not any(id == label or id.startswith(f"{label}-") for label in labels)]


@each_asking_chapter
def test_an_argument_has_three_criteria(name):
    arguments = [record for record in records(name) if record["kind"] == "argument"]
    has(name, arguments or name not in CHAPTERS, "no exercise to argue")
    assert all(len(record["right"]) == 3 for record in arguments)


@each_asking_chapter
def test_a_solution_says_so_and_leaves_the_students_names_alone(name):
    code = [cell for cell in cells(name) if cell.cell_type == "code"]
    students = {
        found
        for cell in code
        if "solution" not in tags(cell)
        for found in re.findall(r"^(?:def )?(\w+)(?:\(.*\):| =) \.\.\.$", cell.source, re.MULTILINE)
    }
    has(name, students, "no open answer (answer = ...)")
    for cell in code:
        if "solution" in tags(cell):
            assert cell.source.startswith("# Solution\n")
            nodes = list(ast.walk(ast.parse(cell.source)))
            stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
            stored |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
            assert not stored & students
            assert "pages.check" not in cell.source


def questions_without_because(source: str) -> list[str]:
    """The ids of bets and checks that do not say why the right answer is right."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    asked = [call for call in calls if ast.unparse(call.func) in ("pages.bet", "pages.check")]
    given = [{one.arg: one.value for one in call.keywords} for call in asked]
    return [ast.literal_eval(one["id"]) for one in given if "because" not in one]


@each_asking_chapter
def test_each_bet_and_check_says_why_the_right_answer_is_right(name):
    code = [cell.source for cell in cells(name) if cell.cell_type == "code"]
    assert not [id for source in code for id in questions_without_because(source)], "give it because="


def test_a_question_without_because_is_found():
    asked = 'pages.bet("Which?", [], right="a", id="one")\npages.check(answer, 1, because="So it is.", id="two")'
    assert questions_without_because(asked) == ["one"]


@each_asking_chapter
def test_each_reason_is_a_sentence(name):
    assert not [one["id"] for one in records(name) if not is_told(one.get("why") or "")]


@each_asking_chapter
def test_each_solution_says_in_a_sentence_what_is_missed(name):
    text = "\n".join(cell.source for cell in cells(name) if cell.cell_type == "markdown")
    boxes = re.findall(r"^```\{solution\} (\S+)\n(?::\S+: [^\n]*\n)*(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    told = [label for label, said in boxes if is_told(said)]
    labels = re.findall(r"```\{exercise\}\n:label: (\S+)", text)
    has(name, told == labels, f"not one {{solution}} in words for each of {labels}, in this order")


@each_asking_chapter
def test_at_most_three_asserts_stand_in_sight(name):
    """They reassure authors; the others stand in hidden cells, named after the cell whose output they hold."""
    shown = [cell for cell in cells(name) if cell.cell_type == "code" and not tags(cell) & FOLDED]
    assert sum(len(re.findall(r"^\s*assert ", cell.source, re.MULTILINE)) for cell in shown) <= 3


def is_told(text: str) -> bool:
    """Whether it is a sentence of some length."""
    return len(text.split()) >= 6 and text.strip().endswith((".", "?", "!"))


@each_asking_chapter
def test_the_import_of_pages_is_shown(name):
    code = [cell for cell in cells(name) if cell.cell_type == "code"]
    importing = [cell for cell in code if re.search(IMPORTS_PAGES, cell.source, re.MULTILINE)]
    first = has(name, importing, "no cell imports `pages`")[0]
    assert not tags(first)
    assert not any("pages." in cell.source for cell in code[: code.index(first)])
