"""The book's assignments: complete, solvable, and different in every term."""

from __future__ import annotations

import ast
import json
import re
import shutil
import zipfile
from argparse import Namespace
from functools import partial
from itertools import pairwise

import nbformat
import pytest
from tiny_class import TINY

from answers_of_homework import SECRETS, SOLUTION, leaks
from book_pages import PAGES
from evalbook.teaching.answers import RIGHT, WRONG, judge
from evalbook.teaching.answers._handing_in import DIGITS
from evalbook.teaching.answers._texts import COUNTS
from evalbook_homework.grading import __main__ as commands
from evalbook_homework.grading import grading, release, sandbox
from evalbook_homework.grading.__main__ import hand_out
from evalbook_homework.grading.assignments import (
    EXAMPLE,
    HOMEWORK,
    assignments,
    graded,
    is_graded_by_hand,
    is_test,
    marks,
)
from evalbook_homework.grading.collect import Attempt, Student
from evalbook_homework.grading.execution import Run
from evalbook_homework.grading.key import key_of, visible
from evalbook_homework.grading.points import marks_of
from evalbook_homework.grading.terms import term as make_term

ALL = assignments()
SEEDS = [f"seed {number}" for number in range(4)]

each_assignment = pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)


def test_each_part_has_an_assignment():
    parts = {name.split("/")[1] for name in PAGES if name.count("/") == 2 and not name.startswith("book/api/")}
    assert {one.name for one in ALL} == parts


def test_to_release_an_assignment_that_does_not_exist_is_refused():
    with pytest.raises(
        ValueError, match=r"^ONLY is 'spilts', which is not an assignment; expected one of comparison, "
    ):
        hand_out(Namespace(term="none", only="spilts", assignments=HOMEWORK))


def test_an_assignment_that_could_not_be_graded_is_refused_before_it_is_handed_out(tmp_path):
    (tmp_path / "week 1").mkdir()
    (tmp_path / "week 1" / "draw.py").touch()
    with pytest.raises(
        ValueError, match=r"week 1 is called 'week 1'; expected letters, digits, - and _, such as week-1"
    ):
        assignments(tmp_path)


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Releases a teacher's own assignment, which is the tiny one with its cells and draw.py changed by words."""
    monkeypatch.setattr(release, "_wheel", lambda: b"wheel")
    folder = shutil.copytree(TINY.folder, tmp_path / "sources" / "tiny")
    args = Namespace(term="t", only="", assignments=tmp_path / "sources", roster=None, chapters="")

    def make(**changed):
        """By the name of a cell, or as draw.py: what stands there, and what shall."""
        book = nbformat.read(folder / "tiny.ipynb", as_version=4)
        for name, (old, new) in changed.items():
            if name == "draw_py":
                (folder / "draw.py").write_text(TINY.program.replace(old, new), "utf-8")
                continue
            (cell,) = (cell for cell in book.cells if marks(cell)["grade_id"] == name.replace("_", "-"))
            assert old in cell.source
            cell.source = cell.source.replace(old, new)
        nbformat.write(book, folder / "tiny.ipynb")
        monkeypatch.setattr(commands, "term", partial(make_term, terms=tmp_path / "terms"))
        hand_out(args)
        return tmp_path / "terms" / "t"

    return make


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"tiny_3": ('pages.check(letter, **key["tiny-3"])', 'assert letter in "abc"')},
            "the hidden test of tiny-3 leaves 0 records; expected one call of pages.check",
        ),
        (
            {"tiny_2": ("### END", 'pages.check(both, **key["tiny-2"])\n### END')},
            "the hidden test of tiny-2 leaves 2 records; expected one call of pages.check",
        ),
        (
            {"tiny_1_answer": ('case["wrong"] /', 'case["false"] /')},
            "the cell tiny-1-answer fails: KeyError: 'false'; expected the source to run with its own solutions",
        ),
        (
            {"tiny_2_answer": ('[case["wrong"],', "[= 1,")},
            r"the cell tiny-2-answer fails: SyntaxError: .*; expected the source to run with its own solutions",
        ),
        (
            {"draw_py": ('"tiny-3":', '"tiny-03":')},
            "the cell tiny-3 fails: KeyError: 'tiny-3'; expected the source to run with its own solutions",
        ),
        (
            {"tiny_3": ('pages.hand_in(letter, "word", choices=["a", "b", "c"])\n### BEGIN HIDDEN TESTS', "### BEGIN "
             'HIDDEN TESTS\npages.hand_in(letter, "word")')},
            "the cell tiny-3 hands in nothing that students see; expected pages.hand_in above its test",
        ),
        (
            {"draw_py": ("int(rng.integers(3, 40))", "many")},
            "its draw.py fails: NameError: name 'many' is not defined",
        ),
        (
            {"tiny_1_answer": ('case["wrong"] /', '1 - case["wrong"] /')},
            r"the solution of tiny-1 hands in \[0\.\d+\]; expected the right answer, 0\.\d+",
        ),
    ],
    ids=["no check", "two checks", "fails", "no python", "no answer", "hands in nothing", "draws nothing", "wrong"],
)  # fmt: skip
def test_what_would_fail_in_grading_fails_when_it_is_released(own, tmp_path, changed, said):
    with pytest.raises(ValueError, match=f"^tiny cannot be released: {said}$"):
        own(**changed)
    term = tmp_path / "terms" / "t"
    assert list((term / "private").iterdir()) == []
    assert not (term / "released").exists()


