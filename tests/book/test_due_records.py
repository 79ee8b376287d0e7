"""The questions that come back, as they stand in their notebook: complete, honest, computed, and about the chapter."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from functools import cache

import pytest

import evalbook
from book_pages import CHAPTERS, DUE, QUESTION_MIME, cells_of, each_chapter, has, records

QUESTIONS = records(DUE)
each_question = pytest.mark.parametrize("record", QUESTIONS, ids=[record["id"] for record in QUESTIONS])


@cache
def cells(name):
    """The cells of a notebook by their ids."""
    return {cell["id"]: cell for cell in cells_of(name)}


def source(cell) -> str:
    return "".join(cell["source"])


def prose_and_output(cell) -> str:
    """What a reader of a cell sees, without the coordinates of its pictures."""
    shown = [{**output.get("data", {}), "text": output.get("text")} for output in cell.get("outputs", [])]
    return source(cell) + json.dumps([{kind: data[kind] for kind in data if "svg" not in kind} for data in shown])


def texts(record) -> list[str]:
    """All that a question says."""
    return [record["question"], *record["choices"], record["why"], *(one["text"] for one in record["mistakes"])]


def numbers(text: str) -> list[str]:
    """The numbers of a text that say something: 7, 1 and 10 stand in any chapter."""
    return re.findall(r"(?<![\w.,])\d[\d,]*\.\d+%?|(?<![\w.,])\d{2,}%|(?<![\w.,])\d[\d,]{2,}\d", text)


@each_chapter
def test_a_chapter_has_at_least_two_questions(name):
    own = sum(record["chapter"] == name for record in QUESTIONS)
    has(name, own >= 2, f"{own} questions of its own in {DUE}.ipynb; expected two (A question that comes back)")


FORMS = {"by-hand": "is answered by hand", "report": "asks what is wrong with a report"}
"""What each chapter asks at least once; the end of a question's id names its form."""

BY_HAND = {
    "due-area-under-pr-coin-up", "due-auc-lost-scores", "due-average-precision-ad", "due-averaging-one-more",
    "due-bias-three-models", "due-case-five-p-values", "due-choosing-a-threshold-equal", "due-class-skew-live",
    "due-confusion-break-even", "due-cost-curve-everybody-from", "due-cost-matrix-two-tests",
    "due-cross-validation-five-folds", "due-f-scores-rarer", "due-folds-worth", "due-hits-make-up",
    "due-hold-out-band", "due-leave-one-out-two-more", "due-many-two-sets", "due-multiclass-roc-guess",
    "due-ndcg-quarter", "due-pr-curve-same-calls", "due-precision-recall-second-test", "due-r-squared-second-model",
    "due-relative-errors-three-of-four", "due-rouge-padded", "due-scale-two-recalls",
    "due-squared-and-absolute-errors-two-groups",
}  # fmt: skip
"""Questions that are older than the form: small numbers, to be computed on paper."""


def is_of(record, form: str) -> bool:
    return record["id"].endswith(f"-{form}") or (form == "by-hand" and record["id"] in BY_HAND)


@each_chapter
@pytest.mark.parametrize("form", FORMS)
def test_a_chapter_asks_by_hand_and_about_a_report(name, form):
    own = [record["id"] for record in QUESTIONS if record["chapter"] == name and is_of(record, form)]
    has(name, own, f"no question in {DUE}.ipynb that {FORMS[form]}, with an id that ends in -{form}")


def test_a_question_that_is_said_to_be_by_hand_exists():
    assert {record["id"] for record in QUESTIONS} >= BY_HAND
    assert not [id for id in BY_HAND if id.endswith("-by-hand")]


REPORTS = [record for record in QUESTIONS if is_of(record, "report")]


@pytest.mark.parametrize("record", REPORTS, ids=[record["id"] for record in REPORTS])
def test_a_report_is_quoted_and_refutes_what_is_not_wrong_with_it(record):
    assert record["question"].startswith("A report") and record["question"].endswith("” What is wrong with it?")
    for text in [record["why"], *(one["text"] for one in record["mistakes"])]:
        assert re.search(r"\d", text), f"no number in: {text}"


NEW_FORMS = [record for record in QUESTIONS if record["id"].endswith(("-report", "-by-hand"))]


