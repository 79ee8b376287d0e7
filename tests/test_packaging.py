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

import numpy as np
import pytest
import yaml

import evalbook

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
LICENSES = {
    "LICENSE": "BSD-3-Clause",
    "LICENSE-text": "CC-BY-4.0",
    "src/evalbook/teaching/data/LICENSE-python-manual": "PSF-2.0",
}
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
    """A copy of the project under git, where the source archive was built, a wheel from it, and all once more."""
    folder = tmp_path_factory.mktemp("project")
    for name in ("src", "tests", "homework", "book/splits"):  # what must not be handed out, and what must
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*NO_SOURCES, "*.egg-info"))
    for path in ROOT.iterdir():
        if path.is_file() and path.name != ".git":
            shutil.copy(path, folder)
    run(folder, "git", "init", "--quiet")
    run(folder, "git", "add", "--all")
    build = (sys.executable, "-m", "uv", "build", "--quiet", "--no-build-isolation", "--offline")  # as make dist does
    run(folder, *build)
    for path in (folder / "src").rglob("*"):
        os.utime(path)  # as in another clone
    run(folder, *build, "--out-dir", "dist/again")
    return folder


def only(folder: Path, pattern: str) -> Path:
    (path,) = folder.glob(pattern)
    return path


def files_of(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


INFO = f"evalbook-{evalbook.__version__}.dist-info"


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_its_licenses_alone(built):
    names = files_of(only(built / "dist", "*.whl")).keys()
    assert {name for name in names if not name.startswith(f"{INFO}/")} == sources()
    about = {"METADATA", "WHEEL", "RECORD", *(f"licenses/{name}" for name in LICENSES)}
    assert {name for name in names if name.startswith(f"{INFO}/")} == {f"{INFO}/{name}" for name in about}


@pytest.mark.slow
def test_the_source_archive_holds_what_a_build_needs_and_nothing_else(built):
    with tarfile.open(only(built / "dist", "*.tar.gz")) as archive:
        names = {member.name.split("/", 1)[1] for member in archive if member.isfile()}
    files = {"pyproject.toml", "README.md", "CHANGELOG.md", "CITATION.cff", *LICENSES}
    assert names - {"PKG-INFO", ".gitignore"} == {f"src/{name}" for name in sources()} | files


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["*.whl", "*.tar.gz"])
def test_the_same_sources_give_the_same_bytes(built, pattern):
    assert only(built / "dist", pattern).read_bytes() == only(built / "dist" / "again", pattern).read_bytes()


@pytest.mark.slow
def test_the_site_s_wheel_is_the_one_that_the_source_archive_builds(built, tmp_path):
    working_copies = pytest.importorskip("evalbook_tools.working_copies")
    assert working_copies.build_wheel(tmp_path).read_bytes() == only(built / "dist", "*.whl").read_bytes()


@pytest.mark.slow
def test_building_leaves_nothing_that_git_sees(built):
    assert not [line for line in run(built, "git", "status", "--porcelain").splitlines() if line.startswith("??")]


# ---------------------------------------------------------------- installed alone


def interpreters() -> dict[str, str]:
    """Every Python of this machine that the package supports by name, one a version."""
    found = {}
    for version in ("3.11", "3.12", "3.13"):
        beside_others = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        for candidate in [shutil.which(f"python{version}"), *map(str, beside_others)]:
            if candidate and _version_of(candidate) == version:
                found[version] = candidate
                break
    return found or {"this": sys.executable}


def _version_of(python: str) -> str:
    program = "import sys; print('{}.{}'.format(*sys.version_info))"
    return subprocess.run([python, "-c", program], capture_output=True, text=True).stdout.strip()  # a shim may fail


ALONE = (
    "tests",
    "book",
    "homework",
    "tools",
    "conftest.py",
    "pyproject.toml",
    "requirements.txt",
    "_toc.yml",
    "CITATION.cff",
)
"""What the tests of the package read: all but the package."""
PYTEST = (
    *("-q", "-n", "2", "--dist", "worksteal", "-p", "no:cacheprovider", "-o", "addopts=", "--strict-markers"),
    *("--doctest-modules", "--disable-warnings", "-m", "not slow", "--pyargs", "evalbook"),
    *("--ignore", "tests/book", "--ignore", "tests/tools", "--ignore", "tests/peers"),
    *("--ignore", "tests/test_packaging.py", "--hypothesis-profile", "few"),
)


