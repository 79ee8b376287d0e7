"""Compare a chapter with what it was, or have its sentences rated: see evalbook_tools.prose."""

from __future__ import annotations

import argparse
import sys

from evalbook_tools import prose
from evalbook_tools.prose.compare import compare
from evalbook_tools.prose.pages import cells, source, source_at
from evalbook_tools.prose.rating import KINDS, SIZES, Entry, draw, of_others, of_page, ratings, report, sheet


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=prose.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="what")
    compared = commands.add_parser("compare", help="print what a rewrite lost; exit 1 when anything is gone or changed")
    compared.add_argument("old", help="a notebook, also as REVISION:path of git")
    compared.add_argument("new", help="the same")
    for name, what in [
        ("sheet", "print sentences to rate"),
        ("score", "count the ratings; after --: files of ratings"),
    ]:
        drawn = commands.add_parser(name, help=what)
        drawn.add_argument("seed", type=int)
        drawn.add_argument("revision", help="of git: the pages as they were")
        drawn.add_argument("pages", nargs="+", metavar="PAGE", help="a notebook or a file in Markdown")
        drawn.add_argument(
            "--others", metavar="FILE", help="other sentences: in each line one, after the one before it and a tab"
        )
        for kind in KINDS:
            option = "--of-others" if kind == "others" else f"--{kind}"
            drawn.add_argument(
                option,
                type=int,
                default=SIZES[kind],
                dest=f"{kind}_size",
                metavar="NUMBER",
                help=f"default: {SIZES[kind]}",
            )
    return parser


def drawn(args: argparse.Namespace) -> list[Entry]:
    """What the seed draws; tells on stderr where there are fewer sentences than asked for."""
    old = {page: of_page(source_at(args.revision, page)) for page in args.pages}
    new = {page: of_page(source(page)) for page in args.pages}
    others = of_others(source(args.others)) if args.others else []
    sizes = {kind: getattr(args, f"{kind}_size") for kind in KINDS}
    entries = draw(args.seed, old, new, others, sizes)
    for kind in KINDS:
        found = sum(one.kind == kind for one in entries)
        if found < sizes[kind]:
            print(f"{kind}: {found} sentences, fewer than {sizes[kind]}", file=sys.stderr)
    return entries


def main() -> None:
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    args, files = arguments().parse_args(sys.argv[1:cut]), sys.argv[cut + 1 :]
    if args.what == "compare":
        found = compare(cells(source(args.old)), cells(source(args.new)))
        print(*found, sep="\n", end="\n" if found else "")
        sys.exit(any(one.sort != "new" for one in found))
    entries = drawn(args)
    if args.what == "sheet":
        print(sheet(entries), end="")
    elif not files:
        sys.exit("name the files of the ratings, after --")
    else:
        raters = {name: ratings(source(name), name, len(entries)) for name in files}
        print(report(entries, raters), end="")


if __name__ == "__main__":
    main()
