"""Choose the versions in all of requirements*.txt anew (``make pins``)."""

from __future__ import annotations

import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADER = """\
# Exact versions of everything the book and its tests need, for all systems and Python 3.11 and later.
# Made from requirements.in: make pins (it runs uv pip compile); commit the result once make test is green.
"""
HEADER_OF_OLDEST = """\
# The lowest versions that pyproject.toml allows, and what the tests of the package need beside them: make oldest.
# Made from pyproject.toml and requirements-tests.in by make pins; commit the result once make oldest is green.
"""
HEADER_OF_PEERS = """\
# Exact versions of the peers of comparison that are rarely used, and of what their tests need: make peers.
# Made from requirements-peers.in by make pins; commit the result once make peers is green.
"""
HEADER_OF_HOMEWORK = """\
# Exact versions of nbgrader, which makes the students' notebooks, and of what it needs: make homework.
# Made from requirements-homework.in by make pins; commit the result once make test-all is green.
"""

HEADER_OF_HUB = """\
# Exact versions of what the image for a hub needs beside requirements.txt, whose versions it keeps: Dockerfile.
# Made from requirements-hub.in by make pins; commit the result once make image is green.
"""


def compiled(options: str, text: str = "") -> str:
    """What uv resolves, one line a package; a file named - is `text`."""
    week_ago = date.today() - timedelta(days=7)  # what is newer may not have reached every mirror
    common = (
        f"--quiet --universal --fork-strategy fewest --python-version 3.11 --no-header --no-annotate "
        f"--exclude-newer {week_ago}"
    )
    command = [sys.executable, "-m", "uv", "pip", "compile", *common.split(), *options.split()]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, input=text).stdout


def newest() -> str:
    """What the book and its tests need, as new as all of it allows."""
    return compiled("requirements.in")


def oldest() -> str:
    """The requirements of the package and its extras as old as it allows; what its tests need as new as these allow."""
    lowest = compiled("--all-extras --no-deps --resolution lowest-direct -c requirements-tests.in pyproject.toml")
    return compiled("-", lowest + (ROOT / "requirements-tests.in").read_text("utf-8"))


def hub(book: str) -> str:
    """What the image needs, in the versions that the book has."""
    return compiled("-c - requirements-hub.in", book)


if __name__ == "__main__":
    book = newest()
    (ROOT / "requirements.txt").write_text(HEADER + book + "-e .\n", "utf-8")
    (ROOT / "requirements-hub.txt").write_text(HEADER_OF_HUB + hub(book), "utf-8")
    (ROOT / "requirements-peers.txt").write_text(HEADER_OF_PEERS + compiled("requirements-peers.in"), "utf-8")
    (ROOT / "requirements-oldest.txt").write_text(HEADER_OF_OLDEST + oldest(), "utf-8")
    homework = HEADER_OF_HOMEWORK + compiled("requirements-homework.in")
    (ROOT / "requirements-homework.txt").write_text(homework, "utf-8")