INTERPRETERS = interpreters()


def asked_of(version: str) -> list[str]:
    """All with the newest Python, as the oldest one has run them; of those between, what every function promises."""
    return ["tests"] if version == [*INTERPRETERS][-1] else ["tests/test_contract.py", "tests/test_calls.py"]


def of_group(name: str) -> list[str]:
    """What a dependency group names, with what it includes."""
    named = SETTINGS["dependency-groups"][name]
    return [each for one in named for each in ([one] if isinstance(one, str) else of_group(one["include-group"]))]


@pytest.mark.slow
@pytest.mark.parametrize(("version", "python"), INTERPRETERS.items(), ids=[*INTERPRETERS])
def test_the_package_s_tests_pass_where_only_the_wheel_is_installed(version, python, built, tmp_path):
    for name in ALONE:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    environment = tmp_path / "environment"
    own = str(environment / ("Scripts" if os.name == "nt" else "bin") / "python")
    run(tmp_path, python, "-m", "venv", str(environment))  # with the pip of that Python, which knows it
    pinned = (ROOT / name for name in ("requirements.txt", "requirements/tests.txt"))
    pins = [line for path in pinned for line in path.read_text("utf-8").splitlines() if "==" in line]
    (tmp_path / "pins.txt").write_text("\n".join(pins), "utf-8")
    wheel = f"evalbook[plots,dask,book] @ {only(built / 'dist', '*.whl').as_uri()}"
    needs = (*of_group("tests"), "--constraint", "pins.txt")
    run(tmp_path, own, "-m", "pip", "--disable-pip-version-check", "install", "-qq", "--no-compile", wheel, *needs)
    where = run(tmp_path, own, "-c", "import evalbook; print(evalbook.__file__)", PYTHONPATH="")
    assert Path(where.strip()).is_relative_to(environment)
    done = subprocess.run(
        [own, "-m", "pytest", *PYTEST, *asked_of(version)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": "tools"},  # what made the data that a test compares
    )
    assert not done.returncode, f"Python {version}:\n{done.stdout[-3000:]}{done.stderr[-1000:]}"


# ---------------------------------------------------------------- licenses and versions


def test_all_licenses_are_stated_and_their_texts_are_whole():
    assert PROJECT["license"] == " AND ".join(LICENSES.values())
    assert PROJECT["license-files"] == list(LICENSES)
    readme = (ROOT / "README.md").read_text("utf-8")
    assert all(f"({name})" in readme for name in LICENSES)
    code, text, _ = ((ROOT / name).read_text("utf-8") for name in LICENSES)
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
    of_tests = dict(one.split(">=") for one in of_group("lowest"))  # a peer of the tests may have to be newer
    lowest = of_tests.get(name, lowest)
    pins = (ROOT / "requirements" / "oldest.txt").read_text("utf-8").splitlines()
    (pinned,) = (line.removeprefix(f"{name}==") for line in pins if line.startswith(f"{name}=="))
    assert f"{pinned}.".startswith(f"{lowest}."), "run: make pins"


def test_the_code_of_the_readme_runs(capsys):
    rng = np.random.default_rng(0)
    patients = np.repeat(np.arange(60), 5)
    truth = np.tile([0, 1], 150)
    rows = rng.normal(size=(300, 6)) + truth[:, np.newaxis]
    arrays = {
        "X_train": rows[:200],
        "patients_train": patients[:200],
        "X_test": rows[200:],
        "patients_test": patients[200:],
    }
    probabilities = 1 / (1 + np.exp(-2 * rows[200:, 0] + 1))
    for code in re.findall(r"```python\n(.+?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL):
        exec(code, arrays | {"y_test": truth[200:], "y_prob": probabilities})
    assert "20 groups" in capsys.readouterr().out
