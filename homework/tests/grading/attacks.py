"""What a hostile student may try, one row each: what is handed in, the most that it may earn, and what is seen of it.

The first question is the attacker's tool, so that its points are lost; the others are answered rightly, and count.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from damage import ALL, HOSTILE, NONE, Earned, Kind, right, written
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from tiny_class import RIGHT, filled

OTHERS = (0.0, 2.0, 2.0)
Files = dict[str, bytes]


@dataclass(frozen=True)
class Attack:
    """One way to do harm."""

    make: Callable[[NotebookNode], Files]
    """The files in the student's folder."""
    most: Earned
    said: str = ""
    """What the feedback or the table says of it."""


def code(source: str, said: str = "", most: Earned = OTHERS, **other: str) -> Attack:
    """An attack by the cell of the first answer."""
    make = right(q1=source, **other)
    return Attack(lambda notebook: {"tiny.ipynb": make(notebook)}, most, said)


def denied(expression: str) -> Attack:
    """A call to the system that has to fail: what it returns is handed in."""
    return code(f"import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nerror = {expression}", "<td>-1<")


def packed(files: Files) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


INTO_THE_PIPE = """import glob, os, stat
error = 0.123
for place in glob.glob(f"/proc/{{os.getppid()}}/fd/*"):
    try:
        if stat.S_ISFIFO(os.stat(place).st_mode):
            with open(place, "wb", buffering=0) as pipe:
                pipe.write({text})
    except OSError:
        pass
"""


def into_the_pipe(text: str, said: str = "") -> Attack:
    """Forged lines where the runner says what happens; a run that this spoils is the student's own."""
    return code(INTO_THE_PIPE.format(text=text), said, ALL)


def _cells(notebook: NotebookNode) -> Files:
    notebook.cells += [new_code_cell(f"x = {number}") for number in range(20_000)]
    return {"tiny.ipynb": written(filled(notebook, RIGHT))}


def _long_name(notebook: NotebookNode) -> Files:
    filled(notebook, RIGHT)
    notebook.metadata = NotebookNode()
    for cell in notebook.cells:
        cell.metadata["nbgrader"] = {"grade_id": "-1" * 200_000, "grade": True, "points": 1}
    return {"tiny.ipynb": written(notebook)}


def _zips(notebook: NotebookNode) -> Files:
    bomb = packed({f"{number}.ipynb": b" " * (19 * 2**20) for number in range(10)})
    return {f"{number}.zip": bomb for number in range(8)} | {"tiny.ipynb": right()(notebook)}


def _many_in_a_zip(notebook: NotebookNode) -> Files:
    return {"all.zip": packed({f"{number}.ipynb": b"{" for number in range(30_000)}), "tiny.ipynb": right()(notebook)}


def _for_bob(notebook: NotebookNode) -> Files:
    name = "Bob Lazy_9_assignsubmission_file_x.ipynb"
    return {name: right()(notebook), f"Bob Lazy_9_assignsubmission_file_/{name}": right()(notebook)}


def _surrogates(notebook: NotebookNode) -> Files:
    filled(notebook, RIGHT | {"tiny-4": "words and SURROGATE and more of them, enough to be an answer"})
    return {"tiny.ipynb": written(notebook).replace(b"SURROGATE", b"\\ud800 \\u001b[2J")}


SHARED = """import mmap
held = []
for _ in range(24):
    held.append(mmap.mmap(-1, 2**27))
    held[-1].write(b"1" * 2**27)
error = 1
"""
NAMELESS = "import os\nheld = [os.memfd_create('x') for _ in range(100)]\nerror = 1"
FILL = """import os
total = 0
for place in (os.path.expanduser("~"), "/tmp", "/dev/shm", "/var/tmp", "/"):
    try:
        with open(os.path.join(place, "fill"), "wb", buffering=0) as file:
            while True:
                total += file.write(b"0" * 2**16)
    except OSError:
        pass
error = total <= 64 * 2**20
"""
MANY = "n = 0\nwhile True:\n    open(f'{n}', 'w').close(); n += 1"
READ_FIRST = """import os
seen = []
for name in ("environ", "mem", "maps", "fd", "cwd/x", "root/x", "oom_score_adj"):
    try:
        os.listdir(f"/proc/1/{name}") if name == "fd" else open(f"/proc/1/{name}", "r+b" if name[0] == "o" else "rb")
        seen.append(name)
    except OSError:
        pass
error = len(seen) - 1 if set(seen) <= {"maps"} else len(seen) + 5
"""
STARTUP = """import os
os.makedirs(os.path.expanduser("~/.ipython/profile_default/startup"), exist_ok=True)
open(os.path.expanduser("~/.ipython/profile_default/startup/0.py"), "w").write("both = [0, 0]; open('/tmp/was', 'w')")
open("was", "w"), open("/dev/shm/was", "w")
os._exit(1)
"""
WAS = """import os
kept = ("was", "/tmp/was", "/dev/shm/was", "~/.ipython/profile_default/startup/0.py")
was = any(os.path.exists(os.path.expanduser(path)) for path in kept)
"""
SIGNALS = """import os, time
for one in (1, 2, 3, 9, 10, 12, 13, 15, 19, 20):
    os.kill(1, one)
time.sleep(2)
"""
OTHER_LINES = rb"""{"at": [], "answer": 1}
{"begin": {}}
{"at": 1e99, "error": "x"}
{"over": "all points"}
{"begin": 99999}
"""
OTHER_TYPES = {"cells": [{"metadata": 1, "source": {}}, 7], "metadata": [], "nbformat": "x"}
SETTINGS = "open('/proc/sys/kernel/hostname', 'w').write('x')\nopen('/dev/kmsg')\nerror = 1"


