"""What was handed in is found whatever it is called, and told whose it is."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections import Counter
from time import process_time

import nbformat
import pytest
from tiny_class import RIGHT, TINY, filled

from evalbook_homework.grading import collect, grading, submission_files, terms
from evalbook_homework.grading.collect import Student, attempts, by_student, submissions_of
from evalbook_homework.grading.roster import read_roster
from evalbook_homework.grading.sandbox import Limits


def put(folder, name, content=b"{}", time=None):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if time is not None:
        os.utime(path, (time, time))
    return path


def students(folder):
    return sorted((one.student.name, one.student.id) for one in attempts(folder))


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("Ada Lovelace_101_assignsubmission_file_/hw1 (1).ipynb", ("Ada Lovelace", "101")),
        ("Ada Lovelace_101_assignsubmission_file/hw1.ipynb", ("Ada Lovelace", "101")),
        ("Ada Lovelace_101_assignsubmission_file_hw1.ipynb", ("Ada Lovelace", "101")),
        ("Ada_Byron Lovelace_101_assignsubmission_file_/x.ipynb", ("Ada_Byron Lovelace", "101")),
        ("course/Ada Lovelace_101_assignsubmission_file_/hw 1/x.ipynb", ("Ada Lovelace", "101")),
        ("王小明_102_assignsubmission_file_/作业.ipynb", ("王小明", "102")),
        ("ada/hw1.ipynb", ("ada", "")),
        ("ada.ipynb", ("ada", "")),
        ("hw1 (1).ipynb", ("hw1 (1)", "")),
    ],
)
@pytest.mark.parametrize("packed", [False, True], ids=["folder", "zip"])
def test_a_file_belongs_to_whom_its_place_names(tmp_path, name, student, packed):
    put(tmp_path / "in", name)
    if packed:
        with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
            archive.writestr(name, "{}")
    assert students(tmp_path / ("in.zip" if packed else "in")) == [student]


@pytest.mark.parametrize("name", [".DS_Store", "__MACOSX/a.ipynb", "ada/.ipynb_checkpoints/a-checkpoint.ipynb"])
def test_what_a_system_leaves_behind_is_no_attempt(tmp_path, name):
    put(tmp_path, name)
    assert not attempts(tmp_path)


def packed(files, date=(2026, 1, 5, 9, 0, 0), method=zipfile.ZIP_DEFLATED):
    """A zip as bytes."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, date), content, method)
    return written.getvalue()


IN_HER_FOLDER = "Ada_1_assignsubmission_file_"


@pytest.fixture(params=["unpacked", "as a zip"])
def hand_in(request, tmp_path):
    """Puts files into SUBMISSIONS, a folder or a zip, and gives its path."""

    def put_all(files):
        """The later in `files`, the later it is handed in."""
        for place, (name, content) in enumerate(files.items()):
            put(tmp_path / "in", name, content, 10**9 + 60 * place)
        if request.param == "unpacked":
            return tmp_path / "in"
        with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
            for name in files:
                archive.write(tmp_path / "in" / name, name)
        return tmp_path / "in.zip"

    return put_all


@pytest.mark.parametrize("suffix", ["zip", "ZIP"])
def test_a_zip_that_a_student_packed_is_unpacked(hand_in, suffix):
    found = attempts(hand_in({f"{IN_HER_FOLDER}/all.{suffix}": packed({"tiny-r1/tiny.ipynb": "{}"})}))
    assert [(one.student.id, one.name, one.content) for one in found] == [
        ("1", f"{IN_HER_FOLDER}/all/tiny.ipynb", b"{}")
    ]


@pytest.mark.parametrize(
    "name",
    [
        "Bob_2_assignsubmission_file_/tiny.ipynb",
        "../Bob_2_assignsubmission_file_/tiny.ipynb",
        "../../x.ipynb",
        "/x.ipynb",
    ],
)
def test_a_zip_hands_in_for_no_other_student(hand_in, name):
    assert students(hand_in({"ada/all.zip": packed({name: "{}"})})) == [("ada", "")]


def test_a_zip_is_as_new_as_it_was_handed_in(hand_in, released):
    """The dates in it are those of another clock."""
    old, new = notebook(released, "error = 1"), notebook(released, "error = 2")
    later = packed({"tiny.ipynb": old}, date=(2030, 1, 1, 0, 0, 0))
    found = attempts(hand_in({f"{IN_HER_FOLDER}/b.zip": later, f"{IN_HER_FOLDER}/a.ipynb": new}))
    (files,) = by_student(found).values()
    assert [one.content for one in files] == [old, new]


