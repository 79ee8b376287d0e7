"""A task and the metric for it, which opens to functions, chapter and what the chapter reports.

```{task} Positives are rare, and you know nothing about the costs.
:metric: Report the average precision.
:map: Rare positives → average precision
:chapter: book/curves/area_under_pr
:id: rare-positives

{py:func}`~evalbook.curves.average_precision`. Guessing gets the base rate, so report it as well.
```

What `map` says, the task in a few words and the metric, is an end of the page's decision map (decision_map). A link to
a task outlives its wording: by `id` the task keeps the name that it had. The reporting line is not written a second
time: it is what the last cell before the chapter's exercises prints.
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
    option_spec = dict.fromkeys(("metric", "map", "chapter", "id"), directives.unchanged_required)

    def run(self) -> list[nodes.Node]:
        """One fold."""
        chapter = self.options["chapter"]
        notebook = Path(self.env.srcdir) / f"{chapter}.ipynb"
        self.env.note_dependency(str(notebook))
        summary = Summary("", f"{self.arguments[0]} ")
        summary += nodes.strong("", self.options["metric"])
        title, _ = self.parse_inline(f"The chapter {{doc}}`/{chapter}` reports:")
        report = nodes.block_quote("", nodes.paragraph("", reporting_line(notebook)))
        task, arrow, metric = self.options.get("map", "").partition(" → ")
        if not arrow:
            raise self.error(f'the task "{self.arguments[0]}" has no ":map: the task → the metric"')
        name = self.options.get("id") or nodes.make_id(self.arguments[0])
        fold = Fold(
            *("", summary, *self.parse_content_to_nodes(), nodes.paragraph("", "", *title), report),
            classes=["task"],
            names=[name],
            on_map=(task, metric),
        )
        self.state.document.note_explicit_target(fold)  # other tasks and pages may lead to it
        return [fold]


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
