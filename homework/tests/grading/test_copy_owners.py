"""Numbers for each student: told by the copy, whatever the file is called; what is not certain counts for nobody."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import zipfile
from argparse import Namespace
from dataclasses import replace

import nbformat
import pytest
from damage import _lose_the_marks
from tiny_class import RIGHT, TINY, case, filled

from evalbook_homework.grading import __main__ as commands
from evalbook_homework.grading import grading, release, reports, sandbox
from evalbook_homework.grading.assignments import HOMEWORK, marks
from evalbook_homework.grading.collect import Attempt, Student, Submission, by_student, submissions_of
from evalbook_homework.grading.copy_owners import match_copies
from evalbook_homework.grading.key import key_for
from evalbook_homework.grading.roster import read_roster
from evalbook_homework.grading.terms import Term, copies_of
from evalbook_homework.grading.terms import term as make_term

NAMES = ["Ada Lovelace", "Emmy Noether", "Sofja Kowalewskaja"]


def roster_of(folder, *names):
    path = folder / "roster.csv"
    path.write_text("\n".join(["Full name", *names]), "utf-8")
    return read_roster(path).identities()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A term in which the tiny assignment was released, with a copy for each."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(release, "_wheel", lambda: b"wheel")
        made = make_term("term", new=True, terms=folder)
        release.release(TINY, made, roster_of(folder, *NAMES))
    return made.folder


@pytest.fixture
def term(made, tmp_path, monkeypatch):
    """The same term, for one test to change."""
    monkeypatch.setattr(release, "_wheel", lambda: b"wheel")
    return Term(shutil.copytree(made, tmp_path / "term"))


@pytest.fixture
def out(term):
    """The release, and the folder of its zips."""
    return term.releases("tiny")[-1], term.folder / "released" / "tiny-r1"


def copy_of(latest, name):
    return next(latest.of(code) for code, owner in latest.copies.items() if owner.name == name)


def told(term, *handed_in):
    """What is decided on notebooks that were handed in, each under a name."""
    files = [Attempt(Student(*who), "x.ipynb", nbformat.writes(book).encode(), (0.0,)) for who, book in handed_in]
    found = [one for student, mine in by_student(files).items() for one in submissions_of(student, mine)]
    return match_copies(found, term.releases)


# ---------------------------------------------------------------- what is handed out


def test_each_student_gets_a_zip_with_other_numbers(out):
    latest, folder = out
    assert sorted(path.name for path in folder.iterdir()) == [f"{name}.zip" for name in NAMES]
    seen = set()
    for name in NAMES:
        with zipfile.ZipFile(folder / f"{name}.zip") as archive:
            seen.add(archive.read("tiny-r1/case.json"))
            assert archive.read("tiny-r1/case.json") == copy_of(latest, name).files["case.json"]
    assert len(seen) == len(NAMES)


def test_each_copy_has_a_key_of_its_own(out):
    for name in NAMES:
        one = copy_of(out[0], name)
        assert json.loads((one.place / "key.json").read_text("utf-8"))["key"] == key_for(one, TINY)
        assert key_for(one, TINY)["tiny-1"]["right"] == pytest.approx(case(one)["wrong"] / case(one)["n"])


def test_a_copy_names_no_student_no_seed_and_no_other_copy(out, term):
    latest, folder = out
    seeds = [term.seed, *(term.seed_of(owner.identity) for owner in latest.copies.values())]
    for name in NAMES:
        with zipfile.ZipFile(folder / f"{name}.zip") as archive:
            text = "".join(archive.read(one).decode() for one in archive.namelist())
        assert [code for code in latest.copies if code in text] == [copy_of(latest, name).copy]
        assert not [secret for secret in [*seeds, *NAMES] if secret in text]


def test_the_same_roster_again_changes_nothing(out, term, tmp_path):
    latest, folder = out
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    again, _ = release.release(TINY, term, roster_of(tmp_path, *NAMES))
    assert (again, {path.name: path.read_bytes() for path in folder.iterdir()}) == (latest, before)


def test_who_comes_later_gets_a_copy_of_the_same_release(out, term, tmp_path):
    before = out[0].copies
    again, folder = release.release(TINY, term, roster_of(tmp_path, *NAMES, "Mary Cartwright"))
    assert again.number == 1
    assert before.items() < again.copies.items()
    assert (folder / "Mary Cartwright.zip").exists()


def test_another_order_of_a_name_is_the_same_student(out, term, tmp_path):
    again, _ = release.release(TINY, term, roster_of(tmp_path, '"LOVELACE, Ada"'))
    assert again.copies == out[0].copies


def test_one_release_for_all_is_another_release(out, term):
    assert release.release(TINY, term)[0].number == 2
    assert not release.release(TINY, term)[0].is_for_each


def test_with_moodles_worksheet_all_zips_are_packed_in_one_that_moodle_deals_out(term, tmp_path):
    path = tmp_path / "worksheet.csv"
    path.write_text("Identifier,Full name\nParticipant 7,Ada\nParticipant 8,Ada\n")
    latest, folder = release.release(TINY, term, read_roster(path).identities())
    assert {path.name for path in folder.iterdir()} >= {"Ada (ada 7).zip", "Ada (ada 8).zip"}
    with zipfile.ZipFile(folder.with_name("tiny-r1-moodle.zip")) as archive:
        assert archive.namelist() == [f"Ada_{number}_assignsubmission_file_/tiny-r1.zip" for number in (7, 8)]
        packed = [
            zipfile.ZipFile(io.BytesIO(archive.read(name))).read("tiny-r1/tiny.ipynb") for name in archive.namelist()
        ]
    codes = [copies_of(nbformat.reads(text.decode(), 4))[0] for text in packed]
    assert [latest.copies[code].identity for code in codes] == ["ada 7", "ada 8"]


def test_two_of_one_name_are_told_apart_by_their_numbers(tmp_path):
    path = tmp_path / "worksheet.csv"
    path.write_text("Identifier,Full name\nParticipant 7,Ada\nParticipant 8,Ada\n")
    assert list(read_roster(path).identities().items()) == [
        ("ada 7", Student("Ada", "7")),
        ("ada 8", Student("Ada", "8")),
    ]
    path.write_text("Full name\nAda\nada\n")
    with pytest.raises(ValueError, match="ROSTER has two rows for 'ada' that nothing tells apart; expected"):
        read_roster(path).identities()


# ---------------------------------------------------------------- what survives a program that saves it


def _save_without_metadata(notebook):
    notebook.metadata = nbformat.NotebookNode()


def _save_without_cell_metadata(notebook):
    _lose_the_marks(notebook)


def _delete_the_first_cell(notebook):
    del notebook.cells[0]


@pytest.mark.parametrize(
    "change", [_save_without_metadata, _save_without_cell_metadata, _delete_the_first_cell, lambda _: None]
)
def test_a_copy_is_told_by_its_metadata_or_by_its_text(out, change):
    one = copy_of(out[0], NAMES[0])
    notebook = one.student
    change(notebook)
    assert copies_of(nbformat.reads(nbformat.writes(notebook), 4)) == (one.copy,)


def test_a_copy_without_metadata_and_without_its_first_cell_is_told_by_the_name(out, term):
    notebook = copy_of(out[0], NAMES[1]).student
    _save_without_metadata(notebook)
    _delete_the_first_cell(notebook)
    (one,) = told(term, ((NAMES[1],), notebook))
    assert one.copy == copy_of(out[0], NAMES[1]).copy
    assert not one.withheld
    assert one.notes == ("the notebook does not say whose copy it is, so the name decides",)


# ---------------------------------------------------------------- whose it is


@pytest.mark.parametrize("who", [("Ada Lovelace",), ("lovelace_ada",), ("Ada Byron Lovelace", "101")])
def test_ones_own_copy_under_ones_own_name_needs_no_note(out, term, who):
    (one,) = told(term, (who, copy_of(out[0], "Ada Lovelace").student))
    assert (one.student, one.withheld, one.notes) == (Student(*who), False, ())


def test_a_copy_counts_for_its_student_whatever_the_file_is_called(out, term):
    (one,) = told(term, (("splits (3)",), copy_of(out[0], "Ada Lovelace").student))
    assert (one.student, one.withheld) == (Student("Ada Lovelace"), False)
    assert one.notes == ("handed in as “splits (3)”; its copy tells whose it is",)


@pytest.mark.parametrize("who", [("Emmy Noether",), ("Emmy Noether", "102"), ("Hypatia", "103")])
def test_a_copy_under_another_students_name_is_withheld(out, term, who):
    (one,) = told(term, (who, copy_of(out[0], "Ada Lovelace").student))
    assert (one.student, one.withheld) == (Student(*who), True)
    assert one.copy == copy_of(out[0], "Ada Lovelace").copy
    assert one.notes == ("withheld: this is the copy of “Ada Lovelace”, handed in by another student",)


def test_an_anonymous_student_s_copy_counts_and_names_nobody(out, term):
    (one,) = told(term, (("Participant 101", "101"), copy_of(out[0], "Ada Lovelace").student))
    assert (one.student, one.copy) == (Student("Participant 101", "101"), copy_of(out[0], "Ada Lovelace").copy)
    assert (one.withheld, one.notes, one.for_teacher) == (False, (), ())


def test_a_copy_that_two_anonymous_students_hand_in_is_withheld(out, term):
    book = copy_of(out[0], "Ada Lovelace").student
    found = told(term, (("Participant 101", "101"), book), (("Participant 102", "102"), book))
    assert [one.withheld for one in found] == [True, True]


def test_a_copy_that_was_handed_out_to_another_number_is_withheld(term, tmp_path):
    again = make_term("again", new=True, terms=tmp_path)
    latest, _ = release.release(TINY, again, roster_of(tmp_path, "Participant 101", "Participant 102"))
    (one,) = told(again, (("Participant 101", "101"), copy_of(latest, "Participant 102").student))
    assert one.withheld


def test_two_who_swapped_their_copies_are_both_withheld(out, term):
    ada, emmy = (copy_of(out[0], name) for name in NAMES[:2])
    one, other = told(term, ((NAMES[0],), emmy.student), ((NAMES[1],), ada.student))
    assert (one.copy, one.withheld, other.copy, other.withheld) == (emmy.copy, True, ada.copy, True)


def test_of_a_copy_handed_in_twice_that_of_its_student_counts(out, term):
    book = copy_of(out[0], "Ada Lovelace").student
    own, other = told(term, (("Ada Lovelace",), book), (("Emmy Noether",), book))
    assert (own.withheld, own.notes) == (False, ())
    assert own.for_teacher == ("this copy was handed in as “Emmy Noether”, too",)
    assert other.withheld


def test_of_a_copy_handed_in_twice_under_no_known_name_none_counts(out, term):
    book = copy_of(out[0], "Ada Lovelace").student
    found = told(term, (("a",), book), (("b",), book))
    assert [(one.student.name, one.withheld) for one in found] == [("a", True), ("b", True)]
    assert found[0].notes[0] == "withheld: the copy of “Ada Lovelace” was handed in as “b”, too"


def sign_as(notebook, code):
    notebook.metadata["evalbook_homework"]["copy"] = code
    notebook.cells[0].source = re.sub(r"[a-z2-7]{5}-[a-z2-7]{5}", code, notebook.cells[0].source)
    return notebook


def test_a_forged_copy_is_graded_with_the_numbers_of_the_name(out, term):
    book = sign_as(copy_of(out[0], "Ada Lovelace").student, "aaaaa-bbbbb")
    (one,) = told(term, (("Emmy Noether",), book))
    assert (one.copy, one.withheld) == (copy_of(out[0], "Emmy Noether").copy, False)
    assert one.notes == ("the notebook says that it is copy “aaaaa-bbbbb”, which nobody got, so the name decides",)


def test_a_notebook_with_the_marks_of_two_copies_is_withheld(out, term):
    ada, emmy = (copy_of(out[0], name) for name in NAMES[:2])
    book = ada.student
    book.metadata["evalbook_homework"]["copy"] = emmy.copy
    (one,) = told(term, ((NAMES[1],), book))
    assert one.withheld
    assert one.notes == ("withheld: it has the marks of several copies, those of “Emmy Noether”, “Ada Lovelace”",)


def test_a_notebook_with_many_codes_is_no_way_to_guess_one(out, term):
    book = copy_of(out[0], "Ada Lovelace").student
    guesses = [f"copy `aaaaa-{one}{other}aaa`" for one in "abcdefgh" for other in "abcdefgh"]
    sign_as(book, "bbbbb-aaaaa").cells[1].source += "\n".join([*guesses, f"copy `{copy_of(out[0], NAMES[1]).copy}`"])
    (one,) = told(term, (("x",), book))
    assert (one.copy, len(one.copies)) == ("", 5)


def test_what_no_copy_and_no_name_tells_is_not_graded(out, term):
    book = sign_as(copy_of(out[0], "Ada Lovelace").student, "aaaaa-bbbbb")
    (one,) = told(term, (("splits (3)",), book))
    said = grading.Course(term, [TINY], sandbox.Limits()).release_of(one)
    assert said == (
        "each student got a copy of their own, and neither the notebook nor the name says which one this is"
    )


def test_without_copies_nothing_is_settled(tmp_path, term):
    alone = make_term("alone", new=True, terms=tmp_path)
    (one,) = told(alone, (("x",), release.release(TINY, alone)[0].student))
    assert (one.student, one.copy, one.withheld, one.notes) == (Student("x"), "", False, ())


def test_what_cannot_be_read_stays_as_it_is(out, term):
    unread = Submission(Student("x"), notes=("is not a notebook",))
    assert match_copies([unread], term.releases) == [unread]


# ---------------------------------------------------------------- the points


@pytest.mark.slow
def test_points_that_are_withheld_are_shown_and_entered_nowhere(out, term):
    ada = copy_of(out[0], "Ada Lovelace")
    course = grading.Course(term, [TINY], sandbox.Limits(), confined=False)
    book = nbformat.writes(filled(ada.student, RIGHT)).encode()
    files = [Attempt(Student(*who), "x.ipynb", book, (0.0,)) for who in [("Ada Lovelace", "1"), ("Emmy Noether", "2")]]
    own, other = grading.grade(course, files)["tiny"]
    assert (own.so_far, other.so_far, own.points, other.points) == (6, 6, None, None)  # one question waits for a person
    assert (own.withheld, other.withheld) == (False, True)
    sheet = reports.worksheet([own, other], None)
    assert "Emmy Noether,," in sheet
    assert "withheld: this is the copy of “Ada Lovelace”" in reports.table([own, other])
    whole = replace(own, marks=tuple(replace(mark, points=mark.out_of) for mark in own.marks))
    with zipfile.ZipFile(io.BytesIO(reports.feedback([whole, other]))) as pages:
        (page,) = pages.namelist()
        assert "Emmy" not in pages.read(page).decode()
    assert "Emmy" not in reports.worksheet([whole], None)
    assert "handed in as “Emmy Noether”, too" in reports.grades([whole])
    assert set(grading.keys_of(course, [own, other])) == {f"1 {ada.copy}:tiny-{number}" for number in (1, 2, 3)}


@pytest.mark.slow
def test_the_numbers_of_another_copy_earn_little(out, term):
    ada, emmy = (copy_of(out[0], name) for name in NAMES[:2])
    course = grading.Course(term, [TINY], sandbox.Limits(), confined=False)
    answers = {"tiny-1-answer": f"error = {case(ada)['wrong'] / case(ada)['n']}"}
    books = {name: filled(one.student, answers) for name, one in [("Ada Lovelace", ada), ("Emmy Noether", emmy)]}
    files = [Attempt(Student(name), "x.ipynb", nbformat.writes(book).encode(), (0.0,)) for name, book in books.items()]
    own, other = grading.grade(course, files)["tiny"]
    assert [one.marks[0].points for one in (own, other)] == [2, 0]


# ---------------------------------------------------------------- thirty students (slow: the commands themselves)


def answered(one):
    """A copy with the answers of its own key, as plain numbers and letters."""
    book = one.student
    by_name = {marks(cell)["grade_id"]: cell for cell in book.cells}
    for name, record in key_for(one, None).items():
        variable = re.match(r"pages\.hand_in\((\w+)", by_name[name].source)[1]
        by_name[f"{name}-answer"].source = f"{variable} = {record['right']!r}"
    return nbformat.writes(book)


@pytest.mark.slow
def test_a_class_from_the_roster_to_the_grades(tmp_path, monkeypatch, capsys):
    names = [f"Student {number:02}" for number in range(10)]
    worksheet = [f"Participant {100 + number},{name},,20.00,-" for number, name in enumerate(names)]
    header = "Identifier,Full name,Grade,Maximum Grade,Last modified (grade)"
    (tmp_path / "roster.csv").write_text("\n".join([header, *worksheet]))
    term = make_term("class", new=True, terms=tmp_path / "terms")
    monkeypatch.setattr(commands, "term", lambda *_, **__: term)
    roster, shared = tmp_path / "roster.csv", {"term": "class", "assignments": HOMEWORK}
    commands.hand_out(Namespace(only="costs", roster=roster, chapters="", **shared))
    latest = term.releases("costs")[-1]
    copies = {name: copy_of(latest, name) for name in names}
    assert len({one.files["nights.csv"] for one in copies.values()}) == 10
    handed_in = {name: answered(one) for name, one in copies.items()}
    handed_in["Student 01"] = handed_in["Student 00"]  # two hand in one copy
    handed_in["Student 02"], handed_in["Student 03"] = handed_in["Student 03"], handed_in["Student 02"]
    handed_in["Student 04"] = nbformat.writes(sign_as(nbformat.reads(handed_in["Student 04"], 4), "aaaaa-bbbbb"))
    del handed_in["Student 05"]
    for number, (name, text) in enumerate(handed_in.items()):
        folder = (
            tmp_path / "in" / f"{name}_{9000 + number}_assignsubmission_file_"
        )  # Moodle numbers each assignment anew
        folder.mkdir(parents=True)
        (folder / "costs.ipynb").write_text(text)
    options = {"roster": None, "due": None, "unconfined": True, "cell_seconds": 20, "wall_minutes": 30}
    commands.grade(Namespace(submissions=tmp_path / "in", **options, **shared))
    rows = list(csv.DictReader((term.grades("costs") / "grades.csv").read_text("utf-8-sig").splitlines()))
    earned = {row["name"]: sum(float(row[f"costs-{number}"]) for number in range(1, 10)) for row in rows}
    assert earned == dict.fromkeys(handed_in, 16)
    withheld = {row["name"] for row in rows if row["notes"].startswith("withheld")}
    assert withheld == {"Student 01", "Student 02", "Student 03"}
    assert {row["name"] for row in rows if "so the name decides" in row["notes"]} == {"Student 04"}
    assert "Student 05" not in capsys.readouterr().out