def test_of_two_notebooks_in_a_zip_the_newer_is_the_last(tmp_path):
    with zipfile.ZipFile(put(tmp_path, f"{IN_HER_FOLDER}/all.zip"), "w") as archive:
        archive.writestr(zipfile.ZipInfo("a.ipynb", (2026, 2, 1, 0, 0, 0)), "new")
        archive.writestr(zipfile.ZipInfo("b.ipynb", (2026, 1, 31, 0, 0, 0)), "old")
    (files,) = by_student(attempts(tmp_path)).values()
    assert [one.content for one in files] == [b"old", b"new"]


def test_a_zip_of_nothing_but_what_a_system_leaves_behind_is_listed(hand_in):
    content = packed({"__MACOSX/._tiny.ipynb": "x"})
    assert [one.content for one in attempts(hand_in({f"{IN_HER_FOLDER}/all.zip": content}))] == [content]


def test_a_zip_may_hold_much_beside_the_notebook(hand_in, monkeypatch):
    monkeypatch.setattr(submission_files, "LARGEST_ZIP", 1000)
    content = packed({"data.csv": b"0" * 999, "tiny.ipynb": "{}"})
    found = attempts(hand_in({f"{IN_HER_FOLDER}/all.zip": content}))
    assert {one.name.rpartition("/")[2]: one.content for one in found} == {"tiny.ipynb": b"{}", "data.csv": None}


def test_of_a_zip_no_more_is_unpacked_than_it_may_hold(hand_in, monkeypatch):
    monkeypatch.setattr(submission_files, "LARGEST_ZIP", 10 * 2**10)
    bomb = packed({f"{place}.ipynb": bytes(2**10) for place in range(20)})
    found = attempts(hand_in({f"{IN_HER_FOLDER}/all.zip": bomb}))
    assert sum(len(one.content or b"") for one in found) == 10 * 2**10


def test_a_file_in_a_zip_is_no_longer_than_it_may_be(hand_in, monkeypatch):
    monkeypatch.setattr(submission_files, "LARGEST", 100)
    (one,) = attempts(hand_in({f"{IN_HER_FOLDER}/all.zip": packed({"tiny.ipynb": b"0" * 101})}))
    assert one.content is None


def lying(size):
    """A zip whose only file is longer than it says."""
    content = packed({"tiny.ipynb": bytes(5000)})
    return content.replace((5000).to_bytes(4, "little"), size.to_bytes(4, "little"))


@pytest.mark.parametrize(
    "content",
    [
        lying(10),
        packed({"tiny.ipynb": b"0" * 5000}, method=zipfile.ZIP_BZIP2),
        packed({"tiny.ipynb": bytes(range(256)) * 20}).replace(b"\x63\x60\x64", b"\xff\xff\xff"),
    ],
    ids=["lies about its size", "unpacks without a limit", "damaged"],
)
def test_what_cannot_be_unpacked_is_listed_and_stops_no_other(hand_in, content):
    found = attempts(hand_in({f"{IN_HER_FOLDER}/all.zip": content, "Bob_2_assignsubmission_file_/x.ipynb": b"{}"}))
    assert {one.student.name: one.content for one in found} == {"Ada": b"", "Bob": b"{}"}


# ---------------------------------------------------------------- whose it is

BOB = "Bob Lazy_9_assignsubmission_file_"


@pytest.mark.parametrize(
    "name",
    [
        f"Ada_1_assignsubmission_file_{BOB}x.ipynb",
        f"Ada_1_assignsubmission_file_/{BOB}x.ipynb",
        f"Ada_1_assignsubmission_file_/{BOB}/x.ipynb",
    ],
)
def test_the_first_part_of_a_path_alone_tells_who_handed_in(hand_in, name):
    other = "Emmy_2_assignsubmission_file_/x.ipynb"
    assert students(hand_in({name: b"{}", other: b"{}"})) == [("Ada", "1"), ("Emmy", "2")]


def test_two_who_would_be_called_the_same_keep_their_whole_names(hand_in):
    assert students(hand_in({"Ada.ipynb": b"{}", "Ada/x.ipynb": b"{}"})) == [("Ada", ""), ("Ada.ipynb", "")]