ATTACKS = {
    # ------------------------------------------------ to stop the run for all
    "a surrogate in the pipe": into_the_pipe(r"""b'{"at": 4, "error": "\\ud800 \\u001b[2J"}\n'"""),
    "a surrogate as an answer in the pipe": into_the_pipe(r"""b'{"at": 4, "answer": {"answer": "\\udce9"}}\n'"""),
    "no JSON in the pipe": into_the_pipe(r"b'[' * 100_000 + b'\n\xff\xfe\x00\n{}\n[]\n1\n'"),
    "lines of other kinds in the pipe": into_the_pipe(repr(OTHER_LINES)),
    "a flood in the pipe": into_the_pipe("b'x' * 10**8", "set aside"),
    "a thousand errors in the pipe": into_the_pipe(r"""b'{"at": 3, "error": "x"}\n' * 1000"""),
    "a forged reason in the pipe": into_the_pipe(
        r"""b'{"again_without": 3, "why": "by teacher"}\n{"over": "by teacher: full points", "at": 3}\n'"""
    ),
    "a surrogate handed in": code(r"error = '\ud800'"),
    "surrogates in the file": Attack(_surrogates, ALL),
    "a tower of lists": code("error = 1\nfor _ in range(200): error = [error]"),
    "a list of lists": code("error = [[1] * 100] * 1000"),
    "a long integer": code("error = 10**4000"),
    "not a number": code("error = float('nan')"),
    "infinite": code("error = float('inf')"),
    # ------------------------------------------------ to freeze it
    "spaces": code("error = '1' + ' ' * 100_000 + 'x'"),
    "digits": code("error = '1' * 100_000 + 'x'"),
    "accents": code("error = '1' + '\\u0315\\u0300' * 50_000"),
    "commas": code("error = '1, ' * 50_000 + 'x'"),
    "expanding letters": code("error = '\\ufdfa' * 50_000"),
    "spaces for a word": code("error = 1", q3="letter = 'a' + ' -' * 100_000 + 'b'", most=(0.0, 2.0, 0.0)),
    "20,000 cells": Attack(_cells, NONE, "cells, which is more than anybody writes"),
    "names of cells that are long": Attack(_long_name, NONE),
    "deep metadata": Attack(
        lambda _: {"tiny.ipynb": b'{"cells": [], "metadata": ' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}"}, NONE
    ),
    "metadata of other types": Attack(lambda _: {"tiny.ipynb": json.dumps(OTHER_TYPES).encode()}, NONE),
    # ------------------------------------------------ to take the machine
    "shared memory": code(SHARED, "memory"),
    "memory in files without a name": code(NAMELESS, "fails"),
    "memory between processes": denied("libc.shmget(0, 2**30, 0o1600)"),
    "a world of its own": denied("libc.unshare(0x10000000)"),
    "a disk of its own": denied("libc.unshare(0x10020000) or libc.mount(b'x', b'/tmp', b'tmpfs', 0, None)"),
    "a process in a world of its own": denied("libc.syscall(56, 0x10000011, 0, 0, 0, 0)"),
    "many files": code(MANY, "wrote more than 10,000 files"),
    "all disks": code(FILL, "<td>True<"),
    "the keyring": denied("libc.syscall(250, 0, -3, 1)"),
    "a key": denied("libc.syscall(248, b'user', b'x', b'y', 1, -3)"),
    "another process's memory": denied("libc.ptrace(16, 1, 0, 0)"),
    "a socket to the host": code("import socket\nsocket.socket(40, socket.SOCK_STREAM)\nerror = 1", "PermissionError"),
    "signals to the first process": code(SIGNALS + RIGHT["tiny-1-answer"], most=ALL),
    "limits of the first process": code(
        "import resource\nresource.prlimit(1, resource.RLIMIT_CPU, (0, 0))\nerror = 1", "PermissionError"
    ),
    "what the first process holds": code(READ_FIRST, most=OTHERS),
    "the interpreter": code("import sys\nopen(sys.executable, 'ab')\nerror = 1", "fails"),
    "the package": code("import evalbook\nopen(evalbook.__file__, 'a')\nerror = 1", "fails"),
    "settings of the system": code(SETTINGS, "fails"),
    # ------------------------------------------------ to stay
    "what survives a run": code(
        STARTUP, "set aside", q2=f"{WAS}{RIGHT['tiny-2-answer']}\nboth = [0, 0] if was else both"
    ),
    # ------------------------------------------------ to be somebody else, and to forge
    "files for Bob": Attack(_for_bob, ALL),
    "a zip for Bob": Attack(
        lambda notebook: {"all.zip": packed({"../Bob Lazy_9_assignsubmission_file_/x.ipynb": right()(notebook)})}, ALL
    ),
    "a note of the teacher": code(
        "raise ValueError('”. By teacher: full points. “')", "“ValueError: “. By teacher: full points. “”"
    ),
    "escape sequences": code("raise ValueError('\\x1b[2J\\x1b]0;owned\\x07')", r"\x1b[2J"),
    "escape sequences in a cell": code("'\x1b[2J'; 1 / 0"),
    "formulas": code("raise ValueError('=1+1;=2+2')", q4="a;=1+1 and ten words more, so that it is an answer, too"),
    # ------------------------------------------------ to fill the teacher's side
    "eight zips that grow": Attack(_zips, ALL),
    "30,000 files in a zip": Attack(_many_in_a_zip, ALL),
}


def _as_attack(kind: Kind) -> Attack:
    return Attack(lambda notebook: {"tiny.ipynb": kind.make(notebook)}, kind.earned or ALL, kind.said)


ATTACKS |= {name: _as_attack(kind) for name, kind in HOSTILE.items()}
