"""Make the book's survey of health: ``python -m evalbook_tools.data.health_survey …/randhie.csv``.

The file is that of the RAND Health Insurance Experiment as Cameron and Trivedi published it: a row a person and year.
It is in the public domain; the package statsmodels 0.15.0 carries it, as
``statsmodels/datasets/randhie/src/randhie.csv``. Its person numbers make one row a person of it.
"""

from __future__ import annotations

import csv
import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TextIO

from evalbook_tools import ROOT

FILE = ROOT / "src" / "evalbook" / "teaching" / "data" / "health_survey.csv"
SOURCE_SHA256 = "fe64f3c8e987779daa6052dd756d9ce277e025330f5549126c7c2f6a3c9c5541"
HOUSEHOLD = ("site", "plan", "income")  # no column names the family; those of one family agree in these


def rows(person_years: Iterable[Mapping[str, str]]) -> Iterator[tuple[int, int, float, float, int]]:
    """One row a person, in the order of the source: the first year; households are numbered from 1 as they appear."""
    seen: set[str] = set()
    households: dict[tuple[str, ...], int] = {}
    for row in person_years:
        if row["zper"] not in seen:
            seen.add(row["zper"])
            household = households.setdefault(tuple(row[name] for name in HOUSEHOLD), len(households) + 1)
            limited, diseases = round(float(row["physlm"]), 2), round(float(row["disea"]), 1)
            yield household, int(float(row["xage"])), limited, diseases, int(row["hlthp"])


def write(source: TextIO, file: TextIO) -> None:
    """The rows as comma-separated values, with a header; whole numbers without a point."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["household", "age", "limited", "diseases", "poor"])
    writer.writerows([f"{value:g}" for value in row] for row in rows(csv.DictReader(source)))


if __name__ == "__main__":
    path = Path(sys.argv[1])
    if hashlib.sha256(path.read_bytes()).hexdigest() != SOURCE_SHA256:
        sys.exit(f"{path} is not the file from which the book's survey was made")
    with path.open(encoding="utf-8", newline="") as origin, FILE.open("w", encoding="utf-8", newline="") as target:
        write(origin, target)
    print(FILE.name)
