"""A release is what nbgrader makes of the same source, so that a course may use nbgrader itself."""

from __future__ import annotations

import json
import subprocess

import nbformat
import pytest

from evalbook_homework.grading import release
from evalbook_homework.grading.assignments import assignments

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


def cells(notebook):
    """Each cell without what nbgrader's own grading alone reads."""
    for cell in notebook.cells:
        for name in ("checksum", "cell_type"):
            cell.metadata.get("nbgrader", {}).pop(name, None)
    return notebook.cells


@pytest.fixture(scope="module")
def made(exports):
    """What nbgrader makes of each assignment."""
    given = json.dumps({one.name: nbformat.writes(one.notebook) for one in ASSIGNMENTS})
    said = subprocess.run([exports / "python", "-c", STEPS], input=given, capture_output=True, text=True, check=True)
    return {name: nbformat.from_dict(notebook) for name, notebook in json.loads(said.stdout).items()}


@pytest.mark.slow
@pytest.mark.parametrize("one", ASSIGNMENTS, ids=lambda one: one.name)
def test_a_release_is_what_nbgrader_makes(made, one):
    assert cells(release._without_answers(one.notebook)) == cells(made[one.name])
