"""What every page says of the reader's way: marks in its contents, and in the masthead where to go on and what is due.

One script, loaded first, knows what each chapter asks and reads what the browser has kept. The other scripts take
from it, as ``window.evalbook``, the memory of the answers, what is asked, and the schedule of what comes back.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from evalbook_tools.moved_chapters import MOVED
from evalbook_tools.site import assets, due, questions
from evalbook_tools.site.page_order import in_order

PARTS = [questions.HERE / f"{name}.js" for name in ("store", "page", "tally")]
PARTS += [due.HERE / "schedule.js", *(Path(__file__).with_name(f"{name}.js") for name in ("marks", "onward", "shared"))]


def _write_script(app: Sphinx, env: BuildEnvironment) -> None:
    if app.builder.format == "html":
        path = [f"book/{name}" for name in app.config.evalbook_path]
        known = {"MOVED": MOVED, "ASKED": asked_by_chapter(env), "PATH": path, "DUE_PAGE": due.due_page(env)}
        known["HOME"] = app.config.root_doc
        data = [f"const {name} = {json.dumps(value, separators=(',', ':'))};" for name, value in known.items()]
        assets.write_script(app, "marks.js", *data, *(path.read_text("utf-8") for path in PARTS))


def asked_by_chapter(env: BuildEnvironment) -> dict[str, dict[str, Any]]:
    """In the order of the book, for each page that asks: its title, its bets and exercises, and what comes back."""
    asked, back = questions.questions_of(env), due.coming_back(env)
    return {
        name: {
            "title": env.titles[name].astext().partition(":")[0],
            **questions.asked_of(asked[name]),
            "back": [one["id"] for one in back.get(name, [])],
        }
        for name in in_order(env, env.config.root_doc)
        if asked.get(name) and name != due.due_page(env)
    }


def _add_script(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    app.add_js_file("marks.js", priority=400)


def setup(app: Sphinx) -> None:
    """Gather what is asked when all pages are read; load the script everywhere."""
    app.connect("env-updated", _write_script)
    app.connect("html-page-context", _add_script)
