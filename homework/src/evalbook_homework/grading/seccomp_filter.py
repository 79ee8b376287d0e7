"""The seccomp filter of the sandbox, compiled for bubblewrap: what no process in it may ask of the system.

That is keys, worlds of its own, and hidden memory.
"""

from __future__ import annotations

import errno
import importlib
import tempfile
from functools import cache
from types import ModuleType

KEYS = ("add_key", "keyctl", "request_key")
MOUNTS = (
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "move_mount",
    "mount_setattr",
    "open_tree",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
)
WORLDS = ("unshare", "setns")
MEMORY = ("memfd_create", "memfd_secret", "shmget", "msgget", "semget", "userfaultfd")
OTHERS = (
    "bpf",
    "perf_event_open",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "name_to_handle_at",
    "open_by_handle_at",
)
ABSENT = ("clone3", "io_uring_setup", "io_uring_enter", "io_uring_register")
"""As if the kernel had none: clone3 hides its flags, and who asks for it then asks for clone."""
NEW_WORLDS = [1 << bit for bit in (17, 25, 26, 27, 28, 29, 30)]
"""The flags of clone for new mounts, groups, host names, queues, users, processes, networks."""
PACKET = 17
"""The first of the families of sockets that no notebook needs: with it that to the host of a virtual machine."""


def library() -> ModuleType | None:
    """The binding of libseccomp: Debian's python3-seccomp, or pyseccomp of the package index."""
    for name in ("seccomp", "pyseccomp"):
        try:
            return importlib.import_module(name)
        except (ImportError, OSError, RuntimeError):
            continue
    return None


@cache
def compiled() -> bytes:
    """The filter as a program of the kernel; nothing where the library is missing."""
    found = library()
    if found is None:
        return b""
    rules = found.SyscallFilter(found.ALLOW)
    refused, absent = found.ERRNO(errno.EPERM), found.ERRNO(errno.ENOSYS)
    for name in (*KEYS, *MOUNTS, *WORLDS, *MEMORY, *OTHERS):
        _add(rules, refused, name)
    for name in ABSENT:
        _add(rules, absent, name)
    for flag in NEW_WORLDS:
        _add(rules, refused, "clone", found.Arg(0, found.MASKED_EQ, flag, flag))
    _add(rules, refused, "socket", found.Arg(0, found.GE, PACKET))
    _add(rules, refused, "prlimit64", found.Arg(0, found.NE, 0))  # the limits of the process that watches
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def _add(rules: object, action: object, name: str, *arguments: object) -> None:
    try:
        rules.add_rule(action, name, *arguments)  # type: ignore[attr-defined]
    except (OSError, RuntimeError, ValueError):
        return  # a call that this machine does not have
