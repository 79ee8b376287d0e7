"""The branch that the copies are published on: what it holds, and what is committed to it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from evalbook_tools import ROOT
from evalbook_tools.working_copies.files import BRANCH
from evalbook_tools.working_copies.links import release


@dataclass(frozen=True)
class Branch:
    """The branch of a repository, whose working tree is left alone."""

    repository: Path = ROOT

    def git(self, *command: str, index: Path | None = None) -> str:
        """What git says. Ends the program with git's reason if it fails."""
        where = os.environ | ({"GIT_INDEX_FILE": str(index)} if index else {})
        result = subprocess.run(
            ["git", *command], cwd=self.repository, env=where, capture_output=True, encoding="utf-8"
        )
        if result.returncode:
            sys.exit(f"evalbook: git {command[0]} failed: {result.stderr.strip()}")
        return result.stdout

    def tip(self) -> str:
        """The last commit; "" before the first."""
        refs = (f"refs/heads/{BRANCH}", f"refs/remotes/*/{BRANCH}")  # a fresh clone knows the second alone
        return next(iter(self.git("for-each-ref", "--format=%(objectname)", *refs).splitlines()), "")

    def files(self) -> list[str]:
        tip = self.tip()
        return self.git("ls-tree", "-r", "-z", "--name-only", tip).split("\0")[:-1] if tip else []

    def text(self, place: Path) -> str:
        return self.git("show", f"{self.tip()}:{place.as_posix()}")

    def commit(self, folder: Path) -> bool:
        """Commit a folder as the whole content of the branch; whether it was anything new."""
        with tempfile.TemporaryDirectory() as name:
            index = Path(name) / "index"
            self.git(f"--work-tree={folder}", "add", "--all", "--force", str(folder), index=index)
            tree = self.git("write-tree", index=index).strip()
        before = self.tip()
        if before and self.git("rev-parse", f"{before}^{{tree}}").strip() == tree:
            return False
        parent = ["-p", before] if before else []
        new = self.git("commit-tree", tree, *parent, "-m", f"Working copies, evalbook {release()}").strip()
        self.git("update-ref", f"refs/heads/{BRANCH}", new)
        return True
