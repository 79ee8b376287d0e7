"""Turns a source into what students get: no solution, no hidden test, no output. Runs where nbgrader is installed.

nbgrader has an environment of its own, because it puts its extension into every JupyterLab beside it.
"""

from __future__ import annotations

import sys

import nbformat
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
)
from traitlets.config import Config

STUBS = Config(
    {"ClearSolutions": {"code_stub": {"python": "# Your lines go here."}, "text_stub": "Write your answer here."}}
)


def stripped(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    for step in (LockCells, ClearSolutions, ClearOutput, CheckCellMetadata, ComputeChecksums, ClearHiddenTests):
        notebook, _ = step(config=STUBS).preprocess(notebook, {})
    return notebook


if __name__ == "__main__":
    nbformat.write(stripped(nbformat.read(sys.stdin, as_version=4)), sys.stdout)
