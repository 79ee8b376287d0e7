"""Chooses what runs, collects what is measured, and prints it as tables at the end."""

from __future__ import annotations

from typing import Any

import pytest

from table import Row, Run, lines, run_lines

ROWS = pytest.StashKey[list[Row]]()
RUNS = pytest.StashKey[list[Run]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ROWS] = []
    config.stash[RUNS] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes minutes runs where ONLY= asks for it by its word, and not else."""
    left = [
        item for item in items for mark in item.iter_markers("asked_for") if mark.args[0] not in config.option.keyword
    ]
    items[:] = [item for item in items if item not in left]
    config.hook.pytest_deselected(items=left)


@pytest.fixture
def rows(request: pytest.FixtureRequest) -> list[Row]:
    return request.config.stash[ROWS]


@pytest.fixture
def runs(request: pytest.FixtureRequest) -> list[Run]:
    return request.config.stash[RUNS]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if rows := config.stash[ROWS]:
        terminalreporter.section("speed")
        for line in lines(rows):
            terminalreporter.write_line(line)
    if runs := config.stash[RUNS]:
        terminalreporter.section("scale")
        for line in run_lines(runs):
            terminalreporter.write_line(line)
