"""Write working copies of all chapters, beside those that are there: `make work`.

`make work CHAPTER=path` writes that of one notebook, a chapter that was edited or a teacher's own: it is run first, for
its key.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from evalbook_tools import ROOT
from evalbook_tools import working_copies as own
from evalbook_tools.working_copies import Copy, Site, before_it_moved, build_wheel, copies, write_beside


def main() -> None:
    parser = argparse.ArgumentParser(description="Write working copies beside those that are there.")
    parser.add_argument("--work", type=Path, default=ROOT / "work", help="where to write; default: work/")
    parser.add_argument("--chapter", type=Path, help="a notebook; default: all of the book")
    arguments = parser.parse_args()
    site = Site(ROOT / "_build" / "html", own.address())  # without an address no links: a page on http opens no files
    made = _of_one(arguments.chapter.resolve(), site) if arguments.chapter else copies(site)
    written = [write_beside(arguments.work / place, copy) for place, copy in made]
    build_wheel(arguments.work)  # the first cell of a copy names it
    for path in filter(None, written):
        print(path)
        if before := before_it_moved(path):
            print(f"  This chapter has moved. {before} was not changed, and the new copy also contains your answers.")
    there = written.count(None)
    print(f"Wrote {len(written) - there} working copies to {arguments.work}. {there} were there and were not changed.")


def _of_one(path: Path, site: Site) -> Iterator[tuple[Path, Copy]]:
    book = ROOT / "book"
    place = path.relative_to(book) if path.is_relative_to(book) else Path(path.name)
    yield place, own.working_copy(path, site, own.set_up(path, place, site.address), again=True)


if __name__ == "__main__":
    main()
