"""A closed room for a stranger's notebook: no network, no files but the interpreter's, and limits on everything."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import evalbook

INSIDE = Path(__file__).with_name("inside.py")
HOME = "/home/student"
MiB = 2**20


@dataclass(frozen=True)
class Limits:
    """What one notebook may take."""

    seconds: float = 120
    start_seconds: float = 60
    cell_seconds: float = 20
    memory: float = 1024 * MiB
    address_space: float = 4096 * MiB
    processes: float = 64
    file: float = 32 * MiB
    disk: float = 64 * MiB
    output: float = 1 * MiB
    set_aside: float = 4
    """How many cells may be set aside before the run is over."""

    @property
    def longest(self) -> float:
        """Seconds after which the whole room is torn down, whatever it says."""
        return self.start_seconds + self.seconds + 30


def is_possible() -> str:
    """Why this machine cannot build the room; nothing if it can."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed (Debian, Ubuntu: apt install bubblewrap)"
    tried = subprocess.run(command(Limits(), sys.executable, "-I", "-c", ""), capture_output=True, text=True)
    return tried.stderr.strip() if tried.returncode else ""


def unconfined() -> list[str]:
    """The same program without a room around it: for notebooks whose authors one trusts as oneself."""
    return [sys.executable, str(INSIDE), "watch"]


def command(limits: Limits, *program: str) -> list[str]:
    """The command that builds the room and runs `program` as its first process: without one, `inside.py`."""
    disk = ["--perms", "1777", "--size", str(int(limits.disk)), "--tmpfs"]
    as_root = os.getuid() == 0
    return [
        "bwrap", *(f"--unshare-{world}" for world in ("ipc", "pid", "net", "uts")),
        *(_KEPT if as_root else ["--unshare-user", "--cap-drop", "ALL"]),
        "--die-with-parent", "--new-session", "--as-pid-1", "--clearenv",
        "--proc", "/proc", "--dev", "/dev", *disk, "/dev/shm", "--remount-ro", "/dev", *disk, "/tmp", *disk, HOME,
        *(part for folder in _readable() for part in _shown(folder)),  # they may lie below /tmp, so they come later
        *(part for link, target in _links() for part in ("--symlink", target, link)),
        "--chdir", HOME, "--ro-bind", str(INSIDE), "/inside.py", "--remount-ro", "/",
        *(part for name, value in _environment().items() for part in ("--setenv", name, value)),
        "--", *(_as_nobody() if as_root else []), *(program or (sys.executable, "-I", "/inside.py", "watch")),
    ]  # fmt: skip


_KEPT = [part for right in ("SETUID", "SETGID", "SETPCAP") for part in ("--cap-add", f"CAP_{right}")]


def _as_nobody() -> list[str]:
    """Root leaves its rights behind, for a user that no other room has: the limit on processes counts by user."""
    user = random.randrange(2**20, 2**31)
    drop = ["--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
    return ["setpriv", f"--reuid={user}", f"--regid={user}", *drop]


def _readable() -> Iterator[Path]:
    """The interpreter, its packages and the libraries of the system; nothing of the user's."""
    system = [Path("/usr"), Path("/etc/ld.so.cache"), Path("/etc/fonts"), Path("/etc/alternatives")]
    python = [Path(sys.base_prefix), Path(sys.prefix), Path(evalbook.__file__).parent]
    yield from (folder for folder in [*system, *python] if folder.exists())


def _shown(folder: Path) -> Iterator[str]:
    """Options that show a folder, under folders that anyone may pass and that hold nothing else."""
    for parent in reversed(folder.parents[:-1]):
        yield from ("--perms", "0755", "--dir", str(parent))
    yield from ("--ro-bind", str(folder), str(folder))


def _links() -> Iterator[tuple[str, str]]:
    for name in ("/bin", "/lib", "/lib64", "/sbin"):
        if Path(name).is_symlink():
            yield name, str(Path(name).readlink())


def _environment() -> dict[str, str]:
    one_thread = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    places = {"HOME": HOME, "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "LANG": "C.UTF-8"}
    return {**one_thread, **places, "PYTHONPATH": str(Path(evalbook.__file__).parents[1]), "MPLBACKEND": "agg"}
