"""A course's core, and the path of a reader who has less time: `_config.yml` lists both, once.

A link to a core chapter in the contents bears the class ``core``; the directive ``path`` lists the path, and how long
each of its chapters takes; the role {minutes}`splits/hold_out splits/proportion` becomes "37–56 + 28–42".
"""

from __future__ import annotations

import json
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective, SphinxRole

from evalbook_tools.minutes import Range, size


class Minutes(SphinxRole):
    """The role ``minutes``: for each chapter, what reading it and its exercises take together."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The ranges."""
        ranges = [_minutes(self.env, chapter) for chapter in self.text.split()]
        return [nodes.Text(" + ".join(f"{each.low}–{each.high}" for each in ranges))], []


class ReadingPath(SphinxDirective):
    """The directive ``path``: the chapters, one after the other, and their minutes."""

    def run(self) -> list[nodes.Node]:
        """A numbered list."""
        lines = [f"1. {{doc}}`/book/{name}`: {_minutes(self.env, name)} minutes" for name in self.config.evalbook_path]
        return self.parse_text_to_nodes("\n".join(lines))


def _minutes(env: BuildEnvironment, chapter: str) -> Range:
    """Of one chapter; the page that shows them is read again when the chapter changes."""
    path = Path(env.srcdir) / "book" / f"{chapter}.ipynb"
    env.note_dependency(str(path))
    return size(json.loads(path.read_text("utf-8"))["cells"]).minutes


def mark_core_chapters(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Let the first line of each core chapter's own table, which the contents copy, bear the class."""
    for name in app.config.evalbook_core:
        link = next(env.tocs[f"book/{name}"].findall(nodes.reference))
        link["classes"] = ["core"]
    return []


def setup(app: Sphinx) -> None:
    """Read the lists, offer role and directive, mark the links."""
    app.add_config_value("evalbook_core", [], "env", [list])
    app.add_config_value("evalbook_path", [], "env", [list])
    app.add_role("minutes", Minutes())
    app.add_directive("path", ReadingPath)
    app.connect("env-updated", mark_core_chapters)
