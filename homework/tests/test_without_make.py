"""The three packages in an environment that holds nothing else: `pip install . ./tools ./homework`, and a term."""

from __future__ import annotations

import subprocess
import sys
import zipfile

import nbformat
import pytest
from tiny_class import RIGHT, TINY, filled

from evalbook_tools import ROOT


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> str:
    """The Python of the environment; the packages are copied into it, and not run from their sources."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "environment")], check=True)
    pins = [
        line
        for name in ("requirements.txt", "requirements/homework.txt")
        for line in (ROOT / name).read_text("utf-8").splitlines()
        if "==" in line
    ]
    (folder / "constraints.txt").write_text("\n".join(pins), "utf-8")
    own = str(folder / "environment" / "bin" / "python")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        own,
        "--disable-pip-version-check",
        "install",
        "-qq",
        "--no-compile",
    ]
    command = [*pip, "--constraint", str(folder / "constraints.txt"), ".", "./tools", "./homework"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return own


TERM = """
import sys
from pathlib import Path
from evalbook_homework.grading import __main__ as commands, release, terms
folder, *words = sys.argv[1:]
commands.term = lambda name, **options: terms.term(name, terms=Path(folder), **options)
release._wheel = lambda: b"wheel"
sys.argv = ["homework", *words]
commands.main()
"""


@pytest.mark.slow  # an environment of its own
def test_a_term_from_release_to_grade(python, tmp_path):
    def give(*words: object) -> None:
        command = [python, "-c", TERM, str(tmp_path), "--assignments", str(TINY.folder.parent), *map(str, words)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert not done.returncode, done.stderr[-3000:]

    give("release", "--term", "spring")
    with zipfile.ZipFile(tmp_path / "spring" / "released" / "tiny-r1.zip") as archive:
        student = nbformat.reads(archive.read("tiny-r1/tiny.ipynb").decode(), as_version=4)
    (tmp_path / "in").mkdir()
    nbformat.write(filled(student, RIGHT), tmp_path / "in" / "Ada.ipynb")
    give("grade", "--term", "spring", "--submissions", tmp_path / "in")
    row = (tmp_path / "spring" / "grades" / "tiny" / "grades.csv").read_text("utf-8-sig").splitlines()[1]
    assert row.startswith("Ada,,1,,"), row
    assert ",2,2,2,–," in row, row


@pytest.mark.slow  # an environment of its own
def test_outside_of_a_checkout_it_says_where_to_go(python, tmp_path):
    command = [python, "-m", "evalbook_homework.grading", "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert f"evalbook-tools works in a checkout of the project, but {tmp_path} is not inside one" in done.stderr
