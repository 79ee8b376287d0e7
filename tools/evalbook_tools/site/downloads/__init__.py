"""What a reader takes along: each chapter's working copy, all of them with the package in one file, the PDF.

A page offers its copy by a link to the zip of all copies, which names the scripts that hold the chapter's files and the
wheel. The page's script puts these two into a zip: see chapter_zip.js.
"""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from sphinx.application import Sphinx

from evalbook_tools import ROOT, working_copies
from evalbook_tools.contents import chapter_numbers
from evalbook_tools.site import assets

PDF = "evalbook.pdf"
SCRIPT = Path(__file__).with_name("chapter_zip.js")
COPIES = PurePosixPath("copies")
"""The folder of the scripts that hold the copies, beside the pages: no page loads one before its link is clicked."""
WHEEL = COPIES / "wheel.js"


def pdf(app: Sphinx) -> Path:
    """The printed book, beside the site's folder: there after `make pdf` alone."""
    return Path(app.outdir).parent / PDF


def link_to_copy(to_root: str, docname: str, text: str) -> str:
    """A link by which a page offers the working copy of a page; `to_root` leads from there to the site's folder."""
    return (
        f'<a href="{to_root}{working_copies.ALL}" download data-copy="{to_root}{_script_of(docname)}"'
        f' data-wheel="{to_root}{WHEEL}">{text}</a>'
    )


def _script_of(docname: str) -> PurePosixPath:
    """The script that holds the files of a page's copy."""
    return (COPIES / docname).with_suffix(".js")


def _name(app: Sphinx, config: Any) -> None:
    """Every page names the release, and links to the PDF; when that comes or goes, Sphinx writes all pages again."""
    config.release = working_copies.release()
    if pdf(app).exists():
        config.html_context["pdf"] = PDF


def _add_script(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if ROOT / f"{name}.ipynb" in working_copies.copied():
        app.add_js_file(SCRIPT.name, loading_method="defer")


def _write(app: Sphinx, exception: Exception | None) -> None:
    """Put the files beside the pages: the PDF, each chapter's copy, the wheel, and all of them in one zip."""
    if not exception and "pdf" in app.config.html_context:
        shutil.copy(pdf(app), app.outdir)
    chapters = set(chapter_numbers())
    if exception or app.builder.name != "html" or not chapters <= app.env.found_docs:  # another site, made by a test
        return
    folder, address = Path(app.outdir), working_copies.address()
    site = working_copies.Site(folder, address)
    for path, files in working_copies.chapter_files(site):
        _write_files(folder / _script_of(path.relative_to(ROOT).with_suffix("").as_posix()), files)
    with TemporaryDirectory() as elsewhere:  # pip finds the wheel at an address alone; all others find it in the zip
        wheel = working_copies.build_wheel(folder if address else Path(elsewhere))
        working_copies.write_zip(folder, site, wheel)
        _write_files(folder / WHEEL, {wheel.name: base64.b64encode(wheel.read_bytes()).decode()})


def _write_files(target: Path, files: Mapping[str, str]) -> None:
    """A script that says them."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(f"evalbookFiles({json.dumps(files, ensure_ascii=False)})\n", "utf-8")


def setup(app: Sphinx) -> None:
    """Write the downloads when all pages are there."""
    app.connect("config-inited", _name)
    app.connect("builder-inited", lambda app: assets.write_script(app, SCRIPT.name, SCRIPT.read_text("utf-8")))
    app.connect("html-page-context", _add_script)
    app.connect("build-finished", _write)
