"""Write what a lite site is built from, into `_build/lite-source`; `make lite` goes on with JupyterLite."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from evalbook_tools import ROOT, lite
from evalbook_tools.working_copies import Site, address


def main() -> None:
    parser = argparse.ArgumentParser(description="Write what a JupyterLite site is built from.")
    parser.add_argument("--folder", type=Path, default=ROOT / "_build" / "lite-source", help="where to write")
    parser.add_argument("--html", type=Path, default=ROOT / "_build" / "html", help="the book's site")
    parser.add_argument("--pyodide", type=Path, help="a folder with a release of Pyodide, for the site to hold")
    arguments = parser.parse_args()
    if arguments.pyodide and not (arguments.pyodide / "pyodide.mjs").exists():
        sys.exit(f"evalbook: {arguments.pyodide} has no pyodide.mjs; unpack a release of Pyodide there")
    shutil.rmtree(arguments.folder, ignore_errors=True)
    lite.write(arguments.folder, Site(arguments.html, address()))
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--dest", str(arguments.folder / "pypi"), *lite.pins()], check=True)
    if arguments.pyodide:
        shutil.copytree(arguments.pyodide, arguments.folder / "static" / "pyodide")


if __name__ == "__main__":
    main()
