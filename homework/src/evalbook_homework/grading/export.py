"""A release as other graders take it, with its one copy of numbers: nbgrader's source, otter-grader's two zips.

Each question that a machine judges gets a test that students do not see. It asserts, by the rule of points that holds
here, so an answer that earns nothing fails; what earns a part of the points is what the test's cell displays
(nbgrader), or as many of the test's cases as it passes (otter-grader).
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from pprint import pformat
from typing import Any

import nbformat
from nbformat import NotebookNode

from evalbook.teaching.answers import shares
from evalbook_homework.grading import sandbox, sanitize
from evalbook_homework.grading.answer_cells import handed_in
from evalbook_homework.grading.assignments import Files, graded, is_graded_by_hand, is_test, marks
from evalbook_homework.grading.key import Key
from evalbook_homework.grading.points import complete
from evalbook_homework.grading.release import STUBS, beside, pack
from evalbook_homework.grading.terms import Release, Term
from evalbook_tools import ROOT, working_copies


def by_hand(latest: Release) -> float:
    """The points that a person gives, in either form, too."""
    return sum(points for _, points, cell in graded(latest.student) if is_graded_by_hand(cell))


def _folder(here: Term, form: str) -> Path:
    """Where exports lie; nobody else on this machine reads the right answers in them."""
    exported = here.folder / "exported"
    exported.mkdir(0o700, exist_ok=True)
    (exported / form).mkdir(exist_ok=True)
    return exported / form


def _tests(latest: Release) -> dict[str, NotebookNode]:
    """The test of each question that a machine judges, by name."""
    return {name: cell for name, _, cell in graded(latest.student) if is_test(cell)}


def _record(record: dict[str, Any]) -> str:
    """The record of a question, as a test holds it: what judges, and what is said."""
    needed = {
        name: value for name, value in complete(record).items() if name not in ("id", "role", "version", "points")
    }
    return pformat(needed, width=110, sort_dicts=False)


# ---------------------------------------------------------------- nbgrader

CONFIG = f"""\
# The text in place of a solution. nbgrader's own stub for code raises, which a student would have to take out.
c = get_config()
c.ClearSolutions.code_stub = {{"python": {STUBS[1]!r}}}
c.ClearSolutions.text_stub = {STUBS[0]!r}
"""
HIDDEN = """\
{shown}
### BEGIN HIDDEN TESTS
from evalbook.teaching.answers import plain_answer as _plain_answer, worth as _worth

_earned = _worth(
{record},
    _plain_answer({answer}),
)
assert _earned.share, _earned.text
print(_earned.text)
round({points:g} * _earned.share, 2)
### END HIDDEN TESTS"""


def nbgrader(latest: Release, key: Key, here: Term) -> Path:
    """Write the source from which nbgrader makes what students get, in the layout of a course."""
    course = _folder(here, "nbgrader")
    if not (course / "nbgrader_config.py").exists():  # a teacher's own
        (course / "nbgrader_config.py").write_text(CONFIG, "utf-8")
    folder = course / "source" / latest.assignment
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    nbformat.write(_with_solutions(latest, key), folder / f"{latest.assignment}.ipynb")
    for name, content in beside(latest).items():
        (folder / name).write_bytes(content)
    return folder


def _with_solutions(latest: Release, key: Key) -> NotebookNode:
    """The student's notebook with today's solutions, and with hidden tests that assert."""
    source = {marks(cell)["grade_id"]: cell.source for cell in latest.source.cells if marks(cell)}
    notebook, tests = latest.student, _tests(latest)
    for cell in notebook.cells:
        name = str(marks(cell).get("grade_id", ""))
        if name in tests:
            given = {"shown": cell.source, "answer": handed_in(cell.source), "points": key[name]["points"]}
            cell.source = HIDDEN.format(**given, record=_record(key[name]))
        elif marks(cell).get("solution"):
            cell.source = source[name]
    return notebook


# ---------------------------------------------------------------- otter-grader

