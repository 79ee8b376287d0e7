"""Packs the site into one file, in a folder of its own, so that it unpacks beside nothing else: ``make site-zip``."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

FOLDER = "evalbook"


def pack(site: Path, target: Path) -> None:
    """Write all files of the site into the folder of a zip, page after page."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(site.rglob("*")):
            if path.is_file():
                archive.write(path, f"{FOLDER}/{path.relative_to(site).as_posix()}")


if __name__ == "__main__":
    pack(*map(Path, sys.argv[1:]))
