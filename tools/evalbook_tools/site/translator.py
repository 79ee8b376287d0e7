"""Sphinx's HTML, put right where a browser or a screen reader needs other words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import StringIO
from typing import Any

from docutils import nodes
from pygments.formatters import HtmlFormatter
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge
from sphinx.writers.html5 import HTML5Translator

CODE = re.compile(r'(class="(?:[^"]* )?(?:notranslate|sig)[ "][^>]*)>')


UNASKED = {
    *("reference", "internal", "docutils", "literal", "notranslate", "container", "simple", "stream", "align-default"),
    *("xref", "py-obj", "py-func", "py-class", "py-meth", "py-attr", "py-mod", "py-exc"),
    *("std", "std-doc", "std-ref", "row-odd", "row-even", "field-odd", "field-even", "text-left"),
    *("sig-object", "descname", "default_value", "toctree-l1", "toctree-l2"),
    *("highlight-python", "highlight-ipython3", "highlight-myst-ansi"),
}
"""Classes of Sphinx and of MyST-NB that no rule and no script asks for: they were a twelfth of all pages."""
BLANKS = re.compile("  +")
CLASSES = re.compile(r' class="([^"]*)"')

COLORS = {
    **dict.fromkeys(["ow"], "k"),
    **dict.fromkeys(["go", "gp", "gt"], "c"),
    **dict.fromkeys(["nb", "nc", "nd", "ne", "nf", "fm"], "b"),
}
"""What bears a color, beside keywords, strings, numbers and comments, whose classes begin with k, s, m and c."""
LINES_OF_DOCSTRING = re.compile('<span class="s">[^<]*</span>(?:\n+<span class="s">[^<]*</span>)+')


class Formatter(HtmlFormatter):
    """Code with elements around what has a color; a docstring of many lines is one element."""

    def _get_css_class(self, kind: Any) -> str:
        name: str = super()._get_css_class(kind)
        return COLORS.get(name, name[:1] if name[:1] in {"k", "s", "m", "c"} else "")

    def format(self, tokens: Any, file: Any) -> None:
        """Write the code."""
        written = StringIO()
        super().format(tokens, written)
        file.write(LINES_OF_DOCSTRING.sub(_as_one, written.getvalue()))


def _as_one(lines: re.Match[str]) -> str:
    text = re.sub(r'</span>(\n+)<span class="s">', r"\1", lines[0])
    return text if text.count('"""') == 2 else lines[0]  # strings of two functions would cross their borders


def without_unasked(tag: str) -> str:
    """A start tag without the classes that nothing asks for."""
    return CLASSES.sub(lambda classes: _classes(word for word in classes[1].split() if word not in UNASKED), tag)


def _classes(words: Iterable[str]) -> str:
    text = " ".join(words)
    return f' class="{text}"' if text else ""


def head_of(cell: nodes.entry) -> str:
    """What stands above a cell of a table that a phone shows by rows; nothing above the first, which names its row."""
    row = cell.parent
    table, column = row.parent.parent.parent, row.index(cell)
    heads = list(table.findall(nodes.thead))
    if "rows" not in table["classes"] or isinstance(row.parent, nodes.thead) or not heads or not column:
        return ""
    return str(heads[0][0][column].astext())


class Translator(HTML5Translator):
    """HTML5 as Sphinx writes it, but for four attributes and the classes that nothing asks for."""

    def starttag(self, node: Any, tagname: str, *arguments: Any, **attributes: Any) -> str:
        """A start tag: code is not translated, names of parts are no headings, sources are items of their list.

        A cell bears its head where a phone shows the rows of its table below each other.
        """
        if attributes.get("ROLE") == "heading":
            del attributes["ROLE"]  # it would need a level
        if attributes.get("role") == "doc-biblioentry":
            attributes["role"] = "listitem"
        if isinstance(node, nodes.entry) and (head := head_of(node)):
            attributes["data-head"] = head
        tag = CODE.sub(r'\1 translate="no">', super().starttag(node, tagname, *arguments, **attributes))
        return without_unasked(tag)

    def visit_Text(self, node: Any) -> None:  # noqa: N802  (as docutils names it)
        """Text. Of code, runs of blanks are kept; Sphinx would put an element around each word, too."""
        if not self.protect_literal_text:
            return super().visit_Text(node)
        self.body.append(BLANKS.sub(lambda run: "&#160;" * (len(run[0]) - 1) + " ", self.encode(node.astext())))


def setup(app: Sphinx) -> None:
    """Write all pages this way."""
    PygmentsBridge.html_formatter = Formatter
    app.set_translator("html", Translator)
