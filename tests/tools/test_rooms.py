"""The shape of what lies beside the package: rooms of the tools, length of functions, the top of the project."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

from evalbook_tools import ROOT
from test_contract import code_lines, imported

TOOLS = ROOT / "tools" / "evalbook_tools"
SOURCES = sorted(TOOLS.rglob("*.py"))
each_source = pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(TOOLS).as_posix())

# A room imports only from rooms of a lower level.
LEVELS = {
    "records": 0,
    "bars": 0,
    "moved": 0,
    "contents": 0,
    "mutants": 0,
    "data": 0,
    "claims": 0,
    "minutes": 1,
    "notebooks": 2,
    "working_copies": 3,
    "grading": 4,
    "site": 5,
    "paper": 6,
    "site_zip": 6,
    "picture": 7,
    "exports": 8,
}


def tracked() -> list[str]:
    """Every file that git keeps."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


def room_of(path: Path) -> str:
    return path.relative_to(TOOLS).with_suffix("").parts[0]


@each_source
def test_imports_between_the_rooms_point_one_way(path):
    own = room_of(path)
    rooms = {name.split(".")[1] for name in imported(path) if name.startswith("evalbook_tools.")} - {own, "ROOT"}
    assert all(LEVELS[other] < LEVELS[own] for other in rooms), f"{own} imports {rooms}"


@each_source
def test_functions_and_files_are_short(path):
    tree, lines = code_lines(path.read_text("utf-8"))
    assert len(lines) <= 300
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = sum(node.lineno <= line <= node.end_lineno for line in lines)
            assert length <= 30, f"{node.name} has {length} lines of code"


def test_no_file_changes_where_python_looks_for_modules():
    sources = [name for name in tracked() if name.endswith(".py")]
    changed = "sys." + "path"
    assert not [name for name in sources if changed in (ROOT / name).read_text("utf-8")], "install it instead"


def test_at_the_top_lies_what_a_reader_pip_make_or_the_site_needs():
    seen = {name.partition("/")[0] for name in tracked()}
    assert len([name for name in seen if not name.startswith(".")]) <= 21, sorted(seen)
