"""Where the links of a copy lead: to the built site, once it has an address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from sphinx.util.inventory import InventoryFile

import evalbook
from evalbook_tools import ROOT


class Site:
    """The built site: where its pages lie, and what each role of the sources points to."""

    def __init__(self, folder: Path, address: str = "") -> None:
        with (folder / "objects.inv").open("rb") as file:
            inventory = InventoryFile.load(file, "", lambda base, place: f"{base}{place}")
        self._places = {  # roles find their targets in any case
            kind: {name.lower(): str(entry[2]) for name, entry in entries.items()}
            for kind, entries in inventory.items()
        }
        self.address = address.rstrip("/")

    def link(self, text: str, kind: str, target: str) -> str:
        """Markdown for a reference; bare text where the site has no address."""
        place = self._place(kind, target)
        return f"[{text}]({self.address}/{place})" if self.address and place else text

    def _place(self, kind: str, target: str) -> str:
        if kind == "page":
            return target
        places = self._places.get(kind, {})
        if target.lower() not in places:
            raise LookupError(f"the site has no {kind} {target!r}; build it again with make book")
        return places[target.lower()]


def config() -> dict[str, Any]:
    settings: dict[str, Any] = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    return settings


def address() -> str:
    """Where the site will be read, if ``html.baseurl`` in _config.yml says so."""
    return str(config().get("html", {}).get("baseurl") or "")


def release() -> str:
    """The one number that stands on site, wheel and copies."""
    return evalbook.__version__
