"""The key of a working copy: what its bets and checks know lies in a file beside the notebook, and in no cell of it.

A key is JSON, compressed and in Base64, so that whoever opens it sees no answer at a glance:

=========  =================================================================================================
evalbook   the version of the package that it was made with
given      digests of the cells of code that the copy shows, in order
questions  by id: the ``record`` of the question (``_record.py``), for code the ``inputs`` that it is tried on, and how
           many of the cells that were ``given`` stand before it
=========  =================================================================================================

The name of the file bears the digest of what it holds, so that a copy opens no key but its own.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import pickle
import sys
import urllib.request
import zlib
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

import evalbook

CLOSED = "Run the first cell of this notebook. It opens the answer key, which this cell needs."
CHANGED = (
    "A cell above was changed or has not been run. This check knows only the numbers of the original cells. Undo the "
    "change, or add a cell of your own for it, and run all cells above again."
)
Inputs = Sequence[tuple[Any, ...]]


class NoKeyError(LookupError):
    """A question has no key, or not the right one; the message says what to do."""


def digest(text: str) -> str:
    """A name for a text: it changes when the text does, but for blanks at its ends."""
    return hashlib.sha256(text.strip().encode()).hexdigest()[:12]


def key_text(key: dict[str, Any]) -> str:
    """The text of a key's file."""
    return base64.b64encode(zlib.compress(_plain(key).encode(), 9)).decode() + "\n"


def read_key(text: str) -> dict[str, Any]:
    """What the text of a key's file holds."""
    key: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(text)))
    return key


def key_name(notebook: str, key: dict[str, Any]) -> str:
    """The file of a key: the name of its notebook, and the digest of what it holds."""
    return f"{notebook}-{digest(_plain(key))}.key"


def _plain(key: dict[str, Any]) -> str:
    return json.dumps(key, ensure_ascii=False, sort_keys=True)


class _Opened:
    """The key of the notebook that runs, or why there is none."""

    key: dict[str, Any] | None = None
    problem = CLOSED


def open_key(name: str, address: str = "") -> None:
    """Open the key of a working copy, a file beside it; where it is missing, it is fetched from the `address`.

    The first cell of a copy does this. What is wrong with the key is printed, and said by each check.
    """
    _Opened.key, _Opened.problem = None, ""
    try:
        _Opened.key = _read(Path(name), address)
    except NoKeyError as error:
        _Opened.problem = str(error)
        print(error)


def _read(path: Path, address: str) -> dict[str, Any]:
    if not path.exists() and address:
        _fetch(f"{address}/{path.name}", path)
    if not path.exists():
        others = [other.name for other in path.parent.glob(f"{path.stem.rpartition('-')[0]}-*.key")]
        found = f". {others[0]} belongs to another version of this notebook" if others else ""
        raise NoKeyError(
            f"The answer key of this notebook is not beside it{found}. "
            f"Get {path.name} from where you got the notebook, and put it into {Path.cwd()}."
        )
    try:
        key = read_key(path.read_text("utf-8"))
    except (ValueError, zlib.error):
        key = {}
    if key_name(path.stem.rpartition("-")[0], key) != path.name:
        raise NoKeyError(f"{path.name} is damaged, because its content does not fit its name. Get the file again.")
    if key["evalbook"] != evalbook.__version__:
        raise NoKeyError(
            f"{path.name} was made for evalbook {key['evalbook']}, but {evalbook.__version__} is installed. "
            "Install that version, or get the notebook that belongs to the installed one."
        )
    return key


def _fetch(address: str, path: Path) -> None:
    """Where a service opens the notebook alone, its key is still at the address that the notebook came from."""
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            path.write_bytes(answer.read())
    except OSError:
        return  # the key is missing, which is said


def known_question(id: str) -> dict[str, Any]:
    """What the key knows of a question."""
    if _Opened.key is None:
        raise NoKeyError(_Opened.problem)
    if id not in _Opened.key["questions"]:
        raise NoKeyError(
            f"The answer key of this notebook has no question {id!r}. Get the notebook and its answer key again."
        )
    known: dict[str, Any] = _Opened.key["questions"][id]
    return known


def is_changed(id: str, run: Sequence[str]) -> bool:
    """Whether a cell that was given before a question is not among the texts of the cells that were `run`."""
    given = (_Opened.key or {})["given"][: known_question(id)["after"]]
    return not set(given) <= set(map(digest, run))


# ---------------------------------------------------------------- what code is tried on


class _Pickler(pickle.Pickler):
    """A function of the notebook goes by its name: the copy defines it, too."""

    def persistent_id(self, value: Any) -> str | None:
        return value.__name__ if isinstance(value, FunctionType) and value.__module__ == "__main__" else None


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, name: str) -> Any:
        if not hasattr(sys.modules["__main__"], name):
            raise NoKeyError(f"Run the cells above first, because this check needs {name}.")
        return getattr(sys.modules["__main__"], name)


def packed_inputs(on: Inputs) -> str:
    """The arguments that an answer in code is tried on, as text."""
    file = io.BytesIO()
    _Pickler(file, protocol=4).dump([*on])
    return base64.b64encode(file.getvalue()).decode()


def unpacked_inputs(text: str) -> Inputs:
    """The arguments, from their text, which comes with the notebook as its code does."""
    inputs: Inputs = _Unpickler(io.BytesIO(base64.b64decode(text))).load()
    return inputs
