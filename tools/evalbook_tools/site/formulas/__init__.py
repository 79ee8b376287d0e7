"""Formulas are set when the site is built: KaTeX in a JavaScript engine writes HTML, and MathML for screen readers.

The page then needs no script, only KaTeX's style sheet and fonts (see `fonts`). A formula that KaTeX cannot set is a
warning with its line, so the build fails. KaTeX is kept in the folder katex/. To update it, run ``npm pack katex``, and
replace the script, the style sheet, the license and the fonts there.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path

from docutils import nodes
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from py_mini_racer import JSEvalException, MiniRacer
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

KATEX = Path(__file__).parent / "katex"
SET = """
const set = (tex, displayMode) => katex.renderToString(tex, {displayMode, strict: "error", throwOnError: true});
"""

logger = logging.getLogger(__name__)


class FormulaError(ValueError):
    """TeX that KaTeX cannot set."""


def to_html(tex: str, display: bool = False) -> str:
    """A formula as HTML, with MathML inside; `display` puts it on a line of its own."""
    try:
        return _set(tex.strip(), display)
    except JSEvalException as error:
        reason = str(error).strip().splitlines()[0].split("KaTeX parse error: ")[-1]
        raise FormulaError(f"formula {tex!r}: {reason}; write it with what katex.org/docs/supported lists") from error


def markdown_to_html(text: str) -> str:
    """A sentence of Markdown as HTML, without a paragraph around it; formulas stand between dollar signs."""
    return str(_markdown().renderInline(text)).replace("<code>", '<code translate="no">')


@cache
def _engine() -> MiniRacer:
    engine = MiniRacer()
    engine.eval((KATEX / "katex.min.js").read_text("utf-8"))
    engine.eval(SET)
    return engine


@cache
def _set(tex: str, display: bool) -> str:
    return str(_engine().call("set", tex, display))


@cache
def _markdown() -> MarkdownIt:
    def render(tex: str, options: dict[str, bool]) -> str:
        return to_html(tex, options["display_mode"])

    return MarkdownIt("commonmark").use(dollarmath_plugin, renderer=render, double_inline=True)


# ---------------------------------------------------------------- Sphinx asks for each formula of a page


def visit_inline(translator: HTML5Translator, node: nodes.math) -> None:
    """A formula within a line."""
    translator.body.append(_or_warning(node, node.astext(), display=False))
    raise nodes.SkipNode


def visit_display(translator: HTML5Translator, node: nodes.math_block) -> None:
    """A formula on lines of its own, with its number where it has one."""
    translator.body.append(translator.starttag(node, "div", CLASS="math"))
    if node["number"]:
        translator.body.append(f'<span class="eqno">({get_node_equation_number(translator, node)})')
        translator.add_permalink_ref(node, "Link to this equation")
        translator.body.append("</span>")
    tex = node.astext()
    if r"\\" in tex and not node["nowrap"]:
        tex = rf"\begin{{split}}{tex}\end{{split}}"
    translator.body.append(_or_warning(node, tex, display=True) + "</div>\n")
    raise nodes.SkipNode


def _or_warning(node: nodes.Node, tex: str, *, display: bool) -> str:
    try:
        return to_html(tex, display)
    except FormulaError as error:
        logger.warning(str(error), location=node)
        return escape(tex)


def setup(app: Sphinx) -> None:
    """Take the place of MathJax."""
    app.add_html_math_renderer("katex", (visit_inline, None), (visit_display, None))
