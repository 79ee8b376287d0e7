"""Two who wrote the same are listed for the teacher: passages, the public solution, a number of another's copy."""

from __future__ import annotations

import csv
import io

import pytest
from tiny_class import RIGHT, filled

from evalbook_homework.grading import reports
from evalbook_homework.grading.collect import Student
from evalbook_homework.grading.grading import Graded
from evalbook_homework.grading.points import Mark
from evalbook_homework.grading.repair import repair_notebook
from evalbook_homework.grading.similarity import PASSAGE, Author, Written, common_passages, pairs, written_in

ESSAY = (
    "A missed failure stops the line for a day, a false alarm costs an hour, so that accuracy, which counts both "
    "alike, tells nothing about what the plant pays in a year."
)
OWN = "One number adds up errors that have different prices; whoever pays has to know how many of each kind there are."
CODE = """wrong = case["wrong"]
shares = []
for part in (wrong, case["n"] - wrong):
    shares.append(part / case["n"])
assert abs(sum(shares) - 1) < 1e-9, shares
error = shares[0]"""


@pytest.fixture
def author(released):
    """Who wrote these answers."""

    def write(name, **answers):
        notebook = filled(released.student, RIGHT | {name.replace("_", "-"): one for name, one in answers.items()})
        whole = repair_notebook(notebook, released.student).notebook
        return Author(name, written_in(whole, released.student, released.solved))

    return write


def test_a_text_that_was_changed_a_little_is_listed_with_its_passages(author):
    changed = ESSAY.replace("a day", "a whole day").replace("year", "month")
    (pair,) = pairs([author("Ada", tiny_4=ESSAY), author("Bo", tiny_4=OWN), author("Cy", tiny_4=changed)])
    assert (pair.question, pair.one, pair.other, pair.what) == ("tiny-4", "Ada", "Cy", "words")
    assert 0.9 < pair.share < 1
    assert "a false alarm costs an hour, so that accuracy," in " ".join(pair.passages)


def test_one_passage_in_texts_of_their_own_is_listed(author):
    passage = " ".join(ESSAY.split()[:PASSAGE])
    (pair,) = pairs([author("Ada", tiny_4=ESSAY), author("Bo", tiny_4=f"{OWN} {passage} {OWN} {OWN}")])
    assert pair.passages == (passage,)
    assert pair.share < 0.5


def test_words_that_the_notebook_gave_are_no_passage():
    question = "Why is one number not enough to say which of the two models is better?"
    assert common_passages(f"{question} Prices.", f"{question} Rare kinds of failures.", f"**4** {question}")[1] == ()


def test_chinese_is_compared_sign_by_sign():
    share, passages = common_passages("准确率把两种错误算得一样重要", "我认为准确率把两种错误算得一样")
    assert share > 0.8
    assert passages == (" ".join("准确率把两种错误算得一样"),)


def test_who_wrote_the_public_solution_is_listed_once_and_in_no_pair(author):
    solution = "Two kinds of errors have two prices."
    found = pairs([author("Ada", tiny_4=solution), author("Bo", tiny_4=f"- {solution}"), author("Cy", tiny_4=OWN)])
    assert [(pair.question, pair.one, pair.other, pair.what) for pair in found] == [
        ("tiny-4", "Ada, Bo", "the public solution", "equals the public solution: 2 students")
    ]


def test_who_wrote_a_part_of_the_public_solution_is_listed_alone(author):
    (pair,) = pairs(
        [author("Ada", tiny_4="Two kinds of errors have two prices, and one hides."), author("Bo", tiny_4=OWN)]
    )
    assert (pair.one, pair.other, pair.what) == ("Ada", "the public solution", "words")


def test_equal_code_is_not_listed(author):
    assert pairs([author("Ada", tiny_1_answer=CODE, tiny_4=OWN), author("Bo", tiny_1_answer=CODE, tiny_4="")]) == []


def with_number(name, points, copy, answer="0.2375"):
    mark = Mark("tiny-1", points, 2, answer, "")
    return Author(name, Written({}), (mark,), copy)


def test_a_number_that_is_right_in_another_copy_alone_is_listed():
    (pair,) = pairs([with_number("Ada", 2, "a1"), with_number("Bo", 0, "b2")])
    assert (pair.what, pair.passages) == ("number, wrong for Bo", ("0.2375",))


@pytest.mark.parametrize(
    ("points", "copies", "answer"),
    [
        ((2, 0), ("", ""), "0.2375"),
        ((2, 2), ("a", "b"), "0.2375"),
        ((0, 0), ("a", "b"), "0.2375"),
        ((2, 0), ("a", "b"), "3"),
    ],
    ids=["same numbers for all", "right for both", "wrong for both", "few digits"],
)
def test_other_equal_numbers_tell_nothing(points, copies, answer):
    ada, bo = (with_number(*one, answer) for one in zip(("Ada", "Bo"), points, copies, strict=True))
    assert pairs([ada, bo]) == []


def test_the_table_and_the_page_name_both_and_show_what_they_share(author):
    results = [
        Graded(Student(name), "tiny", 1, (), (), written=author(name, tiny_4=f"<b>{ESSAY}</b>").written)
        for name in ("Ada", "=Bo")
    ]
    files = reports._similar(results)
    (row,) = csv.DictReader(io.StringIO(files["similar.csv"].decode("utf-8-sig")))
    assert (row["one"], row["other"], row["share"]) == ("Ada", "'=Bo", "100%")
    page = files["similar.html"].decode()
    assert "tiny-4: Ada and =Bo" in page
    assert "&lt;b&gt;A missed failure" in page
