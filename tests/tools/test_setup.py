"""The set-up by stages: each target of the Makefile asks for what it runs with."""

from __future__ import annotations

import re
import subprocess

import pytest

from evalbook_tools import ROOT

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


def test_no_stage_says_again_what_an_earlier_one_says():
    pins = [line for name in STAGES.values() for line in (ROOT / name).read_text("utf-8").splitlines() if "==" in line]
    assert len(pins) == len(set(pins))


def test_an_unknown_stage_is_refused():
    result = subprocess.run(["sh", "tools/setup.sh", "grading"], cwd=ROOT, capture_output=True, text=True)
    said = "evalbook: there is no stage 'grading' of the set-up; expected book, homework or tests"
    assert (result.returncode, result.stderr.strip()) == (1, said)
