"""A control group for each sandbox, where the machine offers one: it counts shared memory and files in memory, too."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
ENTER = 'for group in $1; do echo $$ > "$group/cgroup.procs" || exit 1; done; shift; exec "$@"'


@contextmanager
def group(memory: float, processes: float) -> Iterator[list[str]]:
    """What to put before a command, so that it and all that it begins take no more; nothing where none is offered."""
    if systemd := _systemd():
        limits = {"MemoryMax": memory, "MemorySwapMax": 0, "TasksMax": processes}
        yield [*systemd, *(f"--property={name}={int(bound)}" for name, bound in limits.items()), "--"]
    elif is_offered():
        folders = list(_made(memory, processes))
        try:
            yield ["sh", "-c", ENTER, "sh", " ".join(map(str, folders))]
        finally:
            for folder in folders:
                _removed(folder)
    else:
        yield []


@cache
def is_offered() -> bool:
    """Whether this machine lets its user make a control group."""
    if _systemd():
        return True
    try:
        for folder in list(_made(2**30, 64)):
            folder.rmdir()
    except OSError:
        return False
    return bool(list(_own()))


@cache
def _systemd() -> list[str]:
    """The command by which systemd runs another one in a group of its own, if it does."""
    command = ["systemd-run", *([] if os.getuid() == 0 else ["--user"]), "--scope", "--quiet", "--collect"]
    if shutil.which("systemd-run") is None:
        return []
    with suppress(OSError, subprocess.TimeoutExpired):
        tried = subprocess.run([*command, "--", "true"], stdin=subprocess.DEVNULL, capture_output=True, timeout=10)
        return [] if tried.returncode else command
    return []


def _made(memory: float, processes: float) -> Iterator[Path]:
    """New groups below those of this process, with their limits."""
    name = f"evalbook-{os.getpid()}-{secrets.token_hex(4)}"
    bounds = {"memory.max": memory, "memory.swap.max": 0, "memory.limit_in_bytes": memory, "pids.max": processes}
    for own in _own():
        (own / name).mkdir()
        for file in (own / name).iterdir():
            if file.name in bounds:
                file.write_text(str(int(bounds[file.name])))
        yield own / name


def _own() -> Iterator[Path]:
    """The groups of this process that can have others below them, in the old and in the new layout."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers in ("memory", "pids"):
            yield ROOT / controllers / path.lstrip("/")
        below = ROOT / path.lstrip("/") / "cgroup.subtree_control"
        if not controllers and below.exists() and "memory" in below.read_text().split():
            yield below.parent


def _removed(folder: Path) -> None:
    """Remove a group as soon as its last process is gone."""
    for _ in range(40):
        with suppress(OSError):
            folder.rmdir()
            return
        time.sleep(0.05)
