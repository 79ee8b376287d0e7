"""A term: its secret seed, what was released in it, and what is needed to grade that. Git ignores the folder."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from evalbook_tools import ROOT
from evalbook_tools.grading.assignments import Files, read

TERMS = ROOT / "terms"


@dataclass(frozen=True)
class Release:
    """What students got of one assignment, and beside it the source that it was made from."""

    folder: Path

    @property
    def name(self) -> str:
        """Such as splits-r2: the second release of the assignment *splits*."""
        return self.folder.name

    @property
    def assignment(self) -> str:
        return self.name.rpartition("-r")[0]

    @property
    def number(self) -> int:
        return int(self.name.rpartition("-r")[2])

    @property
    def source(self) -> NotebookNode:
        return read(self.folder / "source.ipynb")

    @property
    def program(self) -> str:
        """The text of draw.py, which answers the questions on the files."""
        return (self.folder / "draw.py").read_text("utf-8")

    @property
    def student(self) -> NotebookNode:
        return read(self.folder / "student.ipynb")

    @property
    def files(self) -> Files:
        return {path.name: path.read_bytes() for path in sorted((self.folder / "files").iterdir())}


@dataclass(frozen=True)
class Term:
    """A folder with a seed, releases and grades."""

    folder: Path

    @property
    def seed(self) -> str:
        return (self.folder / "seed").read_text("utf-8").strip()

    def mark(self, assignment: str) -> str:
        """What tells a notebook of this term from another's, and nothing about the seed."""
        return hashlib.sha256(f"mark:{self.seed}:{assignment}".encode()).hexdigest()[:12]

    def releases(self, assignment: str) -> list[Release]:
        found = [Release(path) for path in (self.folder / "private").glob(f"{assignment}-r*") if path.is_dir()]
        return sorted((one for one in found if one.assignment == assignment), key=lambda one: one.number)

    def grades(self, assignment: str) -> Path:
        """Where the grades of an assignment are kept."""
        folder = self.folder / "grades" / assignment
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def term(name: str, *, new: bool = False, terms: Path = TERMS) -> Term:
    """The term of that name; with `new` it is made, with a seed that nobody can guess, if there is none yet."""
    if not re.fullmatch(r"[\w.-]+", name) or name.startswith("."):
        raise ValueError(f"TERM is {name!r}; expected letters, digits, dots and dashes, such as 2027-spring")
    folder = terms / name
    if not (folder / "seed").exists():
        if not new:
            known = ", ".join(sorted(path.parent.name for path in terms.glob("*/seed"))) or "none"
            raise ValueError(f"TERM is {name!r}, which has released nothing; terms with a seed: {known}")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "seed").touch(0o600)
        (folder / "seed").write_text(secrets.token_hex(16) + "\n", "utf-8")
    _close(folder)
    return Term(folder)


def _close(folder: Path) -> None:
    """Nobody else on this machine reads the seed, the keys and the grades; the zips are for everyone."""
    for name in ("private", "grades"):
        (folder / name).mkdir(exist_ok=True)
    with suppress(PermissionError):  # in a container the folder may be another user's, who closes it
        (folder / "seed").chmod(0o600)
        for name in ("private", "grades"):
            (folder / name).chmod(0o700)


def released_with(notebook: NotebookNode) -> dict[str, Any]:
    """What a release wrote into its notebook: the assignment, the number of the release, the mark of the term."""
    said = notebook.metadata.get("evalbook_homework", {})
    return dict(said) if isinstance(said, dict) else {}


def fingerprint(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()
