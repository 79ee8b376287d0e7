"""A calculator beside the surprise "the AUC is high, and the precision low": what follows from which numbers.

The directive ``{calculator}`` places a form, which waits for its script (calculator.js); the page itself tells the
formulas. How a number may be written is what the answer boxes understand (questions/reading.js).
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from evalbook_tools.site import assets

HERE = Path(__file__).parent
FIELDS = {
    "tpr": ("TPR (recall) at the threshold", "0.80"),
    "fpr": ("FPR at the threshold", "0.06"),
    "rate": ("Base rate, in use", "1 in 100"),
    "auc": ("AUC, if you have it", "0.93"),
}
"""Its fields: what is asked, and the numbers of the example that it begins with."""


class calculator_node(nodes.General, nodes.Element):  # noqa: N801  (as docutils names its nodes)
    """The place of the form."""


class Calculator(SphinxDirective):
    """The directive ``calculator``."""

    def run(self) -> list[nodes.Node]:
        """A place."""
        return [calculator_node()]


def form() -> str:
    """A labeled field for each number, and a place for what follows from them."""
    fields = "".join(
        f'<label>{escape(text)}<input type="text" name="{name}" value="{example}" autocomplete="off"></label>\n'
        for name, (text, example) in FIELDS.items()
    )
    return f'<form class="calculator" hidden>\n{fields}<div role="status"></div>\n</form>\n'


def _write_form(translator: Any, _: calculator_node) -> None:
    translator.body.append(form())
    raise nodes.SkipNode


def _write_assets(app: Sphinx) -> None:
    assets.write_script(app, "calculator.js", *((HERE / f"{name}.js").read_text("utf-8") for name in ("rates", "form")))
    assets.write(app, "calculator.css", (HERE / "calculator.css").read_text("utf-8"))


def _add_assets(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Where the form is, with the script that reads numbers."""
    if doctree is not None and list(doctree.findall(calculator_node)):
        app.add_js_file("questions.js")
        app.add_js_file("calculator.js", priority=600)
        app.add_css_file("calculator.css", priority=600)


def setup(app: Sphinx) -> None:
    """Offer the directive, and load its script where it is used."""
    app.add_node(calculator_node, html=(_write_form, None))
    app.add_directive("calculator", Calculator)
    app.connect("builder-inited", _write_assets)
    app.connect("html-page-context", _add_assets)