CASES = """\
from evalbook.teaching.answers import plain_answer, worth
from otter.test_files import test_case

OK_FORMAT = False
name = {name!r}
record = {record}


def earns(points):
    def test(env):
        earned = worth(record, plain_answer(eval({answer!r}, env)))
        assert {points:g} * earned.share > points - 0.005, earned.text

    return test


{cases}
"""
SOURCE = "/autograder/source/files"
"""Where Gradescope's machine finds what is packed beside the tests."""


def otter(latest: Release, key: Key, here: Term) -> Path:
    """Write the zip for students, and the one for Gradescope, which otter-grader packs."""
    folder = _folder(here, "otter") / latest.assignment
    folder.mkdir(exist_ok=True)
    student = latest.student
    student.metadata["otter"] = {"assignment_name": latest.name}
    for cell in student.cells:
        if (name := marks(cell).get("grade_id")) in _tests(latest):
            cell.metadata["otter"] = {"tests": [name]}  # tried behind this cell, whatever stands below
    pack(latest, folder / f"{latest.name}.zip", student)
    _pack_autograder(_autograder(latest, key), [*beside(latest, with_wheel=True)], folder / "autograder.zip")
    return folder


def _autograder(latest: Release, key: Key) -> Files:
    """What otter-grader packs: a file of tests for each question, the data, and what to install."""
    wheel, packages = working_copies.wheel(), sandbox.packages()
    needed = [f"evalbook[book] @ file://{SOURCE}/{wheel}", *(f"{name}=={one}" for name, one in packages.items())]
    config = {"assignment_name": latest.name, "show_hidden": True, "force_public_test_summary": False}
    tests = {f"tests/{name}.py": _cases(name, cell, key[name]) for name, cell in _tests(latest).items()}
    texts = {**tests, "requirements.txt": "\n".join(needed), "otter_config.json": json.dumps(config)}
    return {**{name: text.encode() for name, text in texts.items()}, **beside(latest, with_wheel=True)}


def _cases(name: str, cell: NotebookNode, record: dict[str, Any]) -> str:
    """The tests of a question: a case for each step from no points to all of them."""
    points = float(record["points"])
    steps = [round(points * share, 2) for share in shares(complete(record))]
    cases = [
        f"case_{place} = test_case(points={round(step - below, 2)}, hidden=True)(earns({step}))"
        for place, (below, step) in enumerate(zip([0, *steps], steps, strict=False), 1)
    ]
    given = {"name": name, "points": points, "record": _record(record), "answer": handed_in(cell.source)}
    return CASES.format(**given, cases="\n".join(cases))


def _pack_autograder(content: Files, files: list[str], path: Path) -> None:
    """Let otter-grader itself pack the zip for Gradescope."""
    own = ROOT / ".venv-exports" / "bin" / "otter"
    program = str(own) if own.exists() else shutil.which("otter")
    if program is None:
        raise ValueError(
            "otter-grader, which packs the zip for Gradescope, is not here; make export TO=otter sets it up"
        )
    with tempfile.TemporaryDirectory() as folder:
        for name, data in content.items():
            (Path(folder) / name).parent.mkdir(exist_ok=True)
            (Path(folder) / name).write_bytes(data)
        python = f"{sys.version_info.major}.{sys.version_info.minor}"
        command = [program, "generate", "--output-path", path.name, "--python-version", python, *files]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            said = sanitize.line(done.stderr.strip().rpartition("\n")[2])
            raise ValueError(f"otter-grader could not pack {path}: {said}")
        shutil.move(Path(folder) / path.name, path)


FORMS: dict[str, tuple[Callable[[Release, Key, Term], Path], str]] = {
    "nbgrader": (
        nbgrader,
        "These folders contain the right answers. To make from them what students get, go to the folder that contains "
        "source/ and run nbgrader generate_assignment with a name from above.",
    ),
    "otter": (
        otter,
        "Hand out the zip that is named after its release. Upload autograder.zip, which contains the right "
        "answers, to Gradescope.",
    ),
}
"""What makes each form, and what to say of it."""
