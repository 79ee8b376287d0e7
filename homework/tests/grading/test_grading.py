"""Points, keys, releases and what changes between two runs."""

from __future__ import annotations

import csv
import io
import json
import operator
import re
import shutil
import sys
import time
import zipfile
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from markupsafe import Markup
from test_collect import ANONYMOUS, CHINESE, ENGLISH, GERMAN
from tiny_class import RIGHT, TINY, case, filled

from evalbook_homework.grading import __main__ as commands
from evalbook_homework.grading import execution, grading, points, release, reports, sandbox, sanitize
from evalbook_homework.grading.__main__ import _report, main
from evalbook_homework.grading.assignments import Assignment, graded, marks
from evalbook_homework.grading.collect import Attempt, Student, Submission
from evalbook_homework.grading.execution import Run
from evalbook_homework.grading.grading import Graded
from evalbook_homework.grading.key import key_for, key_of, with_current_solutions
from evalbook_homework.grading.manual_grades import ManualGrades
from evalbook_homework.grading.points import Mark, marks_of
from evalbook_homework.grading.repair import repair_notebook
from evalbook_homework.grading.roster import read_roster
from evalbook_homework.grading.sandbox import Limits
from evalbook_homework.grading.shown_questions import ShownQuestion
from evalbook_homework.grading.terms import term as make_term

ADA = Student("Ada", "101")


@pytest.fixture(scope="module")
def key():
    return key_of(TINY.notebook, TINY.draw("a seed for tests"), TINY.program)


# ---------------------------------------------------------------- the key


def test_a_key_has_a_record_and_the_points_of_each_question_that_a_machine_judges(key):
    assert {name: record["points"] for name, record in key.items()} == {"tiny-1": 2, "tiny-2": 2, "tiny-3": 2}


def test_a_key_comes_from_the_numbers_of_the_term(key):
    drawn = json.loads(TINY.draw("a seed for tests")["case.json"])
    assert key["tiny-1"]["right"] == pytest.approx(drawn["wrong"] / drawn["n"])


def test_the_key_of_one_seed_fails_under_another(key):
    other = key_of(TINY.notebook, TINY.draw("another seed"), TINY.program)
    run = Run({name: record["right"] for name, record in key.items()})
    assert sum(mark.points for mark in marks_of(run, key)) == 6
    assert [mark.points for mark in marks_of(run, other)][:2] == [0, 0]


def test_a_hidden_test_without_a_record_is_refused():
    source, cell = marked("tiny-3")
    cell.source = 'pages.hand_in(letter, "word")'
    with pytest.raises(ValueError, match=r"hidden test of tiny-3 leaves 0 records; expected one call of pages.check"):
        key_of(source, TINY.draw("x"), TINY.program)


def test_todays_hidden_test_counts_for_an_older_release(released):
    today = TINY.notebook
    test = next(cell for name, _, cell in graded(today) if name == "tiny-1")
    test.source = test.source.replace('key["tiny-1"]', 'key["tiny-2"]')
    assert 'key["tiny-2"]' in with_current_solutions(released.source, today).cells[4].source


@pytest.fixture
def today(tmp_path):
    """The tiny assignment, for a teacher to correct."""
    return Assignment(shutil.copytree(TINY.folder, tmp_path / "tiny"))


