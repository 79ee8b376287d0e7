"""The look of the book's site: a Sphinx extension with one room a concern.

assets      scripts and style sheets of the rooms, as small files
theme       the page around the text: contents, links, light and dark
openings    a part's caption leads to its opening, which has no number
formulas    TeX becomes HTML and MathML when the site is built
fonts       the fonts of text, code and formulas, as one style sheet
figures     the same font inside each figure
folds       solutions open without a script
copying     a button that copies code
columns     printed tables keep their columns on a narrow screen
margins     notes beside the text
signs       Chinese is marked as Chinese; subscript letters that fonts lack
threads     names of threads in a repository are links
translator  Sphinx's HTML, put right for browsers and screen readers
questions   bets and answer boxes
borrowed    a chapter's bet on another page, and links to bets
due         questions that come back after days
progress    what is done, won and due, and its way to another machine; marks in the contents
classroom   a page as a teacher projects it
glossary    what a term means, beside its link
claims      what a sentence was tried on: mark, line and page
notes       which heading of the source notes is treated where
explorers   pictures that the reader moves
core        which chapters are a course's core and a shorter path, and how long a chapter takes
tasks       a task, its metric, and what a chapter reports
api         pages of the API: a table, entries, links to chapters and back
teaching    which page teaches which name
launch      buttons that open a working copy elsewhere
downloads   working copies and the package's wheel
moved       what stands at the old address of a page
search      what the pages say, and where
trimming    nothing is shipped that no page uses
"""

from __future__ import annotations

from importlib import import_module

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

ROOMS = (
    *("theme", "openings", "formulas", "fonts", "figures", "folds", "copying", "columns", "margins", "signs"),
    *("threads", "glossary", "claims", "translator", "questions", "questions.borrowed", "due", "progress"),
    *("progress.marks", "questions.classroom", "explorers", "core", "tasks", "notes", "api", "launch", "downloads"),
    *("moved", "search", "trimming"),
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set every room up."""
    for room in ROOMS:
        import_module(f"{__name__}.{room}").setup(app)
    return {"parallel_write_safe": True}
