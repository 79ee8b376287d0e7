"""The shape of homework: what it takes from below is public and declared, and functions are short."""

from __future__ import annotations

from pathlib import Path

import pytest

from rooms import private_of_others, project, too_long, undeclared

HOMEWORK = Path(__file__).resolve().parents[1]
SOURCES = sorted((HOMEWORK / "src").rglob("*.py"))
each_source = pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(HOMEWORK / "src").as_posix())


@each_source
def test_functions_and_files_are_short(path):
    assert not too_long(path)


@each_source
def test_nothing_private_is_taken_from_tools_or_package(path):
    assert not private_of_others(path, "evalbook_homework")


@each_source
def test_what_a_file_imports_is_declared(path):
    assert not undeclared(path, [*project(HOMEWORK)["dependencies"], "evalbook-homework"])


def test_an_assignment_takes_what_draws_share_and_nothing_private():
    for path in (HOMEWORK / "assignments").glob("*/draw.py"):
        assert not private_of_others(path, "")
