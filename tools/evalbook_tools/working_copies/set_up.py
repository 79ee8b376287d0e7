"""The first cell of a copy: it installs evalbook where it is missing, and opens the key."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from evalbook_tools import ROOT
from evalbook_tools.notebooks import chapters
from evalbook_tools.working_copies.links import release

CELL = """\
# Run this cell first. It installs what is missing, and opens the answer key.
from importlib.util import find_spec
from pathlib import Path

modules = {modules}
wheels = [folder / "{wheel}" for folder in [Path.cwd(), *Path.cwd().parents]]
sources = [f"{{wheel.as_posix()}}[book]" for wheel in wheels if wheel.exists()]{address}
if sources and not find_spec("evalbook"):
    %pip install -q --no-deps "{{sources[0]}}"
if sources and not all(map(find_spec, modules)):  # this needs a network
    %pip install -q "{{sources[0]}}"{more}
if lacking := [name for name in modules if not find_spec(name)]:
    print("Not installed:", *lacking)
{advice}
from matplotlib.pyplot import rcParams
from evalbook.teaching import pages
rcParams["figure.facecolor"] = "white"  # so that figures can be read in a dark theme, too
"""
ADVICE = """\
    print("The zip on the chapter's page contains evalbook: put the file {wheel}")
    print("from this zip into", Path.cwd(), "and run this cell again.")
    print("The other packages have to be installed from a network.")
"""


NEEDS_MORE = {
    "before_you_begin.ipynb": "",
    "review_your_own.ipynb": "",
    "disagreements.ipynb": "nltk sacrebleu rouge-score pytrec-eval-terrier",
}
"""Pages with a copy that are no chapters, by their place in the book, and what they need beside the extra `book`."""


def copied() -> list[Path]:
    """The notebooks that have a working copy."""
    return [*chapters(), *(ROOT / "book" / place for place in NEEDS_MORE)]


def wheel() -> str:
    return f"evalbook-{release()}-py3-none-any.whl"


def install_from(address: str) -> str:
    """What pip installs: the wheel at the address, or else the one in the folder."""
    return f"evalbook[book] @ {address}/{wheel()}" if address else f"./{wheel()}[book]"


def imported(cells: Sequence[NotebookNode]) -> list[str]:
    """The modules that the cells import and that are not Python's own; a student's cell need not be valid Python."""
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    found = re.findall(r"^ *(?:from ([a-z_]\w*)\S* import|import ([a-z_]\w*))", code, re.MULTILINE)
    return sorted({first or second for first, second in found} - sys.stdlib_module_names)


@dataclass(frozen=True)
class SetUp:
    """Where a copy finds what it needs, beside the wheel that lies in its folder or above."""

    address: str = ""
    """Where the wheel is on the network; "" for a copy that is handed out with it."""
    more: tuple[str, ...] = ()
    """What pip installs beside the extra `book`."""
    keys: str = ""
    """Where the folder with the key is on the network, for a service that opens the notebook alone."""

    def cell(self, key: str, modules: Sequence[str] = ()) -> str:
        """The text of the cell, for the copy with that key and these modules; "" for a page without questions."""
        arguments = f'"{key}", "{self.keys}"' if self.keys else f'"{key}"'
        opened = f"\npages.open_key({arguments})\n" if key else ""
        text = CELL.format(
            modules=str(sorted({"evalbook", "matplotlib", "numpy", *modules})).replace("'", '"'),
            wheel=wheel(),
            address=f' + ["{install_from(self.address)}"]' if self.address else "",
            more="".join(f" {package}" for package in self.more),
            advice=ADVICE.format(wheel=wheel()),
        )
        return (text + opened).rstrip()
