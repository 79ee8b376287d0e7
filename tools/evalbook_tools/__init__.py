"""What builds the book: for development, and no part of the package evalbook.

records         the records of questions that a cell asks, and whether it shows an explorer
minutes         how long a chapter takes
prose           what a rewrite of a chapter lost, and how its sentences read
progress_bar    how far something is that takes long
contents        what the table of contents names: parts, pages, chapters
notebooks       the notebooks in one form, and executed again
moved_chapters  chapters that moved, and their new places
working_copies  the chapters as a class opens them
site            the look of the site: a Sphinx extension
paper           the book as one PDF
readme_picture  the picture in the README
site_zip        the site in one file
claims          what the chapters conclude, tried on other data and splits
mutants         small faults that the tests have to find
data            what made the files that the package, the site and the PDF bring along

A room imports from those above it alone. Claims, mutants and data import from no other room.
"""

from __future__ import annotations

from pathlib import Path


def _checkout() -> Path:
    """The folder of the project: the one that this file lies in, or, where it was copied, the one that one works in."""
    own, here = Path(__file__).resolve().parents[2], Path.cwd()
    for folder in (own, here, *here.parents):
        if (folder / "_toc.yml").exists() and (folder / "book").is_dir():
            return folder
    raise FileNotFoundError(
        f"evalbook-tools works in a checkout of the project, but {here} is not inside one. Change to a checkout, and "
        "try again"
    )


ROOT = _checkout()
"""The folder of the project."""
