"""What is handed out: the wheel and the source archive, licenses, versions, and the requirements they state."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

import evalbook

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LICENSES = {"LICENSE": "BSD-3-Clause", "LICENSE-text": "CC-BY-4.0"}
NO_SOURCES = {"__pycache__", ".ipynb_checkpoints"}

# ---------------------------------------------------------------- wheel and source archive


def sources() -> set[str]:
    """Every file of the package, as its path below src."""
    files = (path for path in (ROOT / "src" / "evalbook").rglob("*") if path.is_file())
    return {path.relative_to(ROOT / "src").as_posix() for path in files if not NO_SOURCES & {*path.parts}}


def run(folder: Path, *command: str, **environment: str) -> str:
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """A copy of the project under git, in which the source archive was built, a wheel from it, and one in place."""
    folder = tmp_path_factory.mktemp("project")
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*NO_SOURCES, "*.egg-info"))
    for path in ROOT.iterdir():
        if path.is_file() and path.name != ".git":
            shutil.copy(path, folder)
    run(folder, "git", "init", "--quiet")
    run(folder, "git", "add", "--all")
    build = (sys.executable, "-m", "uv", "build", "--quiet", "--no-build-isolation")
    run(folder, *build)
    run(folder, *build, "--wheel", "--out-dir", str(tmp_path_factory.mktemp("in place")))
    return folder


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_its_licenses(built):
    (wheel,) = (built / "dist").glob("*.whl")
    info = f"evalbook-{evalbook.__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name for name in names if not name.startswith(f"{info}/")} == sources()
    assert {f"{info}/licenses/{name}" for name in LICENSES} <= names


@pytest.mark.slow
def test_the_source_archive_holds_what_a_build_needs_and_no_tests(built):
    (source,) = (built / "dist").glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {member.name.split("/", 1)[1] for member in archive if member.isfile()}
    theirs = {name for name in names if name.startswith("src/evalbook/")}
    assert theirs == {f"src/{name}" for name in sources()}
    assert {*LICENSES, "README.md", "CHANGELOG.md", "CITATION.cff", "pyproject.toml"} <= names
    assert not [name for name in names if "test" in name]


@pytest.mark.slow
def test_the_wheel_alone_runs(built, tmp_path):
    (wheel,) = (built / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    program = "import evalbook; print(evalbook.__file__, evalbook.__version__, evalbook.examples.shop().grade.shape)"
    found = run(tmp_path, sys.executable, "-c", program, PYTHONPATH=str(tmp_path))
    assert found.split(maxsplit=1)[0] == str(tmp_path / "evalbook" / "__init__.py")
    assert found.split(maxsplit=1)[1] == f"{evalbook.__version__} (12, 40)\n"


@pytest.mark.slow
def test_building_leaves_nothing_that_git_sees(built):
    assert (built / "build" / "lib").exists()
    assert not [line for line in run(built, "git", "status", "--porcelain").splitlines() if line.startswith("??")]


# ---------------------------------------------------------------- licenses and versions


def test_both_licenses_are_stated_and_their_texts_are_whole():
    assert PROJECT["license"] == " AND ".join(LICENSES.values())
    assert PROJECT["license-files"] == list(LICENSES)
    readme = (ROOT / "README.md").read_text("utf-8")
    assert all(f"({name})" in readme for name in LICENSES)
    code, text = ((ROOT / name).read_text("utf-8") for name in LICENSES)
    assert code.startswith("BSD 3-Clause License\n\nCopyright (c) 2026, the evalbook authors\n")
    assert re.findall(r"^Section (\d) --", text, re.MULTILINE) == list("12345678")


def test_the_newest_version_of_the_changelog_is_the_package_s():
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] == evalbook.__version__
    assert headings == sorted(headings, key=lambda version: [*map(int, version.split("."))], reverse=True)


def test_the_citation_names_what_a_reference_needs():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    assert citation["license"] == LICENSES["LICENSE"]


# ---------------------------------------------------------------- requirements


def requirements() -> list[str]:
    """What the package and its extras require, without what they require of each other."""
    stated = [*PROJECT["dependencies"], *(one for extra in PROJECT["optional-dependencies"].values() for one in extra)]
    return [one for one in stated if not one.startswith("evalbook[")]


@pytest.mark.parametrize("requirement", requirements())
def test_the_oldest_version_that_is_allowed_is_the_one_that_make_oldest_runs(requirement):
    assert ">=" in requirement, "no lower bound"
    name, lowest = re.sub(r"\[.*\]", "", requirement).split(">=")  # without extras
    of_tests = re.search(rf"^{name}>=(\S+)", (ROOT / "requirements-tests.in").read_text("utf-8"), re.MULTILINE)
    lowest = of_tests[1] if of_tests else lowest  # a peer of the tests may have to be newer
    pins = (ROOT / "requirements-oldest.txt").read_text("utf-8").splitlines()
    (pinned,) = (line.removeprefix(f"{name}==") for line in pins if line.startswith(f"{name}=="))
    assert f"{pinned}.".startswith(f"{lowest}."), "run: make pins"