def correct(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_todays_solution_and_answer_count_for_an_older_release(released, today):
    correct(today.folder / "tiny.ipynb", 'error = case[\\"wrong\\"] /', 'error = 1 - case[\\"wrong\\"] /')
    correct(today.folder / "draw.py", "[wrong / n, 1 - wrong / n]", "[1 - wrong / n, wrong / n]")
    wrong = key_for(released, TINY)["tiny-1"]["right"]
    assert key_for(released, today)["tiny-1"]["right"] == pytest.approx(1 - wrong)


def test_todays_hint_counts_for_an_older_release(released, today):
    correct(today.folder / "draw.py", "Divide by all.", "Divide by all cases.")
    assert key_for(released, today)["tiny-1"]["hint"] == "Divide by all cases."


def test_the_answers_of_then_count_where_students_saw_other_code(released, today):
    correct(today.folder / "tiny.ipynb", "error = ...", "share = ...")
    correct(today.folder / "draw.py", "Divide by all.", "Divide by all cases.")
    assert key_for(released, today)["tiny-1"]["hint"] == "Divide by all."


def test_a_release_is_graded_when_its_assignment_is_gone(released):
    assert key_for(released, None) == key_for(released, TINY)


def test_a_solution_that_is_not_right_by_the_answers_gives_no_key():
    wrong = TINY.program.replace("[wrong / n, 1 - wrong / n]", "[1 - wrong / n, wrong / n]")
    with pytest.raises(ValueError, match=r"the solution of tiny-1 hands in \[0\.\d+\]; expected the right answer, 0\."):
        key_of(TINY.notebook, TINY.draw("x"), wrong)


def test_a_solution_of_a_cell_that_students_saw_otherwise_stays(released):
    today = TINY.notebook
    (cell,) = (cell for cell in today.cells if marks(cell)["grade_id"] == "tiny-1-answer")
    cell.source = cell.source.replace("error = ...", "share = ...").replace('case["wrong"] /', '1 - case["wrong"] /')
    assert with_current_solutions(released.source, today).cells[3].source == released.source.cells[3].source


def test_a_test_that_students_saw_otherwise_stays(released):
    today = TINY.notebook
    test = next(cell for name, _, cell in graded(today) if name == "tiny-1")
    test.source = test.source.replace("hand_in(error)", "hand_in(other)").replace("by all", "by some")
    assert with_current_solutions(released.source, today).cells[4].source == released.source.cells[4].source


def test_a_key_is_kept_until_its_source_changes(released):
    first = key_for(released, TINY)
    stamp = (released.folder / "key.json").stat().st_mtime_ns
    assert key_for(released, TINY) == first
    assert (released.folder / "key.json").stat().st_mtime_ns == stamp


def test_a_release_keeps_what_its_cells_put_out(released):
    cells = {marks(cell)["grade_id"]: cell for cell in released.solved.cells}
    assert cells["tiny-4-given"].outputs[0].text == f"first letter: {case(released)['letters'][0]}\n"
    assert cells["tiny-2"].outputs[0].data["text/plain"].startswith("Handed in: [")


def test_a_key_from_before_its_cells_were_kept_is_built_again(released):
    released.solved_path.unlink()
    key_for(released, TINY)
    assert released.solved


def test_the_value_at_the_end_of_a_cell_is_displayed():
    source = TINY.notebook
    setup = source.cells[1]
    setup.source += "\n6 * 7"
    key_of(source, TINY.draw("x"), TINY.program)
    assert setup.outputs[0].data["text/plain"] == "42"


# ---------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("answers", "points"),
    [
        ({"tiny-1": "right"}, 2),
        ({"tiny-1": None}, 0),
        ({}, 0),
        ({"tiny-1": "close"}, 1),
        ({"tiny-1": "no number"}, 0),
        ({"tiny-1": {"type": "DataFrame"}}, 0),
        ({"tiny-1": [1, 2, 3]}, 0),
    ],
)
def test_an_answer_earns_what_its_judgment_is_worth(key, answers, points):
    right = key["tiny-1"]["right"]
    given = {name: {"right": right, "close": right * 1.003}.get(str(one), one) for name, one in answers.items()}
    assert marks_of(Run(given), key)[0].points == points


def test_another_order_earns_half_whether_or_not_it_is_a_named_mistake(key):
    record = key["tiny-2"] | {"right": [2, 50], "mistakes": []}
    named = record | {"mistakes": [{"answer": [50, 2], "text": "The two are swapped."}]}
    found = [marks_of(Run({"tiny-2": [50, 2]}), {"tiny-2": one})[0] for one in (record, named)]
    assert [(mark.points, mark.said) for mark in found] == [
        (1, "These are the right numbers, but in another order."),
        (1, "The two are swapped. The numbers are right, and count half."),
    ]


def test_a_letter_with_its_bracket_is_the_letter(key):
    assert marks_of(Run({"tiny-3": key["tiny-3"]["right"] + ")"}), key)[2].points == 2


def test_a_word_that_is_no_choice_earns_nothing(key):
    assert marks_of(Run({"tiny-3": "z"}), key)[2].points == 0


def test_a_known_mistake_is_refuted(key):
    mark = marks_of(Run({"tiny-1": 1 - key["tiny-1"]["right"]}), key)[0]
    assert mark.said == "This is not right. This is the share that is right."


def test_why_nothing_was_handed_in_is_said(key):
    mark = marks_of(Run(failed={"tiny-1": "NameError: name 'error' is not defined"}), key)[0]
    assert mark.said == "Nothing was handed in: NameError: name 'error' is not defined."


def test_a_mark_of_what_is_no_answer_names_its_kind_and_shows_no_internals(key):
    shown = [marks_of(Run({"tiny-1": one}), key)[0].answer for one in ({"type": "dict"}, [{"type": "Tally"}, 1])]
    assert shown == ["a dict", "[a Tally, 1]"]


# ---------------------------------------------------------------- releases


def test_a_release_that_students_see_unchanged_keeps_its_number(released, term):
    assert release.release(TINY, term)[0].number == 1


def test_a_release_that_students_see_changed_gets_the_next_number(released, term, monkeypatch):
    monkeypatch.setattr(TINY.__class__, "draw", lambda *_: {"case.json": b'{"wrong": 1, "n": 4, "letters": ["c"]}'})
    assert release.release(TINY, term)[0].number == 2
    assert [one.number for one in term.releases("tiny")] == [1, 2]


