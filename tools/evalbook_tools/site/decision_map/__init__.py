"""A picture that leads from what one has to a metric: a tree, each end of which is a link to its task.

```{decision-map}
What do you have for each sample?: which-labels which-scores
And then: which-splits
```

A line is a question, and the sections of the page that answer it, by their labels; the branches of a section are its
tasks (tasks). It is a list of links with lines drawn between them, so that keyboard and screen reader can follow it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from evalbook_tools.site import assets
from evalbook_tools.site.folds import Fold

STYLE = Path(__file__).with_name("decision_map.css")


class decision_map_node(nodes.General, nodes.Element):  # noqa: N801  (as docutils names its nodes)
    """The tree."""


class DecisionMap(SphinxDirective):
    """The directive ``decision-map``."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The questions and the labels of their sections, until the page is read."""
        questions = [line.rpartition(":") for line in self.content if line.strip()]
        return [decision_map_node("", questions=[(text, labels.split()) for text, _, labels in questions])]


class DrawMap(SphinxPostTransform):
    """Grow the branches, once all sections and tasks are there."""

    default_priority = 900

    def run(self, **options: Any) -> None:
        """A list of questions, each with its sections, each with its tasks."""
        for tree in self.document.findall(decision_map_node):
            questions = [
                nodes.list_item("", nodes.paragraph("", text), _list(*(self.branch(label) for label in labels)))
                for text, labels in tree["questions"]
            ]
            tree += _list(*questions)

    def branch(self, label: str) -> nodes.list_item:
        """A section's title, and a link to each of its tasks."""
        section = next(part for part in self.document.findall(nodes.section) if label in part["ids"])
        title = _link(label, nodes.Text(section[0].astext()))
        tasks = [fold for fold in section.findall(Fold) if "on_map" in fold]
        return nodes.list_item("", title, _list(*(nodes.list_item("", _end(fold)) for fold in tasks)))


def _end(fold: Fold) -> nodes.paragraph:
    task, metric = fold["on_map"]
    # A colon for those who hear it, an arrow for those who see it.
    between = nodes.inline("", ": ", classes=["arrow"])
    return _link(fold["ids"][0], nodes.Text(task), between, nodes.strong("", metric))


def _link(target: str, *texts: nodes.Node) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.reference("", "", *texts, refid=target, internal=True))


def _list(*items: nodes.list_item) -> nodes.bullet_list:
    return nodes.bullet_list("", *items)


def _begin(translator: Any, _: decision_map_node) -> None:
    translator.body.append('<nav class="decision-map" aria-label="Decision map">\n')


def _end_map(translator: Any, _: decision_map_node) -> None:
    translator.body.append("</nav>\n")


def _add_style(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    if doctree is not None and list(doctree.findall(decision_map_node)):
        app.add_css_file("decision_map.css", priority=600)


def setup(app: Sphinx) -> None:
    """Offer the directive, draw it, and load its style where it is used."""
    app.add_node(decision_map_node, html=(_begin, _end_map))
    app.add_directive("decision-map", DecisionMap)
    app.add_post_transform(DrawMap)
    app.connect("builder-inited", lambda app: assets.write(app, STYLE.name, STYLE.read_text("utf-8")))
    app.connect("html-page-context", _add_style)
