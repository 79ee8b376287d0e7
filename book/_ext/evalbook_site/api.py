"""Pages of the API: a table first, then the entries; each leads to the chapter that teaches it, and each chapter back.

A page about one concept lists its names; the page of a module shows them all, and keeps the addresses that the entries
had when they stood there:

```{api} evalbook.curves          ```{api-module} evalbook.curves
roc_curve                         ```
RocCurve
```
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from evalbook._tally import Tally

from . import teaching
from .teaching import ApiPage, Lesson

FIRST_CLAUSE = re.compile(r"(?:[;:.]\s.*|\.)$", re.DOTALL)
BELOW_THE_TABLE = """
.. container:: taught

   Part of :py:mod:`evalbook.{}`. What goes in, what comes out and what raises is the same everywhere:
   :doc:`/book/api/conventions`.
"""


# ---------------------------------------------------------------- reStructuredText for a page


def table(module: str, names: list[str]) -> str:
    """Name, one line, what it returns, and the chapter that teaches it."""
    head = ["Name", "What it is", "Returns", "Chapter"]
    rows = [head, *([_link(name), _summary(name), _returns(name), _taught(name)] for name in names)]
    lines = [f".. py:currentmodule:: evalbook.{module}", "", ".. list-table::"]
    lines += ["   :header-rows: 1", "   :class: api", ""]
    for first, *others in rows:
        lines += [f"   * - {first}", *(f"     - {cell}" for cell in others)]
    return "\n".join(lines) + "\n"


def entry(name: str) -> str:
    """The directive that writes a name's docstring out."""
    value = teaching.value_of(name)
    if inspect.isclass(value):
        return f".. autoclass:: evalbook.{name}\n   :members:\n"
    if inspect.isroutine(value):
        return f".. autofunction:: evalbook.{name}\n"
    return f".. autodata:: evalbook.{name}\n   :no-value:\n"


def _link(name: str) -> str:
    return f":py:obj:`~evalbook.{name}`"


def _summary(name: str) -> str:
    return " ".join(teaching.docstring(name)["Summary"]).removesuffix(".")


def _returns(name: str) -> str:
    """A function's range, or the class that it returns; of a class, who returns it."""
    value = teaching.value_of(name)
    if inspect.isclass(value):
        return "*a tally*" if issubclass(value, Tally) else _made_by(teaching.makers(name))
    classes = teaching.returned_classes(name)
    if classes or not inspect.isroutine(value):
        return ", ".join(map(_link, classes))
    return "; ".join(
        FIRST_CLAUSE.sub("", " ".join(each.desc)) or each.type for each in teaching.docstring(name)["Returns"]
    )


def _made_by(makers: list[str]) -> str:
    if len(makers) > 3:
        return f"*from {len(makers)} functions*"
    return f"*from* {', '.join(map(_link, makers))}" if makers else ""


def _taught(name: str) -> str:
    found = teaching.lesson(name)
    return _lead_to(found) if found else ""


def _lead_to(found: Lesson) -> str:
    """A link to a recipe, or to a chapter by what its title says before the colon."""
    if found.recipe:
        return f":ref:`{found.recipe}`"
    return f":doc:`{teaching.mentions()[found.page].title.partition(':')[0]} </{found.page}>`"


def _add_lesson(app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """The last lines of an entry: where it is taught, and where else it is met."""
    short = name.removeprefix("evalbook.")
    found = teaching.lesson(short) if short in teaching.documented() else None
    if found:
        others = [each for each in teaching.lessons(short) if each != found]
        also = f" Also in {', '.join(map(_lead_to, others))}." if others else ""
        how = "Taught" if teaching.lessons(short) or inspect.isclass(value) else "Used"
        lines += ["", ".. container:: taught", "", f"   {how} in {_lead_to(found)}.{also}", ""]


# ---------------------------------------------------------------- directives


class _Api(SphinxDirective):
    required_arguments = 1

    def _module(self) -> str:
        return str(self.arguments[0]).removeprefix("evalbook.")

    def _parsed(self, text: str) -> list[nodes.Node]:
        """What the lines become; the page is written anew when a chapter or a page of the API changes."""
        for chapter in teaching.mentions():
            self.env.note_dependency(f"{chapter}.ipynb")
        for each in teaching.api_pages():
            self.env.note_dependency(f"{each.page}.md")
        return self.parse_text_to_nodes(f"```{{eval-rst}}\n{text}\n```")


class Concept(_Api):
    """The directive ``api``: a table of some names of a module, and their entries."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Parse what the names stand for."""
        module = self._module()
        names = [f"{module}.{name}" for name in " ".join(self.content).split()]
        return self._parsed("\n".join([table(module, names), BELOW_THE_TABLE.format(module), *map(entry, names)]))


class Module(_Api):
    """The directive ``api-module``: all names of a module, or those of some of its pages."""

    option_spec: ClassVar = {"pages": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """One section a page."""
        chosen = str(self.options.get("pages", "")).split()
        pages = [each for each in teaching.api_pages() if each.module == self._module()]
        return [self._section(each) for each in pages if not chosen or each.page.rpartition("/")[2] in chosen]

    def _section(self, each: ApiPage) -> nodes.section:
        names = [f"{each.module}.{name}" for name in each.names]
        title, _ = self.parse_inline(f"{{doc}}`{each.title} </{each.page}>`")
        parsed = self._parsed(table(each.module, names))
        rows = [row for part in parsed for body in part.findall(nodes.tbody) for row in body]
        for row, name in zip(rows, names, strict=True):
            row[0][0]["documents"] = f"evalbook.{name}"
        return nodes.section("", nodes.title("", "", *title), *parsed, ids=[nodes.make_id(each.title)])


# ---------------------------------------------------------------- between pages


def _objects(app: Sphinx) -> Iterable[str]:
    """Everything of the package that some page documents, parts of classes too."""
    known: dict[str, Any] = app.env.domaindata["py"]["objects"]
    return known


def _keep_addresses(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """A name's row on the page of its module has the addresses of its entry and of the entry's parts."""
    known = _objects(app)
    for cell in doctree.findall(lambda node: isinstance(node, nodes.Element) and "documents" in node):
        name = cell["documents"]
        cell["ids"] += [each for each in known if each == name or each.startswith(f"{name}.")]


def _lead_back(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """A chapter's foot has the names that it teaches, page by page."""
    if page not in teaching.mentions() or not _objects(app):
        return
    taught = [name for name in teaching.taught_in(page) if name.partition(".")[0] not in ("plots", "pages")]
    context["api_pages"] = [
        (each, [name for name in taught if teaching.documented()[name] == each.page])
        for each in teaching.api_pages()
        if each.page in map(teaching.documented().get, taught)
    ]


def setup(app: Sphinx) -> None:
    """Offer the directives, and link entries and chapters."""
    app.setup_extension("sphinx.ext.autodoc")
    app.add_directive("api", Concept)
    app.add_directive("api-module", Module)
    app.connect("autodoc-process-docstring", _add_lesson, priority=900)  # behind numpydoc
    app.connect("doctree-resolved", _keep_addresses)
    app.connect("html-page-context", _lead_back)