@pytest.mark.parametrize("name", ["a\x1b[2J\n", os.fsdecode(b"Jos\xe9"), "\u202eevil"])
def test_a_name_is_written_out_where_it_cannot_be_shown(tmp_path, name):
    put(tmp_path, f"{name}_7_assignsubmission_file_/x.ipynb")
    ((shown, number),) = students(tmp_path)
    assert shown.isprintable() and "\\" in shown and number == "7"


def test_students_share_what_is_read_equally(tmp_path, monkeypatch):
    monkeypatch.setattr(submission_files, "LARGEST_CLASS", 1_000)
    for name in ("Ada", "Emmy"):
        for number in range(3):
            put(tmp_path, f"{name}/{number}.ipynb", b" " * 200)
    assert Counter((one.student.name, one.content is None) for one in attempts(tmp_path)) == {
        **{("Ada", False): 2, ("Ada", True): 1, ("Emmy", False): 2, ("Emmy", True): 1},
    }


@pytest.mark.parametrize(
    "name", ["_1" * 30_000, "/" * 30_000, "_assignsubmission_file" * 2_000, "." * 30_000, "a-1" * 9_000]
)
def test_to_read_twice_the_name_takes_twice_the_time(name):
    def seconds(long):
        begun = process_time()
        collect.MOODLE.fullmatch(long), collect.QUESTION.fullmatch(long), submission_files.is_left_behind(long)
        return process_time() - begun

    rounds = (seconds(name * 2) < max(0.03, 3 * seconds(name)) for _ in range(5))
    assert any(rounds)


def test_a_notebook_has_no_more_cells_than_anybody_writes(tmp_path):
    cells = [{"cell_type": "markdown", "source": "x", "metadata": {}}] * 2_001
    put(
        tmp_path, "ada.ipynb", json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}).encode()
    )
    (one,) = attempts(tmp_path)
    assert "2001 cells" in submissions_of(one.student, [one])[0].notes[0]


# ---------------------------------------------------------------- a folder around all


def test_a_folder_around_the_folders_of_students_is_no_student(hand_in):
    names = ["hand in/Ada/x.ipynb", "hand in/Emmy/x.ipynb", "hand in/list.txt"]
    assert students(hand_in(dict.fromkeys(names, b"{}"))) == [("Ada", ""), ("Emmy", ""), ("list", "")]


def test_a_folder_around_moodles_folders_is_no_student(hand_in):
    names = [f"class/Ada_1_assignsubmission_file_/{name}.ipynb" for name in ("x", "y")]
    assert students(hand_in(dict.fromkeys(names, b"{}"))) == [("Ada", "1")] * 2


def test_several_folders_of_one_student_are_one_student_beside_others(hand_in):
    names = ["Ada/1/x.ipynb", "Ada/2/x.ipynb", "Emmy/x.ipynb"]
    assert students(hand_in(dict.fromkeys(names, b"{}"))) == [("Ada", ""), ("Ada", ""), ("Emmy", "")]


@pytest.mark.parametrize("names", [["Ada.ipynb", "Emmy.ipynb"], ["Ada.ipynb", "Emmy/x.ipynb"]], ids=["flat", "mixed"])
def test_one_folder_around_notebooks_of_one_assignment_does_not_tell_whose_they_are(hand_in, released, names):
    said = "several notebooks of one assignment in one folder, 'hand in', .* expected a file or a folder for each"
    with pytest.raises(ValueError, match=said):
        attempts(hand_in({f"hand in/{name}": notebook(released, "error = 1") for name in names}))


def test_one_folder_with_a_notebook_of_each_assignment_is_a_students(hand_in, released):
    other = released.student
    other.metadata["evalbook_homework"]["assignment"] = "giant"
    files = {"Ada/tiny.ipynb": notebook(released, "error = 1"), "Ada/giant.ipynb": nbformat.writes(other).encode()}
    assert students(hand_in(files)) == [("Ada", "")] * 2


def test_a_notebook_is_no_folder_of_submissions(tmp_path):
    said = r"SUBMISSIONS is .*ada.ipynb, which is a file but not a zip; expected a folder or a zip"
    with pytest.raises(ValueError, match=said):
        attempts(put(tmp_path, "ada.ipynb"))


# ---------------------------------------------------------------- what cannot be read


