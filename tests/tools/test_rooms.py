"""The shape of the tools: rooms that import one way, declared dependencies, short functions; the top of the project."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from evalbook_tools import ROOT
from rooms import private_of_others, project, too_long, undeclared
from test_contract import imported

TOOLS = ROOT / "tools" / "evalbook_tools"
SOURCES = sorted(TOOLS.rglob("*.py"))
each_source = pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(TOOLS).as_posix())

# A room imports only from rooms of a lower level.
LEVELS = {
    "records": 0,
    "progress_bar": 0,
    "moved_chapters": 0,
    "answers_told": 0,
    "contents": 0,
    "mutants": 0,
    "data": 0,
    "claims": 0,
    "minutes": 1,
    "prose": 1,
    "notebooks": 2,
    "working_copies": 3,
    "site": 5,
    "paper": 6,
    "site_zip": 6,
    "readme_picture": 7,
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
    assert not too_long(path)


@each_source
def test_nothing_private_is_taken_from_the_package(path):
    assert not private_of_others(path, "evalbook_tools")


GROUP = {"readme_picture": "paper", "prose": "site"}
"""The room whose group of dependencies another one has, too."""


@each_source
def test_what_a_room_imports_is_declared_for_it(path):
    room = room_of(path)
    stated = project(ROOT / "tools")
    needs = [*stated["dependencies"], *stated["optional-dependencies"].get(GROUP.get(room, room), [])]
    assert not undeclared(path, [*needs, "evalbook-tools"])


def test_nothing_under_a_lower_roof_points_to_homework():
    below = [
        name for name in tracked() if name.endswith(".py") and name.startswith(("src/", "tools/", "tests/", "book/"))
    ]
    assert below
    assert not [name for name in below if any("evalbook_homework" in one for one in imported(ROOT / name))]


def test_nothing_in_the_package_points_to_the_tools():
    package = [ROOT / name for name in tracked() if name.startswith("src/") and name.endswith(".py")]
    assert not [path for path in package if any("evalbook_tools" in one for one in imported(path))]


def test_no_file_changes_where_python_looks_for_modules():
    sources = [name for name in tracked() if name.endswith(".py")]
    changed = "sys." + "path"
    assert not [name for name in sources if changed in (ROOT / name).read_text("utf-8")], "install it instead"


def test_at_the_top_lies_what_a_reader_pip_make_or_the_site_needs():
    seen = {name.partition("/")[0] for name in tracked()}
    assert len([name for name in seen if not name.startswith(".")]) <= 21, sorted(seen)


BARE = re.compile(r"pip install (?:-[-\w=]+ )*[\"']?evalbook(?:\[\w+\])?(?! *@|[\w\[-])")
"""The package by its name alone, which no index knows."""


def test_nothing_tells_to_install_the_bare_name():
    texts = [name for name in tracked() if name.endswith((".md", ".ipynb", ".py", ".txt", ".yml", "Makefile"))]
    assert len(texts) > 200
    told = [name for name in texts if "tests/" not in name]
    assert not [name for name in told if BARE.search((ROOT / name).read_text("utf-8"))]


def test_the_bare_name_would_be_found():
    assert BARE.search("run `pip install evalbook`")
    assert BARE.search('pip install --user "evalbook[book]"')
    assert not BARE.search('pip install "evalbook[book] @ https://example.org/evalbook.whl"')