def test_a_question_without_points_is_named(tmp_path):
    book = TINY.notebook
    (cell,) = (cell for cell in book.cells if marks(cell)["grade_id"] == "tiny-2")
    del cell.metadata["nbgrader"]["points"]
    with pytest.raises(ValueError, match="the cell tiny-2 is graded and has None points; expected a number"):
        release._without_answers(book)


def test_a_correction_that_could_not_be_graded_leaves_the_release_as_it_was(own):
    folder = own() / "private" / "tiny-r1"
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    with pytest.raises(ValueError, match="tiny-1-answer fails"):
        own(tiny_1_answer=('case["wrong"] /', 'case["false"] /'))
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_the_key_is_there_when_it_is_released(own):
    assert set(json.loads((own() / "private" / "tiny-r1" / "key.json").read_text("utf-8"))["key"]) == {
        "tiny-1", "tiny-2", "tiny-3",
    }  # fmt: skip


# ---------------------------------------------------------------- the source


@each_assignment
def test_twenty_points(one):
    assert sum(points for _, points, _ in graded(one.notebook)) == 20


@each_assignment
def test_at_most_one_question_is_argued(one):
    assert sum(map(is_graded_by_hand, one.notebook.cells)) <= 1


@each_assignment
def test_every_cell_has_a_name_of_its_own(one):
    names = [marks(cell).get("grade_id") for cell in one.notebook.cells]
    assert len(set(names)) == len(names)
    assert all(str(name).startswith(f"{one.name}-") for name in names)


@each_assignment
def test_each_question_says_its_points(one):
    said = re.findall(r"^\*\*(\d+)\*\* \((\d+) points?\)", "\n".join(cell.source for cell in one.notebook.cells), re.M)
    assert [(f"{one.name}-{number}", float(points)) for number, points in said] == [
        (name, points) for name, points, _ in graded(one.notebook)
    ]


@each_assignment
def test_each_table_is_the_last_line_of_its_cell(one):
    """Elsewhere it is not shown."""
    bodies = [ast.parse(cell.source).body for cell in one.notebook.cells if cell.cell_type == "code"]
    before = [ast.unparse(line) for body in bodies for line in body[:-1]]
    assert not [line for line in before if line.startswith("pages.table(")]


@each_assignment
def test_it_says_how_many_digits_are_asked_for(one):
    said = re.search(r"(\w+) digits.* \(0\.0178 has (\w+)\)", one.notebook.cells[0].source)
    assert said and said.groups() == (COUNTS[DIGITS],) * 2


@pytest.mark.parametrize(
    ("name", "is_as_ever"),
    [
        ("confusion", lambda case: case["choice"]["found"]["A"][3] < case["choice"]["found"]["B"][3]),
        ("costs", lambda case: case["town"]["forecasts"]["A"]["fpr"] < case["town"]["forecasts"]["B"]["fpr"]),
        ("generation", lambda case: case["labeled"]["A"]["right"] < case["labeled"]["B"]["right"]),
        ("regression", lambda case: case["river"]["MAE"][0] < case["river"]["MAE"][1]),
        ("text", lambda case: " not " in case["warning"]["candidates"]["A"]),
    ],
)
def test_a_letter_that_an_argument_names_means_the_same_to_every_student(name, is_as_ever):
    one = next(one for one in ALL if one.name == name)
    assert all(is_as_ever(json.loads(one.draw(f"student {number}")["case.json"])) for number in range(8))


@each_assignment
def test_a_test_hands_in_and_checks_the_same_answer(one):
    for name, _, cell in graded(one.notebook):
        if is_test(cell):
            answer = re.match(r"pages\.hand_in\((\w+)", visible(cell.source))
            assert answer and f'pages.check({answer[1]}, **key["{name}"])' in cell.source, name


