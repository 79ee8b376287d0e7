"""`make class-report`: what students exported becomes a list of mistakes, in bets and in questions that came back."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import zipfile
from contextlib import redirect_stdout
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from test_due_page import HOLD_OUT, QUESTIONS, answer, asked, question  # noqa: F401
from test_moved_chapters import BEFORE, FILE, NEW_PLACES
from test_questions import export_to

from book_pages import DUE, records
from evalbook_homework import class_report

ROC, AUC = "book/curves/roc_curve", "book/curves/auc"
NEW = [record for record in records(DUE) if record["chapter"] in (ROC, AUC)]


def run(folder):
    command = [sys.executable, "-m", "evalbook_homework.class_report", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def report(folder, *options):
    """What the command prints and how it ends, in this process: a new one takes seconds to start."""
    printed, said = io.StringIO(), ""
    with redirect_stdout(printed), patch.object(sys, "argv", ["class-report", str(folder), *options]):
        try:
            class_report.main()
        except SystemExit as end:
            said = str(end.code)
    return SimpleNamespace(stdout=printed.getvalue(), stderr=said, returncode=int(said != ""))


def hand_in(folder, student, due=None, **firsts):
    answers = {id.replace("_", "-"): {"first": {"choice": choice, "right": False}} for id, choice in firsts.items()}
    progress = {"version": 1, "everything": False, "answers": {ROC: answers}}
    (folder / f"{student}.json").write_text(json.dumps({**progress, **({} if due is None else {"due": due})}))


def tried(record, *choices):
    """A student's answers to a question, as the page stores them: "right", or the answer of a mistake by its place."""
    answers = [record["right"] if one == "right" else record["mistakes"][one]["answer"] for one in choices]
    return {record["id"]: [{"day": 9, "right": one == record["right"], "choice": one} for one in answers]}


def came_back(folder):
    """The part of the report on questions that came back, line by line."""
    students = list(class_report.handed_in(folder)[0].values())
    return [line.strip() for line in class_report.of_due_questions(students)]


def test_each_named_mistake_is_counted_the_most_missed_bet_first(tmp_path):
    rules, alarms = (next(one for one in records(ROC) if one["id"] == id) for id in ("roc-rules", "roc-alarms"))
    grown = alarms["mistakes"][1]
    hand_in(tmp_path, "ana", roc_rules="8", roc_alarms=grown["answer"])
    hand_in(tmp_path, "bo", roc_rules="9", roc_alarms=grown["answer"])
    hand_in(tmp_path, "cy", roc_rules="9")
    hand_in(tmp_path, "di", roc_rules="10")
    lines = [" ".join(line.split()) for line in report(tmp_path).stdout.splitlines() if line]
    said = {one["answer"]: one["text"] for one in rules["mistakes"]}
    assert lines[0] == "4 students"
    assert lines[1] == f"{ROC}: {alarms['question']}"
    assert lines[2] == "bets won: 0 of 2 (0%)"
    assert lines[3].startswith(f"2 {grown['answer']}: {grown['text'][:40]}")  # it goes on in the next line
    second = lines[lines.index(f"{ROC}: {rules['question']}") :]  # a text may take two lines
    assert second[1] == "bets won: 1 of 4 (25%)"
    assert " ".join(second[2:4]) == f"2 9: {said['9']}"
    assert "1 8: right" in lines
    assert "1 10: a choice of another release" in lines


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "contains no .json file; expected the files that students exported, one for each student"),
        ("{", "x.json contains no exported answers"),
        ("[]", "x.json contains no exported answers"),
        ("[" * 100_000, "x.json contains no exported answers"),
        (json.dumps({"version": 1, "answers": {ROC: []}}), "x.json contains no exported answers"),
        (json.dumps({"version": 1, "answers": {ROC: {"roc-rules": 3}}}), "x.json contains no exported answers"),
        (
            json.dumps({"version": 1, "answers": {ROC: {"roc-rules": {"first": {}}}}}),
            "x.json contains no exported answers",
        ),
        (json.dumps({"version": 1, "answers": {ROC: {"roc-rules": {"first": {"choice": ["8"]}}}}}), "is not a text"),
        ('{"version": 2, "answers": {}}', "x.json has version 2; expected 1"),
    ],
)
def test_a_folder_without_progress_is_told_so_in_one_line(tmp_path, text, said):
    if text is not None:
        (tmp_path / "x.json").write_text(text)
    result = report(tmp_path)
    assert result.returncode == 1
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_damaged_file_stops_no_report_and_is_named_at_its_end(tmp_path):
    hand_in(tmp_path, "ana", roc_rules="8")
    (tmp_path / "bo.json").write_text("{")
    (tmp_path / "cy.json").write_bytes(b"\xff\xfe{\x00")
    result = run(tmp_path)
    assert result.stdout.startswith(f"1 student\n\n{ROC}: ")
    assert [line.partition(" contains ")[0] for line in result.stderr.splitlines()] == [
        "evalbook: left out: bo.json",
        "evalbook: left out: cy.json",
    ]
    assert result.returncode == 1


