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
PAGE = re.compile(r"^````md\n.*?^````$", re.MULTILINE | re.DOTALL)
"""Part of a page that a guide shows; its code may be an example with >>>."""


def snippets(guide: str) -> list[str]:
    """The code that a guide shows, without what a page that it shows has."""
    text = PAGE.sub("", (ROOT / guide).read_text("utf-8"))
    return [dedent(found[2]) for found in SNIPPET.finditer(text)]


SNIPPETS = {f"{guide} {place}": code for guide in GUIDES for place, code in enumerate(snippets(guide), start=1)}
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
