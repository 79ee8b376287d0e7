r"""The book's Markdown as HTML for Moodle: formulas stand between \( and \), where its filter sets them."""

from __future__ import annotations

from functools import cache
from html import escape

from markdown_it import MarkdownIt
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin


def inline(text: str) -> str:
    """A sentence, without a paragraph around it."""
    return str(_markdown().renderInline(text))


def blocks(text: str) -> str:
    """Paragraphs, lists, tables."""
    return str(_markdown().render(text)).strip()


def printed(text: str) -> str:
    """What a program printed, or code."""
    return f"<pre>{escape(text.rstrip())}</pre>"


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark").enable("table")
    markdown.use(dollarmath_plugin, renderer=_formula, double_inline=True)
    return markdown.use(amsmath_plugin, renderer=lambda tex: _formula(tex, {"display_mode": True}))


def _formula(tex: str, options: dict[str, bool]) -> str:
    tex = tex.strip()
    if not options["display_mode"]:
        return rf"\({escape(tex)}\)"
    if r"\\" in tex and r"\begin" not in tex:
        tex = rf"\begin{{split}}{tex}\end{{split}}"
    return rf"\[{escape(tex)}\]"