def test_moodles_folders_are_a_folder_of_files(tmp_path):
    for name in ("Ana_101_assignsubmission_file_", "Bo_102_assignsubmission_file_"):
        (tmp_path / name).mkdir()
        hand_in(tmp_path / name, "evalbook-progress", roc_rules="8")
    assert report(tmp_path).stdout.startswith("2 students\n")


def test_whose_file_is_damaged_is_told_by_its_folder(tmp_path):
    (tmp_path / "Ana_101_assignsubmission_file_").mkdir()
    (tmp_path / "Ana_101_assignsubmission_file_" / "evalbook-progress.json").write_text("{")
    assert "left out: Ana_101_assignsubmission_file_/evalbook-progress.json contains no" in report(tmp_path).stderr


def test_what_a_system_leaves_behind_is_no_progress(tmp_path):
    hand_in(tmp_path, "ana", roc_rules="8")
    (tmp_path / "._ana.json").write_text("x")
    assert report(tmp_path).returncode == 0


# ---------------------------------------------------------------- whose files, and which chapters


def exported(choice):
    return json.dumps({"version": 1, "answers": {ROC: {"roc-rules": {"first": {"choice": choice}}}}})


def zipped(path, **files):
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


@pytest.mark.parametrize(
    "names",
    [
        ["Ana.JSON", "Bo.Json"],
        ["week 1/group/Ana.json", "week 1/Bo.json"],
        ["week 1/Ana/evalbook-progress.json", "week 1/Bo/evalbook-progress (1).json"],
        ["c/Ana_101_assignsubmission_file_/x/my file.json", "c/Bo_102_assignsubmission_file_/evalbook-progress.json"],
    ],
)
def test_files_are_found_in_whatever_folders(tmp_path, names):
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(exported("8"))
    students, left_out = class_report.handed_in(tmp_path)
    assert ([student.name for student in students], left_out) == (["Ana", "Bo"], [])


def test_zips_are_opened_in_folders_and_in_place_of_the_folder(tmp_path):
    (tmp_path / "week 1").mkdir()
    moodle = {"Ana_101_assignsubmission_file_/evalbook-progress.json": exported("8"), "Bo.JSON": exported("9")}
    zipped(tmp_path / "week 1" / "submissions.zip", **moodle)
    for place in (tmp_path, tmp_path / "week 1" / "submissions.zip"):
        assert [student.name for student in class_report.handed_in(place)[0]] == ["Ana", "Bo"]


def test_of_several_files_of_a_student_the_latest_counts(tmp_path):
    folder = tmp_path / "Ana_101_assignsubmission_file_"
    folder.mkdir()
    for name, choice, time in [("evalbook-progress (1)", "9", 2e9), ("evalbook-progress", "8", 1e9)]:
        (folder / f"{name}.json").write_text(exported(choice))
        os.utime(folder / f"{name}.json", (time, time))
    ((_, progress),) = class_report.handed_in(tmp_path)[0].items()
    assert progress["firsts"][ROC, "roc-rules"] == "9"
    assert report(tmp_path).stdout.startswith("1 student\n")


