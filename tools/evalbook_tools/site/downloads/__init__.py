"""What a reader takes along: each chapter's working copy, all of them with the package in one file, the PDF.

The site holds each file once: on one page, which a reader without a script can save all of them from. A page offers
its copy by a link to that page, and the page's script puts the chapter's files and the wheel into a zip, or all of
them: see chapter_zip.js.
"""

from __future__ import annotations

import shutil
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sphinx.application import Sphinx

from evalbook_tools import ROOT, working_copies
from evalbook_tools.contents import chapter_numbers
from evalbook_tools.site import assets

PDF = "evalbook.pdf"
SCRIPT = Path(__file__).with_name("chapter_zip.js")
SAID = {working_copies.NOTEBOOKS: "All notebooks", working_copies.PACKAGE: "The package evalbook"}
"""What the link to each zip says."""


def pdf(app: Sphinx) -> Path:
    """The printed book, beside the site's folder: there after `make pdf` alone."""
    return Path(app.outdir).parent / PDF


def link_to_copy(to_root: str, docname: str, text: str) -> str:
    """A link by which a page offers the working copy of a page; `to_root` leads from there to the site's folder."""
    place = working_copies.in_order((ROOT / f"{docname}.ipynb").relative_to(ROOT / "book"))
    return f'<a href="{to_root}{working_copies.PAGE}" data-copy="{place.with_suffix("").as_posix()}">{text}</a>'


def _name(app: Sphinx, config: Any) -> None:
    """Every page names the release, and links to the PDF; when that comes or goes, Sphinx writes all pages again."""
    config.release = working_copies.release()
    if pdf(app).exists():
        config.html_context["pdf"] = PDF


def _add_script(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if f'{working_copies.PAGE}"' in context.get("body", ""):
        app.add_js_file(SCRIPT.name, loading_method="defer")


def _write(app: Sphinx, exception: Exception | None) -> None:
    """Put the files beside the pages: the PDF, and the page with all copies and the wheel."""
    if not exception and "pdf" in app.config.html_context:
        shutil.copy(pdf(app), app.outdir)
    chapters = set(chapter_numbers())
    if exception or app.builder.name != "html" or not chapters <= app.env.found_docs:  # another site, made by a test
        return
    folder, address = Path(app.outdir), working_copies.address()
    with TemporaryDirectory() as elsewhere:  # pip finds the wheel at an address alone; all others find it on the page
        wheel = working_copies.build_wheel(folder if address else Path(elsewhere))
        zips = working_copies.zips(working_copies.Site(folder, address), wheel)
    links = [(name, SAID[name], f"data:application/zip;base64,{b64encode(zips[name]).decode()}") for name in SAID]
    page = app.builder.templates.render("working_copies.html", {"zips": links})
    (folder / working_copies.PAGE).write_text(page, "utf-8")


def setup(app: Sphinx) -> None:
    """Write the downloads when all pages are there."""
    app.connect("config-inited", _name)
    app.connect("builder-inited", lambda app: assets.write_script(app, SCRIPT.name, SCRIPT.read_text("utf-8")))
    app.connect("html-page-context", _add_script)
    app.connect("build-finished", _write)
