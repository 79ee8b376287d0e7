"""How a copy begins: what somebody has to know who opens a notebook for the first time, in five lines."""

from __future__ import annotations

from pathlib import Path

from evalbook_tools import ROOT
from evalbook_tools.working_copies.links import Site, release

RUN = "**To run a cell,** click into it and press Shift-Enter. Run the cells from top to bottom."
BET = (
    "**A bet** asks you before the text tells the answer. Choose an answer, and read the response. The text below is "
    "collapsed. When you have bet, open each heading with the arrow beside it before you go on with Shift-Enter. VS "
    "Code does not collapse the text, so there you have to stop at each bet."
)
SOLUTIONS = "**Solutions** are on {page}, below each exercise."
ANSWERS = (
    "**Your answers** to exercises are kept in this notebook when you save it (Ctrl-S), and not in the browser. Your "
    "bets are not kept. The file beside this one whose name ends in .key is the answer key. The notebook checks your "
    "answers with it, so leave it there."
)
ERRORS = (
    "**An error message** says in its last line what is wrong. Usually a cell above has not been run, so run all cells "
    "above. If this does not help, restart the kernel and run the cells from the top. What you wrote is kept."
)


def beginning(path: Path, site: Site, *, asks: bool) -> str:
    """The first cell of the copy of a notebook; `asks` says whether it has questions."""
    is_of_the_book = path.is_relative_to(ROOT / "book")
    page = f"{path.relative_to(ROOT).with_suffix('.html').as_posix()}" if is_of_the_book else ""
    linked = site.link("the page of this chapter", "page", page) if page else "the page of this chapter"
    lines = [RUN, BET, SOLUTIONS.format(page=linked), ANSWERS, ERRORS] if asks else [RUN, ERRORS]
    return "\n".join([f"*Working copy, evalbook {release()}.*", "", *(f"- {line}" for line in lines)])