def test_a_submission_of_an_older_release_is_graded_by_the_key_of_that_release(released, term, monkeypatch):
    right = key_for(released, TINY)["tiny-1"]["right"]
    monkeypatch.setattr(TINY.__class__, "draw", lambda *_: {"case.json": b'{"wrong": 1, "n": 4, "letters": ["c"]}'})
    assert release.release(TINY, term)[0].number == 2
    course = grading.Course(term, [TINY], Limits())
    handed_in = Submission(ADA, "tiny", 1, notebook=released.student)
    assert course.key(course.release_of(handed_in))["tiny-1"]["right"] == right != 0.25


def test_a_release_holds_no_solution(released, term):
    _, path = release.release(TINY, term)
    assert b"### " not in path.read_bytes()
    assert not re.search(r"BEGIN|case\[\"wrong\"\] / ", json.dumps(released.student))


def marked(name):
    """The tiny assignment's notebook, and its cell of that name."""
    source = TINY.notebook
    return source, next(cell for cell in source.cells if marks(cell).get("grade_id") == name)


def refused(source):
    with pytest.raises(ValueError) as error:
        release._without_answers(source)
    return str(error.value)


@pytest.mark.parametrize("name", ["tiny-1-answer", "tiny-1", "tiny-4"])
def test_a_region_that_is_not_closed_is_refused(name):
    source, cell = marked(name)
    cell.source = cell.source.replace("### END", "### end")
    assert refused(source).startswith("a region is not closed, so students would see it: ")


def test_a_region_in_a_cell_of_another_kind_is_refused():
    source, cell = marked("tiny-setup")
    cell.source = "### BEGIN SOLUTION\nx = 1\n### END SOLUTION"
    assert refused(source).startswith("a solution is in a cell that is not marked as one: ")
    cell.source = "### BEGIN HIDDEN TESTS\nx = 1\n### END HIDDEN TESTS"
    assert refused(source).startswith("hidden tests are in a cell that is not marked as a test: ")


def test_two_cells_of_one_name_are_refused():
    source, cell = marked("tiny-2")
    cell.metadata["nbgrader"]["grade_id"] = "tiny-1"
    assert refused(source) == "two cells have the grade_id 'tiny-1'; expected another one for each cell"


def test_the_student_sees_stubs_and_what_is_handed_in(released):
    by_name = {marks(cell)["grade_id"]: cell for cell in released.student.cells}
    assert by_name["tiny-1-answer"].source == "error = ...\n# Your lines go here."
    assert by_name["tiny-1"].source == "pages.hand_in(error)"
    assert by_name["tiny-4"].source == "Write your answer here."
    assert not any(cell.get("outputs") for cell in released.student.cells)


def test_the_student_deletes_no_cell_and_writes_into_answers_alone(released):
    for cell in released.student.cells:
        locked = marks(cell)["locked"] or marks(cell)["grade"]
        assert cell.metadata.get("deletable", True) is not (locked or marks(cell)["solution"])
        assert cell.metadata.get("editable", True) is bool(marks(cell)["solution"] or not locked)


def test_a_terms_seed_is_made_once_and_is_hard_to_guess(tmp_path):
    first, again = (make_term("2027-spring", new=True, terms=tmp_path).seed for _ in range(2))
    other = make_term("2027-fall", new=True, terms=tmp_path).seed
    assert first == again != other
    assert len(first) == 32


@pytest.mark.parametrize("name", ["", "a/b", "..", "a b"])
def test_a_term_has_a_name_that_is_a_folder(tmp_path, name):
    with pytest.raises(ValueError, match="TERM is"):
        make_term(name, new=True, terms=tmp_path)


def test_a_term_that_released_nothing_is_named_with_those_that_did(tmp_path):
    make_term("2027-fall", new=True, terms=tmp_path)
    with pytest.raises(ValueError, match="'2027', which has released nothing; terms with a seed: 2027-fall"):
        make_term("2027", terms=tmp_path)


# ---------------------------------------------------------------- answers in words


def argued(term, text="Because one number hides the other.", table=None):
    """The mark of a student who wrote `text` in a run, which leaves its table."""
    released = term.releases("tiny")[-1].student
    table = table or ManualGrades.read(term.grades("tiny"), term.seed)
    notebook = repair_notebook(filled(term.releases("tiny")[-1].student, RIGHT | {"tiny-4": text}), released).notebook
    (mark,) = table.marks("", notebook, released, lambda _: Markup())
    (term.grades("tiny") / "argued.csv").write_text(table.table(), "utf-8-sig")
    return mark


