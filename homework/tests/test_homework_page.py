"""What *Homework and grading* says is what homework does."""

from __future__ import annotations

import re
from functools import cache

import nbformat
import pytest
from test_teachers import ASSIGNMENTS, HELD_BACK, HOMEWORK, course, part

from evalbook.teaching.answers import worth
from evalbook_homework.grading import points, submission_files
from evalbook_homework.grading.assignments import EXAMPLE, assignments, graded, is_graded_by_hand, marks
from evalbook_homework.grading.chapters import CORE, keep_chapters, read_chapters
from evalbook_homework.grading.key import Key, key_of
from evalbook_homework.grading.sandbox import HEADROOM, Limits, MiB
from evalbook_tools import ROOT

SECURITY = (ROOT / "SECURITY.md").read_text("utf-8")


def test_all_homework_of_the_book_is_that_of_a_part():
    assert {one.name for one in assignments()} <= set(ASSIGNMENTS)


@cache
def packed_for_the_core() -> dict[str, nbformat.NotebookNode]:
    core = read_chapters(CORE, [])
    return {one.name: keep_chapters(one.notebook, core) for one in assignments()}


def points_of(notebook: nbformat.NotebookNode) -> tuple[float, float, float]:
    """All points of a notebook, those of its argument, and those of what can be solved on paper."""
    total = argued = on_paper = 0.0
    section = ""
    worths = {name: (worth, is_graded_by_hand(cell)) for name, worth, cell in graded(notebook)}
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (heading := re.search(r"^## (.+)", cell.source, re.MULTILINE)):
            section = heading[1]
        worth, by_hand = worths.get(str(marks(cell).get("grade_id", "")), (0, False))
        total += worth
        argued += worth if by_hand else 0
        on_paper += worth if by_hand or section == "By hand" else 0
    return total, argued, on_paper


def test_the_points_of_a_core_course_are_those_that_are_packed():
    points = {name: points_of(notebook) for name, notebook in packed_for_the_core().items()}
    rows = re.findall(
        r"^\| `(\w+)` \| (\d+|none)\b.*? \| (\d*) ?\| (\d*) ?\|$", part("Hand out", HOMEWORK), re.MULTILINE
    )
    assert {name: told for name, *told in rows} == {
        name: [f"{each:g}" for each in all_of] if any(all_of) else ["none", "", ""] for name, all_of in points.items()
    }
    assert [name for name, *_ in rows] == list(ASSIGNMENTS)


def test_the_twelve_weeks_state_the_points_of_their_homework():
    weeks = course("Twelve weeks")
    given = {name: points for week in weeks for name, points in zip(week.homework, week.points, strict=True)}
    assert given == {name: points_of(packed_for_the_core()[name])[0] for name in given}
    assert f"The eight assignments have {sum(given.values())} points" in part("Twelve weeks")
    assert len(given) == 8


def test_the_exam_of_the_twelve_weeks_has_the_points_of_what_was_held_back():
    (held_back,) = HELD_BACK
    total, _, on_paper = points_of(packed_for_the_core()[held_back])
    told = " ".join(part("Write an exam", HOMEWORK).split())
    assert f"it has {total:g} points" in told
    assert f"such as the {total:g} of `{held_back}` and nine of your own" in told
    assert f"{on_paper:g} in `{held_back}`, so that {26 - on_paper:g} come from other assignments" in told
    assert total + 9 == 26


def test_the_limits_that_security_promises_are_those_of_the_sandbox():
    limits = Limits()
    promised = (
        f"at most {limits.processes:g} with their threads",
        f"A cell has {limits.cell_seconds:g} seconds",
        f"ends the run above {limits.memory / MiB / 1024:g} GiB",
        f"below {(limits.memory + HEADROOM) / MiB / 1024:g} GiB at any moment",
        f"A process may address {limits.address_space / MiB / 1024:g} GiB",
        f"It may write {limits.disk / MiB:g} MiB ({limits.file / MiB:g} MiB a file) and {limits.files:,g} files",
        f"a process that has {points.SECONDS} seconds to compute",
        f"After at most {limits.wall_seconds / 60:g} minutes by the clock",
        f"{submission_files.LARGEST // MiB} MiB a file, {submission_files.LARGEST_ZIP // MiB} MiB a student",
        f"{submission_files.LARGEST_CLASS // MiB // 1024} GiB a class",
    )
    text = " ".join(SECURITY.split())
    assert not [one for one in promised if one not in text]
    assert limits.seconds == 120, "a notebook two minutes"


