"""A release is what nbgrader makes of the same source, so that a course may use nbgrader itself."""

from __future__ import annotations

import subprocess
import sys

import nbformat
import pytest

from evalbook_tools import ROOT
from evalbook_tools.grading import release
from evalbook_tools.grading.assignments import assignments

ASSIGNMENTS = assignments()
STEPS = f"""
import sys
import nbformat
from nbgrader import preprocessors
from traitlets.config import Config

stubs = {{"code_stub": {{"python": {release.STUBS[1]!r}}}, "text_stub": {release.STUBS[0]!r}}}
notebook = nbformat.read(sys.stdin, as_version=4)
for name in ["LockCells", "ClearSolutions", "ClearOutput", "CheckCellMetadata", "ComputeChecksums", "ClearHiddenTests"]:
    notebook, _ = getattr(preprocessors, name)(config=Config({{"ClearSolutions": stubs}})).preprocess(notebook, {{}})
nbformat.write(notebook, sys.stdout)
"""


@pytest.fixture(scope="module")
def nbgrader(tmp_path_factory):
    """Python in an environment of its own, because nbgrader puts its extension into every JupyterLab beside it."""
    folder = tmp_path_factory.mktemp("nbgrader")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    pip = [python, "-m", "pip", "install", "-qq", "--no-compile", "--disable-pip-version-check"]
    installed = subprocess.run([*pip, "-r", ROOT / "requirements" / "nbgrader.txt"], capture_output=True, text=True)
    if installed.returncode:
        pytest.skip(f"nbgrader cannot be installed here: {installed.stderr.strip().splitlines()[-1]}")
    return python


def cells(notebook):
    """Each cell without what nbgrader's own grading alone reads."""
    for cell in notebook.cells:
        for name in ("checksum", "cell_type"):
            cell.metadata.get("nbgrader", {}).pop(name, None)
    return notebook.cells


@pytest.mark.slow
@pytest.mark.parametrize("one", ASSIGNMENTS, ids=lambda one: one.name)
def test_a_release_is_what_nbgrader_makes(nbgrader, one):
    given = nbformat.writes(one.notebook)
    made = subprocess.run([nbgrader, "-c", STEPS], input=given, capture_output=True, text=True, check=True)
    assert cells(release._without_answers(one.notebook)) == cells(nbformat.reads(made.stdout, as_version=4))