def give(term, points, comment="", encoding="utf-8"):
    """What a teacher does in a spreadsheet."""
    path = term.grades("tiny") / "argued.csv"
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))
    rows[0] |= {"points": points, "comment": comment}
    written = io.StringIO()
    table = csv.DictWriter(written, rows[0], delimiter=";")
    table.writeheader()
    table.writerows(rows)
    path.write_text(written.getvalue(), encoding)


def test_an_answer_in_words_waits_for_a_person(released, term):
    assert argued(term).points is None


@pytest.mark.parametrize(("given", "points"), [("3", 3.0), ("2,5", 2.5), (" 0 ", 0.0)])
def test_points_given_by_hand_are_read_by_the_next_run(released, term, given, points):
    argued(term)
    give(term, given, "Names one kind.")
    assert (argued(term).points, argued(term).said) == (points, "Names one kind.")


def test_points_given_by_hand_stay_with_the_text(released, term):
    argued(term)
    give(term, "3")
    assert argued(term, "Another text, of a later attempt.").points is None
    assert argued(term).points == 3


def save_as(term, name):
    """What a person gave becomes a file of their own, and the common table is as it was before."""
    path = term.grades("tiny") / "argued.csv"
    path.rename(path.with_name(name))


def test_points_of_several_people_are_put_together(released, term):
    for text, gave, name in [("One reason.", "1", "argued-ana.csv"), ("Another reason.", "3", "argued-bo.csv")]:
        argued(term, text, ManualGrades(term.seed))
        give(term, gave)
        save_as(term, name)
    assert (argued(term, "One reason.").points, argued(term, "Another reason.").points) == (1, 3)


def test_a_text_that_one_person_left_out_has_the_points_of_the_other(released, term):
    for gave, name in [("2", "argued-ana.csv"), ("", "argued-bo.csv")]:
        argued(term, table=ManualGrades(term.seed))
        give(term, gave)
        save_as(term, name)
    assert argued(term).points == 2


def test_two_people_who_differ_are_told_on_which_text(released, term):
    for gave, name in [("2", "argued-ana.csv"), ("2.5", "argued-bo.csv")]:
        argued(term, table=ManualGrades(term.seed))
        give(term, gave)
        save_as(term, name)
    with pytest.raises(ValueError, match=r"t\w+ \(argued-ana.csv: 2, argued-bo.csv: 2.5\). Agree on them"):
        argued(term)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_comment_comes_back_as_it_was_written_in_a_spreadsheet(released, term, encoding):
    argued(term)
    give(term, "3", "Für zwei Größen – gut.", encoding)
    assert argued(term).said == "Für zwei Größen – gut."


@pytest.mark.parametrize("comment", ["- one kind is missing", "+ both kinds", "=", "'quoted'", "'"])
def test_a_comment_that_begins_as_a_formula_stays_as_it_is(released, term, comment):
    argued(term)
    give(term, "3", comment)
    assert [argued(term).said for _ in range(3)] == [comment] * 3


@pytest.mark.parametrize("given", ["5", "-1", "good"])
def test_points_that_cannot_be_are_refused(released, term, given):
    argued(term)
    give(term, given)
    with pytest.raises(ValueError, match=f"gives '{given}' points to t.*; expected a number from 0 to 4"):
        argued(term)


@pytest.mark.parametrize("text", ["", "Write your answer here."])
def test_no_words_are_no_answer(released, term, text):
    assert (argued(term, text).points, argued(term, text).said) == (0, "Not answered.")


def test_the_page_of_answers_in_words_names_nobody_and_shows_the_rubric(released, term):
    table = ManualGrades.read(term.grades("tiny"), term.seed)
    argued(term, table=table)
    page = reports.manual_grades_page(table, TINY.notebook, "tiny")
    assert "Ada" not in page
    assert "2: names both kinds" in page


# ---------------------------------------------------------------- feedback


@pytest.fixture
def page(released, monkeypatch, tmp_path):
    """The feedback of a student who answered the first question, by DUE and another student's own due date."""
    monkeypatch.setattr(commands, "term", lambda _: make_term("term", terms=tmp_path))
    folder = tmp_path / "handed in" / "Ada"
    folder.mkdir(parents=True)
    nbformat.write(filled(released.student, {"tiny-1-answer": "error = 0.5"}), folder / "tiny.ipynb")
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "tiny").symlink_to(TINY.folder)
    command = ["homework", "--assignments", tmp_path / "sources", "grade", "--term", "term", "--unconfined"]

    def grade(due, own=""):
        (tmp_path / "roster.csv").write_text(f"name,due\nAda,\nBo,{own}\n")
        options = ["--submissions", folder.parent, "--roster", tmp_path / "roster.csv", "--due", due]
        monkeypatch.setattr(sys, "argv", [*map(str, [*command, *options])])
        main()
        with zipfile.ZipFile(tmp_path / "term" / "grades" / "tiny" / "moodle-feedback.zip") as archive:
            return archive.read("Ada/feedback.html").decode()

    return grade


