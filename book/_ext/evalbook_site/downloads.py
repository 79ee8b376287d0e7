"""What a reader takes along: each chapter's working copy, all of them in one file, the package as a wheel, the PDF."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))

import distributions  # noqa: E402  (found by the line above)
import working_copies as working_copies  # noqa: E402  (for other rooms, too)


def build_wheel(folder: Path) -> Path:
    """The package's wheel, beside the pages."""
    distributions.build(folder, "--wheel")
    return folder / working_copies.wheel()


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
    """Put the files beside the pages; a page's own download is its working copy."""
    chapters = set(working_copies.chapter_numbers())
    if exception or app.builder.name != "html" or not chapters <= app.env.found_docs:  # another site, made by a test
        return
    site = Path(app.outdir)
    copies = list(working_copies.copies(working_copies.Site(site, working_copies.address())))
    for place, text in copies:
        (site / "_sources" / "book" / place).write_text(text, "utf-8")
    working_copies.write_zip(site, copies, build_wheel(site))


def setup(app: Sphinx) -> None:
    """Write the downloads when all pages are there."""
    app.connect("config-inited", _name_the_release)
    app.connect("config-inited", _offer_the_pdf)
    app.connect("build-finished", _write)
    app.connect("build-finished", _copy_the_pdf)
