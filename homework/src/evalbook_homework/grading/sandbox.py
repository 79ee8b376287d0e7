"""The sandbox around a stranger's notebook: no network, no files but the interpreter's, and limits on everything.

Bubblewrap builds it, with a seccomp filter, in a control group where the machine offers one.
"""

from __future__ import annotations

import compileall
import os
import platform
import random
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

import evalbook
from evalbook_homework.grading import cgroups, seccomp_filter
from evalbook_tools.progress_bar import progress_bar

RUNNER = Path(__file__).with_name("sandbox_runner.py")
HOME = "/home/student"
MiB = 2**20


@dataclass(frozen=True)
class Limits:
    """What one notebook may take."""

    cell_seconds: float = 20
    """That a cell computes or sleeps; a notebook may do so six times as long."""
    wall_seconds: float = 1800
    """By the clock, for all runs of a notebook."""
    start_seconds: float = 60
    memory: float = 1024 * MiB
    address_space: float = 4096 * MiB
    processes: float = 64
    file: float = 32 * MiB
    disk: float = 64 * MiB
    files: float = 10_000
    output: float = 1 * MiB

    @property
    def seconds(self) -> float:
        """That a notebook computes or sleeps, in all its runs."""
        return 6 * self.cell_seconds


def packages() -> dict[str, str]:
    """What the book asks for, with the versions that are installed."""
    asked = [one for one in metadata.requires("evalbook") or [] if "; extra" not in one or one.endswith("'book'")]
    return {name: metadata.version(name) for name in sorted({re.split(r"[^\w.-]", one)[0] for one in asked})}


def installed() -> str:
    """What notebooks run with: Python, and what the book asks for, with versions."""
    return ", ".join([f"Python {platform.python_version()}", *(f"{name} {one}" for name, one in packages().items())])


ENVIRONMENT = Path(sysconfig.get_path("purelib"))


def compile_all(folder: Path = ENVIRONMENT) -> None:
    """Compile what a notebook may import, where that is not done; no room could keep it, so each would do it again."""
    packages = [*folder.iterdir(), Path(evalbook.__file__).parent] if os.access(folder, os.W_OK) else []
    for one in progress_bar(packages, "Compiling, once", len(packages), "package"):
        compileall.compile_dir(one, quiet=2) if one.is_dir() else compileall.compile_file(one, quiet=2)


def why_unavailable() -> str:
    """Why this machine cannot build the sandbox; nothing if it can."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed (Debian, Ubuntu: apt install bubblewrap)"
    with confined_command(Limits(), sys.executable, "-I", "-c", "") as (command, keep):
        tried = subprocess.run(command, pass_fds=keep, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return tried.stderr.strip() if tried.returncode else ""


def missing_protections() -> list[str]:
    """What the sandbox does not have on this machine, for the teacher who has to decide whether that matters."""
    missing = []
    if not cgroups.is_offered():
        missing.append(
            "the system itself does not limit memory, because no control group can be made. Memory is checked ten "
            "times a second instead, so a notebook may take more for a moment and slow this machine down"
        )
    if not seccomp_filter.compiled():
        missing.append(
            "calls to the system are not filtered, because Python finds neither seccomp nor pyseccomp (pip install "
            "pyseccomp). A notebook may see the keys that your login keeps in the kernel, and hide memory"
        )
    return missing


@contextmanager
def unconfined_command() -> Iterator[tuple[list[str], list[int]]]:
    """The command that runs the same without a sandbox: for notebooks whose authors one trusts as oneself."""
    yield [sys.executable, str(RUNNER), "watch"], []


@contextmanager
def confined_command(limits: Limits, *program: str) -> Iterator[tuple[list[str], list[int]]]:
    """The command that runs `program` (without one, the runner) in a new sandbox, and the files that it keeps open."""
    with cgroups.group(limits.memory + HEADROOM, limits.processes + 16) as group, tempfile.TemporaryFile() as rules:
        rules.write(seccomp_filter.compiled())
        rules.seek(0)
        yield [*group, *_command(limits, rules.fileno(), *program)], [rules.fileno()]


HEADROOM = 256 * MiB
"""What the group may take beyond the limit at which the sandbox says which cell took too much."""


def _command(limits: Limits, rules: int, *program: str) -> list[str]:
    """The command that builds the sandbox and runs the program as its first process."""
    as_root = os.getuid() == 0
    return [
        "bwrap", *(f"--unshare-{world}" for world in ("ipc", "pid", "net", "uts")),
        *(_KEPT if as_root else ["--unshare-user", *_no_users_inside(), "--cap-drop", "ALL"]),
        *(["--seccomp", str(rules)] if seccomp_filter.compiled() else []),
        "--die-with-parent", "--new-session", "--as-pid-1", "--clearenv", "--proc", "/proc", "--dev", "/dev",
        *_disk(limits, 1, "/dev/shm"), "--remount-ro", "/dev", *_disk(limits, 1, "/tmp"), *_disk(limits, 6, HOME),
        *(part for folder in _readable() for part in _shown(folder)),  # they may lie below /tmp, so they come later
        *(part for link, target in _links() for part in ("--symlink", target, link)),
        "--chdir", HOME, "--ro-bind", str(RUNNER), "/sandbox_runner.py", "--remount-ro", "/",
        *(part for name, value in _environment().items() for part in ("--setenv", name, value)),
        "--", *(_as_nobody() if as_root else []), *(program or (sys.executable, "-I", "/sandbox_runner.py", "watch")),
    ]  # fmt: skip


def _disk(limits: Limits, eighths: int, place: str) -> list[str]:
    """A part of the disk, in memory; all parts are one disk."""
    return ["--perms", "1777", "--size", str(int(limits.disk * eighths / 8)), "--tmpfs", place]


@cache
def _no_users_inside() -> list[str]:
    """No user namespace in the sandbox, where bubblewrap knows how (0.8); the filter refuses them, too."""
    known = subprocess.run(["bwrap", "--help"], capture_output=True, text=True).stdout
    return ["--disable-userns"] if "--disable-userns" in known else []


_KEPT = [part for right in ("SETUID", "SETGID", "SETPCAP") for part in ("--cap-add", f"CAP_{right}")]


def _as_nobody() -> list[str]:
    """Root leaves its rights behind, for a user that no other sandbox has: the limit on processes counts by user."""
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
