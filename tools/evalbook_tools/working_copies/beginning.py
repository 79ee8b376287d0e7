"""How a copy begins: what somebody has to know who opens a notebook for the first time, in five lines."""

from __future__ import annotations

from pathlib import Path

from evalbook_tools import ROOT
from evalbook_tools.working_copies.links import Site, release

RUN = "**A cell runs** when you click into it and press Shift-Enter. Go from top to bottom."
BET = (
    "**A bet** asks before the text tells. Choose an answer and read what is said to it. What follows is collapsed: "
    "open each heading, with the arrow beside it, when you have bet. VS Code collapses nothing; there, stop at a bet."
)
SOLUTIONS = "**Solutions** are on {page}, below each exercise."
ANSWERS = (
    "**Your answers** to exercises are kept in this file when you save it (Ctrl-S), not in the browser; a bet is kept "
    "nowhere. The file named .key beside this one checks your answers: leave it there."
)
ERRORS = (
    "**An error** says in its last line what is wrong. Usually a cell above has not run: run all cells above. "
    "If that does not help, restart the kernel and begin again. What you wrote stays."
)


def beginning(path: Path, site: Site, *, asks: bool) -> str:
    """The first cell of the copy of a notebook; `asks` says whether it has questions."""
    is_of_the_book = path.is_relative_to(ROOT / "book")
    page = f"{path.relative_to(ROOT).with_suffix('.html').as_posix()}" if is_of_the_book else ""
    linked = site.link("its page of the site", "page", page) if page else "its page of the site"
    lines = [RUN, BET, SOLUTIONS.format(page=linked), ANSWERS, ERRORS] if asks else [RUN, ERRORS]
    return "\n".join([f"*Working copy, evalbook {release()}.*", "", *(f"- {line}" for line in lines)])
