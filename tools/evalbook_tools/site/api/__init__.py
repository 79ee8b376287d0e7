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
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from evalbook_tools.site.api import lessons
from evalbook_tools.site.api.lessons import ApiPage, Lesson

FIRST_CLAUSE = re.compile(r"(?:[;:.]\s.*|\.)$", re.DOTALL)
BELOW_THE_TABLE = """
.. container:: taught

   These names belong to :py:mod:`{}`. The page :doc:`/book/api/conventions` says which input all functions
   take, what they return and which errors they raise.
"""


# ---------------------------------------------------------------- reStructuredText for a page


def table(module: str, names: list[str]) -> str:
    """Name, one line, what it returns, and the chapter that teaches it."""
    head = ["Name", "What it is", "Returns", "Chapter"]
    rows = [head, *([_link(name), _summary(name), _returns(name), _lead_to(lessons.lesson(name))] for name in names)]
    lines = [f".. py:currentmodule:: {lessons.full_name(module)}", "", ".. list-table::"]
    lines += ["   :header-rows: 1", "   :class: api", ""]
    for first, *others in rows:
        lines += [f"   * - {first}", *(f"     - {cell}" for cell in others)]
    return "\n".join(lines) + "\n"


def entry(name: str) -> str:
    """The directive that writes a name's docstring out."""
    value = lessons.value_of(name)
    if inspect.isclass(value):
        return f".. autoclass:: {lessons.full_name(name)}\n   :members:\n"
    if inspect.isroutine(value):
        return f".. autofunction:: {lessons.full_name(name)}\n"
    module, _, constant = lessons.full_name(name).rpartition(".")  # autodoc looks for its docstring in one file only
    lines = [f".. py:data:: {constant}", f"   :module: {module}", ""]
    lines += [f"   {line}".rstrip() for line in (_summary(name) + ".", *_lesson(name))]
    return "\n".join(lines) + "\n"


def _link(name: str) -> str:
    return f":py:obj:`~{lessons.full_name(name)}`"


def _summary(name: str) -> str:
    return " ".join(lessons.docstring(name)["Summary"]).removesuffix(".")


def _is_tally(value: type) -> bool:
    """Whether a class adds up over parts: its common ancestor has no public name."""
    return any(ancestor.__name__ == "Tally" for ancestor in value.__mro__[1:])


def _returns(name: str) -> str:
    """A function's range, or the class that it returns; of a class, who returns it."""
    value = lessons.value_of(name)
    if inspect.isclass(value):
        return "*a tally*" if _is_tally(value) else _made_by(lessons.makers(name))
    classes = lessons.returned_classes(name)
    if classes or not inspect.isroutine(value):
        return ", ".join(map(_link, classes))
    return "; ".join(
        FIRST_CLAUSE.sub("", " ".join(each.desc)) or each.type for each in lessons.docstring(name)["Returns"]
    )


def _made_by(makers: list[str]) -> str:
    if len(makers) > 3:
        return f"*from {len(makers)} functions*"
    return f"*from* {', '.join(map(_link, makers))}" if makers else ""


def _lead_to(found: Lesson | None) -> str:
    """A link to a recipe, or to a chapter by what its title says before the colon."""
    if not found:
        return ""
    if found.recipe:
        return f":ref:`{found.recipe}`"
    return f":doc:`{lessons.mentions()[found.page].title.partition(':')[0]} </{found.page}>`"


def _add_lesson(app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """The last lines of an entry."""
    lines += _lesson(lessons.short_name(name))


def _lesson(name: str) -> list[str]:
    """Where a name is taught, and where else it is met."""
    found = lessons.lesson(name) if name in lessons.documented() else None
    if not found:
        return []
    others = [each for each in lessons.lessons(name) if each != found]
    also = f" Also in {', '.join(map(_lead_to, others))}." if others else ""
    how = "Taught" if lessons.lessons(name) or inspect.isclass(lessons.value_of(name)) else "Used"
    return ["", ".. container:: taught", "", f"   {how} in {_lead_to(found)}.{also}", ""]


# ---------------------------------------------------------------- directives


class _Api(SphinxDirective):
    required_arguments = 1

    def _module(self) -> str:
        return lessons.short_name(str(self.arguments[0]))

    def _parsed(self, text: str) -> list[nodes.Node]:
        """What the lines become; the page is written anew when a chapter or a page of the API changes."""
        for chapter in lessons.mentions():
            self.env.note_dependency(f"{chapter}.ipynb")
        for each in lessons.api_pages():
            self.env.note_dependency(f"{each.page}.md")
        return self.parse_text_to_nodes(f"```{{eval-rst}}\n{text}\n```")


class Concept(_Api):
    """The directive ``api``: a table of some names of a module, and their entries."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Parse what the names stand for."""
        module = self._module()
        names = [f"{module}.{name}" for name in " ".join(self.content).split()]
        return self._parsed(
            "\n".join([table(module, names), BELOW_THE_TABLE.format(lessons.full_name(module)), *map(entry, names)])
        )


class Module(_Api):
    """The directive ``api-module``: all names of a module, or those of some of its pages."""

    option_spec: ClassVar = {"pages": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """One section a page."""
        chosen = str(self.options.get("pages", "")).split()
        pages = [each for each in lessons.api_pages() if each.module == self._module()]
        return [self._section(each) for each in pages if not chosen or each.page.rpartition("/")[2] in chosen]

    def _section(self, each: ApiPage) -> nodes.section:
        names = [f"{each.module}.{name}" for name in each.names]
        title, _ = self.parse_inline(f"{{doc}}`{each.title} </{each.page}>`")
        parsed = self._parsed(table(each.module, names))
        rows = [row for part in parsed for body in part.findall(nodes.tbody) for row in body]
        for row, name in zip(rows, names, strict=True):
            row[0][0]["documents"] = lessons.full_name(name)
        return nodes.section("", nodes.title("", "", *title), *parsed, ids=[nodes.make_id(each.title)])


# ---------------------------------------------------------------- between pages


def _keep_addresses(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """A name's row on the page of its module has the addresses of its entry and of the entry's parts."""
    known = app.env.domaindata["py"]["objects"]  # of the package, parts of classes too
    for cell in doctree.findall(lambda node: isinstance(node, nodes.Element) and "documents" in node):
        name = cell["documents"]
        cell["ids"] += [each for each in known if each == name or each.startswith(f"{name}.")]


def _lead_back(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """A chapter's foot has the names that it teaches, page by page."""
    if page not in lessons.mentions() or not app.env.domaindata["py"]["objects"]:
        return
    taught = [name for name in lessons.taught_in(page) if name.partition(".")[0] not in ("plots", "pages")]
    context["full_name"] = lessons.full_name
    context["api_pages"] = [
        (each, [name for name in taught if lessons.documented()[name] == each.page])
        for each in lessons.api_pages()
        if each.page in map(lessons.documented().get, taught)
    ]


def setup(app: Sphinx) -> None:
    """Offer the directives, and link entries and chapters."""
    app.setup_extension("sphinx.ext.autodoc")
    app.add_directive("api", Concept)
    app.add_directive("api-module", Module)
    app.connect("autodoc-process-docstring", _add_lesson, priority=900)  # behind numpydoc
    app.connect("doctree-resolved", _keep_addresses)
    app.connect("html-page-context", _lead_back)