@each_assignment
def test_the_sources_show_the_example(one):
    for name, content in one.draw(EXAMPLE).items():
        assert (one.folder / name).read_bytes() == content, f"{name}: python -m evalbook_homework.grading example"


@each_assignment
def test_each_term_has_other_numbers(one):
    assert one.draw("a") == one.draw("a") != one.draw("b")


@pytest.mark.slow
@each_assignment
def test_any_seed_gives_a_case(one):
    sizes = [sum(map(len, one.draw(f"size {number}").values())) for number in range(10)]
    assert max(sizes) < 300_000


# ---------------------------------------------------------------- the key (slow: it runs the sources)


@pytest.mark.slow
@each_assignment
def test_a_key_tells_right_from_each_mistake(one):
    for seed in SEEDS:
        for name, record in key_of(one.notebook, one.draw(seed), one.program).items():
            assert judge(record, record["right"]).state == RIGHT, (seed, name)
            for mistake in record["mistakes"]:
                assert judge(record, mistake["answer"]).state == WRONG, (seed, name, mistake)


@pytest.mark.slow
@each_assignment
def test_the_key_of_one_term_fails_in_another(one):
    keys = [key_of(one.notebook, one.draw(seed), one.program) for seed in SEEDS]
    shares = []
    for mine, other in pairwise(keys):
        run = Run({name: record["right"] for name, record in mine.items()})
        found = marks_of(run, other)
        shares.append(sum(mark.points for mark in found) / sum(mark.out_of for mark in found))
    assert sum(shares) / len(shares) < 0.4


# ---------------------------------------------------------------- the whole way (slow: as make homework and make grade)


def solved(student: nbformat.NotebookNode, source: nbformat.NotebookNode, names: set[str]) -> bytes:
    """The student's copy with the solutions of the named questions."""
    solutions = {marks(cell)["grade_id"]: SOLUTION.search(cell.source) for cell in source.cells}
    for cell in student.cells:
        name = str(marks(cell).get("grade_id"))
        if marks(cell).get("solution") and solutions[name] and name.removesuffix("-answer") in names:
            cell.source = solutions[name][1]
    return nbformat.writes(student).encode()


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """Every assignment, released in one term."""
    term = make_term("whole", new=True, terms=tmp_path_factory.mktemp("terms"))
    return term, {one.name: release.release(one, term) for one in ALL}


@pytest.fixture(scope="module")
def grades(released):
    """By assignment and student: one solved all, one nothing, one the first half."""
    why = sandbox.why_unavailable()
    assert not why, why
    term, made = released
    handed_in = []
    for one in ALL:
        latest, _ = made[one.name]
        names = [name for name, _, _ in graded(one.notebook)]
        for who, some in {"all": set(names), "nothing": set(), "half": set(names[: len(names) // 2])}.items():
            content = solved(latest.student, one.notebook, some)
            handed_in.append(Attempt(Student(f"{one.name} {who}"), f"{who}.ipynb", content, (0.0,)))
    results = grading.grade(grading.Course(term, ALL, sandbox.Limits()), handed_in)
    return {one.student.name: one for some in results.values() for one in some}


@pytest.mark.slow
@each_assignment
def test_the_solved_copy_earns_all(one, grades):
    earned = {mark.question: mark.points for mark in grades[f"{one.name} all"].marks}
    assert earned == {name: None if is_graded_by_hand(cell) else points for name, points, cell in graded(one.notebook)}


@pytest.mark.slow
@each_assignment
def test_the_empty_copy_earns_nothing(one, grades):
    assert {mark.points for mark in grades[f"{one.name} nothing"].marks} == {0.0}


@pytest.mark.slow
@each_assignment
def test_the_half_solved_copy_earns_what_was_solved(one, grades):
    names = [name for name, _, _ in graded(one.notebook)]
    earned = {mark.question for mark in grades[f"{one.name} half"].marks if mark.points != 0}
    assert earned == set(names[: len(names) // 2])


@pytest.mark.slow
@each_assignment
def test_a_release_holds_no_answer(one, released):
    """No solution, no hidden test, and no output, in no file of the zip."""
    _, path = released[1][one.name]
    with zipfile.ZipFile(path) as archive:
        text = {
            name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist() if ".whl" not in name
        }
    student = next(nbformat.reads(content, as_version=4) for name, content in text.items() if name.endswith(".ipynb"))
    assert not any(cell.get("outputs") for cell in student.cells)
    assert len(SECRETS) > 100
    assert not [leak for content in text.values() for leak in leaks(content)]
