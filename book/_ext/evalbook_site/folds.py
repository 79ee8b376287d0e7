"""What is folded away, a solution for example, is HTML's own <details>: it opens without a script."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator


class Fold(nodes.General, nodes.Element):
    """A part of a page that opens when its summary is chosen."""


class Summary(nodes.General, nodes.TextElement):
    """What is seen of a folded part."""


class FoldDropdowns(SphinxPostTransform):
    """Admonitions of the class "dropdown" become folds, once their titles have their numbers."""

    default_priority = 950

    def run(self, **options: Any) -> None:
        """Put folds in their places."""
        for box in list(self.document.findall(nodes.Admonition)):
            if "dropdown" not in box["classes"]:
                continue
            title, *content = box.children
            summary = Summary("", title.astext())  # without a link: a summary is a button
            fold = Fold("", summary, *content, ids=box["ids"], classes=box["classes"])
            box.replace_self(fold)


def _tag(name: str) -> tuple[Any, Any]:
    def visit(translator: HTML5Translator, node: nodes.Element) -> None:
        translator.body.append(translator.starttag(node, name))

    def depart(translator: HTML5Translator, node: nodes.Element) -> None:
        translator.body.append(f"</{name}>\n")

    return visit, depart


def setup(app: Sphinx) -> None:
    """Fold in HTML."""
    app.add_node(Fold, html=_tag("details"))
    app.add_node(Summary, html=_tag("summary"))
    app.add_post_transform(FoldDropdowns)
