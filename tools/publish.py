"""The working copies as a branch that a hub, Binder and Colab open (``make publish``).

Writes them into ``_build/working_copies/``, with the package's wheel and what Binder installs, and commits this folder
to the branch ``working-copies``, on top of what is there, so that nbgitpuller can merge. The working tree is left
alone, and nothing is pushed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import distributions
import working_copies as copies

ROOT = distributions.ROOT
FOLDER = ROOT / "_build" / "working_copies"
BRANCH = copies.BRANCH
PYTHON = "3.12"
README = """\
# Working copies of evalbook

Notebooks to work in, one a chapter, without solutions and outputs. They were made from the book, evalbook {release},
by `make publish`, which makes them anew; change the book, not these files.
"""


def install_from(address: str, repository: str) -> str:
    """What pip installs: the wheel of the site, or else of the branch, or else beside the copies."""
    if address or not repository:
        return copies.install_from(address)
    raw = "-/raw" if "gitlab" in repository else "raw"
    return f'"evalbook[book] @ {repository.rstrip("/")}/{raw}/{BRANCH}/{copies.wheel()}"'


def write(folder: Path, site: copies.Site, repository: str) -> list[Path]:
    """The notebooks, in place of those of an earlier release, and what runs them."""
    shutil.rmtree(folder, ignore_errors=True)
    written = []
    for place, text in copies.copies(site, install_from(site.address, repository)):
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, "utf-8")
        written.append(folder / place)
    distributions.build(folder, "--wheel")
    (folder / "README.md").write_text(README.format(release=copies.release()), "utf-8")
    write_binder(folder / "binder")
    return written


def write_binder(folder: Path) -> None:
    """What Binder installs: the wheel that lies beside the folder, all else in the versions of the book."""
    folder.mkdir()
    pins = [
        line
        for name in ("requirements.txt", "requirements-hub.txt")
        for line in (ROOT / name).read_text("utf-8").splitlines()
        if "==" in line
    ]
    more = {package for needs in copies.NEEDS_MORE.values() for package in needs.split()}
    needed = ["-c constraints.txt", f"./{copies.wheel()}[book]", "jupyterlab", "nbgitpuller", *sorted(more)]
    (folder / "constraints.txt").write_text("\n".join(dict.fromkeys(pins)) + "\n", "utf-8")
    (folder / "requirements.txt").write_text("\n".join(needed) + "\n", "utf-8")
    (folder / "runtime.txt").write_text(f"python-{PYTHON}\n", "utf-8")


def commit(folder: Path, repository: Path = ROOT) -> bool:
    """Commit a folder as the whole content of the branch; whether it was anything new."""
    with tempfile.TemporaryDirectory() as name:
        index = os.environ | {"GIT_INDEX_FILE": str(Path(name) / "index")}

        def git(*command: str) -> str:
            result = subprocess.run(["git", *command], cwd=repository, env=index, capture_output=True, text=True)
            if result.returncode:
                sys.exit(f"evalbook: git {command[0]} failed: {result.stderr.strip()}")
            return result.stdout.strip()

        git(f"--work-tree={folder}", "add", "--all", "--force", str(folder))
        tree = git("write-tree")
        refs = (f"refs/heads/{BRANCH}", f"refs/remotes/*/{BRANCH}")  # a fresh clone knows the second alone
        parents = git("for-each-ref", "--format=%(objectname)", *refs).splitlines()[:1]
        if parents and git("rev-parse", f"{parents[0]}^{{tree}}") == tree:
            return False
        before = [option for parent in parents for option in ("-p", parent)]
        new = git("commit-tree", tree, *before, "-m", f"Working copies, evalbook {copies.release()}")
        git("update-ref", f"refs/heads/{BRANCH}", new)
        return True


def main() -> None:
    """Write, commit, and say how to push."""
    site = copies.Site(ROOT / "_build" / "html", copies.address())
    repository = str(copies.config().get("repository", {}).get("url") or "")
    written = write(FOLDER, site, repository)
    print(f"{len(written)} working copies in {FOLDER}")
    if commit(FOLDER):
        print(f"They are committed to the branch {BRANCH}. Publish it: git push origin {BRANCH}")
    else:
        print(f"The branch {BRANCH} holds them already.")
    if not repository:
        print("The pages of the site get their buttons when repository: url: is set in _config.yml.")


if __name__ == "__main__":
    main()