@pytest.mark.parametrize("record", NEW_FORMS, ids=[record["id"] for record in NEW_FORMS])
def test_a_report_or_what_is_computed_by_hand_is_read_at_a_glance(record):
    assert len(record["question"].split()) <= 45
    assert all(len(choice.split()) <= 15 for choice in record["choices"])
    assert all(len(text.split()) <= 40 for text in texts(record)[1:])


def test_no_two_questions_of_the_book_have_one_id():
    ids = Counter(record["id"] for name in [*CHAPTERS, DUE] for record in records(name))
    assert not [id for id, count in ids.items() if count > 1]


@each_question
def test_a_cell_asks_one_question_and_bears_its_name(record):
    cell = cells(DUE)[record["id"]]
    assert [output["data"][QUESTION_MIME]["id"] for output in cell["outputs"]] == [record["id"]]
    assert cell["metadata"]["tags"] == ["remove-input"]
    assert record["id"].startswith("due-")


@each_question
def test_a_question_stands_in_the_section_of_its_part(record):
    order = [*cells(DUE)]
    same_part = [other for other in QUESTIONS if other["chapter"].split("/")[1] == record["chapter"].split("/")[1]]
    first, last = (order.index(other["id"]) for other in (same_part[0], same_part[-1]))
    between = [cells(DUE)[id] for id in order[first : last + 1]]
    assert all(cell["cell_type"] == "code" for cell in between), "another heading stands between questions of one part"


@each_question
def test_the_chapter_has_the_cell_where_the_answer_is_looked_up(record):
    assert record["chapter"] in CHAPTERS
    cell = cells(record["chapter"])[record["see"]]
    assert cell["cell_type"] == "code"
    assert not {"solution", "remove-cell", "remove-input"} & set(cell["metadata"].get("tags", []))
    assert "pages.check(" not in source(cell), "a check gives nothing to look up"


@each_question
def test_one_choice_is_right_and_every_other_names_its_mistake(record):
    wrong = [one["answer"] for one in record["mistakes"]]
    assert sorted([record["right"], *wrong]) == sorted(set(record["choices"]))
    assert 3 <= len(record["choices"]) <= 5
    names = [one["name"] for one in record["mistakes"]]
    assert len({*names}) == len(names)


NAMES = sorted({mistake["name"] for record in QUESTIONS for mistake in record["mistakes"]})


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_mistake_says_what_was_done(name):
    """A verb without its subject: "This" stands before it on the page, and nothing in a class report."""
    assert re.match(r"[a-z]+s ", name), "no verb in the third person"
    assert 2 <= len(name.split()) <= 9
    assert name[-1] not in ".:"


@each_question
def test_a_choice_is_plain_so_that_what_is_stored_names_it(record):
    """The page stores the words on the button; a formula or code there would say something else than the record."""
    assert not re.search(r"[$`*_\\<&]", " ".join(record["choices"]))


@each_question
def test_a_question_is_short_and_speaks_in_sentences(record):
    assert len(record["question"].split()) <= 75
    assert record["question"].endswith("?")
    assert not record["question"].startswith("What is")
    assert all(len(choice) <= 120 for choice in record["choices"])
    for text in [record["why"], *(one["text"] for one in record["mistakes"])]:
        assert 5 <= len(text.split()) <= 60, text
        assert text[-1] in ".?$", text


@each_question
def test_the_package_computes_what_a_question_says(record):
    tree = ast.parse(source(cells(DUE)[record["id"]]))
    used = {
        node.value.id for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    assert used & set(evalbook.__all__) - {"pages"}, "no function of the package is called"
    constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    said = re.findall(r"\d[\d,.]*%?", " ".join(texts(record)))
    assert set(said) - {str(value) for value in constants}, "no number was computed"
    names = {record["id"], record["see"], record["chapter"]}
    typed = " ".join(value for value in constants if isinstance(value, str) and value not in names)
    assert not set(numbers(typed)) - {"95%"}, "a number is typed into a text"


@each_question
def test_the_chapter_does_not_hold_the_answer(record):
    chapter = " ".join(map(prose_and_output, cells(record["chapter"]).values()))
    known = set(numbers(chapter))
    assert not [number for number in numbers(record["right"]) if number in known]


def test_neither_place_nor_length_gives_the_right_choice_away():
    places = Counter(record["choices"].index(record["right"]) for record in QUESTIONS)
    assert max(places.values()) <= 0.5 * len(QUESTIONS), places
    longest = sum(len(record["right"]) > max(len(one["answer"]) for one in record["mistakes"]) for record in QUESTIONS)
    assert longest <= 0.5 * len(QUESTIONS)