@pytest.mark.parametrize(
    ("due", "own", "is_told"),
    [("2020-01-01", "", True), ("2999-01-01", "", False), ("", "", False), ("2020-01-01", "2999-01-01", False)],
    ids=["all was due", "not yet due", "no DUE", "somebody has more time"],
)
def test_feedback_tells_what_is_right_once_nobody_may_hand_in_any_more(page, released, capsys, due, own, is_told):
    right = f"{case(released)['wrong'] / case(released)['n']:.6g}"
    told = page(due, own)
    assert (f"<b>Right:</b> {right}<" in told, "error = case[&quot;wrong&quot;] / case" in told) == (is_told, is_told)
    assert ("contains the right answers" in capsys.readouterr().out) is is_told


def test_feedback_shows_each_question_with_the_numbers_of_the_copy(page, released):
    told = page("")
    assert "Which share is wrong?" in told
    assert f"<pre>first letter: {case(released)['letters'][0]}</pre>" in told
    assert "Homework: tiny" not in told


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("error = maths.sqrt(2)", "the cell of the answer fails: “NameError: name 'maths' is not defined”"),
        ("error = 1 / 0", "the cell of the answer fails: “ZeroDivisionError: "),
        ("del error", "the cell of the answer fails: “NameError: name 'error' is not defined”"),
    ],
)
def test_an_answer_that_fails_is_told_its_own_error(released, written, why):
    notebook = filled(released.student, {"tiny-1-answer": written})
    found = execution.run(notebook, released.files, sandbox.Limits(), confined=False)
    assert found.failed["tiny-1"].startswith(why)


def test_an_argument_is_shown_whole_to_who_wrote_it(released, term):
    text = "The first model misses fewer of the sick, and that is what counts here. " * 20
    mark = argued(term, text.strip())
    asked = {"tiny-4": ShownQuestion(*[Markup()] * 4, others=())}
    page = reports._page(Graded(ADA, "tiny", 1, (mark,), (), questions=asked))
    assert len(mark.answer) < 300
    assert text.strip() in page


def test_code_in_what_is_said_looks_like_code():
    assert reports.code("Take `pass_at_k`, <b>") == "Take <code>pass_at_k</code>, &lt;b&gt;"


@pytest.mark.parametrize(
    ("points", "said"), [([2, 1], "2 questions, 3 points"), ([1], "1 question, 1 point"), ([], "0 questions, 0 points")]
)
def test_the_size_of_a_release_is_told_in_words_that_fit(points, said):
    assert commands._size(SimpleNamespace(points=points)) == said


@pytest.mark.parametrize(
    ("right", "written"), [(0.123456789, "0.123457"), ([1, 0.25], "1, 0.25"), ("b", "b"), (12, "12")]
)
def test_a_right_answer_is_written_with_six_digits(key, right, written):
    record = key["tiny-1"] | {"right": right, "mistakes": []}
    assert [mark.right for mark in marks_of(Run(), {"tiny-1": record})] == [written]


# ---------------------------------------------------------------- what a teacher gets


def result(points=(2, 1, None), digest="d", notes=(), student=ADA, problem=""):
    marks = tuple(Mark(f"tiny-{n}", one, 2, "x", "", one is None) for n, one in enumerate(points, start=1))
    return Graded(student, "tiny", 1, () if problem else marks, notes, problem, digest)


def test_the_sum_waits_for_what_is_not_graded():
    assert (result().points, result((2, 1, 0)).points) == (None, 3)


@pytest.mark.parametrize(
    ("now", "keys", "why"),
    [
        (result((2, 2, 0), digest="new"), {}, "another file was handed in"),
        (result((2, 2, 0)), {"1:tiny-2": "new"}, "the test was corrected"),
        (result((2, 2, 0)), {"1:tiny-2": "old"}, "the run had another result"),
    ],
)
def test_whose_points_changed_is_listed_with_the_reason(now, keys, why):
    before = grading.run_record([result((2, 1, 0))], {"1:tiny-2": "old"})
    changes = grading.changes(json.loads(json.dumps(before)), [now], {"1:tiny-2": "old"} | keys)
    assert reports.changes_text(changes) == f"Ada: tiny-2 1 → 2, {why}"


def test_points_by_hand_are_a_reason_of_their_own():
    by_hand = Graded(ADA, "tiny", 1, (Mark("tiny-4", 3.0, 4, "", "", True),), (), "", "d")
    waiting = Graded(ADA, "tiny", 1, (Mark("tiny-4", None, 4, "", "", True),), (), "", "d")
    changes = grading.changes(grading.run_record([waiting], {}), [by_hand], {})
    assert reports.changes_text(changes) == "Ada: tiny-4 – → 3, graded by hand"


