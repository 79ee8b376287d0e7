"""A class with every attack in it is graded, from submissions to worksheet, and nobody else notices. Slow: it runs."""

from __future__ import annotations

import csv
import io
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from argparse import Namespace
from functools import partial
from html import unescape
from pathlib import Path

import psutil
import pytest
from attacks import ATTACKS
from damage import right
from tiny_class import TINY

from evalbook_homework.grading import __main__ as commands
from evalbook_homework.grading import release, sandbox, terms

pytestmark = pytest.mark.slow
INNOCENT = {"Ada Lovelace": right(), "Zhou Wei": right()}
"""The first and the last of the class."""
NOT_UTF_8 = os.fsdecode(b"Jos\xe9 Garc\xeda_77_assignsubmission_file_")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The folder of the grades, and what the run printed."""
    why = sandbox.why_unavailable()
    assert not why, why
    folder = tmp_path_factory.mktemp("class")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(release, "_wheel", lambda: b"wheel")
        patch.setattr(terms, "term", partial(terms.term, terms=folder))
        patch.setattr(commands, "term", partial(terms.term, terms=folder))
        patch.setattr(sandbox, "compile_all", lambda: None)  # tests share an environment
        latest, _ = release.release(TINY, commands.term("test", new=True))
        rows = [{"tiny.ipynb": make(latest.student)} for make in INNOCENT.values()]
        names = [*INNOCENT, *ATTACKS]
        rows += [attack.make(latest.student) for attack in ATTACKS.values()]
        for number, (name, files) in enumerate(zip(names, rows, strict=True), start=100):
            put(folder / "in" / f"{name}_{number}_assignsubmission_file_", files)
        put(folder / "in" / NOT_UTF_8, {"tiny.ipynb": right()(latest.student)})
        sheet = "".join(f'Participant {number},"{name}",,-\n' for number, name in enumerate(names, start=100))
        sheet += "Participant 9,Bob Lazy,,-\nParticipant 77,José,,-\n"
        sheet = f"Identifier,Full name,Grade,Last modified (grade)\n{sheet}"
        (folder / "sheet.csv").write_text(sheet, "utf-8")
        out = io.StringIO()
        patch.setattr("sys.stdout", out)
        given = {"submissions": folder / "in", "roster": folder / "sheet.csv", "assignments": TINY.folder.parent}
        commands.grade(Namespace(term="test", unconfined=False, due=None, cell_seconds=10, wall_minutes=30, **given))
    return folder / "test" / "grades" / "tiny", out.getvalue()


def put(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def row(graded, name: str) -> dict[str, str]:
    """A student's row of the table; nothing for one of whom nothing could be graded."""
    text = (graded[0] / "grades.csv").read_text("utf-8-sig")
    return next((one for one in csv.DictReader(io.StringIO(text)) if one["name"] == name), {})


def page(graded, name: str) -> str:
    """What the student is told."""
    with zipfile.ZipFile(graded[0] / "moodle-feedback.zip") as archive:
        folder = name.replace("\\", "_")  # a name in a zip has no backslash
        found = [each for each in archive.namelist() if each.startswith(f"{folder}_")]
        return archive.read(found[0]).decode() if found else ""


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_earns_no_more_than_it_may_and_is_seen(graded, name):
    attack, found = ATTACKS[name], row(graded, name)
    assert found or name in graded[1], "whoever handed in is shown"
    for question, most in zip(("tiny-1", "tiny-2", "tiny-3"), attack.most, strict=True):
        assert float(found.get(question) or 0) <= most
    told = " ".join([unescape(page(graded, name)), *found.values(), graded[1]])
    assert attack.said in told


@pytest.mark.parametrize("name", [*INNOCENT, r"Jos\udce9 Garc\udceda"])
def test_nobody_else_notices(graded, name):
    assert [row(graded, name)[question] for question in ("tiny-1", "tiny-2", "tiny-3")] == ["2"] * 3
    assert "6 of 10 points" not in page(graded, name)
    assert "Right." in page(graded, name)


def test_whoever_handed_in_nothing_is_absent_and_nobody_else(graded):
    assert "\nHanded in nothing: Bob Lazy\n" in graded[1]


def test_all_files_are_whole(graded):
    folder, _ = graded
    assert not [*folder.glob("*.part")]
    assert zipfile.ZipFile(folder / "moodle-feedback.zip").testzip() is None
    rows = list(csv.DictReader(io.StringIO((folder / "moodle-worksheet.csv").read_text("utf-8-sig"))))
    assert len(rows) == len(ATTACKS) + len(INNOCENT) + 2


def test_nothing_that_was_written_moves_a_cursor_or_is_a_formula(graded):
    folder, printed = graded
    texts = [path.read_text("utf-8") for path in folder.iterdir() if path.suffix != ".zip"]
    assert not [
        text for text in [*texts, printed] if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text.replace("\r\n", "\n"))
    ]
    tables = [path.read_text("utf-8-sig") for path in folder.glob("*.csv")]
    assert not [text for text in tables if re.search(r"""(^|[,;\t|]) *"*[=+@]""", text, re.MULTILINE)]


def test_no_group_outlives_the_run(graded):
    assert not groups(os.getpid())


def groups(run: int) -> list[Path]:
    """The control groups that a process has made, of this test and no other."""
    return [*Path("/sys/fs/cgroup").rglob(f"evalbook-{run}-*")]


# ---------------------------------------------------------------- interrupted

COMMAND = """import functools, pathlib, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever begins the tests may have it ignored
from evalbook_homework.grading import __main__ as commands, terms
commands.term = functools.partial(terms.term, terms=pathlib.Path(sys.argv.pop(1)))
commands.sandbox.compile_all = lambda: None  # tests share an environment
print("begun", file=sys.stderr, flush=True)
commands.main()
"""


def wait_for(word: str, path: Path) -> None:
    """Until a program has said this."""
    end = time.monotonic() + 120
    while word not in path.read_text("utf-8") and time.monotonic() < end:
        time.sleep(0.1)


@pytest.mark.parametrize("after", [1, 6, 12])
def test_an_interrupted_run_ends_within_two_seconds_and_leaves_nothing(tmp_path, monkeypatch, after):
    """Whether it draws the key, runs notebooks that do not end, or judges."""
    monkeypatch.setattr(release, "_wheel", lambda: b"wheel")
    latest, _ = release.release(TINY, terms.term("test", new=True, terms=tmp_path))
    loops = right(q1="while True: pass", q2="while True: pass", q3="while True: pass")
    for name in "abcd":
        put(tmp_path / "in" / name, {"tiny.ipynb": loops(latest.student)})
    arguments = ["--assignments", TINY.folder.parent, "grade", "--term", "test", "--submissions", tmp_path / "in"]
    command = [sys.executable, "-c", COMMAND, *map(str, [tmp_path, *arguments])]
    with (tmp_path / "errors").open("w") as errors:
        run = subprocess.Popen(command, stderr=errors)
    wait_for("begun", tmp_path / "errors")
    time.sleep(after)
    begun_by_it = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(signal.SIGINT)
    begun = time.monotonic()
    run.wait(timeout=30)
    assert time.monotonic() - begun < 4  # two seconds, on a machine that does nothing else
    assert run.returncode
    said = (tmp_path / "errors").read_text("utf-8")
    assert "interrupted before everything was written" in said
    _, left = psutil.wait_procs(begun_by_it, timeout=0.5)
    assert begun_by_it
    assert not [one for one in left if one.status() != psutil.STATUS_ZOMBIE]  # a dead one may wait for init
    assert not groups(run.pid)
