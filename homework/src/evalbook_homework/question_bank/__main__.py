"""Write the question bank: `make questions`."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from evalbook_homework.question_bank import moodle, sources
from evalbook_tools import ROOT
from evalbook_tools import working_copies as copies


def main() -> None:
    """Read the notebooks, write one file, say what is in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "_build" / "html", help="the built site")
    parser.add_argument("--target", type=Path, default=ROOT / "_build" / "evalbook-questions.xml", help="what to write")
    arguments = parser.parse_args()
    questions = list(sources.questions(copies.Site(arguments.site, copies.address())))
    arguments.target.write_bytes(moodle.bank(questions))
    counts = Counter(moodle.kind_of(question.record) for question in questions)
    print(f"{len(questions)} questions: " + ", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    print(f"Written: {arguments.target}")


if __name__ == "__main__":
    main()
