"""A release is what nbgrader makes of the same source, so that a course may use nbgrader itself."""

from __future__ import annotations

import json
import subprocess
import sys

import nbformat
import pytest

from evalbook_homework.grading import release
from evalbook_homework.grading.assignments import assignments
from evalbook_tools import ROOT

ASSIGNMENTS = assignments()
STEPS = f"""
import json
import sys
import nbformat
from nbgrader import preprocessors
from traitlets.config import Config

stubs = {{"code_stub": {{"python": {release.STUBS[1]!r}}}, "text_stub": {release.STUBS[0]!r}}}
steps = ["LockCells", "ClearSolutions", "ClearOutput", "CheckCellMetadata", "ComputeChecksums", "ClearHiddenTests"]
made = dict()
for name, given in json.load(sys.stdin).items():
    made[name] = nbformat.reads(given, as_version=4)
    for step in steps:
        preprocessor = getattr(preprocessors, step)(config=Config({{"ClearSolutions": stubs}}))
        made[name], _ = preprocessor.preprocess(made[name], {{}})
json.dump(made, sys.stdout)
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


@pytest.fixture(scope="module")
def made(nbgrader):
    """What nbgrader makes of each assignment."""
    given = json.dumps({one.name: nbformat.writes(one.notebook) for one in ASSIGNMENTS})
    said = subprocess.run([nbgrader, "-c", STEPS], input=given, capture_output=True, text=True, check=True)
    return {name: nbformat.from_dict(notebook) for name, notebook in json.loads(said.stdout).items()}


@pytest.mark.slow
@pytest.mark.parametrize("one", ASSIGNMENTS, ids=lambda one: one.name)
def test_a_release_is_what_nbgrader_makes(made, one):
    assert cells(release._without_answers(one.notebook)) == cells(made[one.name])
