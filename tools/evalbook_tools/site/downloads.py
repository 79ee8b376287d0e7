"""What a reader takes along: each chapter's working copy, all of them in one file, the package as a wheel, the PDF."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from evalbook_tools import working_copies

PDF = "evalbook.pdf"


def pdf(app: Sphinx) -> Path:
    """The printed book, beside the site's folder: there after `make pdf` alone."""
    return Path(app.outdir).parent / PDF


def _offer_the_pdf(app: Sphinx, config: Any) -> None:
    """Every page links to it; when it comes or goes, Sphinx writes all pages again, because the context changed."""
    if pdf(app).exists():
        config.html_context["pdf"] = PDF


def _copy_the_pdf(app: Sphinx, exception: Exception | None) -> None:
    if not exception and "pdf" in app.config.html_context:
        shutil.copy(pdf(app), app.outdir)


def _name_the_release(app: Sphinx, config: Any) -> None:
    config.release = working_copies.release()


def _write(app: Sphinx, exception: Exception | None) -> None:
    """Put the files beside the pages: each chapter's zip, and what all chapters need."""
    chapters = set(working_copies.chapter_numbers())
    if exception or app.builder.name != "html" or not chapters <= app.env.found_docs:  # another site, made by a test
        return
    folder = Path(app.outdir)
    site = working_copies.Site(folder, working_copies.address())
    working_copies.write_chapter_zips(folder, site)
    working_copies.write_zip(folder, site, working_copies.build_wheel(folder))


def setup(app: Sphinx) -> None:
    """Write the downloads when all pages are there."""
    app.connect("config-inited", _name_the_release)
    app.connect("config-inited", _offer_the_pdf)
    app.connect("build-finished", _write)
    app.connect("build-finished", _copy_the_pdf)
