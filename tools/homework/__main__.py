"""What a teacher does with homework, by command: see the Makefile."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from homework.assignments import EXAMPLE, HOMEWORK, assignments


def example(args: argparse.Namespace) -> None:
    """Write the files that the sources show their solutions with."""
    for assignment in assignments(args.assignments):
        for name, content in assignment.draw(EXAMPLE).items():
            (assignment.folder / name).write_bytes(content)


def main() -> None:
    parser = argparse.ArgumentParser(prog="homework", description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("example", help="write the files that the sources show their solutions with")
    one.add_argument("--assignments", type=Path, default=HOMEWORK)
    one.set_defaults(run=example)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
