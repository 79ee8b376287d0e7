"""The look of the book's site: a Sphinx extension with one room a concern.

assets                  scripts and style sheets of the rooms, as small files
theme                   the page around the text: contents, links, light and dark
page_order              pages in the order of the contents
part_openings           a part's caption leads to its opening, which has no number
formulas                TeX becomes HTML and MathML when the site is built
fonts                   the fonts of text, code and formulas, as one style sheet
figures                 the same font inside each figure
folds                   solutions open without a script
copying                 a button that copies code
columns                 printed tables keep their columns on a narrow screen
recap                   the section of a chapter below which rooms say more
margins                 notes beside the text
chinese_and_subscripts  marked, where fonts and screen readers need it
issue_links             names of issues and pull requests are links
translator              Sphinx's HTML, put right for browsers and screen readers
questions               bets and answer boxes
opening_question        a chapter's first bet asks its question
borrowed_bets           a chapter's bet on another page, and links to bets
due                     questions that come back after days
progress                what is done, won and due, and its way to another machine; marks in the contents,
                        and the way on in the masthead
classroom               a page as a teacher projects it
glossary                what a term means, beside its link; the filter and the letters of its page
claims                  what a sentence was tried on: mark, line and page
notes_map               which heading of the source notes is treated where
explorers               pictures that the reader moves
reading_paths           a course's core and a shorter path, and how long a chapter takes
calculator              what follows from four counts or two rates, a base rate and the AUC
tasks                   a task, its metric, and what a chapter reports
decision_map            a tree of a page's tasks, by what one has
api                     pages of the API: a table, entries, links to chapters and back
lessons                 which page teaches which name
launch                  buttons that open a working copy elsewhere
downloads               working copies and the package's wheel
redirects               what stands at the old address of a page
search                  what the pages say, and where
prune_assets            nothing is shipped that no page uses
"""

from __future__ import annotations

from importlib import import_module

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

ROOMS = (
    *("theme", "part_openings", "formulas", "fonts", "figures", "folds", "copying", "columns", "margins"),
    *("chinese_and_subscripts", "issue_links", "glossary", "claims", "translator", "questions"),
    *("questions.borrowed_bets", "questions.you", "due", "progress", "progress.marks", "questions.classroom"),
    *("explorers", "reading_paths", "tasks", "decision_map", "calculator", "notes_map", "api"),
    *("launch", "downloads", "redirects", "search", "prune_assets"),
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set every room up."""
    for room in ROOMS:
        import_module(f"{__name__}.{room}").setup(app)
    return {"parallel_write_safe": True}
