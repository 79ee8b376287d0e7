"""What the page for teachers says of homework is what homework does."""

from __future__ import annotations

import re

from test_teachers import ASSIGNMENTS, part

from evalbook_homework.grading import points, submission_files
from evalbook_homework.grading.assignments import assignments, graded
from evalbook_homework.grading.chapters import CORE, keep_chapters, read_chapters
from evalbook_homework.grading.sandbox import HEADROOM, Limits, MiB
from evalbook_tools import ROOT

SECURITY = (ROOT / "SECURITY.md").read_text("utf-8")


def test_all_homework_of_the_book_is_that_of_a_part():
    assert {one.name for one in assignments()} <= set(ASSIGNMENTS)


def test_the_points_of_a_core_course_are_those_that_are_packed():
    core = read_chapters(CORE, [])
    packed = {one.name: keep_chapters(one.notebook, core) for one in assignments()}
    points = {name: sum(each for _, each, _ in graded(notebook)) for name, notebook in packed.items()}
    told = re.findall(r"^\| `(\w+)` \| (\w+)", part("Hand out"), re.MULTILINE)
    assert dict(told) == {name: f"{worth:g}" if worth else "none" for name, worth in points.items()}
    assert [name for name, _ in told] == list(ASSIGNMENTS)


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
        f"After {limits.wall_seconds / 60:g} minutes by the clock at most",
        f"{submission_files.LARGEST // MiB} MiB a file, {submission_files.LARGEST_ZIP // MiB} MiB a student",
        f"{submission_files.LARGEST_CLASS // MiB // 1024} GiB a class",
    )
    text = " ".join(SECURITY.split())
    assert not [one for one in promised if one not in text]
    assert limits.seconds == 120, "a notebook two minutes"


def test_the_limits_of_a_notebook_are_those_of_the_sandbox():
    limits = Limits()
    said = dict(re.findall(r"^\| ([a-z, ]+) \| ([\d,]+(?: \w+)?) \|$", part("Strangers' code"), re.MULTILINE))
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
    assert re.findall(r"\d+ [MG]iB", part("Strangers' code").partition("Of what is handed in")[2]) == read
