"""Print the book: `make pdf`."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from evalbook_tools import ROOT
from evalbook_tools.paper import document, outline, printing


def print_book(book: document.Book, site: Path, folder: Path) -> Path:
    """Print until the numbers in the contents are those of the pages: the second time they are."""
    source, printed = folder / "book.html", folder / "book.pdf"
    numbers: dict[str, int] = {}
    with printing.printer() as print_pdf:
        for _ in range(5):
            source.write_text(document.html(book, site, numbers), "utf-8")
            print_pdf(source, printed)
            found = outline.page_numbers(printed)
            if found == numbers:
                return printed
            numbers = found
    raise SystemExit(
        "evalbook: printing the page numbers changes them each time. Make the contents a little shorter or longer"
    )


def main() -> None:
    """Read the site, print it, finish the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "_build" / "html", help="the built site")
    parser.add_argument("--target", type=Path, default=ROOT / "_build" / "evalbook.pdf", help="what to write")
    parser.add_argument("--core", action="store_true", help="without the electives")
    arguments = parser.parse_args()
    book = document.read(arguments.site, only_core=arguments.core)
    with tempfile.TemporaryDirectory() as folder:
        printed = print_book(book, arguments.site, Path(folder))
        outline.finish(printed, arguments.target, book)
    print(f"Printed: {arguments.target}")


if __name__ == "__main__":
    main()
