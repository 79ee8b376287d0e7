"""The key: the right answer to each question, and what to say to the others, for the numbers of one release.

It is what the hidden tests leave behind when the source runs with its own solutions. The right answers are thus never
typed, and a term's numbers give a term's key.
"""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbformat import NotebookNode

from evalbook.pages.record import MIME
from homework.assignments import Files, graded, is_test, marks
from homework.terms import Release, fingerprint

Key = dict[str, dict[str, Any]]
"""The record of each question that a machine judges, by its grade_id, with its points."""

HIDDEN = re.compile(r"^ *### BEGIN (SOLUTION|HIDDEN TESTS)\n.*?^ *### END \1 *$\n?", re.DOTALL | re.MULTILINE)


def key_of(source: NotebookNode, files: Files) -> Key:
    """Run the source beside the files, and collect the record that each test leaves."""
    notebook = NotebookNode(source)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        quiet = ["--log-level=ERROR"]
        where = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=120, resources=where, extra_arguments=quiet).execute()
    key = {}
    for name, points, cell in graded(notebook):
        if is_test(cell):
            key[name] = {**_record(name, cell), "points": points}
    return key


def _record(name: str, cell: NotebookNode) -> dict[str, Any]:
    found = [output.data[MIME] for output in cell.outputs if MIME in output.get("data", {})]
    if len(found) != 1:
        raise ValueError(f"the hidden test of {name} leaves {len(found)} records; expected one call of pages.check")
    return dict(found[0])


def key_for(release: Release, current: NotebookNode) -> Key:
    """The key of a release, with solutions and hidden tests as they are today where the student saw the same cell."""
    source = corrected(release.source, current)
    stamp = fingerprint([cell.source for cell in source.cells], sorted(release.files))
    kept = release.folder / "key.json"
    if kept.exists():
        known = json.loads(kept.read_text("utf-8"))
        if known["stamp"] == stamp:
            return dict(known["key"])
    key = key_of(source, release.files)
    kept.write_text(json.dumps({"stamp": stamp, "key": key}, indent=1, ensure_ascii=False), "utf-8")
    return key


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
    return HIDDEN.sub("", source + "\n").strip()
