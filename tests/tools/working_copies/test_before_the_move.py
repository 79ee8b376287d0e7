"""Working copies that were handed out before answers were a room of their own open, judge, and hand their answers on.

data/copies_before_the_move.zip holds two of them with their keys, as `make work` wrote them then.
"""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import nbformat
import pytest

from evalbook.teaching import answers, pages
from evalbook_tools import ROOT
from evalbook_tools import working_copies as copies
from evalbook_tools.working_copies.branch import Branch

KEPT = ROOT / "tests" / "data" / "copies_before_the_move.zip"
PLACES = [Path("curves/auc.ipynb"), Path("splits/hold_out.ipynb")]
each_place = pytest.mark.parametrize("place", PLACES, ids=str)
MINE = "my_answer = 'what I wrote'"


@pytest.fixture
def kept(tmp_path):
    folder = tmp_path / "work"
    with zipfile.ZipFile(KEPT) as archive:
        archive.extractall(folder)
    return folder


def written_into(path: Path) -> None:
    """Put an answer into the first blank."""
    notebook = nbformat.read(path, as_version=4)
    blank = next(cell for cell in notebook.cells if "blank" in cell.metadata[copies.NAMESPACE])
    blank.source = MINE
    nbformat.write(notebook, path)


@each_place
def test_its_key_opens_and_judges(kept, place, monkeypatch, capsys):
    (key,) = (kept / place).parent.glob(f"{place.stem}-*.key")
    monkeypatch.chdir(key.parent)
    pages.open_key(key.name)
    assert not capsys.readouterr().out, "what is wrong with the key is printed"
    records = {name: one["record"] for name, one in answers.read_key(key.read_text("utf-8"))["questions"].items()}
    judged = [pages.check(name, one["right"]).state for name, one in records.items() if one["kind"] == "number"]
    assert judged
    assert set(judged) == {"right"}


@each_place
def test_what_was_written_moves_into_a_newer_copy(kept, site, place):
    written_into(kept / place)
    path = ROOT / "book" / place
    new = copies.working_copy(path, copies.Site(site), copies.set_up(path, place))
    new.notebook.metadata[copies.NAMESPACE]["source"] = "newer"
    beside = copies.write_beside(kept / place, new)
    assert beside != kept / place
    assert MINE in [cell.source for cell in nbformat.read(beside, as_version=4).cells]


def test_a_branch_that_was_published_goes_on(kept, tmp_path, monkeypatch):
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "teacher")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "teacher@example.org")
    repository = tmp_path / "repository"
    subprocess.run(["git", "init", "--quiet", str(repository)], check=True)
    branch = Branch(repository)
    assert branch.commit(kept)
    before = branch.tip()
    written_into(kept / PLACES[0])  # stands for a correction
    assert branch.commit(kept)
    assert branch.git("rev-parse", f"{branch.tip()}^").strip() == before
    assert MINE in branch.text(PLACES[0])
