"""The third face of a chapter: the working copy that a class opens.

``make work`` writes ``work/<part>/<chapter>.ipynb`` from the one source in ``book/``: no outputs, no solutions, links
to the site in place of roles, and a first cell that installs evalbook. No cell holds an answer: the questions stand
there by name, and a key beside the notebook knows the rest. The site's zips give the same files.

links       where they lead, on the site
markdown    roles, boxes and exercises, written out
chapter     one chapter without solutions, answers and outputs
keys        its questions, in the key beside it
behind_bets what follows a bet, collapsed or folded
beginning   how to work in it, in five lines
set_up      its first cell
carry_over  answers, from one copy to the next
files       all copies, their zips, what pip installs
branch      what git keeps of them
publish     the copies as a branch

A copy is never overwritten. Where its source has changed since, a new copy is written beside it, and what the student
wrote moves into it, exercise by exercise; so do the answers of a chapter that moved to another folder.
"""

from __future__ import annotations

from evalbook_tools.working_copies.chapter import NAMESPACE, Copy, exercise_numbers, working_copy
from evalbook_tools.working_copies.files import (
    BRANCH,
    NOTEBOOKS,
    PACKAGE,
    PAGE,
    before_it_moved,
    build_wheel,
    copies,
    in_order,
    laid_out,
    set_up,
    write_beside,
    write_copy,
    zips,
)
from evalbook_tools.working_copies.links import Site, address, config, release
from evalbook_tools.working_copies.markdown import FENCE, label_of, pages_on_site, without_directives, without_roles
from evalbook_tools.working_copies.set_up import NEEDS_MORE, SetUp, copied, imported, install_from, wheel
