"""The set-up by stages: each target of the Makefile asks for what it runs with."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys

import pytest

from evalbook_tools import ROOT
from evalbook_tools.notebooks import notebooks, read
from rooms import DISTRIBUTIONS, named

STAGES = {
    "setup": "requirements.txt",
    "setup-homework": "requirements/homework.txt",
    "setup-tests": "requirements/tests.txt",
}
OF_HOMEWORK = re.compile(r"evalbook_homework|homework/assignments")
OF_TESTS = re.compile(r"\bPYTEST\b|-m (pytest|ruff|mypy|uv)\b|\.paper\b|\.picture\b")
TARGET = re.compile(r"^([\w./-]+): ([^\n]*)\n((?:\t[^\n]*\n)+)", re.MULTILINE)


def rules() -> dict[str, tuple[list[str], str]]:
    """By target what it depends on, and what it runs."""
    found = TARGET.findall((ROOT / "Makefile").read_text("utf-8"))
    return {target: (needs.partition("##")[0].split(), commands) for target, needs, commands in found}


def stages_of(target: str) -> set[str]:
    """The stages that a target asks for, by itself or by what it depends on."""
    needs = rules().get(target, ([], ""))[0]
    return {one for one in needs if one in STAGES}.union(*map(stages_of, needs))


def test_the_rules_are_found():
    assert {"book", "test", "grade", "rerun", "lint", "pins"} <= rules().keys()


@pytest.mark.parametrize("target", rules())
def test_a_target_asks_for_the_stage_that_it_runs_with(target):
    commands = rules()[target][1]
    if OF_TESTS.search(commands):
        assert "setup-tests" in stages_of(target)
    elif OF_HOMEWORK.search(commands):
        assert {"setup-homework", "setup-tests"} & stages_of(target)


@pytest.mark.parametrize("name", STAGES.values())
def test_each_stage_has_exact_versions(name):
    lines = (ROOT / name).read_text("utf-8").splitlines()
    assert all("==" in line for line in lines if not line.startswith(("#", "-e ./", "-e .")))


def imports_of_notebooks() -> set[str]:
    """The first names of all modules that the book's notebooks import."""
    found = set()
    for path in notebooks():
        for cell in read(path).cells:
            if cell.cell_type == "code" and not cell.source.startswith("%"):
                for node in ast.walk(ast.parse(cell.source)):
                    if isinstance(node, ast.Import):
                        found |= {alias.name.partition(".")[0] for alias in node.names}
                    elif isinstance(node, ast.ImportFrom):
                        found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"evalbook", "cheat_sheet_facts"}


def test_the_notebooks_run_with_what_the_book_needs():
    """So that `pytest book` tests them all where requirements.txt alone was installed."""
    pins = {named(line) for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines() if "==" in line}
    imported = imports_of_notebooks()
    assert {"numpy", "matplotlib", "sklearn", "nltk"} <= imported
    assert not [name for name in imported if not {named(one) for one in DISTRIBUTIONS[name]} & pins]


def test_no_stage_says_again_what_an_earlier_one_says():
    pins = [line for name in STAGES.values() for line in (ROOT / name).read_text("utf-8").splitlines() if "==" in line]
    assert len(pins) == len(set(pins))


# ---------------------------------------------------------------- the script, with a Python that notes what it is asked

PYTHON = """#!/bin/sh
case "$*" in
    -VV) echo 3.11 ;;
    "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
    "-m pip "*) echo "$*" >>pip.log; [ ! -e broken ] ;;
esac
"""
FILES = ("requirements.txt", "pyproject.toml", "tools/pyproject.toml", "tools/setup.sh", "homework/pyproject.toml")


@pytest.fixture
def project(tmp_path):
    """A function that sets a small project up, in a folder with a space, and says what was installed."""
    folder = tmp_path / "a project"
    for name in (*FILES, "requirements/homework.txt", "requirements/tests.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{name}==1\n")
    shutil.copy(ROOT / "tools" / "setup.sh", folder / "tools")
    (tmp_path / "python").write_text(PYTHON)
    (tmp_path / "python").chmod(0o755)

    def set_up(stage: str = "book", *, works: bool = True) -> list[str]:
        (folder / "pip.log").write_text("")
        (folder / "broken").unlink(missing_ok=True)
        if not works:
            (folder / "broken").touch()
        environment = os.environ | {"PYTHON": str(tmp_path / "python")}
        done = subprocess.run(
            ["sh", "tools/setup.sh", stage], cwd=folder, env=environment, capture_output=True, text=True
        )
        assert (done.returncode == 0) == works, done.stderr
        return re.findall(r"-r (\S+)", (folder / "pip.log").read_text())

    set_up.folder = folder
    return set_up


ALL = [*STAGES.values()]


def test_a_stage_brings_those_before_it_and_is_installed_once(project):
    assert project("tests") == ALL
    assert project("tests") == project("homework") == project() == []


def test_a_later_stage_is_added_to_what_is_there(project):
    assert project() == ALL[:1]
    assert project("homework") == ALL[1:2]
    assert project("tests") == ALL[2:]


def test_another_requirement_of_the_book_makes_all_anew_that_was_there(project):
    project("tests")
    (project.folder / "requirements.txt").write_text("another==2\n")
    assert project() == ALL


def test_another_requirement_of_a_later_stage_touches_that_one_alone(project):
    project("tests")
    (project.folder / "requirements" / "tests.txt").write_text("another==2\n")
    assert project() == ALL[2:]


def test_what_failed_is_tried_again_also_where_the_requirement_was_put_back(project):
    project("tests")
    tests = project.folder / "requirements" / "tests.txt"
    before = tests.read_text()
    tests.write_text("another==2\n")
    assert project(works=False) == ALL[2:]
    tests.write_text(before)
    assert project() == ALL[2:]


def test_a_failure_of_the_first_stage_forgets_no_later_one(project):
    project("tests")
    (project.folder / "requirements.txt").write_text("another==2\n")
    project(works=False)
    assert project() == ALL


def test_an_unknown_stage_is_refused():
    result = subprocess.run(["sh", "tools/setup.sh", "grading"], cwd=ROOT, capture_output=True, text=True)
    said = "evalbook: there is no stage 'grading' of the set-up; expected book, homework or tests"
    assert (result.returncode, result.stderr.strip()) == (1, said)
