"""Compare a chapter with what it was: see evalbook_tools.prose."""

from __future__ import annotations

import argparse
import sys

from evalbook_tools import prose
from evalbook_tools.prose.compare import compare
from evalbook_tools.prose.pages import cells, source


def main() -> None:
    parser = argparse.ArgumentParser(description=prose.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="what")
    compared = commands.add_parser("compare", help="print what a rewrite lost; exit 1 when anything is gone or changed")
    compared.add_argument("old", help="a notebook, also as REVISION:path of git")
    compared.add_argument("new", help="the same")
    args = parser.parse_args()
    found = compare(cells(source(args.old)), cells(source(args.new)))
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(any(one.sort != "new" for one in found))


if __name__ == "__main__":
    main()
