"""A term as nbgrader and otter-grader take it: what a right, a half right, a wrong and no answer earns there."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from exported import by_nbgrader, by_otter, cases, displayed, half, hidden_test, passes, wrong
from tiny_class import TINY

from evalbook.teaching.answers import plain_answer
from evalbook_homework.grading import export, release
from evalbook_homework.grading.answer_cells import handed_in
from evalbook_homework.grading.assignments import assignments, graded, is_test, marks
from evalbook_homework.grading.collect import Student
from evalbook_homework.grading.execution import Run
from evalbook_homework.grading.key import key_for
from evalbook_homework.grading.points import marks_of
from evalbook_homework.grading.terms import Term
from evalbook_tools import working_copies

BOOKS = assignments()
each_book = pytest.mark.parametrize("one", BOOKS, ids=lambda one: one.name)


@pytest.fixture(scope="module")
def term(tmp_path_factory):
    """One term for all tests of this file: to build a key takes seconds."""
    folder = tmp_path_factory.mktemp("term")
    (folder / "seed").write_text("a seed for tests\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(release, "_wheel", lambda: b"wheel")
        yield Term(folder)


@pytest.fixture(scope="module")
def released(term):
    return release.prepared(TINY, term)


@pytest.fixture(scope="module")
def key(released):
    return key_for(released, TINY)


@pytest.fixture
def source(released, key, term):
    """The notebook from which nbgrader makes what students get."""
    return nbformat.read(export.nbgrader(released, key, term) / "tiny.ipynb", 4)


@pytest.fixture
def packed(monkeypatch, tmp_path):
    """What otter-grader is called with and finds, where it is not there itself; it says `error`, if that is set."""
    given = SimpleNamespace(error="", command=[], texts={})

    def run(command, cwd, **options):
        given.command = command[1:]
        given.texts = {one.relative_to(cwd).as_posix(): one.read_text("latin-1") for one in Path(cwd).rglob("*.*")}
        (Path(cwd) / "autograder.zip").write_text("packed")
        return subprocess.CompletedProcess(command, bool(given.error), "", given.error)

    monkeypatch.setattr(export, "subprocess", SimpleNamespace(run=run))
    monkeypatch.setattr(export, "ROOT", tmp_path)
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    return given


def tried(key):
    """Answers to each question: right, wrong, none, nearly right, and of a row one part that counts alone."""
    for name, record in key.items():
        answers = [record["right"], wrong(record), ...]
        answers += [half(record)] if record["kind"] == "number" else []
        if alone := record["alone"]:
            answers += [[right if place == alone[0] else -1 for place, right in enumerate(record["right"])]]
        yield from ((name, answer) for answer in answers)


def here(key, name, answer):
    """What the same answer earns by make grade."""
    (mark,) = marks_of(Run({name: plain_answer(answer)}), {name: key[name]})
    return mark.points


# ---------------------------------------------------------------- nbgrader


def earned_in(cells, name, answer):
    """What an answer earns by the hidden test of its question; a test that fails earns nothing."""
    try:
        return displayed(hidden_test(cells[name]), {handed_in(cells[name].source): answer})
    except AssertionError:
        return 0


def test_an_answer_earns_in_nbgrader_what_it_earns_here(source, key):
    cells = {marks(cell).get("grade_id"): cell for cell in source.cells}
    found = {(name, str(answer)): earned_in(cells, name, answer) for name, answer in tried(key)}
    assert found == {(name, str(answer)): here(key, name, answer) for name, answer in tried(key)}
    assert sorted(found.values()) == [0, 0, 0, 0, 0, 0, 1, 2, 2, 2]


def test_a_wrong_answer_is_told_why(source, key):
    cells = {marks(cell).get("grade_id"): cell for cell in source.cells}
    with pytest.raises(AssertionError, match="This is the share that is right"):
        displayed(hidden_test(cells["tiny-1"]), {"error": 1 - key["tiny-1"]["right"]})


def test_without_solutions_and_hidden_tests_the_source_is_what_students_get(source, released):
    made = release._without_answers(source)
    assert [cell.source for cell in made.cells] == [cell.source for cell in released.student.cells]
    assert list(graded(source))[3][2].source.startswith("### BEGIN SOLUTION\n**Answer.**")


def test_the_source_lies_in_the_layout_of_a_course_and_its_data_with_it(source, released, key, term):
    folder = term.folder / "exported" / "nbgrader" / "source" / "tiny"
    assert {path.name for path in folder.iterdir()} == {"tiny.ipynb", "case.json", working_copies.wheel()}
    assert (folder / "case.json").read_bytes() == released.files["case.json"]
    (folder / "of-an-older-release.csv").touch()
    export.nbgrader(released, key, term)
    assert not (folder / "of-an-older-release.csv").exists()


def test_what_a_teacher_sets_for_nbgrader_stays(source, released, key, term):
    config = term.folder / "exported" / "nbgrader" / "nbgrader_config.py"
    assert release.STUBS[1] in config.read_text()
    config.write_text("c = get_config()\n")
    export.nbgrader(released, key, term)
    assert config.read_text() == "c = get_config()\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_nobody_else_on_the_machine_reads_an_export(source, term):
    assert (term.folder / "exported").stat().st_mode & 0o77 == 0


# ---------------------------------------------------------------- otter-grader


def test_an_answer_earns_in_otter_what_it_earns_here(released, key, term, packed, monkeypatch):
    export.otter(released, key, term)
    expression = {name: handed_in(cell.source) for name, _, cell in graded(released.student) if is_test(cell)}
    for name, answer in tried(key):
        found = cases(packed.texts[f"tests/{name}.py"], monkeypatch)
        assert sum(one.points for one in found) == key[name]["points"]
        earned = sum(one.points for one in found if passes(one, {expression[name]: answer}))
        assert earned == here(key, name, answer), (name, answer)


def test_students_get_the_release_with_the_place_of_each_test(released, key, term, packed):
    name = released.name
    with zipfile.ZipFile(export.otter(released, key, term) / f"{name}.zip") as archive:
        notebook = nbformat.reads(archive.read(f"{name}/tiny.ipynb").decode(), 4)
    assert [cell.source for cell in notebook.cells] == [cell.source for cell in released.student.cells]
    assert notebook.metadata["otter"] == {"assignment_name": name}
    placed = {marks(cell)["grade_id"]: cell.metadata["otter"] for cell in notebook.cells if "otter" in cell.metadata}
    assert placed == {name: {"tests": [name]} for name in key}


def test_what_gradescope_needs_is_packed(released, key, term, packed):
    folder = export.otter(released, key, term)
    assert (folder / "autograder.zip").read_text() == "packed"
    wheel = working_copies.wheel()
    assert packed.texts["requirements.txt"].startswith(f"evalbook[book] @ file:///autograder/source/files/{wheel}\n")
    assert json.loads(packed.texts["otter_config.json"])["assignment_name"] == released.name
    assert packed.command[-2:] == ["case.json", wheel]
    assert {"case.json", wheel} <= set(packed.texts)


def test_where_otter_fails_its_last_word_is_told(released, key, term, packed):
    packed.error = "Traceback\nValueError: no tests\n"
    with pytest.raises(ValueError, match=r"otter-grader could not pack .*autograder.zip: ValueError: no tests$"):
        export.otter(released, key, term)


def test_where_otter_is_missing_it_is_said_how_to_get_it(released, key, term, packed, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(ValueError, match=r"otter-grader, .* is not here; make export TO=otter sets it up"):
        export.otter(released, key, term)


def test_its_own_environment_comes_first(released, key, term, packed, monkeypatch, tmp_path):
    programs = tmp_path / ".venv-exports" / "bin"
    programs.mkdir(parents=True)
    (programs / "otter").touch()
    monkeypatch.setattr("shutil.which", lambda name: None)
    export.otter(released, key, term)
    assert packed.command[0] == "generate"


# ---------------------------------------------------------------- the command


def test_a_term_is_exported_and_it_is_said_what_is_secret(teacher, tmp_path, capsys):
    teacher("export", "--term", "spring", "--to", "nbgrader")
    place = tmp_path / "spring" / "exported" / "nbgrader" / "source" / "tiny"
    said = capsys.readouterr().out
    assert f"tiny-r1: {place} (10 points, 4 of which a person gives)" in said
    assert "These folders contain the right answers." in said


def test_an_assignment_on_other_chapters_is_left_out(teacher, tmp_path, capsys):
    teacher("export", "--term", "spring", "--to", "nbgrader", "--chapters", "core")
    assert "tiny: none of its questions is on these chapters" in capsys.readouterr().out
    assert not (tmp_path / "spring" / "exported").exists()


def test_another_grader_is_refused(teacher):
    with pytest.raises(SystemExit, match=r"^evalbook: TO is 'canvas'; expected nbgrader or otter$"):
        teacher("export", "--term", "spring", "--to", "canvas")


def test_a_test_that_hands_in_nothing_or_twice_is_refused():
    with pytest.raises(ValueError, match="2 lines hand in an answer"):
        handed_in("pages.hand_in(a)\npages.hand_in(b)")


def test_an_export_leaves_the_copies_of_a_class_as_they_are(term):
    ada = {"ada": Student("Ada")}
    first, _ = release.release(TINY, term, ada)
    assert release.prepared(TINY, term) != first
    assert release.release(TINY, term, ada)[0] == first


# ---------------------------------------------------------------- the book's assignments, and the real graders


@pytest.mark.slow  # builds each key
@each_book
def test_each_answer_earns_there_what_it_earns_here(one, term, packed, monkeypatch):
    latest = release.prepared(one, term)
    key = key_for(latest, one)
    notebook = nbformat.read(export.nbgrader(latest, key, term) / f"{one.name}.ipynb", 4)
    cells = {marks(cell).get("grade_id"): cell for cell in notebook.cells}
    export.otter(latest, key, term)
    for name, answer in tried(key):
        expected = here(key, name, answer)
        assert earned_in(cells, name, answer) == expected, (name, answer)
        found = cases(packed.texts[f"tests/{name}.py"], monkeypatch)
        earned = sum(case.points for case in found if passes(case, {handed_in(cells[name].source): answer}))
        assert earned == pytest.approx(expected), (name, answer)


@pytest.fixture(params=[TINY, next(one for one in BOOKS if one.name == "curves")], ids=lambda one: one.name)
def handed_out(request, term):
    """An assignment of a term, its release and its key."""
    latest = release.prepared(request.param, term)
    return request.param.name, latest, key_for(latest, request.param)


def answers_of(key):
    """What four students answer: all right, one wrong, one nearly right, nothing."""
    right, first = {name: record["right"] for name, record in key.items()}, next(iter(key))
    number = next(name for name, record in key.items() if record["kind"] == "number")
    changed = {"wrong": {first: wrong(key[first])}, "half": {number: half(key[number])}}
    return {"right": right, **{who: right | other for who, other in changed.items()}, "untouched": None}


def expected_of(key):
    """What these answers earn: all, all but the wrong question's, all but half of the other one's, nothing."""
    answers = {**answers_of(key), "untouched": dict.fromkeys(key)}
    return {who: {name: here(key, name, answer) for name, answer in all_.items()} for who, all_ in answers.items()}


@pytest.mark.slow
def test_nbgrader_grades_an_export(exports, handed_out, term):
    name, latest, key = handed_out
    course = export.nbgrader(latest, key, term).parents[1]
    earned = by_nbgrader(exports, course, name, answers_of(key))
    by_hand = {question: None for question, _, cell in graded(latest.student) if not is_test(cell)}
    expected = expected_of(key)
    assert earned.pop("untouched") == expected.pop("untouched") | dict.fromkeys(by_hand, 0)
    assert earned == {who: points | by_hand for who, points in expected.items()}
    released = (course / "release" / name / f"{name}.ipynb").read_text()
    assert not any(word in released for word in ("### BEGIN", "_worth", '"hint"'))


@pytest.mark.slow
def test_otter_grades_an_export(exports, handed_out, term):
    name, latest, key = handed_out
    folder = export.otter(latest, key, term)
    assert by_otter(exports, folder, name, latest.name, answers_of(key)) == expected_of(key)
    with zipfile.ZipFile(folder / f"{latest.name}.zip") as archive:
        assert not any("tests/" in path for path in archive.namelist())
