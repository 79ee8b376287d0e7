"""A bar is shown on a terminal, when something takes long, and nowhere else."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios

import pytest

PROGRAM = """
import time
from evalbook_tools import progress_bar
progress_bar.SECONDS = {seconds}
print(sum(progress_bar.progress_bar((time.sleep(0.2) or one for one in range(4)), "Adding", 4, "number")))
"""


def shown(seconds, *, terminal):
    """What stands on the terminal, or in the pipe, that takes the errors of a program."""
    here, there = pty.openpty() if terminal else os.pipe()
    if terminal:
        termios.tcsetwinsize(there, (24, 80))
    program = [sys.executable, "-c", PROGRAM.format(seconds=seconds)]
    done = subprocess.run(program, stderr=there, stdout=subprocess.PIPE, check=True)
    assert done.stdout.strip() == b"6"
    says = os.read(here, 10_000).decode() if select.select([here], [], [], 0)[0] else ""
    os.close(there)
    os.close(here)
    return says


@pytest.mark.parametrize(("seconds", "terminal", "says"), [(0, True, True), (0, False, False), (60, True, False)])
def test_a_bar_is_for_a_terminal_and_for_what_takes_long(seconds, terminal, says):
    assert ("Adding" in shown(seconds, terminal=terminal)) is says
