"""The working copies in a browser, without a server that runs Python: a JupyterLite site (``make lite``).

``python -m evalbook_tools.lite`` writes what JupyterLite builds the site from: copies, wheels, its configuration.
How it builds is said in jupyter_lite_config.json. Python and its packages come from Pyodide's address when a reader
starts a kernel; a folder that holds Pyodide takes its place in a school without a network.
"""

from __future__ import annotations

from pathlib import Path

from evalbook_tools import ROOT
from evalbook_tools import working_copies as own
from evalbook_tools.notebooks import chapters
from evalbook_tools.working_copies import SetUp, Site, in_order, working_copy, write_copy

CONFIG = Path(__file__).with_name("jupyter_lite_config.json")
NOT_IN_PYODIDE = ("comm", "dask", "locket", "partd")
"""What a kernel (comm) and the extra `book` need, and Pyodide does not bring."""
INSTALLED = '"evalbook[book]"'
"""By its name: the site has the wheel in its index."""


def place_of(chapter: Path) -> Path:
    """Where the copy of a chapter lies in the site."""
    return in_order(chapter.relative_to(ROOT / "book"))


def write_copies(folder: Path, site: Site) -> list[Path]:
    """The copies in the order of the book; their places."""
    places = []
    for path in chapters():
        write_copy(folder / place_of(path), working_copy(path, site, SetUp(INSTALLED)))
        places.append(place_of(path))
    return places


def pins(requirements: Path = ROOT / "requirements.txt") -> list[str]:
    """The versions of the book, of what Pyodide does not bring."""
    lines = requirements.read_text("utf-8").splitlines()
    return [line for line in lines if line.partition("==")[0] in NOT_IN_PYODIDE]


def address_of(chapter: str, lite: str) -> str:
    """The page of a lite site that opens the copy of a chapter."""
    place = place_of((ROOT / chapter).with_suffix(".ipynb"))
    return f"{lite.rstrip('/')}/lab/index.html?path={place.as_posix()}"


def write(folder: Path, site: Site) -> list[Path]:
    """What JupyterLite builds from, but for wheels of others and Pyodide; the places of the copies."""
    (folder / "pypi").mkdir(parents=True)
    (folder / CONFIG.name).write_bytes(CONFIG.read_bytes())
    own.build_wheel(folder / "pypi")
    return write_copies(folder / "files", site)
