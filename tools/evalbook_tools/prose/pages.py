"""The pages of the book, now and at a revision of git: their cells, and the texts that a reader sees of each."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

from evalbook_tools.records import records

Cell = dict[str, Any]
MINUTES = re.compile(r"^\*\d[^*\n]* minutes to read[^*\n]*\*$", re.MULTILINE)
"""How long a chapter takes, which `make rerun` writes, in the words of any revision."""


@dataclass(frozen=True)
class Text:
    """A text in Markdown, and what a reader has read before it."""

    markdown: str
    before: str = ""


def source(name: str) -> str:
    """The text of a file, which may be given as REVISION:path."""
    if Path(name).exists() or ":" not in name:
        try:
            return Path(name).read_text("utf-8")
        except OSError as error:
            raise SystemExit(f"{name}: {error.strerror}") from None
    return _git(Path.cwd(), "show", name)


def source_at(revision: str, page: str) -> str:
    """The text of a page as it was; nothing, if there was no such page."""
    path = Path(page).resolve()
    there = _git(path.parent, "ls-tree", "--name-only", revision, "--", path.name)
    return _git(path.parent, "show", f"{revision}:./{path.name}") if there else ""


def _git(folder: Path, *command: str) -> str:
    shown = subprocess.run(["git", "-C", folder, *command], capture_output=True)
    if shown.returncode:
        raise SystemExit(shown.stderr.decode(errors="replace").strip())
    return shown.stdout.decode("utf-8")


def cells(text: str) -> list[Cell]:
    """The cells of a page: a notebook's, or one that holds all of a page in Markdown."""
    if not text.lstrip().startswith("{"):
        return [{"cell_type": "markdown", "id": "", "metadata": {}, "source": text}]
    return list(nbformat.reads(text, as_version=4).cells)


def texts(cell: Cell) -> Iterator[Text]:
    """What a reader sees of a cell as prose: its Markdown, the caption of its figure, the words of its questions."""
    if cell["cell_type"] == "markdown":
        yield Text(MINUTES.sub("", cell["source"]))
    if caption := cell["metadata"].get("mystnb", {}).get("figure", {}).get("caption"):
        yield Text(caption)
    for record in records(cell):
        yield from _of_question(record)


def _of_question(record: dict[str, Any]) -> Iterator[Text]:
    """The question, and what is said to an answer, which is read after the question."""
    question = record.get("question") or ""
    said = [mistake["text"] for mistake in record.get("mistakes", [])]
    said += [record.get("hint"), record.get("why")]
    said += record["right"] if record.get("kind") == "argument" else []
    yield Text(question)
    yield from (Text(text, question) for text in said if text)
