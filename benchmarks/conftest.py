"""Collects what is measured and prints it as one table at the end."""

from __future__ import annotations

from typing import Any

import pytest

from table import Row, lines

ROWS = pytest.StashKey[list[Row]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ROWS] = []


@pytest.fixture
def rows(request: pytest.FixtureRequest) -> list[Row]:
    return request.config.stash[ROWS]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if rows := config.stash[ROWS]:
        terminalreporter.section("speed")
        for line in lines(rows):
            terminalreporter.write_line(line)
