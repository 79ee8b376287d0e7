"""A calculator beside the surprise "the AUC is high, and the precision is low": what follows from which numbers.

The directive ``{calculator}`` places a form, which waits for its script (calculator.js); the page itself tells the
formulas. It is filled in either by the four counts or by two rates (`WAYS`). How a number may be written is what the
answer boxes understand (questions/reading.js). rates.js computes, sentences.js says what was found, form.js reads the
fields and shows it.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from evalbook_tools.site import assets, copying

HERE = Path(__file__).parent
SCRIPTS = ("rates", "sentences", "form")


class Field(NamedTuple):
    """A number that is asked for."""

    name: str
    label: str
    said: str
    """How a sentence names it."""
    kind: str
    """Which values it takes: a key of KINDS in form.js."""
    example: str
    """What it begins with."""

    def html(self) -> str:
        """Its label, with the box."""
        attributes = {
            **{"type": "text", "name": self.name, "value": self.example, "autocomplete": "off"},
            **{"inputmode": "numeric" if self.kind == "count" else "text"},
            **{"data-kind": self.kind, "data-name": self.said},
        }
        written = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
        return f"<label>{escape(self.label)}<input {written}></label>\n"


WAYS = {
    "counts": (
        "The four counts",
        [
            Field("tp", "True positives (TP)", "true positives (TP)", "count", "80"),
            Field("fn", "False negatives (FN)", "false negatives (FN)", "count", "20"),
            Field("fp", "False positives (FP)", "false positives (FP)", "count", "6"),
            Field("tn", "True negatives (TN)", "true negatives (TN)", "count", "94"),
        ],
    ),
    "rates": (
        "Recall and false positive rate",
        [
            Field("tpr", "Recall (TPR)", "recall", "share", "0.80"),
            Field("fpr", "False positive rate (FPR)", "false positive rate", "share", "0.06"),
        ],
    ),
}
"""Either of them gives a point of the ROC curve: what the way is called, and its fields."""
INTRODUCTION = (
    "Fill in the four counts of your test set at your threshold, or the recall and the false positive rate, which is "
    "the share of negatives that the model flags. The base rate is the share of positives where you use the model. "
    "If you leave it empty beside the four counts, you get the precision of the test set itself."
)
BESIDE = [
    Field("rate", "Base rate in use", "base rate", "rate", "1 in 100"),
    Field("auc", "AUC, if you have it", "AUC", "share", "0.93"),
]
"""What is asked for in both ways."""


class calculator_node(nodes.General, nodes.Element):  # noqa: N801  (as docutils names its nodes)
    """The place of the form."""


class Calculator(SphinxDirective):
    """The directive ``calculator``."""

    def run(self) -> list[nodes.Node]:
        """A place."""
        return [calculator_node()]


def form() -> str:
    """The choice between the ways, a labeled field for each number, and places for what follows from them."""
    choice, parts = "", ""
    for way, (name, fields) in WAYS.items():
        checked = "" if choice else " checked"
        choice += (
            f'<label><input type="radio" name="way" value="{way}" autocomplete="off"{checked}> {escape(name)}</label>\n'
        )
        boxes = "".join(field.html() for field in fields)
        parts += (
            f'<fieldset data-way="{way}">\n<legend>{escape(name)}, at your threshold</legend>\n{boxes}</fieldset>\n'
        )
    beside = "".join(field.html() for field in BESIDE)
    return (
        '<form class="calculator" hidden aria-label="Calculator of the precision at a base rate">\n'
        f"<p>{INTRODUCTION}</p>\n<fieldset>\n<legend>What do you have?</legend>\n{choice}</fieldset>\n{parts}"
        f"<fieldset>\n<legend>The base rate and the AUC</legend>\n{beside}</fieldset>\n"
        '<div role="status" id="calculator-said"></div>\n<div></div>\n</form>\n'
    )


def _write_form(translator: Any, _: calculator_node) -> None:
    translator.body.append(form())
    raise nodes.SkipNode


def _write_assets(app: Sphinx) -> None:
    scripts = [(HERE / f"{name}.js").read_text("utf-8") for name in SCRIPTS]
    assets.write_script(app, "calculator.js", copying.CLIPBOARD, *scripts)
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
