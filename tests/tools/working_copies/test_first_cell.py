"""The first cell of a copy, in a Python that has no evalbook and no network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from evalbook_tools import notebooks as tool
from evalbook_tools import working_copies as copies
from site_fixtures import files_of_copy, files_of_zips


@pytest.fixture(scope="module")
def packages(tmp_path_factory) -> Path:
    """The packages of a Python that has all that is installed here, but for this project."""
    folder = tmp_path_factory.mktemp("python")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    (packages,) = folder.glob("lib/*/site-packages")
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if "evalbook" not in path.name and not (packages / path.name).exists():
            (packages / path.name).symlink_to(path)
    return packages


@pytest.fixture
def python(packages):
    """That Python, and what a test installs is gone after it."""
    yield packages.parents[2] / "bin" / "python"
    for path in packages.glob("evalbook*"):
        shutil.rmtree(path)


@pytest.fixture
def alone(site, tmp_path) -> Path:
    """The folder of a chapter's zip, from which a student has lost the wheel."""
    folder = tmp_path / "roc_curve"
    folder.mkdir()
    for name, content in files_of_copy(site, folder.name).items():
        (folder / name).write_bytes(content)
    return folder


def said(python: Path, folder: Path, more: str = "") -> str:
    """What the first cell says in that folder, with lines of code behind it."""
    (folder / "cell.ipy").write_text(f"{tool.read(folder / 'roc_curve.ipynb').cells[1].source}\n{more}", "utf-8")
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    offline = outside | {"PIP_NO_INDEX": "1", "IPYTHONDIR": str(folder / "ipython"), "NO_COLOR": "1"}
    command = [str(python), "-m", "IPython", "--colors=NoColor", "cell.ipy"]
    done = subprocess.run(command, cwd=folder, env=offline, capture_output=True, text=True)
    return done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="links to the packages")
@pytest.mark.parametrize("above", [0, 1])
def test_it_names_what_is_missing_and_finds_the_wheel_beside_the_notebook_and_above(site, python, alone, above):
    told = said(python, alone)
    assert "Not installed: evalbook\n" in told
    assert f"put the file {copies.wheel()}\nfrom this zip into {alone}" in told
    ([alone, alone.parent][above] / copies.wheel()).write_bytes(files_of_zips(site)[f"evalbook/{copies.wheel()}"])
    bet = next(cell.source for cell in tool.read(alone / "roc_curve.ipynb").cells if "pages.bet(" in cell.source)
    look = 'print("figures on", rcParams["figure.facecolor"])'
    told = said(python, alone, f"import evalbook\nprint(evalbook.__file__)\n{look}\n{bet}")
    assert "figures on white" in told, "they are transparent on the site alone, which gives their letters other colors"
    assert str(python.parents[1]) in told
    assert "How many different sets of these eight patients" in told
    assert "Not installed" not in told
