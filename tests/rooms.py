"""The shape of what lies beside the package, for each roof: what a file imports, what is declared, how long it is."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from test_contract import code_lines, imported

LONGEST_FILE, LONGEST_FUNCTION = 300, 30
DISTRIBUTIONS = packages_distributions()


def too_long(path: Path) -> list[str]:
    """What of a file is longer than a reader takes in at once."""
    tree, lines = code_lines(path.read_text("utf-8"))
    found = [f"the file has {len(lines)} lines of code"] if len(lines) > LONGEST_FILE else []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = sum(node.lineno <= line <= node.end_lineno for line in lines)
            found += [f"{node.name} has {length} lines of code"] if length > LONGEST_FUNCTION else []
    return found


def private_of_others(path: Path, own: str) -> set[str]:
    """The private names that a file takes from under another roof."""
    taken = {name for name in imported(path) if name.startswith("evalbook") and name.partition(".")[0] != own}
    return {name for name in taken if any(re.match(r"_(?!_)", part) for part in name.split("."))}


def named(requirement: str) -> str:
    """The distribution that a requirement names, in the spelling of all."""
    return re.split(r"[\s;\[<>=~!]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def undeclared(path: Path, requirements: list[str]) -> set[str]:
    """What a file imports and nothing declares."""
    first = {name.partition(".")[0] for name in imported(path)} - sys.stdlib_module_names
    declared = {named(one) for one in requirements}
    return {name for name in first if not {named(one) for one in DISTRIBUTIONS.get(name, [name])} & declared}


def project(folder: Path) -> dict:
    return tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