def test_the_limits_of_a_notebook_are_those_of_the_sandbox():
    limits = Limits()
    said = dict(re.findall(r"^\| ([a-z, ]+) \| ([\d,]+(?: \w+)?) \|$", part("Strangers' code", HOMEWORK), re.MULTILINE))
    assert said == {
        "a cell": f"{limits.cell_seconds:g} seconds",
        "a notebook": f"{limits.seconds / 60:g} minutes",
        "a notebook, by the clock": f"{limits.wall_seconds / 60:g} minutes",
        "memory": f"{limits.memory / MiB / 1024:g} GiB",
        "processes and threads": f"{limits.processes:g}",
        "files": f"{limits.files:,g}",
        "the judging of its answers": f"{points.SECONDS} seconds",
        "disk": f"{limits.disk / MiB:g} MiB",
    }
    read = [
        f"{submission_files.LARGEST // MiB} MiB",
        f"{submission_files.LARGEST_ZIP // MiB} MiB",
        f"{submission_files.LARGEST_CLASS // MiB // 1024} GiB",
    ]
    assert re.findall(r"\d+ [MG]iB", part("Strangers' code", HOMEWORK).partition("Grading reads files")[2]) == read


# ---------------------------------------------------------------- points and exams

EXAMPLES = re.findall(
    r"^\| (\w+-\d+) \| ([^|]+) \| `([^`]+)` \| ([\d.]+) of (\d+) \|", part("Points", HOMEWORK), re.MULTILINE
)


@cache
def known_key(name: str) -> Key:
    """The key of an assignment for the numbers that everyone knows."""
    (one,) = [one for one in assignments() if one.name == name]
    return key_of(one.notebook, one.draw(EXAMPLE), one.program)


def as_handed_in(text: str) -> object:
    parts = text.split(", ")
    return [float(one) for one in parts] if len(parts) > 1 else text


def test_the_page_shows_what_answers_earn():
    assert len(EXAMPLES) >= 10


@pytest.mark.parametrize(("question", "right", "answer", "earned", "out_of"), EXAMPLES)
def test_an_answer_earns_the_points_that_the_page_gives_it(question, right, answer, earned, out_of):
    record = points.complete(known_key(question.partition("-")[0])[question])
    assert record["points"] == float(out_of)
    assert points._written(record["right"]) == right
    assert record["points"] * worth(record, as_handed_in(answer)).share == pytest.approx(float(earned))


def test_an_argument_has_four_points_and_says_what_for():
    for one in assignments():
        ((points_of, cell),) = [(worth, cell) for _, worth, cell in graded(one.notebook) if is_graded_by_hand(cell)]
        assert (points_of, "**Points.**" in cell.source) == (4, True)


def test_the_quickest_exam_is_the_assignment_that_was_held_back():
    ((name, chapters),) = re.findall(r"ONLY=(\w+) CHAPTERS=([\w,]+)", part("Write an exam", HOMEWORK))
    assert ([name], chapters) == (HELD_BACK, CORE)


def test_a_copy_of_an_assignment_under_another_name_is_an_exam():
    told = part("Write an exam", HOMEWORK)
    ((source, exam),) = re.findall(r"cp -r homework/assignments/(\w+) \.\./exams/(\w+)", told)
    ((old, new),) = re.findall(r"sed -i 's/([\w-]+)/([\w-]+)/g'", told)
    assert (old, new) == (f"{source}-", f"{exam}-")
    (one,) = [one for one in assignments() if one.name == source]
    notebook = nbformat.reads(nbformat.writes(one.notebook).replace(old, new), as_version=4)
    key = key_of(notebook, one.draw(EXAMPLE), one.program.replace(old, new))
    assert [*key] == [name.replace(old, new) for name in known_key(source)]


def test_the_grade_of_the_example_is_the_sum_of_its_shares():
    told = " ".join(part("A grading scheme").split())
    weights = [int(weight) for weight in re.findall(r"\| (\d+)% \|", told)]
    of = re.findall(r"(\d+) (?:of|out of) (\d+)", told.partition("For example")[2].partition("The five shares")[0])
    shares = [int(got) / int(most) for got, most in of]
    assert sum(weights) == 100
    parts = [weight * share for weight, share in zip(weights, shares, strict=True)]
    said = [
        float(one)
        for one in re.findall(r"[\d.]*\d", told.partition("The five shares are")[2].partition("These rules")[0])
    ]
    assert said == [*(round(one, 1) for one in parts), round(sum(parts), 1), 100]


def test_most_of_the_grade_rests_on_work_that_is_surely_the_students_own():
    told = part("A grading scheme")
    weights = {what: int(weight) for what, weight in re.findall(r"^\| (.+?) \| (\d+)% \|", told, re.MULTILINE)}
    sure = sum(weight for what, weight in weights.items() if what.startswith(("two minutes", "exam")))
    assert sure > 50
    assert f"Here this is {sure}% of the grade, the explanations and the exam." in told
