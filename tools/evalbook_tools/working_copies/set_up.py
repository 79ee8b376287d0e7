"""The first cell of a copy: it installs evalbook where it is missing, and opens the key."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evalbook_tools.working_copies.links import release

CELL = """\
# Run this cell first. Where evalbook is installed, it only opens the key of the questions.
import importlib.util

if {missing}:
    %pip install -q {needed}

from evalbook.teaching import pages
"""


def wheel() -> str:
    return f"evalbook-{release()}-py3-none-any.whl"


def install_from(address: str, place: Path) -> str:
    """What pip installs for the notebook at that place: the wheel at the address, or else the one above all folders."""
    if address:
        return f'"evalbook[book] @ {address}/{wheel()}"'
    return f'"{"../" * (len(place.parts) - 1) or "./"}{wheel()}[book]"'


@dataclass(frozen=True)
class SetUp:
    """Where a copy finds what it needs."""

    install: str
    """What pip installs."""
    modules: tuple[str, ...] = ("evalbook",)
    """What is looked for before."""
    keys: str = ""
    """Where the folder with the key is on the network, for a service that opens the notebook alone."""

    def cell(self, key: str) -> str:
        """The text of the cell, for the copy with that key; "" for a page without questions."""
        missing = " or ".join(f'importlib.util.find_spec("{name}") is None' for name in self.modules)
        arguments = f'"{key}", "{self.keys}"' if self.keys else f'"{key}"'
        opened = f"\npages.open_key({arguments})\n" if key else ""
        return (CELL.format(missing=missing, needed=self.install) + opened).rstrip()
