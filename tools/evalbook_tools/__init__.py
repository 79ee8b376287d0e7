"""What makes, checks and hands out the book: for development, and no part of the package evalbook.

contents        what the table of contents names: parts, pages, chapters
notebooks       the notebooks in one form, and executed again
moved           chapters that moved, and their new places
working_copies  the chapters as a class opens them
site            the look of the site: a Sphinx extension
exports         the PDF, the bank of questions, what a class answered, what chapters do in a browser
grading         homework: released, collected, graded
claims          what the chapters conclude, tried on other data and splits
mutants         small faults that the tests have to find
data            what made the files that the package, the site and the PDF bring along

A room imports from those above it alone; grading, claims and data from none of them.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder of the project."""
