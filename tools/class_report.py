"""What a class bet before the session: how many chose each answer first, and which mistake that is.

``make class-report PROGRESS=folder`` reads the files that students exported from the book's pages, one a student, and
prints every bet that someone made, the most missed first. Bets are known by their records in the notebooks.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent, wrap
from typing import Any

import notebooks as tool

VERSION = 1
Choices = dict[tuple[str, str], Counter[str]]
"""How often each choice of a bet was the first, by page and id."""


class ProgressError(ValueError):
    """A folder or a file that holds no progress."""


def bets() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every bet of the book: its page, its record."""
    for path in tool.chapters():
        page = path.relative_to(tool.ROOT).with_suffix("").as_posix()
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            yield from ((page, record) for record in tool.records(cell) if record["role"] == "bet")


def first_choices(folder: Path) -> tuple[int, Choices]:
    """How many students handed in progress, and what they chose first."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise ProgressError(f"{folder} holds no .json file; expected what students exported, one file a student")
    choices: Choices = {}
    for path in paths:
        for page, answers in _answers(path).items():
            for id, entry in answers.items():
                if "first" in entry:
                    choices.setdefault((page, id), Counter())[entry["first"]["choice"]] += 1
    return len(paths), choices


def _answers(path: Path) -> dict[str, dict[str, Any]]:
    try:
        progress = json.loads(path.read_text("utf-8"))
        if progress["version"] != VERSION:
            raise ProgressError(f"{path.name} has version {progress['version']}; expected {VERSION}")
        return dict(progress["answers"])
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise ProgressError(f"{path.name} is no exported progress: {error!r}; export it again from the book") from error


def report(folder: Path) -> Iterator[str]:
    """The lines of the report."""
    students, choices = first_choices(folder)
    yield f"{students} {'student' if students == 1 else 'students'}"
    made = [(page, record, choices[page, record["id"]]) for page, record in bets() if (page, record["id"]) in choices]
    for page, record, chosen in sorted(made, key=lambda bet: bet[2][bet[1]["right"]] / bet[2].total()):
        won = chosen[record["right"]]
        yield f"\n{page}: {record['question']}\n  {chosen.total()} bets, {won} won ({won / chosen.total():.0%})"
        texts = {mistake["answer"]: mistake["text"] for mistake in record["mistakes"]}
        for choice, count in chosen.most_common():
            what = "right" if choice == record["right"] else texts.get(choice, "a choice of another release")
            yield indent("\n".join(wrap(f"{count:3}  {choice}: {what}", 100, subsequent_indent="     ")), "  ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the exported files")
    try:
        print(*report(parser.parse_args().folder), sep="\n")
    except ProgressError as error:
        sys.exit(f"evalbook: {error}")


if __name__ == "__main__":
    main()
