"""The working copies in a browser: what the site is built from, and a kernel that starts without a network."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest

from book_pages import CHAPTERS
from evalbook_tools import ROOT, lite
from evalbook_tools import working_copies as copies
from evalbook_tools.exports.lite_chapters import Outcome, outcome, served

MEGABYTE = 2**20
PROGRAM = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
KERNEL = ("ipython", "micropip", "packaging")
"""What a kernel imports when it starts; all else comes with the first cell."""


@pytest.fixture(scope="module")
def source(site, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("lite") / "source"
    lite.write(folder, copies.Site(site))
    return folder


# ---------------------------------------------------------------- what the site is built from


def test_the_site_holds_every_chapter_in_the_order_of_the_book(source):
    places = sorted(path.relative_to(source / "files") for path in source.rglob("*.ipynb"))
    parts = dict.fromkeys(Path(chapter).parent.name for chapter in CHAPTERS)
    assert len(places) == len(CHAPTERS)
    assert list(dict.fromkeys(place.parent.name[3:] for place in places)) == list(parts)


def test_each_copy_has_its_key_and_installs_the_wheel_by_its_name(source):
    for path in source.rglob("*.ipynb"):
        first = nbformat.read(path, as_version=4).cells[1].source
        assert '    %pip install -q "evalbook[book]"\n' in first
        assert list(path.parent.glob(f"{path.stem}-*.key"))
    assert (source / "pypi" / copies.wheel()).exists()


def test_the_button_of_a_chapter_opens_its_copy(source):
    for chapter in CHAPTERS:
        address = urlsplit(lite.address_of(chapter, "https://example.org/lite/"))
        assert address.path == "/lite/lab/index.html"
        assert (source / "files" / parse_qs(address.query)["path"][0]).is_file()


def test_what_pyodide_lacks_has_the_versions_of_the_book():
    assert [pin.partition("==")[0] for pin in lite.pins()] == [*lite.NOT_IN_PYODIDE]


def test_a_folder_without_pyodide_is_refused(tmp_path):
    command = [
        sys.executable,
        "-m",
        "evalbook_tools.lite",
        "--folder",
        str(tmp_path / "lite"),
        "--pyodide",
        str(tmp_path),
    ]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.stderr.strip() == f"evalbook: {tmp_path} has no pyodide.mjs; unpack a release of Pyodide there"
    assert not (tmp_path / "lite").exists()


@pytest.mark.parametrize(
    ("found", "row"),
    [
        (Outcome("book/curves/auc", 27, 27, 61.2, ""), "book/curves/auc 27 of 27 cells 61 s"),
        (
            Outcome("book/curves/auc", 27, 1, 9.0, "KeyError: 1"),
            "book/curves/auc 1 of 27 cells 9 s KeyError: 1",
        ),
    ],
)
def test_a_row_of_the_table_says_how_many_cells_ran_and_what_went_wrong(found, row):
    assert " ".join(found.row.split()) == row


# ---------------------------------------------------------------- without a network


def in_lite(*command: str, **options) -> str:
    programs = ROOT / ".venv-lite" / "bin"
    return subprocess.run(
        [str(programs / command[0]), *command[1:]], check=True, capture_output=True, text=True, **options
    ).stdout.strip()


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory) -> Path:
    """A folder with as much of Pyodide as registries have: npm the program, PyPI the packages that are only Python.

    Those of a release of Pyodide were built anew; the digests in its list are put right.
    """
    if shutil.which("npm") is None:
        pytest.skip("no npm found: no Pyodide was fetched")
    subprocess.run(["make", "--silent", ".venv-lite/installed"], cwd=ROOT, check=True)
    named = "from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION; print(PYODIDE_VERSION)"
    version = in_lite("python", "-c", named)
    fetched, folder = tmp_path_factory.mktemp("npm"), tmp_path_factory.mktemp("pyodide")
    # One more try, where no registry answers: its default takes a quarter of an hour.
    npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--fetch-retries", "1"]
    subprocess.run([*npm, "--prefix", str(fetched), f"pyodide@{version}"], check=True)
    for name in PROGRAM:
        shutil.copy(fetched / "node_modules" / "pyodide" / name, folder)
    add_packages(folder / "pyodide-lock.json")
    return folder


def add_packages(lock_file: Path) -> None:
    lock = json.loads(lock_file.read_text("utf-8"))
    packages, todo, needed = lock["packages"], [*KERNEL], {}
    while todo:
        name = todo.pop().replace("_", "-")
        needed[name] = packages[name]
        todo += {*packages[name]["depends"]} - needed.keys()
    pins = [f"{package['name']}=={package['version']}" for package in needed.values()]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    python = lock["info"]["python"].rpartition(".")[0]
    only = ["--only-binary", ":all:", "--python-version", python, "--dest", str(lock_file.parent)]
    subprocess.run([*pip, *only, *pins], check=True)
    for package in needed.values():
        wheel = (lock_file.parent / package["file_name"]).read_bytes()
        package["sha256"] = hashlib.sha256(wheel).hexdigest()
    lock_file.write_text(json.dumps(lock), "utf-8")


@pytest.fixture(scope="module")
def built(site, pyodide, tmp_path_factory) -> Path:
    """A site with Pyodide inside, as `make lite PYODIDE=folder` builds it."""
    folder = tmp_path_factory.mktemp("site")
    options = ["--folder", str(folder / "source"), "--html", str(site), "--pyodide", str(pyodide)]
    subprocess.run([sys.executable, "-m", "evalbook_tools.lite", *options], check=True)
    in_lite("jupyter", "lite", "build", "--output-dir", str(folder / "site"), cwd=folder / "source")
    return folder / "site"


@pytest.mark.slow
def test_the_site_is_small_and_brings_no_source_maps(built):
    files = [path for path in built.rglob("*") if path.is_file()]
    own = [path for path in files if not path.is_relative_to(built / "static" / "pyodide")]
    assert sum(path.stat().st_size for path in own) < 24 * MEGABYTE
    assert not [path for path in files if path.suffix == ".map"]


@pytest.mark.slow
def test_a_kernel_starts_and_its_first_cell_finds_the_wheel_without_a_network(built, pyodide, browser):
    """The packages of Pyodide that are compiled are in no registry: the first cell asks for all, and gets none."""
    asked: list[str] = []
    context = browser().new_context(viewport={"width": 1300, "height": 900})
    context.on("request", lambda request: asked.append(request.url))
    with served(str(built)) as address:
        found = outcome(context, "book/curves/auc", address, 180)
    assert found.problem == "ModuleNotFoundError: No module named 'numpy'"
    assert found.run == 1
    assert not [url for url in asked if not url.startswith((address, "blob:", "data:"))]
    names = {Path(urlsplit(url).path).name for url in asked if urlsplit(url).path.endswith(".whl")}
    assert {copies.wheel()} < names
    assert {wheel.partition("-")[0] for wheel in names} >= {*lite.NOT_IN_PYODIDE, "numpy", "scipy", "matplotlib"}
    listed = {
        package["file_name"] for package in json.loads((pyodide / "pyodide-lock.json").read_text())["packages"].values()
    }
    assert names - listed <= {path.name for path in built.rglob("*.whl")}
