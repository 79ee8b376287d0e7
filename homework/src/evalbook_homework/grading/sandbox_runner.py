"""Runs a student's notebook inside the sandbox: process 1 of its own world, on psutil and nbclient.

The first process watches; it cannot be killed from inside, and takes no signal. A second one, the runner, executes the
cells and says what it begins, what ends and what is handed in. It ends with the cell that takes too long, too much
memory, too many processes or files, or that kills its kernel; the teacher's side then opens a new sandbox for the rest.
Time is what the room computes or sleeps: on a busy machine, what others take does not count.

Read from standard input: a JSON object with ``notebook``, ``aside``, ``files`` and ``limits``. Written to standard
output: a JSON object a line, the last one with ``over``. What a student's code may forge is a cell's beginning, its
error and its answer, all of which are the same student's; why a run is over is said by the watcher alone.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil

ANSWER = "application/vnd.evalbook.answer.v1+json"
DIED = "ended its kernel, or took all memory"
STAYS = "--IPKernelApp.exec_lines=get_ipython().ask_exit = lambda: None"
"""The kernel outlives exit() and quit(), which would end it while a later cell runs."""
ENDS = ("", DIED)
"""How a run may be over by the runner's own word."""
TICK = 0.1  # seconds between two looks at what runs
HOLD = 1.0  # seconds of waiting that one look counts at most: before it, others may have had their turns
NEVER = 10**6  # seconds
ALONE = os.getpid() == 1
"""Whether this is the first process of a world of its own; only `--unconfined` runs it elsewhere."""


# ---------------------------------------------------------------- the first process: it watches


def watch() -> None:
    """Run the notebook once, and pass on what it said, and why it had to be ended, if it had to be."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a first process takes no signal for which it has no handler
    _hide()
    task = json.load(sys.stdin)
    for name, content in task.pop("files").items():
        Path(name).write_bytes(base64.b64decode(content))
    said, why, took = _run(task, task.pop("limits"))
    at = next((line["begin"] for line in reversed(said) if "begin" in line), None)
    for line in [*said, {"over": why, "at": at if why else None, "took": took}]:
        print(json.dumps(line), flush=True)


def _run(task: dict[str, Any], limits: dict[str, float]) -> tuple[list[Any], str | None, float]:
    """What the notebook said, why it had to be ended, and the seconds that it took."""
    inner, outer = os.pipe()
    runner = subprocess.Popen(
        [sys.executable, __file__, "run"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=[outer],
        preexec_fn=lambda: _limit(limits),
    )
    os.close(outer)
    assert runner.stdin is not None
    clock = _Clock()
    try:
        with contextlib.suppress(BrokenPipeError):  # it ended at once: the pipe says so below
            runner.stdin.write(json.dumps({**task, "to": outer}).encode())
            runner.stdin.close()
        return *_listen(inner, limits, clock), clock.seconds
    finally:
        _end_all()
        os.close(inner)


class _Clock:
    """The seconds in which the room computes, or all of it waits; without those in which it waits for its turn."""

    def __init__(self) -> None:
        self.seconds, self._computed, self._at = 0.0, 0.0, time.monotonic()

    def count(self, processes: list[psutil.Process]) -> None:
        """Add what the room took since the last look."""
        now, computed = time.monotonic(), sum(map(_computed, processes))
        waited = 0.0 if any(map(_wants_to_run, processes)) else min(now - self._at, HOLD)
        self.seconds += max(computed - self._computed, waited)
        self._computed, self._at = computed, now


def _listen(pipe: int, limits: dict[str, float], clock: _Clock) -> tuple[list[Any], str | None]:
    said: list[Any] = []
    rest, size, begun, pause = b"", 0, limits["start_seconds"], TICK
    while True:
        heard = select.select([pipe], [], [], pause)[0]
        looked, processes = time.monotonic(), _others()
        clock.count(processes)
        if heard:
            chunk = os.read(pipe, 1 << 16)
            if not chunk:
                return said, "ended its kernel or the program that runs it, or took all memory"
            size += len(chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            new = [line for line in map(_line, lines) if _is_known(line)]
            said += [line for line in new if "over" not in line]
            if over := [line["over"] for line in new if "over" in line]:
                return said, over[0] or None
            begun = clock.seconds if any("begin" in line for line in new) else begun
        if why := _excess(limits, processes, size, clock.seconds - begun, clock.seconds):
            return said, why
        pause = max(TICK, 4 * (time.monotonic() - looked))  # a look takes its turn from what it looks at


def _computed(process: psutil.Process) -> float:
    """Seconds that a process computed, and those of its children that are gone."""
    with contextlib.suppress(psutil.Error):
        return float(sum(process.cpu_times()[:4]))
    return 0.0


def _wants_to_run(process: psutil.Process) -> bool:
    """Whether any thread of a process wants a processor or a disk; where the system shows no threads, its first."""
    with contextlib.suppress(OSError, psutil.Error):
        threads = list(Path(f"/proc/{process.pid}/task").glob("*/stat"))
        return not {"R", "D"}.isdisjoint([_state(one) for one in threads] or process.status()[0].upper())
    return False


def _state(thread: Path) -> str:
    with contextlib.suppress(OSError):  # it is over
        return thread.read_text("utf-8", "replace").rpartition(")")[2].split()[0]
    return ""


def _is_known(line: dict[str, Any]) -> bool:
    """Whether the runner may say this: which cell begins, how one fails, what it hands in, and that all is over."""
    kinds = {("begin",): int, ("answer", "at"): dict, ("at", "error"): str}
    what = tuple(sorted(line))
    if what == ("over",):
        return line["over"] in ENDS
    return what in kinds and isinstance(line[min(what, key=("answer", "error", "begin", "at").index)], kinds[what])


def _line(line: bytes) -> dict[str, Any]:
    """A line from the runner; what is none (forged by the student's code) counts as nothing."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _excess(
    limits: dict[str, float], processes: list[psutil.Process], size: int, cell: float, notebook: float
) -> str | None:
    """Which limit is exceeded; of time, by a cell, or by the whole notebook."""
    if _nobody_listens():
        return "was stopped, because grading ended"
    if cell > limits["cell_seconds"]:
        return f"took longer than {limits['cell_seconds']:g} seconds"
    if notebook > limits["seconds"]:
        return "used up the time of the whole notebook"
    if len(processes) > limits["processes"]:
        return f"started more than {limits['processes']:g} processes"
    if sum(_memory(one) for one in processes) > limits["memory"]:
        return f"took more than {limits['memory'] / 2**30:g} GiB of memory"
    if ALONE and _files() > limits["files"]:
        return f"wrote more than {limits['files']:,.0f} files"
    if size > limits["output"]:
        return "handed in more than the limit allows"
    return None


