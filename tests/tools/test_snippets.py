"""The code that the guides show can be taken over as it stands: it parses, and the linter finds nothing in it."""

from __future__ import annotations

import re
import subprocess
import sys
from textwrap import dedent

import pytest

from evalbook_tools import ROOT

GUIDES = ("README.md", "CONTRIBUTING.md", "book/homework_and_grading.md")
SNIPPET = re.compile(r"^( *)```python\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SNIPPETS = {
    f"{guide} {place}": dedent(found[2])
    for guide in GUIDES
    for place, found in enumerate(SNIPPET.finditer((ROOT / guide).read_text("utf-8")), start=1)
}
OF_ITS_SURROUNDINGS = "F821,I001"
"""A name that the reader's own code defines; the order of imports, which depends on the project."""


def test_the_guides_show_code():
    assert len(SNIPPETS) >= 5


@pytest.mark.parametrize("code", SNIPPETS.values(), ids=SNIPPETS)
def test_the_linter_finds_nothing(code):
    ruff = [sys.executable, "-m", "ruff"]
    here = ["--config", str(ROOT / "pyproject.toml"), "--stdin-filename", "snippet.py"]
    for command in (["check", "--quiet", "--ignore", OF_ITS_SURROUNDINGS], ["format", "--check", "--quiet"]):
        result = subprocess.run([*ruff, *command, *here, "-"], input=code, capture_output=True, text=True)
        assert not result.returncode, f"{command[0]}: {result.stdout}{result.stderr}"