def test_a_student_who_is_no_longer_graded_is_listed_as_changed():
    before = grading.run_record([result((2, None, 0))], {})
    changes = grading.changes(before, [result(problem="grading it failed")], {})
    assert reports.changes_text(changes).splitlines() == [
        "Ada: tiny-1 2 → –, not graded: grading it failed",
        "Ada: tiny-3 0 → –, not graded: grading it failed",
    ]


def test_who_was_in_the_last_run_and_is_not_in_this_one_is_named():
    before = grading.run_record([result(), result(student=Student("Emmy")), result(student=Student("Bo", "7"))], {})
    gone = grading.missing_students(before, [result()])
    assert reports.changes_text([], gone) == "In the last run, but not in this one: Bo 7, Emmy"


def test_the_run_says_whose_grades_are_no_longer_there(released, term, capsys):
    course = grading.Course(term, [TINY], Limits())
    for results in ([result(), result(student=Student("Emmy"))], [result()]):
        _report(course, "tiny", results, None)
    assert "In the last run, but not in this one: Emmy" in capsys.readouterr().out
    assert (term.grades("tiny") / "changes.txt").read_text("utf-8") == "In the last run, but not in this one: Emmy\n"


def test_a_run_with_the_same_grades_says_so(released, term, capsys):
    course = grading.Course(term, [TINY], Limits())
    for _ in range(2):
        _report(course, "tiny", [result()], None)
    assert "No points changed." in capsys.readouterr().out


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_moodles_worksheet_goes_back_with_the_grades_filled_in(tmp_path):
    path = tmp_path / "worksheet.csv"
    path.write_text(
        "Identifier,Full name,Status,Grade,Maximum Grade,Feedback comments\n"
        "Participant 101,Ada,Submitted,,12.00,\nParticipant 102,Emmy,No submission,,12.00,\n"
    )
    ada, emmy = rows_of(reports.worksheet([result((2, 1, 0))], read_roster(path)))
    assert (ada["Grade"], ada["Status"]) == ("6.00", "Submitted")  # 3 of 6 points, on a scale up to 12
    assert emmy["Grade"] == ""


@pytest.mark.parametrize("text", [ENGLISH, GERMAN, CHINESE, ANONYMOUS], ids=["en", "de", "zh", "anonymous"])
def test_a_worksheet_of_any_language_goes_back_as_it_was_but_for_grade_and_comment(tmp_path, text):
    path = tmp_path / "worksheet.csv"
    path.write_text(text, "utf-8-sig")
    roster = read_roster(path)
    graded_one = result((2, 1, 0), notes=("late by 1 h",), student=roster.students[0])
    header, ada, emmy = csv.reader(io.StringIO(reports.worksheet([graded_one], roster)))
    before = list(csv.reader(io.StringIO(text)))
    grade = header.index(roster.columns.grade)
    assert (header, emmy) == (before[0], before[2])
    assert (ada[grade], ada[-1]) == ("10.00", "late by 1 h")  # 3 of 6 points, on a scale up to 20
    assert [*ada[:grade], *ada[grade + 1 : -1]] == [*before[1][:grade], *before[1][grade + 1 : -1]]


def worksheet(tmp_path, *names):
    """Moodle's worksheet with these students, from number 101 on."""
    path = tmp_path / "worksheet.csv"
    rows = [f"Participant {number},{name},,-" for number, name in enumerate(names, start=101)]
    path.write_text("\n".join(["Identifier,Full name,Grade,Last modified (grade)", *rows]))
    return read_roster(path)


@pytest.mark.parametrize("name", ["Ada Lovelace", "lovelace_ada"])
def test_who_hands_in_without_a_number_is_found_in_the_worksheet_by_name(tmp_path, name):
    roster = worksheet(tmp_path, "Ada Lovelace", "Emmy Noether")
    results = [result((2, 1, 0), student=Student(name))]
    assert [row["Grade"] for row in rows_of(reports.worksheet(results, roster))] == ["3.00", ""]
    assert reports.without_row(results, roster) == []


@pytest.mark.parametrize(
    ("names", "handed_in"),
    [
        (("Ada", "Ada"), ["Ada"]),
        (("Ada Lovelace",), ["Ada Lovelace", "lovelace_ada"]),
        (("Emmy",), ["Ada_ranking"]),
    ],
    ids=["two of the name", "two files of the name", "another name"],
)
def test_whose_row_is_not_certain_gets_no_grade_there_and_is_named(tmp_path, names, handed_in):
    roster = worksheet(tmp_path, *names)
    results = [result((2, 1, 0), student=Student(name)) for name in handed_in]
    assert {row["Grade"] for row in rows_of(reports.worksheet(results, roster))} == {""}
    assert reports.without_row(results, roster) == handed_in