def _nobody_listens() -> bool:
    """Whether the teacher's side is gone, killed, so that this world should be, too."""
    heard = select.poll()
    heard.register(sys.stdout, 0)
    return bool(heard.poll(0))


def _others() -> list[psutil.Process]:
    """All other processes in this world; without a world of its own, those that came from here."""
    here = psutil.Process()
    return [one for one in psutil.process_iter() if one != here] if ALONE else here.children(recursive=True)


def _memory(process: psutil.Process) -> int:
    """Bytes that a process takes, and its part of what it shares; all of it where it hides that."""
    try:
        return int(process.memory_full_info().pss)
    except (psutil.AccessDenied, AttributeError):
        with contextlib.suppress(psutil.Error):
            return int(process.memory_info().rss)
    except psutil.Error:
        pass
    return 0


def _files() -> int:
    """How many files lie on the disks of the sandbox."""
    disks = [os.statvfs(place) for place in (Path.cwd(), "/tmp", "/dev/shm")]
    return sum(disk.f_files - disk.f_ffree for disk in disks)


def _end_all() -> None:
    """End all other processes, and wait until they are gone."""
    while others := _others():
        for process in others:
            with contextlib.suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(others, timeout=1)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _hide() -> None:
    """No other process may look into this one, so that none reaches its output."""
    set_dumpable = 4
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(set_dumpable, 0, 0, 0, 0)


def _limit(limits: dict[str, float]) -> None:
    with contextlib.suppress(OSError):  # where memory ends, the notebook goes before the watcher
        Path("/proc/self/oom_score_adj").write_text("1000")
    most = {
        resource.RLIMIT_AS: limits["address_space"], resource.RLIMIT_FSIZE: limits["file"], resource.RLIMIT_CORE: 0,
        **({resource.RLIMIT_NPROC: limits["processes"]} if ALONE else {}),
    }  # fmt: skip
    for what, bound in most.items():
        resource.setrlimit(what, (int(bound), int(bound)))


# ---------------------------------------------------------------- the second process: it runs


def run() -> None:
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, DeadKernelError

    task = json.load(sys.stdin)
    to = os.fdopen(task["to"], "w", buffering=1)

    def say(**said: Any) -> None:
        print(json.dumps(said), file=to)

    class Client(NotebookClient):
        """Keeps what is handed in and how a cell fails; all other output is dropped, however much it is."""

        def output(self, outs: Any, message: Any, display_id: Any, cell_index: int) -> None:
            content = message["content"]
            if message["msg_type"] == "display_data" and ANSWER in content["data"]:
                say(at=cell_index, answer=content["data"][ANSWER])

    notebook = nbformat.from_dict(task["notebook"])
    limits: dict[str, Any] = {"timeout": None, "startup_timeout": NEVER, "iopub_timeout": NEVER}  # the watcher's hold
    client = Client(notebook, kernel_name="python3", record_timing=False, extra_arguments=[STAYS], **limits)
    with client.setup_kernel():
        for place, cell in enumerate(notebook.cells):
            if cell.cell_type != "code" or place in task["aside"]:
                continue
            say(begin=place)
            try:
                client.execute_cell(cell, place)
            except CellExecutionError as error:
                say(at=place, error=f"{error.ename}: {error.evalue}"[:300])
            except DeadKernelError:
                say(over=DIED)
                return
        say(over="")


if __name__ == "__main__":
    {"watch": watch, "run": run}[sys.argv[1]]()
