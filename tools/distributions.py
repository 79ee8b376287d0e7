"""The package as files to hand out: a source archive, and a wheel built from it (``make dist``).

They are built from a copy of the sources, so that nothing is left among them, and the same sources give the same files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILES = ("pyproject.toml", "README.md", "MANIFEST.in", "CHANGELOG.md", "CITATION.cff", "LICENSE", "LICENSE-text")
"""What a build reads beside src/."""
EARLIEST = "315532800"
"""The date of all files in a wheel, in seconds: 1980, the first that a zip can hold."""


def build(folder: Path, *kinds: str) -> None:
    """Write what `kinds` name into a folder: ``--wheel``, ``--sdist``; by default both, the wheel from the archive."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        for file in FILES:
            shutil.copy(ROOT / file, copy)
        command = [sys.executable, "-m", "uv", "build", *kinds, "--quiet", "--no-build-isolation", "--offline"]
        environment = os.environ | {"SOURCE_DATE_EPOCH": EARLIEST}
        subprocess.run([*command, "--out-dir", str(folder), name], check=True, env=environment)
    (folder / ".gitignore").unlink(missing_ok=True)  # uv puts one beside what it builds


def main() -> None:
    """Build both into dist/, in place of older ones."""
    folder = ROOT / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    build(folder)
    for path in sorted(folder.iterdir()):
        print(f"Built: {path} ({path.stat().st_size / 1e3:.0f} kB)")


if __name__ == "__main__":
    main()