def test_a_broken_zip_is_listed(tmp_path):
    put(tmp_path, "Ada_1_assignsubmission_file_/all.zip", b"PK broken")
    (one,) = attempts(tmp_path)
    (submission,) = submissions_of(one.student, [one])
    assert "a zip or an office document" in submission.notes[0]


@pytest.mark.parametrize("empty", ["folder", "link"])
def test_who_handed_in_no_file_is_listed(tmp_path, empty):
    folder = tmp_path / "Ada_1_assignsubmission_file_"
    folder.mkdir()
    if empty == "link":
        (folder / "hw.ipynb").symlink_to("/etc/passwd")
    (one,) = attempts(tmp_path)
    assert "is empty or cannot" in submissions_of(one.student, [one])[0].notes[0]


def test_a_notebook_without_questions_belongs_to_no_assignment(tmp_path):
    put(tmp_path, "ada.ipynb", b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    (one,) = attempts(tmp_path)
    (submission,) = submissions_of(one.student, [one])
    assert (submission.assignment, submission.notes) == ("", ())


def test_submissions_that_are_not_there_are_named(tmp_path):
    with pytest.raises(ValueError, match=r"SUBMISSIONS is .*nowhere, which does not exist; expected a folder or a zip"):
        attempts(tmp_path / "nowhere")


def notebook(released, answer):
    return nbformat.writes(filled(released.student, RIGHT | {"tiny-1-answer": answer})).encode()


def test_of_several_attempts_the_last_that_can_be_read_counts(tmp_path, released):
    for name, content, time in [
        ("b.ipynb", notebook(released, "error = 2"), 200),
        ("a.ipynb", notebook(released, "error = 3"), 300),
        ("c.ipynb", notebook(released, "error = 1"), 100),
        ("d.ipynb", b"{broken", 400),
    ]:
        put(tmp_path / "in", f"Ada_1_assignsubmission_file_/{name}", content, time)
    ((student, files),) = by_student(attempts(tmp_path / "in")).items()
    (one,) = submissions_of(student, files)
    assert [cell.source for cell in one.notebook.cells if "error =" in cell.source] == ["error = 3"]
    assert one.notes == (
        "an earlier file was handed in, too, but only the last one counts",
        "d.ipynb: is not a notebook: it breaks off",
    )


@pytest.mark.parametrize("signed", [False, True], ids=["of a class", "with numbers of one's own"])
@pytest.mark.parametrize(
    ("name", "note"), [("tiny.ipynb", collect.UNTOUCHED), ("tiny (0).ipynb", collect.EARLIER)], ids=["last", "first"]
)
def test_an_answered_notebook_counts_beside_an_untouched_one(tmp_path, term, released, signed, name, note):
    blank = terms.signed(released.student, "aaaaa-bbbbb") if signed else released.student
    for file, content in [(name, nbformat.writes(blank).encode()), ("tiny (1).ipynb", notebook(released, "error = 7"))]:
        put(tmp_path / "in" / IN_HER_FOLDER, file, content, 100)
    ((student, files),) = by_student(attempts(tmp_path / "in")).items()
    (one,) = submissions_of(student, files, is_untouched=grading.Course(term, [], Limits()).is_untouched)
    assert "error = 7" in [cell.source for cell in one.notebook.cells]
    assert one.notes == (note,)


def test_the_assignment_that_came_last_counts_though_its_marks_are_lost(tmp_path, term, released):
    old, new = released.student, released.student
    new.metadata.clear()
    for cell in new.cells:
        cell.metadata.clear()
    put(tmp_path / "in", f"{IN_HER_FOLDER}/a.ipynb", nbformat.writes(new).encode(), 200)
    put(tmp_path / "in", f"{IN_HER_FOLDER}/b.ipynb", nbformat.writes(old).encode(), 100)
    ((student, files),) = by_student(attempts(tmp_path / "in")).items()
    course = grading.Course(term, [TINY], Limits())
    (one,) = submissions_of(student, files, course.told_by_text)
    assert (one.assignment, one.release) == ("tiny", 0)
    assert one.notes == ("an earlier file was handed in, too, but only the last one counts",)


@pytest.mark.parametrize("marked", [True, False], ids=["by its metadata", "by its cells"])
def test_a_name_may_have_dashes(tmp_path, released, marked):
    notebook = released.student
    notebook.metadata["evalbook_homework"] = {"assignment": "week-1"} if marked else {}
    for cell in notebook.cells:
        name = cell.metadata["nbgrader"]["grade_id"]
        cell.metadata["nbgrader"]["grade_id"] = name.replace("text-", "").replace("tiny", "week-1")
    put(tmp_path / "in", "ada.ipynb", nbformat.writes(notebook).encode())
    (one,) = attempts(tmp_path / "in")
    assert submissions_of(one.student, [one])[0].assignment == "week-1"


def test_files_beside_a_notebook_are_no_attempts(tmp_path, released):
    put(tmp_path / "in", "ada/tiny.ipynb", notebook(released, "error = 1"))
    put(tmp_path / "in", "ada/case.json")
    ((student, files),) = by_student(attempts(tmp_path / "in")).items()
    assert submissions_of(student, files)[0].notes == ()


# ---------------------------------------------------------------- the roster

WORKSHEET = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments\n"
    "Participant 101,Ada Lovelace,ada@x,Submitted,,100.00,\n"
    "Participant 102,Emmy Noether,emmy@x,No submission,,100.00,\n"
)


