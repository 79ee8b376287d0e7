"""Choose the versions in requirements.txt anew, from requirements.in (``make pins``)."""

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


def pins() -> str:
    """The resolved versions, one line a package."""
    week_ago = date.today() - timedelta(days=7)  # what is newer may not have reached every mirror
    options = (
        f"--quiet --universal --fork-strategy fewest --python-version 3.11 --no-header --no-annotate "
        f"--exclude-newer {week_ago}"
    )
    command = [sys.executable, "-m", "uv", "pip", "compile", *options.split(), "requirements.in"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    (ROOT / "requirements.txt").write_text(HEADER + pins() + "-e .\n", "utf-8")