def test_who_sent_nothing_is_told_by_a_roster(tmp_path):
    hand_in(tmp_path, "ana lovelace", roc_rules="8")
    (tmp_path / "roster.csv").write_text('Full name\n"Lovelace, Ana"\nBo Noether\n')
    assert report(tmp_path, "--roster", str(tmp_path / "roster.csv")).stdout.endswith("\nSent nothing: Bo Noether\n")


def test_a_roster_that_knows_none_of_them_is_told_so_and_nobody_is_called_absent(tmp_path):
    hand_in(tmp_path, "Ana_101_assignsubmission_file_", roc_rules="8")
    (tmp_path / "roster.csv").write_text("Identifier,Full name\nParticipant 901,Ana\nParticipant 902,Bo\n")
    said = report(tmp_path, "--roster", str(tmp_path / "roster.csv")).stdout.splitlines()[-1]
    assert said.startswith("Sent nothing: this cannot be told, because ROSTER knows none of the 1 who sent something")


@pytest.mark.parametrize("kind", ["zip", "folder"])
def test_a_roster_that_is_no_table_is_told_so_in_one_line(tmp_path, kind):
    hand_in(tmp_path, "ana", roc_rules="8")
    roster = tmp_path / "roster"
    roster.mkdir() if kind == "folder" else zipped(roster, **{"x.csv": "Full name\nAna\n" * 9999})
    said = report(tmp_path, "--roster", str(roster)).stderr
    assert str(roster) in said
    assert len(said) < 300 and "\n" not in said
    assert kind == "folder" or "is not a table but a zip or an Excel file; expected text. Save it as CSV" in said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], {ROC, AUC, "book/splits/hold_out"}),
        (["--from", "5", "--to", "5", "--plan", "14"], {ROC, AUC}),
        (["--from", "5", "--to", "5"], {ROC}),
        (["--to", "4"], {"book/splits/hold_out"}),
        (["--from", "curves/auc"], {AUC}),
        (["--from", "roc_curve", "--to", "book/curves/roc_curve"], {ROC}),
        (["--to", "case", "--from", "class_skew"], set()),
    ],
)
def test_a_report_may_be_on_some_chapters_alone(tmp_path, options, said):
    bets = {page: next(one for one in records(page) if one["role"] == "bet") for page in (AUC, "book/splits/hold_out")}
    answers = {page: {one["id"]: {"first": {"choice": one["right"]}}} for page, one in bets.items()}
    due = {ROC: tried(NEW[0], "right")}
    (tmp_path / "ana.json").write_text(json.dumps({"version": 1, "answers": answers, "due": due}))
    lines = report(tmp_path, *options).stdout.splitlines()
    assert {line.partition(":")[0] for line in lines if line.startswith("book/")} == said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["--from", "curves/rock"],
            "FROM is 'curves/rock'; expected a chapter, such as splits/proportion, or",
        ),
        (["--from", "auc", "--to", "roc_curve"], "FROM=auc comes after TO=roc_curve in the book"),
        (["--from", "5", "--plan", "13"], "PLAN is '13'; expected 12, 14, 6, the weeks or sessions of a course"),
    ],
)
def test_a_chapter_that_is_none_is_told_so(tmp_path, options, said):
    hand_in(tmp_path, "ana", roc_rules="8")
    assert said in report(tmp_path, *options).stderr


@pytest.mark.parametrize("plan", class_report.PLANS)
def test_the_sessions_are_those_of_teach_with_this_book(plan):
    assert list(class_report.sessions(plan)) == list(range(1, int(plan) + 1))


def test_a_session_has_the_chapters_of_class_and_home():
    told = class_report.sessions("14")
    assert told[5] == [ROC, AUC]
    assert "book/splits/leave_one_out" in told[2]


# ---------------------------------------------------------------- points for bets


def points(folder, *options):
    """The table after a report."""
    said = report(folder, *options, "--table", str(folder / "bets.csv")).stderr
    return said or list(csv.reader((folder / "bets.csv").read_text("utf-8-sig").splitlines()))


