"""A term: its secret seed, what was released in it, and what is needed to grade that. Git ignores the folder."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from nbformat import NotebookNode

from evalbook_homework.grading.assignments import Files, graded, program_in, read
from evalbook_tools import ROOT

TERMS = ROOT / "terms"
COPY = re.compile(r"copy\W{1,5}([a-z2-7]{5}-[a-z2-7]{5})\b", re.IGNORECASE)
"""How the text of a notebook says which copy it is."""
LONGEST_SIGNED = 2_000
"""Characters of a cell that are looked at for it."""
MOST_COPIES = 5
"""Codes of a notebook that are tried: a student may have written any number of them."""


class Owner(NamedTuple):
    """Whose a copy is."""

    name: str
    identity: str
    """What no two students of a roster share."""


@dataclass(frozen=True)
class Release:
    """What students got of one assignment, and beside it the source that it was made from.

    With numbers for each student, it has a copy for each; `copy` says which one is meant.
    """

    folder: Path
    copy: str = ""

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
        return program_in(self.folder)

    @property
    def place(self) -> Path:
        """Where the files and the key lie: those of a copy in a folder of its own."""
        return self.folder / "students" / self.copy if self.copy else self.folder

    @property
    def student(self) -> NotebookNode:
        notebook = read(self.folder / "student.ipynb")
        return signed(notebook, self.copy) if self.copy else notebook

    @property
    def points(self) -> list[float]:
        """Of each question."""
        return [points for _, points, _ in graded(self.student)]

    @property
    def files(self) -> Files:
        return {path.name: path.read_bytes() for path in sorted((self.place / "files").iterdir())}

    @property
    def solved_path(self) -> Path:
        return self.place / "solved.ipynb"

    @property
    def solved(self) -> NotebookNode:
        """The source as it ran on these numbers, once the key is built: what each cell puts out, and the solutions."""
        return read(self.solved_path)

    @property
    def is_for_each(self) -> bool:
        """Whether each student has other numbers."""
        return (self.folder / "students").is_dir()

    @property
    def copies(self) -> dict[str, Owner]:
        """Whose each copy is, by its code."""
        found = sorted((self.folder / "students").glob("*/owner.json"))
        return {path.parent.name: Owner(**json.loads(path.read_text("utf-8"))) for path in found}

    def of(self, copy: str) -> Release:
        return replace(self, copy=copy)


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

    def seed_of(self, identity: str) -> str:
        """What a student's numbers come from; it tells nothing about the term's seed, nor about another student's."""
        return self._derived(f"numbers:{identity}").hex()

    def code_of(self, release: Release, identity: str) -> str:
        """What a student's copy of a release is known by, such as k3xwa-7qpmd; it tells nothing of what is in it."""
        code = base64.b32encode(self._derived(f"copy:{release.name}:{identity}")).decode().lower()
        return f"{code[:5]}-{code[5:10]}"

    def _derived(self, purpose: str) -> bytes:
        return hmac.digest(self.seed.encode(), purpose.encode(), "sha256")

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


def release_metadata(notebook: NotebookNode) -> dict[str, Any]:
    """What a release wrote into its notebook: the assignment, the number of the release, the mark of the term."""
    said = notebook.metadata.get("evalbook_homework", {})
    return dict(said) if isinstance(said, dict) else {}


SIGNED = "The numbers in this notebook are yours alone. It is copy `{copy}`."


def signed(notebook: NotebookNode, copy: str) -> NotebookNode:
    """The notebook as a student's own copy.

    It says so twice: the metadata go where a program saves less than it read, and the text where a cell is deleted.
    """
    notebook.metadata["evalbook_homework"]["copy"] = copy
    notebook.cells[0].source += "\n\n" + SIGNED.format(copy=copy)
    return notebook


def copies_of(notebook: NotebookNode) -> tuple[str, ...]:
    """The codes of the copies that a notebook says it is; more than one where two were mixed."""
    said = [str(release_metadata(notebook).get("copy", ""))]
    for cell in notebook.cells:
        said += COPY.findall(cell.source[:LONGEST_SIGNED])
    return tuple(dict.fromkeys(code.lower() for code in said if code))[:MOST_COPIES]


def fingerprint(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()
