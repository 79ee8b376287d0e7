"""Whether the book's links to other sites still lead somewhere: ``make links``.

Sphinx follows every outside link of the pages; this says which are broken, and where they stand. It needs a network.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
OUTPUT = ROOT / "_build" / "links"
FOUND = OUTPUT / "_build" / "html" / "output.json"
CELL = 10_000
"""Of a notebook, MyST-NB gives the line as this times the number of the cell, plus the line within it."""
SITE = "https://doi.org/"
"""Most links lead here."""


def has_network() -> bool:
    """Whether the site that most links lead to answers."""
    try:
        urlopen(SITE, timeout=20).close()
    except HTTPError:
        return True  # it answers, if only with an error
    except (URLError, OSError):
        return False
    return True


def check() -> list[dict[str, Any]]:
    """Let Sphinx follow every link: one record each."""
    FOUND.unlink(missing_ok=True)
    program = "from jupyter_book.cli.main import main; main()"
    options = ["build", str(ROOT), "--all", "-q", "--builder", "linkcheck", "--path-output", str(OUTPUT)]
    result = subprocess.run([sys.executable, "-c", program, *options], capture_output=True, text=True, env=os.environ)
    if not FOUND.exists():
        sys.exit(f"evalbook: the links could not be collected\n{result.stdout}{result.stderr}")
    return read(FOUND.read_text("utf-8"))


def read(lines: str) -> list[dict[str, Any]]:
    """The records of links to other sites, from Sphinx's lines of JSON."""
    records = [json.loads(line) for line in lines.splitlines()]
    return [record for record in records if record["uri"].startswith(("http:", "https:"))]


def place(record: dict[str, Any]) -> str:
    """Where a link stands."""
    cell, line = divmod(record["lineno"], CELL)
    return f"{record['filename']}, cell {cell}" if cell else f"{record['filename']}:{line}"


def report(records: list[dict[str, Any]]) -> tuple[str, bool]:
    """What to print, and whether every link leads somewhere."""
    failed = [record for record in records if record["status"] in ("broken", "timeout")]
    lines = [f"{place(record)}: {record['uri']}\n    {record['info']}" for record in failed]
    return "\n".join([*lines, f"{len(records)} links to other sites, {len(failed)} broken"]), not failed


def main() -> None:
    """Check and say."""
    if not has_network():
        sys.exit(f"evalbook: no network here ({SITE} does not answer): the links to other sites were not checked")
    text, good = report(check())
    print(text)
    sys.exit(not good)


if __name__ == "__main__":
    main()
