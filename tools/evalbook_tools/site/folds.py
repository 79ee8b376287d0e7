"""What is folded away, a solution or what goes further, is HTML's own <details>: it opens without a script."""

from __future__ import annotations

from html import escape
from typing import Any

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode, depart_HideCellInput
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator


class Fold(nodes.General, nodes.Element):
    """A part of a page that opens when its summary is chosen."""


class Summary(nodes.General, nodes.TextElement):
    """What is seen of a folded part."""


class SummaryHeading(nodes.General, nodes.TextElement):
    """The heading of a section that is folded."""


class FoldAway(SphinxPostTransform):
    """Admonitions of the class "dropdown" become folds, once their titles have their numbers.

    So does each section of the part "Further": a reader's path through a chapter does not need it.
    """

    default_priority = 950

    def run(self, **options: Any) -> None:
        """Put folds in their places; leave the headings in sight."""
        for box in list(self.document.findall(nodes.Admonition)):
            if "dropdown" not in box["classes"]:
                continue
            title, *content = box.children
            summary = Summary("", title.astext())  # without a link: a summary is a button
            fold = Fold("", summary, *content, ids=box["ids"], classes=box["classes"])
            box.replace_self(fold)
        for part in list(self.document.findall(nodes.section)):
            if part[0].astext() != "Further":
                continue
            for section in part.findall(nodes.section):
                if section.parent is part:
                    title, *content = section.children
                    summary = Summary("", "", SummaryHeading("", "", *title.children))
                    section.children = []
                    section += Fold("", summary, *content, classes=["further"])


def tag(name: str, **attributes: str) -> tuple[Any, Any]:
    """What writes a node as an element of HTML."""

    def visit(translator: HTML5Translator, node: nodes.Element) -> None:
        translator.body.append(translator.starttag(node, name, **attributes))

    def depart(translator: HTML5Translator, node: nodes.Element) -> None:
        translator.body.append(f"</{name}>\n")

    return visit, depart


def visit_hidden_cell(translator: HTML5Translator, node: nodes.Element) -> None:
    """MyST-NB's fold of a cell, called by what it shows: its own label for screen readers is the same for all."""
    prompts = {"collapsed": node["prompt_show"], "expanded": node["prompt_hide"]}
    shown = "".join(f'<p class="{when} admonition-title">{escape(prompt)}</p>' for when, prompt in prompts.items())
    translator.body.append(f'<details class="admonition hide {" ".join(node["classes"])}"><summary>{shown}</summary>\n')


def setup(app: Sphinx) -> None:
    """Fold in HTML."""
    app.add_node(HideCodeCellNode, override=True, html=(visit_hidden_cell, depart_HideCellInput))
    app.add_node(Fold, html=tag("details"))
    app.add_node(Summary, html=tag("summary"))
    app.add_node(SummaryHeading, html=tag("h3"))
    app.add_post_transform(FoldAway)