def test_a_chapter_with_a_bet_is_a_point_however_many_bets_it_has(tmp_path):
    first, second = [record["id"] for record in records(AUC) if record["role"] == "bet"]
    answers = {AUC: {first: {"first": {"choice": "a"}}, second: {"first": {"choice": "a"}}}, ROC: {}}
    (tmp_path / "ana.json").write_text(json.dumps({"version": 1, "answers": answers}))
    assert points(tmp_path) == [["student", "all"], ["ana", "1"]]


def test_a_run_adds_its_column_to_the_table_and_keeps_the_others(tmp_path):
    hand_in(tmp_path, "ana", roc_rules="8")
    points(tmp_path, "--from", "1", "--to", "1")
    hand_in(tmp_path, "bo", roc_rules="8")
    assert points(tmp_path, "--from", "5", "--to", "5") == [["student", "1", "5"], ["ana", "0", "1"], ["bo", "0", "1"]]


def test_a_second_run_on_the_same_week_takes_the_place_of_the_first(tmp_path):
    hand_in(tmp_path, "ana", roc_rules="8")
    options = ("--from", "5", "--to", "5")
    assert points(tmp_path, *options) == points(tmp_path, *options)


def test_who_sent_nothing_has_no_point(tmp_path):
    hand_in(tmp_path, "ana lovelace", roc_rules="8")
    (tmp_path / "roster.csv").write_text('Full name\n"Lovelace, Ana"\nBo Noether\n')
    told = points(tmp_path, "--roster", str(tmp_path / "roster.csv"))
    assert told == [["student", "all"], ["Bo Noether", "0"], ["Lovelace, Ana", "1"]]


def test_a_table_of_something_else_is_not_touched(tmp_path):
    hand_in(tmp_path, "ana", roc_rules="8")
    (tmp_path / "bets.csv").write_text("Full name,Grade\nAna,1\n")
    assert "does not begin with the column student" in points(tmp_path)
    assert (tmp_path / "bets.csv").read_text() == "Full name,Grade\nAna,1\n"


# ---------------------------------------------------------------- questions that came back


def test_each_chapter_tells_how_many_were_right_and_when(tmp_path):
    one, other = NEW[0], NEW[1]
    hand_in(tmp_path, "ana", {ROC: {**tried(one, "right", "right", "right"), **tried(other, 0, "right", 0)}})
    hand_in(tmp_path, "bo", {ROC: tried(one, 1, 1, "right", "right", "right")})
    hand_in(tmp_path, "cy", {ROC: {}})
    assert came_back(tmp_path)[:2] == [
        f"{ROC}: 11 answers of 2 students",
        "at first sight 1 of 3 right (33%), after 7 days 2 of 3 right (67%), after 30 days 2 of 2 right (100%)",
    ]


def test_the_report_puts_them_behind_the_bets(tmp_path):
    hand_in(tmp_path, "ana", {ROC: tried(NEW[0], "right")}, roc_rules="8")
    lines = [line for line in report(tmp_path).stdout.splitlines() if line]
    assert lines[1].startswith(f"{ROC}: ")
    assert lines[-3:] == [
        "New questions of each chapter on the page Questions due, without the bets that came back",
        f"{ROC}: 1 answer of 1 student",
        "  at first sight 1 of 1 right (100%), after 7 days nobody yet, after 30 days nobody yet",
    ]


def test_what_nobody_was_asked_yet_is_not_a_share(tmp_path):
    hand_in(tmp_path, "ana", {ROC: tried(NEW[0], "right")})
    assert came_back(tmp_path) == [
        f"{ROC}: 1 answer of 1 student",
        "at first sight 1 of 1 right (100%), after 7 days nobody yet, after 30 days nobody yet",
    ]


def test_the_commonest_mistake_has_its_name(tmp_path):
    record = NEW[0]
    hand_in(tmp_path, "ana", {ROC: tried(record, 1, 0, "right")})
    hand_in(tmp_path, "bo", {ROC: tried(record, 1)})
    assert came_back(tmp_path)[-1] == f"commonest mistake, 2 of 3: {record['mistakes'][1]['name']}"


def test_a_choice_that_the_book_no_longer_has_is_told_as_such(tmp_path):
    hand_in(tmp_path, "ana", {ROC: {NEW[0]["id"]: [{"day": 9, "right": False, "choice": "eleven"}]}})
    assert came_back(tmp_path)[-1] == "commonest mistake, 1 of 1: a choice of another release"


