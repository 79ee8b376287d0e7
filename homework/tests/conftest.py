"""Who grades: the commands, with the tiny assignment."""

from __future__ import annotations

import sys

import pytest
from tiny_class import TINY

from evalbook_homework.grading import __main__ as commands
from evalbook_homework.grading import release, terms


@pytest.fixture
def teacher(tmp_path, monkeypatch):
    """Gives the commands, in a place where no term has been yet."""
    monkeypatch.setattr(release, "_wheel", lambda: b"wheel")
    monkeypatch.setattr(commands, "term", lambda name, **options: terms.term(name, terms=tmp_path, **options))

    def give(*words):
        monkeypatch.setattr(sys, "argv", ["homework", "--assignments", str(TINY.folder.parent), *map(str, words)])
        commands.main()

    return give