@pytest.mark.parametrize(
    "text",
    [
        WORKSHEET,
        "First name,Last name,Email address\nAda,Lovelace,ada@x\nEmmy,Noether,emmy@x\n",
        "Surname;First name\nLovelace;Ada\nNoether;Emmy\n",
        "Ada Lovelace\nEmmy Noether\n",
        "Full name\nAda Lovelace\nEmmy Noether\n\n",
    ],
    ids=["worksheet", "participants", "semicolons", "lines", "one column"],
)
def test_who_handed_in_nothing_is_told_from_any_roster(tmp_path, text):
    roster = read_roster(put(tmp_path, "roster.csv", text.encode("utf-8-sig")))
    put(tmp_path / "in", "Ada Lovelace_101_assignsubmission_file_/x.ipynb")
    present = {one.student for one in attempts(tmp_path / "in")}
    assert [one.name for one in roster.absent(present)] == ["Emmy Noether"]


def test_a_flat_folder_is_told_by_names_in_any_order(tmp_path):
    roster = read_roster(put(tmp_path, "roster.csv", b"Ada Lovelace\nEmmy Noether\n"))
    put(tmp_path / "in", "lovelace_ada.ipynb")
    present = {one.student for one in attempts(tmp_path / "in")}
    assert [one.name for one in roster.absent(present)] == ["Emmy Noether"]


def test_whoever_has_a_row_by_name_is_not_absent_beside_others_with_numbers(tmp_path):
    roster = read_roster(put(tmp_path, "roster.csv", WORKSHEET.encode()))
    present = {Student("Ada Lovelace", "101"), Student("noether emmy")}
    assert not roster.absent(present)
    assert roster.absent({Student("Ada Lovelace", "999")}) == roster.students


def test_where_all_are_absent_it_is_said_that_the_roster_may_be_another(tmp_path):
    roster = read_roster(put(tmp_path, "roster.csv", WORKSHEET.encode()))
    said = roster.said_of_absent({Student("Emmy Noether", "999"), Student("Ada Lovelace", "998")})
    assert said == (
        "this cannot be told, because ROSTER knows none of the 2 who sent something, such as Ada Lovelace. Is it of "
        "another class, or the worksheet of another assignment, for which Moodle numbers its participants anew?"
    )


@pytest.mark.parametrize(
    ("present", "said"),
    [
        (set(), "Ada Lovelace, Emmy Noether"),
        ({Student("Ada Lovelace", "101")}, "Emmy Noether"),
        ({Student("Ada Lovelace", "101"), Student("Emmy Noether", "102")}, "nobody"),
    ],
)
def test_the_absent_are_named(tmp_path, present, said):
    assert read_roster(put(tmp_path, "roster.csv", WORKSHEET.encode())).said_of_absent(present) == said


