"""Programs, and functions of this package, in child processes with a limit of time.

A notebook or a judgment may never end, so neither runs in the teacher's own process. On demand all children end
at once.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

import psutil

P = ParamSpec("P")
Result = TypeVar("Result")
PATIENCE = 15
"""How many times as long as a function may compute it may take by the clock, where this machine is busy."""
_LIVE: set[Callable[[], None]] = set()
"""How to end each process that runs now."""
_CONTEXT: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")


def preload(module: str) -> None:
    """Load a module once, for all functions that are called in processes of their own."""
    if sys.platform != "win32":
        _CONTEXT.set_forkserver_preload([module])


def end_all() -> None:
    """End every process that was begun here."""
    for end in list(_LIVE):
        end()


@contextlib.contextmanager
def _ended_by(end: Callable[[], None]) -> Iterator[None]:
    _LIVE.add(end)
    try:
        yield
    finally:
        _LIVE.discard(end)
        end()


def run_program(
    command: list[str], given: bytes, seconds: float, most: int, keep: Sequence[int] = ()
) -> tuple[bytes, str]:
    """What a program prints, at most so many bytes in so many seconds, and the last line of its errors.

    Raises TimeoutError when it takes longer.
    """
    with tempfile.TemporaryFile() as task, tempfile.TemporaryFile() as errors, tempfile.TemporaryDirectory() as folder:
        task.write(given)
        task.seek(0)
        program = subprocess.Popen(
            command,
            stdin=task,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=folder,
            pass_fds=keep,
            start_new_session=True,
        )
        assert program.stdout is not None
        late = time.monotonic() + seconds
        with program.stdout, _ended_by(lambda: _end(program)):
            alarm = threading.Timer(seconds, _end, [program])
            alarm.daemon = True
            alarm.start()
            out = program.stdout.read(most)
            alarm.cancel()
        program.wait()
        if time.monotonic() > late:
            raise TimeoutError(f"it took longer than {seconds:.0f} seconds by the clock")
        errors.seek(0)
        return out, "".join(errors.read().decode(errors="replace").strip().splitlines()[-1:])


def _end(program: subprocess.Popen[bytes]) -> None:
    """End a program and all that it began: bubblewrap itself may not end a sandbox whose user is another one."""
    if program.poll() is None:
        with contextlib.suppress(psutil.Error):
            for process in [*psutil.Process(program.pid).children(recursive=True), psutil.Process(program.pid)]:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()


def call_function(seconds: float, function: Callable[P, Result], *args: P.args, **options: P.kwargs) -> Result:
    """What a function returns in a process of its own. Raises TimeoutError when it computes longer."""
    here, there = _CONTEXT.Pipe(duplex=False)
    worker = _CONTEXT.Process(target=_tell, args=(there, seconds, function, args, options), daemon=True)
    worker.start()
    there.close()
    told = None
    with here, _ended_by(worker.kill), contextlib.suppress(EOFError):  # the system ended it at its limit
        told = here.recv() if here.poll(PATIENCE * seconds) else None
    worker.join()
    if told is None:
        raise TimeoutError(f"it took longer than {seconds:g} seconds")
    result, error = told
    if error:
        raise RuntimeError(error)
    return result


def _tell(
    there: Connection, seconds: float, function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever waits for the answer ends this process, too
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))
    try:
        there.send((function(*args, **options), ""))
    except Exception as error:
        there.send((None, f"{type(error).__name__}: {error}"))
