"""Which functions a claim ran, and a digest of the syntax of each: what changes it may change what is counted."""

from __future__ import annotations

import ast
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from evalbook_tools import ROOT

WATCHED = (str(ROOT / "src" / "evalbook"), str(ROOT / "tests" / "claims"))


@contextmanager
def watched() -> Iterator[set[str]]:
    """The functions of the package and of the claims that run meanwhile, as "file:name"."""
    found: set[str] = set()
    _forget()

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        name = code.co_qualname.partition(".<locals>")[0]
        if event == "call" and code.co_filename.startswith(WATCHED) and not name.startswith("<"):
            found.add(f"{Path(code.co_filename).relative_to(ROOT).as_posix()}:{name}")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(before)


def _forget() -> None:
    """Empty the caches: a function whose result is remembered would not run."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("evalbook", "claims"):
            for cached in vars(module).values():
                getattr(cached, "cache_clear", lambda: None)()


def digests(functions: Iterable[str]) -> dict[str, str]:
    """For each file a digest, of the syntax of its functions and of what stands beside them, and their names."""
    by_file: dict[str, list[str]] = {}
    for function in sorted(functions):
        file, _, name = function.partition(":")
        by_file.setdefault(file, []).append(name)
    return {file: f"{_digest_of(file, names)} {' '.join(names)}".rstrip() for file, names in by_file.items()}


def changed(found: dict[str, str]) -> list[str]:
    """The files whose functions have another syntax now."""
    return [file for file, text in found.items() if text.split(" ")[0] != _digest_of(file, text.split(" ")[1:])]


def _digest_of(file: str, names: Iterable[str]) -> str:
    return _digest(" ".join(_of_file(file).get(name, "gone") for name in ("", *names)))


@cache
def _of_file(file: str) -> dict[str, str]:
    """Of each function by its name; "" is the rest: constants, tables, and the names of what is imported.

    What a heading rests on, and which sentence fell, are said in the same file and change nothing that is counted.
    """
    path = ROOT / file
    if not path.exists():
        return {}
    tree = _WithoutDocstrings().visit(ast.parse(path.read_text("utf-8")))
    found: dict[str, str] = {}
    rest = [ast.dump(node) for node in tree.body if not (_collect(node, "", found) or _is_said(node))]
    return found | {"": _digest("\n".join(rest))}


def _collect(node: ast.AST, before: str, found: dict[str, str]) -> bool:
    """Note a function, or the methods of a class; whether it is one."""
    if isinstance(node, ast.FunctionDef):
        found[f"{before}{node.name}"] = _digest(ast.dump(node))
    elif isinstance(node, ast.ClassDef):
        for part in node.body:
            _collect(part, f"{before}{node.name}.", found)
        found[f"{before}{node.name}"] = _digest(ast.dump(node))
    return isinstance(node, ast.FunctionDef | ast.ClassDef)


def _is_said(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and re.match(r"(rests|fell)\(", ast.unparse(node)) is not None


class _WithoutDocstrings(ast.NodeTransformer):
    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [part for part in node.body if not _is_text(part)]
        return node


def _is_text(node: ast.AST) -> bool:
    """A docstring, of a function or of an attribute."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
