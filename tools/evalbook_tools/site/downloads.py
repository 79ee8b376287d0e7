"""What a reader takes along: each chapter's working copy, all of them with the package in one file, the PDF."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sphinx.application import Sphinx

from evalbook_tools import working_copies
from evalbook_tools.contents import chapter_numbers

PDF = "evalbook.pdf"


def pdf(app: Sphinx) -> Path:
    """The printed book, beside the site's folder: there after `make pdf` alone."""
    return Path(app.outdir).parent / PDF


def _name(app: Sphinx, config: Any) -> None:
    """Every page names the release, and links to the PDF; when that comes or goes, Sphinx writes all pages again."""
    config.release = working_copies.release()
    if pdf(app).exists():
        config.html_context["pdf"] = PDF


def _write(app: Sphinx, exception: Exception | None) -> None:
    """Put the files beside the pages: the PDF, each chapter's zip, and what all chapters need."""
    if not exception and "pdf" in app.config.html_context:
        shutil.copy(pdf(app), app.outdir)
    chapters = set(chapter_numbers())
    if exception or app.builder.name != "html" or not chapters <= app.env.found_docs:  # another site, made by a test
        return
    folder, address = Path(app.outdir), working_copies.address()
    site = working_copies.Site(folder, address)
    working_copies.write_chapter_zips(folder, site)
    with TemporaryDirectory() as elsewhere:  # pip finds the wheel at an address alone; all others find it in the zip
        wheel = working_copies.build_wheel(folder if address else Path(elsewhere))
        working_copies.write_zip(folder, site, wheel)


def setup(app: Sphinx) -> None:
    """Write the downloads when all pages are there."""
    app.connect("config-inited", _name)
    app.connect("build-finished", _write)
