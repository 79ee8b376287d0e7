"""How often a review alarms for nothing, and how often it finds what was planted: book/api/review/rates.json.

Run it as ``PYTHONPATH=tests/review python tests/review/rates.py``: it takes some minutes.
"""

from __future__ import annotations

import ast
import csv
import inspect
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from plants import PLANTS, Plant
from sound import SEEDS, SETTINGS, Call, Setting

import evalbook
from evalbook import review
from evalbook.comparison import proportion_interval
from evalbook.review import Review
from evalbook.review._review import all_checks

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "book" / "api" / "review" / "rates.json"
TABLE = ROOT / "book" / "api" / "review" / "rates.csv"
CHECKED = ROOT / "book" / "api" / "review" / "checks.csv"
DATA = ("tuned", "fresh", "last")


def reviewed(calls: Iterable[Call]) -> Review:
    """The review of all calls of an evaluation."""
    first, *others = (getattr(review, call.function)(**call.arguments) for call in calls)
    for other in others:
        first += other
    return first


def findings_of(case: Setting | Plant, seeds: Iterable[int]) -> list[list[str]]:
    """Of each seed, the findings as "severity check"."""
    return [[f"{one.severity} {one.check}" for one in reviewed(case.calls(seed)).findings] for seed in seeds]


def alarmed(found: list[str]) -> bool:
    """Whether a review shows a finding above "note"."""
    return any(not name.startswith("note") for name in found)


def by_setting(rates: list[float], reviews: int) -> tuple[float, float, float]:
    """The mean rate of settings, and Wilson's bounds for so many reviews as would vary as much by themselves."""
    values = np.array(rates)
    mean = float(values.mean())
    variance = float(values.var(ddof=1)) / len(values)
    alone = mean * (1 - mean) / reviews
    n = round(reviews * min(1.0, alone / variance)) if variance else reviews
    low, high = proportion_interval(round(mean * n), n)
    return mean, low, high


def sources() -> str:
    """One hash of all that the rates depend on here."""
    package = Path(evalbook.__file__).parent
    files = [*sorted(package.glob("review/*.py")), package / "comparison" / "_influence.py"]
    files += [package / "generation" / "_most_likely.py"]
    found = sha256()
    for path in [*files, *(Path(__file__).parent / f"{name}.py" for name in ("generated", "plants", "sound"))]:
        found.update(f"{path.name}\n{code_of(path)}".encode())
    return found.hexdigest()


def code_of(path: Path) -> str:
    """What a file does: its syntax without comments and docstrings, the same in all versions of Python."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    texts = {id(node.value) for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    words = []
    for node in nodes:
        if id(node) not in texts:
            fields = (value for _, value in ast.iter_fields(node) if isinstance(value, str | int | float))
            words.append(" ".join([type(node).__name__, *map(str, fields)]))
    return "\n".join(words)


def false_alarms(record: dict[str, Any], data: str) -> tuple[float, float, float]:
    """The rate of sound reviews with a finding above "note", by setting, with its bounds."""
    runs = [each["findings"] for each in record["sound"].values() if each["data"] == data]
    rates = [float(np.mean([alarmed(found) for found in each])) for each in runs]
    return by_setting(rates, sum(map(len, runs)))


def found_of(record: dict[str, Any], check: str, *, strong: bool) -> tuple[int, int]:
    """How many of a check's plants it found, of how many."""
    plants = [each for each in record["plants"] if each["check"] == check and each["strong"] == strong]
    hits = [any(name.endswith(f" {check}") for name in found) for each in plants for found in each["findings"]]
    return sum(hits), len(hits)


def table(record: dict[str, Any]) -> list[list[str]]:
    """A row a check: its severity, how often it spoke in sound reviews, how often it found its plants."""
    head = ["Check", "Severity", *(data.capitalize() for data in DATA), "Strong", "Mild"]
    severity = severities(record)
    rows = []
    for check in severity:
        spoken = [_of(*_spoken(record, check, data)) for data in DATA]
        planted = [_of(*found_of(record, check, strong=strong)) for strong in (True, False)]
        rows.append([f"`{check}`", severity[check], *spoken, *planted])
    total = [
        f"{mean:.1%} ({low:.1%} to {high:.1%})" for mean, low, high in (false_alarms(record, data) for data in DATA)
    ]
    return [head, *rows, ["any above note", "", *total, "", ""]]


def severities(record: dict[str, Any]) -> dict[str, str]:
    """The severities that each check gives, in the order of the plants."""
    found: dict[str, Counter[str]] = {each["check"]: Counter() for each in record["plants"]}
    for each in [*record["plants"], *record["sound"].values()]:
        for severity, check in (name.split() for names in each["findings"] for name in names):
            found[check][severity] += 1
    return {check: ", ".join(sorted(counted)) for check, counted in found.items() if counted}


def checks() -> list[list[str]]:
    """A row a check: what it looks at, and what it cannot see, as its docstring says."""
    head = ["Check", "What it looks at", "What it cannot see or say"]
    return [head, *([f"`{name}`", *_said(check)] for name, check in all_checks().items())]


def _said(check: Callable[..., Any]) -> list[str]:
    """The first paragraph of a docstring, and the last sentence that says "it cannot"."""
    paragraphs = [" ".join(part.split()) for part in (inspect.getdoc(check) or "").split("\n\n")]
    blind = re.findall(r"\b[Ii]t (cannot .*?\.)(?= [A-Z\"]|$)", " ".join(paragraphs))
    assert blind, f"{check.__name__} says nothing of what it cannot see"
    return [paragraphs[0], f"It {blind[-1]}"]


def _spoken(record: dict[str, Any], check: str, data: str) -> tuple[int, int]:
    """In how many sound reviews a check found something, of those in which it had what it needs."""
    settings = [each for each in record["sound"].values() if each["data"] == data and check in each["checked"]]
    runs = [found for each in settings for found in each["findings"]]
    return sum(any(name.endswith(f" {check}") for name in found) for found in runs), len(runs)


def _of(hits: int, n: int) -> str:
    if not n:
        return "not tried"
    low, high = proportion_interval(hits, n)
    return f"{hits} of {n} ({low:.0%} to {high:.0%})" if 0 < hits < n else f"{hits} of {n}"


def measured(what: str) -> dict[str, Any]:
    if what == "plants":
        return {
            "plants": [
                {"check": one.check, "name": one.name, "strong": one.strong, "findings": findings_of(one, range(SEEDS))}
                for one in PLANTS
            ]
        }
    some = [one for one in SETTINGS if one.data == what]
    return {
        "sound": {
            one.name: {
                "data": one.data,
                "checked": reviewed(one.calls(0)).checked,
                "findings": findings_of(one, range(SEEDS)),
            }
            for one in some
        }
    }


def write(parts: Iterable[str]) -> None:
    """Measure these parts anew; the others stay as they are recorded."""
    record = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {"sound": {}, "plants": []}
    for part in parts:
        new = measured(part)
        kept = {name: each for name, each in record["sound"].items() if each["data"] != part}
        record["sound"] = kept | new.get("sound", {})
        record["plants"] = new.get("plants", record["plants"])
    record["hash"] = sources()
    RECORD.write_text(json.dumps(record, indent=0, ensure_ascii=False) + "\n", "utf-8")
    write_tables(record)


def write_tables(record: dict[str, Any]) -> None:
    for path, rows in ((TABLE, table(record)), (CHECKED, checks())):
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    if sys.argv[1:] == ["tables"]:  # from what is recorded
        write_tables(json.loads(RECORD.read_text("utf-8")))
    else:
        write(sys.argv[1:] or [*DATA, "plants"])
