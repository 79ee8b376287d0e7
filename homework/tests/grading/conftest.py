"""A tiny assignment, released in a term of its own."""

from __future__ import annotations

import subprocess

import pytest
from filelock import FileLock
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
    (ROOT / "_build").mkdir(exist_ok=True)
    with FileLock(ROOT / "_build" / "exports.lock"):
        made = subprocess.run(
            ["make", "--no-print-directory", ".venv-exports/installed"], cwd=ROOT, capture_output=True, text=True
        )
    if made.returncode:
        pytest.skip(f"nbgrader and otter-grader could not be set up: {made.stderr[-300:]}")
    return ROOT / ".venv-exports" / "bin"
