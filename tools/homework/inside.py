"""Runs a student's notebook inside the sandbox: process 1 of its own world, on psutil and nbclient.

The first process watches; it cannot be killed from inside. A second one, the runner, executes the cells and says what
it begins, what ends and what is handed in. A cell that takes too long, too much memory or too many processes, or that
kills its kernel, is set aside, and the notebook runs again without it: one bad cell costs its own answer alone.

Read from standard input: a JSON object with ``notebook``, ``files`` and ``limits``. Written to standard output: a JSON
object a line. What a student's code may forge there is what the same student hands in, and nothing else.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import json
import os
import resource
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil

ANSWER = "application/vnd.evalbook.answer.v1+json"
TICK = 0.1  # seconds between two looks at what runs
ALONE = os.getpid() == 1
"""Whether this is the first process of a world of its own; only `--unconfined` runs it elsewhere."""


# ---------------------------------------------------------------- the first process: it watches


def watch() -> None:
    """Run the notebook, again without each cell that has to be set aside, and pass on what the last run said."""
    _hide()
    task = json.load(sys.stdin)
    limits, home = task["limits"], Path.cwd()
    aside: dict[int, str] = {}
    end = time.monotonic() + limits["seconds"]
    while True:
        for name, content in task["files"].items():
            (home / name).write_bytes(base64.b64decode(content))
        said, why = _run(task["notebook"], sorted(aside), limits, end)
        at = next((line["begin"] for line in reversed(said) if "begin" in line), None)
        for line in said:
            print(json.dumps(line), flush=True)
        if why is None or at is None or at in aside or len(aside) == limits["set_aside"] or time.monotonic() > end:
            print(json.dumps({"over": why, "at": at if why else None}), flush=True)
            return
        aside[at] = why
        print(json.dumps({"again_without": at, "why": why}), flush=True)


def _run(notebook: Any, aside: list[int], limits: dict[str, float], end: float) -> tuple[list[Any], str | None]:
    """What one run of the notebook said, and why it had to be ended, if it had to be."""
    inner, outer = os.pipe()
    task = json.dumps({"notebook": notebook, "aside": aside, "to": outer}).encode()
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
    try:
        runner.stdin.write(task)
        runner.stdin.close()
        return _listen(inner, limits, end)
    finally:
        _end_all()
        os.close(inner)


def _listen(pipe: int, limits: dict[str, float], end: float) -> tuple[list[Any], str | None]:
    said: list[Any] = []
    rest, size, begun = b"", 0, time.monotonic() + limits["start_seconds"]
    while True:
        if select.select([pipe], [], [], TICK)[0]:
            chunk = os.read(pipe, 1 << 16)
            if not chunk:
                return said, "ended its kernel or the program that runs it"
            size += len(chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            for line in map(_line, lines):
                if "done" in line:
                    return said, None
                if "died" in line:
                    return said, "ended its kernel"
                if "begin" in line:
                    begun = time.monotonic()
                said.append(line)
        why = _excess(limits, size, time.monotonic() - begun, end)
        if why:
            return said, why


def _line(line: bytes) -> dict[str, Any]:
    """A line from the runner; what is none (forged by the student's code) counts as nothing."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _excess(limits: dict[str, float], size: int, taken: float, end: float) -> str | None:
    """Which limit is exceeded."""
    processes = _others()
    if taken > limits["cell_seconds"]:
        return f"took longer than {limits['cell_seconds']:g} seconds"
    if time.monotonic() > end:
        return f"brought the whole notebook to more than {limits['seconds']:g} seconds"
    if len(processes) > limits["processes"]:
        return f"started more than {limits['processes']:g} processes"
    if sum(_memory(one) for one in processes) > limits["memory"]:
        return f"took more than {limits['memory'] / 2**30:g} GiB of memory"
    if size > limits["output"]:
        return "handed in more than fits"
    return None


def _others() -> list[psutil.Process]:
    """All other processes in this world; without a world of its own, those that came from here."""
    here = psutil.Process()
    return [one for one in psutil.process_iter() if one != here] if ALONE else here.children(recursive=True)


def _memory(process: psutil.Process) -> int:
    try:
        memory = process.memory_info()
    except psutil.Error:
        return 0
    return int(memory.rss - getattr(memory, "shared", 0))


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
    client = Client(notebook, timeout=None, kernel_name="python3", allow_errors=False, record_timing=False)
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
                say(died=place)
                return
        say(done=True)


if __name__ == "__main__":
    {"watch": watch, "run": run}[sys.argv[1]]()
