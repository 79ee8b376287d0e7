"""A busy machine turns no right answer into 0: what a notebook computes or sleeps counts, and not its turn."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from damage import right
from nbformat.v4 import new_code_cell
from tiny_class import RIGHT, TINY, filled

from evalbook_homework.grading import __main__ as commands
from evalbook_homework.grading import cgroups, child_processes, execution, grading, sandbox, sandbox_runner
from evalbook_homework.grading.collect import Attempt, Student
from evalbook_homework.grading.execution import NotRunError, run
from evalbook_homework.grading.sandbox import Limits

# ---------------------------------------------------------------- what time is


@contextmanager
def child(code: str) -> Iterator[psutil.Process]:
    """A process that runs this by now."""
    with subprocess.Popen([sys.executable, "-c", f"print(flush=True)\n{code}"], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        yield psutil.Process(process.pid)
        process.kill()


SPINS = "while True: pass"
SLEEPS = "import time; time.sleep(1000)"
SPINS_BESIDE = (
    "import threading; one = threading.Thread(target=lambda: [None for _ in iter(int, 1)]); one.start(); one.join()"
)


@pytest.mark.parametrize(("code", "wants"), [(SPINS, True), (SPINS_BESIDE, True), (SLEEPS, False)])
def test_a_process_wants_to_run_while_any_of_its_threads_does(code, wants):
    with child(code) as process:
        end = time.monotonic() + 10
        while sandbox_runner._wants_to_run(process) is not wants and time.monotonic() < end:
            time.sleep(0.1)
        assert [sandbox_runner._wants_to_run(process) for _ in range(5)] == [wants] * 5


def test_a_process_that_is_gone_wants_nothing():
    with child("") as process:
        process.wait()
        assert not sandbox_runner._wants_to_run(process)
        assert sandbox_runner._computed(process) == 0


def counted(monkeypatch, passed: float, computed: float, *, wants: bool) -> float:
    """The seconds that one look counts, when so many have passed by the clock."""
    monkeypatch.setattr(sandbox_runner.time, "monotonic", iter([100.0, 100.0 + passed]).__next__)
    monkeypatch.setattr(sandbox_runner, "_computed", lambda _: computed)
    monkeypatch.setattr(sandbox_runner, "_wants_to_run", lambda _: wants)
    clock = sandbox_runner._Clock()
    clock.count([None])
    return clock.seconds


@pytest.mark.parametrize(
    ("passed", "computed", "wants", "seconds"),
    [
        (0.1, 0.1, True, 0.1),  # it has the processor
        (10, 0.5, True, 0.5),  # it has a twentieth of it
        (0.5, 0, False, 0.5),  # it sleeps
        (10, 0, False, 1),  # it sleeps by now, and who watches had no turn
        (0.1, 0.4, True, 0.4),  # it has four
    ],
)
def test_the_turns_of_others_do_not_count(monkeypatch, passed, computed, wants, seconds):
    assert counted(monkeypatch, passed, computed, wants=wants) == pytest.approx(seconds)


def test_a_function_that_waits_longer_than_it_may_compute_is_not_ended():
    assert child_processes.call_function(1, time.sleep, 1.5) is None


def test_a_function_that_waits_for_ever_is_ended(monkeypatch):
    monkeypatch.setattr(child_processes, "PATIENCE", 2)
    with pytest.raises(TimeoutError, match=r"took longer than 0\.1 seconds"):
        child_processes.call_function(0.1, time.sleep, 1000)


def test_no_more_notebooks_run_at_a_time_than_the_affinity_allows():
    one = min(os.sched_getaffinity(0))
    code = f"import os; os.sched_setaffinity(0, [{one}])\nfrom evalbook_homework.grading import grading\n"
    code += "print(grading.cpu_count())"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "1\n"


# ---------------------------------------------------------------- what does not run

NAMES = ["tiny-setup", "tiny-1-answer", "tiny-1", "tiny-2-answer"]


@pytest.fixture
def notebook(released):
    return filled(released.student, RIGHT)


def place(notebook, name):
    return [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells].index(name)


def says(monkeypatch, *runs):
    """What each room says; the tasks that they get."""
    tasks, told = [], iter(runs)
    monkeypatch.setattr(execution, "_said", lambda task, *_, **__: [tasks.append(task), *next(told)][1:])
    return tasks


def ended(at, over="took longer than 20 seconds", took=1.0):
    return {"at": at, "over": over, "took": took}


@pytest.mark.parametrize("name", ["tiny-setup", "tiny-1"], ids=["set-up", "test"])
def test_what_is_given_and_ended_is_no_0(notebook, released, monkeypatch, name):
    says(monkeypatch, [ended(place(notebook, name))])
    with pytest.raises(NotRunError, match=f"cell {name}, which is given, took longer than 20 seconds"):
        run(notebook, released.files, Limits())


def test_a_kernel_that_does_not_start_is_no_0(notebook, released, monkeypatch):
    says(monkeypatch, [ended(None, "ended its kernel")])
    with pytest.raises(NotRunError, match="the start of its kernel, which is given, ended its kernel"):
        run(notebook, released.files, Limits())


def test_what_is_given_and_fails_is_no_0(notebook, released, monkeypatch):
    says(monkeypatch, [{"at": place(notebook, "tiny-setup"), "error": "ImportError: x"}, ended(None, None)])
    with pytest.raises(NotRunError, match="cell tiny-setup, which is given, fails: “ImportError: x”"):
        run(notebook, released.files, Limits())


@pytest.mark.parametrize(
    "error",
    [
        "NameError: name 'pages' is not defined",
        "AttributeError: 'int' object has no attribute 'hand_in'",
        "TypeError: 'list' object is not callable",
    ],
)
def test_a_test_that_fails_by_what_it_uses_beside_the_answer_is_no_0(notebook, released, monkeypatch, error):
    at = place(notebook, "tiny-3")
    notebook.cells[at].source = "pages.hand_in(letter, 'word', choices=list(case['letters']))"
    says(monkeypatch, [{"at": at, "error": error}, ended(None, None)])
    with pytest.raises(NotRunError, match=f"cell tiny-3, which is given, fails: “{error}”"):
        run(notebook, released.files, Limits())


@pytest.mark.parametrize(
    "error", ["NameError: name 'letter' is not defined", "RecursionError: maximum recursion depth"]
)
def test_a_test_that_fails_by_the_answer_says_why(notebook, released, monkeypatch, error):
    says(monkeypatch, [{"at": place(notebook, "tiny-3"), "error": error}, ended(None, None)])
    assert run(notebook, released.files, Limits()).failed == {"tiny-3": f"“{error}”"}


def test_what_is_given_and_reads_an_answer_may_fail_where_there_is_none(notebook, released, monkeypatch):
    shows = new_code_cell("print(case, error)")
    shows.metadata["nbgrader"] = {"grade_id": "tiny-shows", "solution": False, "grade": False}
    notebook.cells.append(shows)
    says(monkeypatch, [{"at": len(notebook.cells) - 1, "error": "NameError: x"}, ended(None, None)])
    assert run(notebook, released.files, Limits()).notes == ["cell tiny-shows fails: “NameError: x”"]


def test_a_machine_without_time_is_no_0(notebook, released):
    with pytest.raises(
        NotRunError, match="this machine had too little time for it: it took longer than 1 seconds by the"
    ):
        run(notebook, released.files, Limits(wall_seconds=0.6), confined=False)


def test_the_time_of_a_notebook_is_that_of_all_its_runs(notebook, released, monkeypatch):
    first, second = (place(notebook, name) for name in ("tiny-1-answer", "tiny-2-answer"))
    tasks = says(monkeypatch, [ended(first, took=90)], [ended(second, "used up the time of the whole notebook", 31)])
    notes = run(notebook, released.files, Limits()).notes
    assert [execution.json.loads(task)["limits"]["seconds"] for task in tasks] == [120, 30]
    assert notes[-1] == "the run ended at cell tiny-2-answer, which used up the time of the whole notebook"


def attempt(released, name="Ada"):
    return Attempt(Student(name), "x.ipynb", right()(released.student), (0.0,))


def test_whoever_is_not_graded_is_named_at_the_end_with_what_to_do(released, term, monkeypatch, capsys):
    def no_time(*_, **__):
        raise NotRunError("this machine had too little time for it")

    monkeypatch.setattr(grading, "run", no_time)
    monkeypatch.setattr(commands, "term", lambda _: term)
    monkeypatch.setattr(commands, "attempts", lambda _: [attempt(released, name) for name in ("Ada", "Bo")])
    options = {"cell_seconds": 20, "wall_minutes": 30, "due": "", "unconfined": True}
    commands.grade(Namespace(term="x", submissions=None, roster=None, assignments=TINY.folder.parent, **options))
    said = capsys.readouterr().out
    assert "Ada   not graded  this machine had too little time for it\n" in said
    last = said.strip().splitlines()[-1]
    assert last.startswith("Not graded for tiny, which is not a 0: Ada, Bo.")
    assert "run the same command again" in last
    assert "WALL_MINUTES=60" in last


@pytest.mark.parametrize("given", ["0", "-3", "nan", "inf", "soon"])
@pytest.mark.parametrize("option", ["--cell-seconds", "--wall-minutes"])
def test_a_time_is_a_number_above_0(monkeypatch, capsys, option, given):
    monkeypatch.setattr(sys, "argv", ["homework", "grade", "--term", "x", "--submissions", "y", f"{option}={given}"])
    with pytest.raises(SystemExit):
        commands.main()
    assert f"argument {option}: '{given}'; expected a number above 0" in capsys.readouterr().err


# ---------------------------------------------------------------- what the room has


def test_what_notebooks_run_with_is_named_with_its_version():
    assert sandbox.installed().startswith(f"Python {sys.version.split()[0]}, dask ")
    assert ", numpy " in sandbox.installed()


def test_what_may_be_imported_is_compiled_once(tmp_path):
    (tmp_path / "package").mkdir()
    for path in (tmp_path / "package" / "inner.py", tmp_path / "single.py"):
        path.write_text("x = 1\n")
    for _ in range(2):
        sandbox.compile_all(tmp_path)
        compiled = sorted(tmp_path.rglob("*.pyc"))
        assert [path.name.split(".")[0] for path in compiled] == ["single", "inner"]


def test_an_environment_of_somebody_else_is_left_alone(tmp_path, monkeypatch):
    (tmp_path / "single.py").write_text("x = 1\n")
    monkeypatch.setattr(sandbox.os, "access", lambda *_: False)
    sandbox.compile_all(tmp_path)
    assert not [*tmp_path.rglob("*.pyc")]


# ---------------------------------------------------------------- a sixteenth of a processor (slow: it is slow)

PERIOD = 100_000


@contextmanager
def a_sixteenth() -> Iterator[list[str]]:
    """What to put before a command, so that it has a sixteenth of a processor."""
    if systemd := cgroups._systemd():
        yield [*systemd, f"--property=CPUQuota={100 / 16:g}%", "--"]
        return
    old, here = Path("/sys/fs/cgroup/cpu"), next(iter(cgroups._own()), Path("/nowhere"))
    folder = (old if (old / "cpu.cfs_quota_us").exists() else here) / f"evalbook-busy-{threading.get_ident()}"
    with suppress(OSError):
        folder.mkdir()
    files = {"cpu.cfs_quota_us": f"{PERIOD // 16}", "cpu.max": f"{PERIOD // 16} {PERIOD}"}
    able = [name for name in files if (folder / name).exists()]
    if not able:
        pytest.skip("this machine lets nobody give a program less of a processor")
    (folder / able[0]).write_text(files[able[0]])
    yield ["sh", "-c", cgroups.ENTER, "sh", str(folder)]
    cgroups._removed(folder)


@pytest.mark.slow
def test_three_right_notebooks_on_a_busy_machine_get_all_points_or_are_not_graded(released, term, monkeypatch):
    why = sandbox.why_unavailable()
    assert not why, why
    took = []

    @contextmanager
    def slow_group(*_: float) -> Iterator[list[str]]:
        begun = time.monotonic()
        with a_sixteenth() as command:
            yield command
        took.append(time.monotonic() - begun)

    monkeypatch.setattr(cgroups, "group", slow_group)
    monkeypatch.setattr(grading, "cpu_count", lambda: 3)
    course = grading.Course(term, [TINY], Limits())
    (results,) = grading.grade(course, [attempt(released, name) for name in ("Ada", "Bo", "Cy")]).values()
    assert min(took) > Limits().cell_seconds, "a machine so fast tries nothing"
    assert [[mark.points for mark in one.marks[:3]] for one in results if not one.problem] == [[2, 2, 2]] * sum(
        not one.problem for one in results
    )
    assert all("too little time" in one.problem for one in results if one.problem)