def test_a_number_counts_more_than_a_name(tmp_path):
    roster = worksheet(tmp_path, "Ada", "Ada")
    rows = rows_of(reports.worksheet([result((2, 1, 0), student=Student("Ada", "102"))], roster))
    assert [row["Grade"] for row in rows] == ["", "3.00"]


def test_a_number_that_the_worksheet_does_not_have_is_named(tmp_path):
    assert reports.without_row([result(student=Student("Ada", "999"))], worksheet(tmp_path, "Ada")) == ["Ada"]


def test_what_moodle_wrote_into_the_worksheet_stays(tmp_path):
    (row,) = rows_of(reports.worksheet([result()], worksheet(tmp_path, "Ada")))
    assert row["Last modified (grade)"] == "-"


def test_names_and_points_are_a_table_of_their_own():
    results = [
        result((2, 1, 0.5)),
        result(student=Student("=Bo")),
        result(student=Student("Cy"), problem="no notebook"),
    ]
    assert reports.points_alone(results).splitlines() == ["name,points", "Ada,3.5", "'=Bo,", "Cy,"]


def test_a_worksheet_has_the_columns_without_which_moodle_takes_none():
    (row,) = rows_of(reports.worksheet([result()], None))
    assert {"Identifier", "Grade", "Last modified (grade)"} <= set(row)


def test_a_worksheet_without_any_row_is_said(released, term, capsys):
    _report(grading.Course(term, [TINY], Limits()), "tiny", [result(student=Student("Ada"))], None)
    said = "moodle-worksheet.csv has no row for the points of anyone: give Moodle's grading worksheet as ROSTER"
    assert said in capsys.readouterr().out


def test_whose_points_the_given_worksheet_does_not_take_is_said(released, term, tmp_path, capsys):
    results = [result(student=Student("Ada"))]
    _report(grading.Course(term, [TINY], Limits()), "tiny", results, worksheet(tmp_path, "Emmy"))
    assert "moodle-worksheet.csv has no row for the points of Ada\n" in capsys.readouterr().out


def test_a_worksheet_is_made_where_none_was_given():
    (row,) = rows_of(reports.worksheet([result((2, 1, 0))], None))
    assert (row["Identifier"], row["Grade"], row["Maximum Grade"]) == ("Participant 101", "3.00", "6.00")


def test_who_is_not_graded_has_an_empty_grade_not_a_zero():
    for one in (result(), result(problem="is not a notebook")):
        (row,) = rows_of(reports.worksheet([one], None))
        assert row["Grade"] == ""


@pytest.mark.parametrize("name", ["=1+1", "@x", "-2"])
def test_no_cell_of_a_table_is_a_formula(name):
    (row,) = rows_of(reports.grades([result(student=Student(name))]))
    assert row["name"] == f"'{name}"


@pytest.mark.parametrize("text", ["a;=1+1", "a, @x", 'a;" =1'.replace(" ", ""), "a\t-2"])
def test_no_cell_is_a_formula_wherever_a_spreadsheet_splits(text):
    (row,) = rows_of(reports.grades([result(notes=(text,))]))
    assert not re.search(r"""[;,\t] *"*[=+@-]""", row["notes"])
    assert sanitize.unescape_formulas(row["notes"]) == text


@pytest.mark.parametrize("text", ["a\x1b[2J", "\udce9", "\u202e", "\x00\x9b"])
def test_what_cannot_be_shown_is_written_out(text):
    assert sanitize.line(text).isprintable()
    sanitize.text(text).encode()


@pytest.mark.parametrize("answer", [[[[[[[[[[1]]]]]]]]], [1] * 20_000, {"a": [[0] * 200] * 200}])
def test_an_answer_that_is_too_deep_or_too_much_is_none(answer):
    with pytest.raises(ValueError, match="too deep, or too many parts"):
        sanitize.value(answer)


def test_judging_takes_no_longer_than_it_may(monkeypatch):
    monkeypatch.setattr(points, "SECONDS", 0.1)
    monkeypatch.setattr(points, "marks_of", operator.pow)  # which takes minutes of these two numbers
    with pytest.raises(TimeoutError, match=r"took longer than 0\.1 seconds"):
        points.marks_within_limit(7, 10**8)


def test_a_judgment_in_a_process_of_its_own_is_the_same(key):
    run = Run({name: record["right"] for name, record in key.items()})
    assert points.marks_within_limit(run, key) == marks_of(run, key)


