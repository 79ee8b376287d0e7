"""Make the book's text for language models: ``python -m evalbook_tools.data.python_manual …/pydoc_data/topics.py``.

The file is the one that CPython 3.11.7 installs as ``Lib/pydoc_data/topics.py``, parts of the language reference. It
is under the license of the Python Software Foundation, version 2, which the package carries beside the data.
"""

from __future__ import annotations

import csv
import hashlib
import re
import runpy
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from evalbook_tools import ROOT

FILE = ROOT / "src" / "evalbook" / "teaching" / "data" / "python_manual.csv"
SOURCE_SHA256 = "abaa56a64551d8eead1b19cbae3c6db443f99f0cab81df07bed3cb75c0db9346"
TOPICS = [
    *["assignment", "attribute-access", "calls", "comparisons", "debugger"],
    *["execmodel", "import", "objects", "strings", "typesseq"],
]
NOT_PROSE = re.compile(r"^ |::=|\*\*\*|===|---|\+-", re.MULTILINE)  # code, lists with an indent, grammar, tables
SHORTEST = 60  # headings are shorter


def rows(topics: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The paragraphs of prose of each topic, each on one line; a paragraph that two topics share comes once."""
    seen: set[str] = set()
    for topic in TOPICS:
        for block in topics[topic].split("\n\n"):
            paragraph = " ".join(block.split())
            if len(paragraph) >= SHORTEST and paragraph not in seen and not NOT_PROSE.search(block.strip("\n")):
                seen.add(paragraph)
                yield topic, paragraph


def write(topics: Mapping[str, str], file: TextIO) -> None:
    """The paragraphs as comma-separated values, with a header."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["topic", "paragraph"])
    writer.writerows(rows(topics))


if __name__ == "__main__":
    path = Path(sys.argv[1])
    if hashlib.sha256(path.read_bytes()).hexdigest() != SOURCE_SHA256:
        sys.exit(f"{path} is not the file from which the book's text was made")
    with FILE.open("w", encoding="utf-8", newline="") as target:
        write(runpy.run_path(str(path))["topics"], target)
    print(FILE.name)
