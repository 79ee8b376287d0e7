"""What the page for teachers says of homework is what homework does."""

from __future__ import annotations

import re

from test_teachers import part

from evalbook_homework.grading import files, points
from evalbook_homework.grading.sandbox import Limits, MiB


def test_the_limits_of_a_notebook_are_those_of_the_sandbox():
    limits = Limits()
    said = dict(re.findall(r"^\| ([a-z ]+) \| ([\d,]+(?: \w+)?) \|$", part("Strangers' code"), re.MULTILINE))
    assert said == {
        "a cell": f"{limits.cell_seconds:g} seconds",
        "a notebook": f"{limits.seconds / 60:g} minutes",
        "memory": f"{limits.memory / MiB / 1024:g} GiB",
        "processes and threads": f"{limits.processes:g}",
        "files": f"{limits.files:,g}",
        "the judging of its answers": f"{points.SECONDS} seconds",
        "disk": f"{limits.disk / MiB:g} MiB",
    }
    read = [
        f"{files.LARGEST // MiB} MiB",
        f"{files.LARGEST_ZIP // MiB} MiB",
        f"{files.LARGEST_CLASS // MiB // 1024} GiB",
    ]
    assert re.findall(r"\d+ [MG]iB", part("Strangers' code").partition("Of what is handed in")[2]) == read
