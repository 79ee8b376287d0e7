"""The working copies as a branch that a hub, Binder and Colab open (``make publish``).

Writes them into ``_build/working_copies/``, with the package's wheel and what Binder installs, and commits this folder
to the branch ``working-copies``, on top of what is there, line by line as Jupyter saves them, so that nbgitpuller
merges. A notebook that was published stays in the branch. The working tree is left alone, and nothing is pushed.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import nbformat

from evalbook_tools import ROOT
from evalbook_tools import working_copies as copies
from evalbook_tools.moved_chapters import MOVED
from evalbook_tools.working_copies.branch import Branch

FOLDER = ROOT / "_build" / "working_copies"
BRANCH = copies.BRANCH
PYTHON = "3.12"
OPENED = re.compile(r'pages\.open_key\("([^"]+)"')
README = """\
# Working copies of evalbook

Each chapter of the book has a notebook here to work in, without solutions and outputs. `make publish` made these
notebooks from evalbook {release}, and makes them again when it is called. Change the book, and not these files.
"""


def wheel_address(site_address: str, repository: str) -> str:
    """Where pip finds the wheel: the site, or else the branch; "" for the folder of the copies."""
    if site_address or not repository:
        return site_address
    return f"{repository.rstrip('/')}/{'-/raw' if 'gitlab' in repository else 'raw'}/{BRANCH}"


def write(folder: Path, site: copies.Site, repository: str) -> list[Path]:
    """The notebooks, in place of those of an earlier release, and what runs them."""
    shutil.rmtree(folder, ignore_errors=True)
    written = []
    for place, copy in copies.copies(site, wheel_address(site.address, repository), wheel_address("", repository)):
        copies.write_copy(folder / place, copy)
        written.append(folder / place)
    copies.build_wheel(folder)
    (folder / "README.md").write_text(README.format(release=copies.release()), "utf-8")
    write_binder(folder / "binder")
    return written


def keep_what_left(folder: Path, branch: Branch, address: str) -> list[Path]:
    """What was published and is no longer made: it stays, its first cell says where the chapter went.

    A student may have written into it, and git merges no such file with a branch that removed it.
    """
    gone = [Path(name) for name in branch.files() if name.endswith(".ipynb") and not (folder / name).exists()]
    for place in gone:
        notebook = nbformat.reads(branch.text(place), as_version=4)
        key = next(iter(OPENED.findall(notebook.cells[1].source)), "")
        left = copies.Copy(notebook, key, branch.text(place.with_name(key)) if key else "")
        notebook.cells[0].source = _where_it_went(place, folder)
        notebook.cells[1].source = copies.SetUp(address).cell(key, copies.imported(notebook.cells[2:]))
        copies.write_copy(folder / place, left)
    return gone


def _where_it_went(place: Path, folder: Path) -> str:
    """For the student who opens it."""
    moved = MOVED.get(f"book/{place.with_suffix('').as_posix()}", "").removeprefix("book/") + ".ipynb"
    if not (folder / moved).exists():
        return "*This chapter is no longer part of the book. What you wrote here is kept.*"
    there = Path(os.path.relpath(moved, place.parent)).as_posix()
    return f"*This chapter has moved to [{moved}]({there}). Corrections appear there. What you wrote here is kept.*"


def write_binder(folder: Path) -> None:
    """What Binder installs: the wheel that lies beside the folder, all else in the versions of the book."""
    folder.mkdir()
    pins = [
        line
        for name in ("requirements.txt", "requirements/hub.txt")
        for line in (ROOT / name).read_text("utf-8").splitlines()
        if "==" in line
    ]
    more = {package for needs in copies.NEEDS_MORE.values() for package in needs.split()}
    needed = ["-c constraints.txt", f"./{copies.wheel()}[book]", "jupyterlab", "nbgitpuller", *sorted(more)]
    (folder / "constraints.txt").write_text("\n".join(dict.fromkeys(pins)) + "\n", "utf-8")
    (folder / "requirements.txt").write_text("\n".join(needed) + "\n", "utf-8")
    (folder / "runtime.txt").write_text(f"python-{PYTHON}\n", "utf-8")


def main() -> None:
    """Write, commit, and say how to push."""
    site = copies.Site(ROOT / "_build" / "html", copies.address())
    repository = str(copies.config().get("repository", {}).get("url") or "")
    written = write(FOLDER, site, repository)
    print(f"Wrote {len(written)} working copies to {FOLDER}.")
    for place in keep_what_left(FOLDER, Branch(), wheel_address(site.address, repository)):
        print(f"{place} has left the book. It stays in the branch for students who wrote in it.")
    if Branch().commit(FOLDER):
        print(f"They are committed to the branch {BRANCH}. To publish it, run: git push origin {BRANCH}")
    else:
        print(f"The branch {BRANCH} already contains them.")
    if not repository:
        print("If you set repository: url: in _config.yml, the pages of the site get buttons that open the notebooks.")


if __name__ == "__main__":
    main()