ENGLISH = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Online text,Last modified (grade),Feedback comments\n"
    'Participant 101,Ada Lovelace,ada@x,Submitted for grading,,20.00,Yes,"Monday, 3 May 2027",,-,\n'
    "Participant 102,Emmy Noether,emmy@x,No submission,,20.00,Yes,-,,-,\n"
)
GERMAN = (
    "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,Bewertung kann geändert werden,"
    "Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung),Feedback als Kommentar\n"
    'Teilnehmer/in101,Ada Lovelace,ada@x,Zur Bewertung abgegeben,,"20,00",Ja,-,-,\n'
    'Teilnehmer/in102,Emmy Noether,emmy@x,Keine Abgabe,,"20,00",Ja,-,-,\n'
)
CHINESE = (
    "编号,全名,电子邮件地址,状态,成绩,最高分,允许更改成绩,上次修改（作业）,上次修改（评分）,反馈评论\n"
    "参与人101,Ada Lovelace,ada@x,已提交请评分,,20.00,是,-,-,\n"
    "参与人102,Emmy Noether,emmy@x,没有作业,,20.00,是,-,-,\n"
)
ANONYMOUS = (
    "Identifier,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade),Feedback comments\n"
    "Participant 101,Submitted for grading,,20.00,Yes,-,\nParticipant 102,No submission,,20.00,Yes,-,\n"
)
SHORT = "Identifier,Status,Grade\nParticipant 101,Submitted for grading,\nParticipant 102,No submission,\n"
GRADED = GERMAN.replace(',,"20,00"', ',"20,00","20,00"')
WITH_DUE = ENGLISH.replace("comments\n", "comments,due\n").replace("-,\n", "-,,\n")
EMAIL_HIDDEN = ENGLISH.replace("ada@x", "").replace("emmy@x", "")


@pytest.mark.parametrize(
    ("text", "name", "columns"),
    [
        (ENGLISH, "Ada Lovelace", ("Full name", "Grade", "Maximum Grade", "Feedback comments")),
        (GERMAN, "Ada Lovelace", ("Vollständiger Name", "Bewertung", "Bestwertung", "Feedback als Kommentar")),
        (CHINESE, "Ada Lovelace", ("全名", "成绩", "最高分", "反馈评论")),
        (ANONYMOUS, "Participant 101", ("Identifier", "Grade", "Maximum Grade", "Feedback comments")),
        (SHORT, "Participant 101", ("Identifier", "Grade", "", "")),
        (GRADED, "Ada Lovelace", ("Vollständiger Name", "Bewertung", "Bestwertung", "Feedback als Kommentar")),
        (WITH_DUE, "Ada Lovelace", ("Full name", "Grade", "Maximum Grade", "Feedback comments")),
        (EMAIL_HIDDEN, "Ada Lovelace", ("Full name", "Grade", "Maximum Grade", "Feedback comments")),
    ],
    ids=["English", "German", "Chinese", "anonymous", "short", "all graded 20 of 20", "with due dates", "no addresses"],
)
def test_moodles_worksheet_is_read_by_places_whatever_its_language(tmp_path, text, name, columns):
    roster = read_roster(put(tmp_path, "roster.csv", text.encode("utf-8-sig")))
    assert (roster.students[0], roster.columns) == (Student(name, "101"), columns)


@pytest.mark.parametrize(
    "text",
    ["Name,Group,Points\nStudent 1,A,\n", "Full name,Group\nAda,A 1\n", "Name,Group\nAda,\nPat 7,\n"],
    ids=["a known header", "a number elsewhere", "one name with a number"],
)
def test_another_table_is_no_worksheet(tmp_path, text):
    roster = read_roster(put(tmp_path, "roster.csv", text.encode()))
    assert (roster.columns, {one.id for one in roster.students}) == (None, {""})


def test_an_anonymous_class_is_called_by_its_numbers(tmp_path):
    for number in (101, 102):
        put(tmp_path / "in", f"Participant_{number}_assignsubmission_file_/x.ipynb")
    found = {one.student for one in attempts(tmp_path / "in")}
    assert found == {Student("Participant 101", "101"), Student("Participant 102", "102")}
    assert all(one.is_anonymous for one in found)


def test_a_class_with_names_is_not_anonymous(tmp_path):
    for who in ("Ada_101", "Emmy_102"):
        put(tmp_path / "in", f"{who}_assignsubmission_file_/x.ipynb")
    assert not any(one.student.is_anonymous for one in attempts(tmp_path / "in"))


def test_a_roster_without_names_is_refused(tmp_path):
    with pytest.raises(ValueError, match="has the columns mail, year; expected Full name"):
        read_roster(put(tmp_path, "roster.csv", b"mail,year\nx,1\n"))


def test_a_name_with_a_comma_is_not_cut(tmp_path):
    with pytest.raises(ValueError, match=r"row of 2 cells below a header of 1, Müller, +Zoë; .* in quotation marks"):
        read_roster(put(tmp_path, "roster.csv", "Full name\nMüller, Zoë\n".encode()))
