"""A whole class is graded, with every kind of damaged and hostile notebook in it. Slow: it runs all of them."""

from __future__ import annotations

import io
import re
import socket
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import psutil
import pytest
from damage import DAMAGED, HOSTILE, LOOK, Kind, graded_class, right, said_of
from tiny_class import TINY

from evalbook_homework.grading import reports, sandbox

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def listening():
    """A server on this machine that no notebook may reach."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture(scope="module")
def graded(tmp_path_factory, listening):
    """The grades of the class, by the name of the kind."""
    why = sandbox.why_unavailable()
    assert not why, why
    folder = tmp_path_factory.mktemp("class")
    places = ", ".join(repr(str(place)) for place in (folder, folder / "terms", TINY.folder, TINY.folder.parents[3]))
    looks = Kind(right(q1=LOOK.format(places=places, port=listening), q3="letter = str(seen)"), (0.0, 2.0, 0.0))
    return graded_class({**DAMAGED, **HOSTILE, "looks": looks}, folder)


def test_the_environment_may_lie_below_tmp_and_have_a_space_in_its_name(monkeypatch):
    """The sandbox has a /tmp of its own, which must not hide it."""
    with tempfile.TemporaryDirectory(prefix="an evalbook ", dir="/tmp") as folder:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        monkeypatch.setattr(sys, "prefix", folder)
        monkeypatch.setattr(sys, "executable", str(Path(folder) / "bin" / "python"))
        assert not sandbox.why_unavailable()


@pytest.mark.parametrize("name", [*DAMAGED, *HOSTILE])
def test_it_is_graded_as_far_as_it_goes(graded, name):
    one, kind = graded[name], {**DAMAGED, **HOSTILE}[name]
    if kind.earned is not None:
        assert [mark.points for mark in one.marks[:3]] == list(kind.earned), one


@pytest.mark.parametrize("name", [name for name, kind in {**DAMAGED, **HOSTILE}.items() if kind.said])
def test_the_teacher_is_told_what_happened(graded, name):
    one, kind = graded[name], {**DAMAGED, **HOSTILE}[name]
    assert kind.said in said_of(one)


def test_nobody_is_missing(graded):
    assert set(graded) == {*DAMAGED, *HOSTILE, "looks"}


def test_a_notebook_sees_no_solution_no_other_submission_and_no_network(graded):
    assert graded["looks"].marks[2].answer == "[]"  # what it found


def test_forged_output_earns_nothing(graded):
    assert not graded["forges"].marks or graded["forges"].marks[0].points == 0


def test_no_process_outlives_its_notebook(graded):
    assert not [one for one in psutil.process_iter(["cmdline"]) if (one.info["cmdline"] or [])[1:] == ["4242"]]


def test_feedback_holds_no_markup_of_a_student(graded):
    with zipfile.ZipFile(io.BytesIO(reports.feedback(list(graded.values())))) as archive:
        page = archive.read(next(name for name in archive.namelist() if name.startswith("marks up_"))).decode()
    assert not re.search("<script|<img", page)
    assert "&lt;script&gt;" in page


def test_a_worksheet_holds_no_markup_and_no_formula(graded):
    sheet = reports.worksheet(list(graded.values()), None)
    assert not re.search('<script|<img|(^|,)"?[=+@]', sheet, re.MULTILINE)
