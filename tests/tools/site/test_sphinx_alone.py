"""Jupyter Book writes Sphinx's conf.py, and nothing else of it is needed: Sphinx alone builds the same pages.

Version 1 of Jupyter Book is the last one that runs a Sphinx extension. With that file in the repository the book could
leave it in a day.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from evalbook_tools import ROOT

NO_SOURCES = {"_build", "conf.py", "terms", "work", "students"}


@pytest.fixture
def sources(tmp_path) -> Path:
    """The project in a folder of its own, so that the file which is written does not lie among the real sources."""
    folder = tmp_path / "project"
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.name not in NO_SOURCES and not path.name.startswith("."):
            (folder / path.name).symlink_to(path)
    return folder


def pages(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.html")}


@pytest.mark.slow
def test_plain_sphinx_builds_the_same_pages(site, sources, tmp_path):
    program = "from jupyter_book.cli.main import main; main()"
    subprocess.run([sys.executable, "-c", program, "config", "sphinx", str(sources)], check=True, capture_output=True)
    target = tmp_path / "html"
    sphinx = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "-n", "--keep-going"]
    result = subprocess.run([*sphinx, str(sources), str(target)], capture_output=True, text=True)
    assert not result.returncode, result.stderr[-3000:]
    ours, theirs = pages(target), pages(site)
    assert ours.keys() == theirs.keys()
    assert not [name for name, content in theirs.items() if ours[name] != content]
