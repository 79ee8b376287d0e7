"""A task and the metric for it, which opens to functions, chapter and what the chapter reports.

```{task} Rare positives, and nothing is known of the costs
:metric: average precision
:chapter: book/curves/area_under_pr

{py:func}`~evalbook.curves.average_precision`. Guessing gets the base rate, so write it beside.
```

The reporting line is not written a second time: it is what the last cell before the chapter's exercises prints.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from evalbook_tools.site.folds import Fold, Summary


class Task(SphinxDirective):
    """The directive ``task``: one line to look for, and what is behind it."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {"metric": directives.unchanged_required, "chapter": directives.unchanged_required}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """One fold."""
        chapter = self.options["chapter"]
        notebook = Path(self.env.srcdir) / f"{chapter}.ipynb"
        self.env.note_dependency(str(notebook))
        summary = Summary("", f"{self.arguments[0]}: ")
        summary += nodes.strong("", self.options["metric"])
        title, _ = self.parse_inline(f"The chapter {{doc}}`/{chapter}` reports:")
        report = nodes.block_quote("", nodes.paragraph("", reporting_line(notebook)))
        return [
            Fold(
                *("", summary, *self.parse_content_to_nodes(), nodes.paragraph("", "", *title), report),
                classes=["task"],
                ids=[nodes.make_id(self.arguments[0])],
            )
        ]


@cache
def reporting_line(notebook: Path) -> str:
    """What the last cell before the exercises of a chapter prints."""
    printed = ""
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "markdown" and "## Exercises" in "".join(cell["source"]):
            break
        printed = "".join(line for output in cell.get("outputs", []) for line in output.get("text", [])) or printed
    return " ".join(printed.split())


def setup(app: Sphinx) -> None:
    """Offer the directive."""
    app.add_directive("task", Task)