def test_a_student_who_cannot_be_written_stops_no_other(tmp_path, released, term, capsys):
    bad = result((2, 1, 0), student=Student("Bo"), notes=("\ud800",))
    written = reports.writable([result((2, 1, 0)), bad])
    assert written[0] == result((2, 1, 0))
    assert written[1].problem.startswith("writing it failed: UnicodeEncodeError")
    _report(grading.Course(term, [TINY], Limits()), "tiny", written, None)
    rows = rows_of((term.grades("tiny") / "grades.csv").read_text("utf-8-sig"))
    assert [(row["name"], row["points"]) for row in rows] == [("Ada", "3"), ("Bo", "")]


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "grades.csv"
    reports.write_atomically(path, b"before")
    monkeypatch.setattr(Path, "replace", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        reports.write_atomically(path, b"after")
    assert path.read_bytes() == b"before"


def test_nobody_else_reads_the_seed_the_keys_and_the_grades(tmp_path):
    folder = make_term("2027-spring", new=True, terms=tmp_path).folder
    assert [(folder / name).stat().st_mode & 0o777 for name in ("seed", "private", "grades")] == [0o600, 0o700, 0o700]
    (folder / "private").chmod(0o755)  # of a term that an earlier version made
    make_term("2027-spring", terms=tmp_path)
    assert (folder / "private").stat().st_mode & 0o777 == 0o700


def test_where_a_source_gives_no_key_each_of_its_students_is_told(released, term, monkeypatch):
    monkeypatch.setattr(grading, "key_for", lambda *_: 1 / 0)
    handed_in = [Attempt(Student(name), "x.ipynb", nbformat.writes(released.student).encode(), (0.0,)) for name in "ab"]
    (results,) = grading.grade(grading.Course(term, [TINY], Limits()), handed_in).values()
    assert {one.problem for one in results} == {"grading it failed: ValueError: no key for tiny-r1: division by zero"}


def test_several_for_one_row_are_all_named_with_their_points(released, term, tmp_path, capsys):
    results = [result((2, 1, 0), student=Student(name)) for name in ("Ada Lovelace", "lovelace_ada")]
    _report(grading.Course(term, [TINY], Limits()), "tiny", results, worksheet(tmp_path, "Ada Lovelace"))
    assert "one row of the worksheet: Ada Lovelace (3 of 6), lovelace_ada (3 of 6)" in capsys.readouterr().out


def test_whoever_has_the_number_has_the_row_before_whoever_has_the_name(tmp_path):
    results = [result((2, 1, 0), student=Student("Ada", "101")), result((2, 2, 2), student=Student("ada"))]
    (row,) = rows_of(reports.worksheet(results, worksheet(tmp_path, "Ada")))
    assert row["Grade"] == "3.00"


def test_what_the_machine_does_not_offer_is_said(monkeypatch):
    monkeypatch.setattr(sandbox.cgroups, "is_offered", lambda: False)
    monkeypatch.setattr(sandbox.seccomp_filter, "compiled", lambda: b"")
    memory, calls = sandbox.missing_protections()
    assert "a notebook may take more for a moment" in memory
    assert "pip install pyseccomp" in calls


def test_the_table_moves_no_cursor():
    assert "\x1b" not in reports.table([result(notes=("\x1b[2J fails",), student=Student("A\x1b[31mda"))])


def test_the_case_of_a_release_is_what_was_drawn(released):
    assert case(released) == json.loads(TINY.draw("a seed for tests")["case.json"])


# ---------------------------------------------------------------- the command


def run_main(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["homework", *map(str, arguments)])
    with pytest.raises(SystemExit) as error:
        main()
    return error.value.code


def test_an_interrupted_run_says_so_in_one_line(monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "grade", interrupted)
    said = run_main(monkeypatch, "grade", "--term", "x", "--submissions", "y")
    assert said == "evalbook: interrupted before everything was written. Run the same command again"


def test_an_interrupted_run_grades_no_other_submission(released, term, monkeypatch):
    begun = []

    def interrupted(course, submission):
        begun.append(submission)
        if len(begun) == 1:
            raise KeyboardInterrupt
        time.sleep(1)

    monkeypatch.setattr(grading, "_graded", interrupted)
    monkeypatch.setattr(grading, "cpu_count", lambda: 1)
    handed_in = [Attempt(Student(f"s{n}"), "x.ipynb", b"", (0.0,)) for n in range(6)]
    with pytest.raises(KeyboardInterrupt):
        grading.grade(grading.Course(term, [TINY], Limits()), handed_in)
    assert len(begun) < len(handed_in)


@pytest.mark.parametrize("option", ["submissions", "roster"])
def test_a_path_may_begin_with_the_home(monkeypatch, option):
    seen = []
    monkeypatch.setattr(commands, "grade", seen.append)
    monkeypatch.setattr(sys, "argv", ["homework", "grade", "--term", "x", "--submissions", "~/s", "--roster", "~/r"])
    main()
    assert getattr(seen[0], option) == Path.home() / option[0]
