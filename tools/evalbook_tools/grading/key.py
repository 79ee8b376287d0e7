"""The key: the right answer to each question, and what to say to the others, for the numbers of one release.

It is what the hidden tests leave behind when the source runs with its own solutions, beside ``draw.py``, which answers
the questions on the files of the release. A solution that is not right by these answers is refused: the two ways to
each answer check each other.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbformat import NotebookNode

from evalbook.teaching.pages._handing_in import ANSWER
from evalbook.teaching.pages._judge import RIGHT, judge
from evalbook.teaching.pages._record import MIME
from evalbook_tools.grading import limited
from evalbook_tools.grading.assignments import Assignment, Files, graded, is_test, marks, without_regions
from evalbook_tools.grading.terms import Release, fingerprint

SECONDS = 600
"""For a source to run."""
Key = dict[str, dict[str, Any]]
"""The record of each question that a machine judges, by its grade_id, with its points."""


def key_of(source: NotebookNode, files: Files, draw: str) -> Key:
    """Run the source beside the files and draw.py, and collect the record that each test leaves."""
    notebook = NotebookNode(source)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in {**files, "draw.py": draw.encode()}.items():
            (Path(folder) / name).write_bytes(content)
        quiet = ["--log-level=ERROR"]
        where = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=120, resources=where, extra_arguments=quiet).execute()
    key = {}
    for name, points, cell in graded(notebook):
        if is_test(cell):
            key[name] = {
                **_record(name, cell),
                "points": points,
                "alone": list(cell.metadata.get("evalbook_alone", [])),
            }
    return key


def _record(name: str, cell: NotebookNode) -> dict[str, Any]:
    found = [output.data for output in cell.outputs if "data" in output]
    records, answers = ([data[kind] for data in found if kind in data] for kind in (MIME, ANSWER))
    if len(records) != 1:
        raise ValueError(f"the hidden test of {name} leaves {len(records)} records; expected one call of pages.check")
    (record,), given = records, [one["answer"] for one in answers]
    if len(given) != 1 or judge(record, given[0]).state != RIGHT:
        raise ValueError(f"the solution of {name} hands in {given}; expected the right answer, {record['right']}")
    return dict(record)


def key_for(release: Release, today: Assignment | None) -> Key:
    """The key of a release; answers, solutions and hidden tests are today's where the student saw the same cells."""
    source, draw = release.source, release.program
    if today:
        draw = today.program if _code(source) == _code(today.notebook) else draw
        source = corrected(source, today.notebook)
    stamp = fingerprint([cell.source for cell in source.cells], draw, sorted(release.files))
    kept = release.folder / "key.json"
    if kept.exists():
        known = json.loads(kept.read_text("utf-8"))
        if known["stamp"] == stamp:
            return dict(known["key"])
    key = limited.called(SECONDS, key_of, source, release.files, draw)  # which Ctrl-C ends, whatever nbclient does
    kept.write_text(json.dumps({"stamp": stamp, "key": key}, indent=1, ensure_ascii=False), "utf-8")
    return key


def _code(source: NotebookNode) -> list[str]:
    """The code that a student sees, which reads the files: while it stays, draw.py still answers on these."""
    return [visible(cell.source) for cell in source.cells if cell.cell_type == "code"]


def corrected(source: NotebookNode, current: NotebookNode) -> NotebookNode:
    """A released source with today's solutions and hidden tests, cell by cell."""
    today = {marks(cell)["grade_id"]: cell.source for cell in current.cells if marks(cell)}
    for cell in source.cells:
        text = today.get(marks(cell).get("grade_id"))
        if text is not None and visible(text) == visible(cell.source):
            cell.source = text
    return source


def visible(source: str) -> str:
    """What a student sees of a cell."""
    return without_regions(source).strip()
