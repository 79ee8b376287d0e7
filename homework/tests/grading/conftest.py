"""A tiny assignment, released in a term of its own."""

from __future__ import annotations

import pytest
from tiny_class import TINY

from evalbook_homework.grading import release
from evalbook_homework.grading.terms import Term
from evalbook_tools import ROOT

collect_ignore = ["tiny/tiny.ipynb"]  # the grading runs it; as a test, its cells would be dealt to several processes


@pytest.fixture
def term(tmp_path):
    (tmp_path / "term").mkdir()
    (tmp_path / "term" / "seed").write_text("a seed for tests\n")
    return Term(tmp_path / "term")


@pytest.fixture
def released(term, monkeypatch):
    monkeypatch.setattr(release, "_wheel", lambda: b"wheel")
    return release.release(TINY, term)[0]


@pytest.fixture(scope="session")
def exports():
    """The programs of nbgrader and otter-grader; nbgrader puts its extension into every JupyterLab beside it."""
    if not (ROOT / ".venv-exports" / "installed").exists():
        pytest.skip("nbgrader and otter-grader are not here; make .venv-exports/installed sets them up")
    return ROOT / ".venv-exports" / "bin"