def test_the_chapter_that_was_missed_most_comes_first(tmp_path):
    of_auc = next(record for record in NEW if record["chapter"] == AUC)
    hand_in(tmp_path, "ana", {ROC: tried(NEW[0], "right"), AUC: tried(of_auc, 0)})
    chapters = [line.split(":")[0] for line in came_back(tmp_path) if line.startswith("book/")]
    assert chapters == [AUC, ROC]


def test_bets_that_came_back_are_left_out(tmp_path):
    bet = next(record for record in records(ROC) if record["role"] == "bet")
    hand_in(tmp_path, "ana", {ROC: tried(bet, 0)})
    assert came_back(tmp_path) == []


@pytest.mark.parametrize("due", [None, [], "x", {ROC: 3}, {ROC: {NEW[0]["id"]: [None, {"day": "x", "right": True}]}}])
def test_what_another_program_left_there_breaks_no_report(tmp_path, due):
    hand_in(tmp_path, "ana", due)
    assert came_back(tmp_path) == []


def test_every_question_that_comes_back_is_known_to_the_report(tmp_path):
    due = {}
    for record in records(DUE):
        due.setdefault(record["chapter"], {}).update(tried(record, 0))
    hand_in(tmp_path, "ana", due)
    lines = came_back(tmp_path)
    assert {line.split(":")[0] for line in lines if line.startswith("book/")} == set(due)
    assert not [line for line in lines if "another release" in line]


# ---------------------------------------------------------------- what the pages export


def test_a_teacher_finds_the_named_mistake_in_what_a_student_exported(asked, tmp_path):
    page = asked(days=1)
    made = []
    while question(page):
        record = next((one for one in QUESTIONS.values() if one["question"] == question(page)), None)
        answer(page, right=record is None)
        if record:
            made.append(page.locator(".q-today .q-said").inner_text().removeprefix("No. This ").split(". ")[0])
        page.get_by_role("button", name="Next").click()
    export_to(tmp_path / "ana.json", page)
    lines = [line.strip() for line in class_report.of_due_questions(list(class_report.handed_in(tmp_path)[0].values()))]
    assert lines[0] == f"{HOLD_OUT}: {len(made)} answers of 1 student"
    assert lines[1].startswith(f"at first sight 0 of {len(made)} right (0%)")
    assert lines[2] in {f"commonest mistake, 1 of {len(made)}: {name}" for name in made}


def _with_records():
    """The first bets of the file, and the bets as they are now."""
    now = {record["id"]: record for page in NEW_PLACES["answers"] for record in records(page)}
    answers = [pair for page in BEFORE["answers"].values() for pair in page.items()]
    return [(entry["first"], now[id]) for id, entry in answers if "first" in entry]


def test_the_class_report_reads_the_file_whole(tmp_path):
    (tmp_path / "ana.json").write_bytes(FILE.read_bytes())
    students, left_out = class_report.handed_in(tmp_path)
    lines = [*class_report.report(list(students.values()))]
    assert not left_out
    firsts = [id for page in BEFORE["answers"].values() for id, entry in page.items() if "first" in entry]
    questions = {record["id"]: record["question"] for page in NEW_PLACES["answers"] for record in records(page)}
    for page, ids in NEW_PLACES["answers"].items():
        for id in ids.keys() & set(firsts):
            assert any(line.startswith(f"\n{page}: {questions[id]}") for line in lines), id
    changed = [first["choice"] for first, record in _with_records() if first["choice"] not in record["choices"]]
    others = [line.strip() for line in lines if class_report.OTHER_RELEASE in line]
    of_bets = [line for line in others if not line.startswith("commonest mistake")]  # that is of due questions
    assert of_bets == [f"1  {choice}: {class_report.OTHER_RELEASE}" for choice in changed]
    for page, ids in NEW_PLACES["due"].items():
        new = [tries for id, tries in ids.items() if id.startswith("due-")]
        assert f"\n{page}: {sum(map(len, new))} answers of 1 student" in lines
