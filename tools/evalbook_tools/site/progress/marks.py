"""Marks of progress in the contents of every page: one small script that knows what each chapter asks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from evalbook_tools.moved_chapters import MOVED
from evalbook_tools.site import assets, questions

PARTS = [questions.HERE / f"{name}.js" for name in ("store", "page", "tally")]
PARTS += [Path(__file__).with_name("marks.js")]


def _write_script(app: Sphinx, env: BuildEnvironment) -> None:
    if app.builder.format == "html":
        known = {"MOVED": MOVED, "ASKED": questions.asked_by_chapter(env)}
        data = [f"const {name} = {json.dumps(value, separators=(',', ':'))};" for name, value in known.items()]
        assets.write_script(app, "marks.js", *data, *(path.read_text("utf-8") for path in PARTS))


def _add_script(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    app.add_js_file("marks.js", priority=400)


def setup(app: Sphinx) -> None:
    """Gather what is asked when all pages are read; load the script everywhere."""
    app.connect("env-updated", _write_script)
    app.connect("html-page-context", _add_script)
