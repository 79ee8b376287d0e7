"""What a text in the book's Markdown holds: its prose in plain words; its links, formulas and code as they are written.

In the prose a role and a link stand by their text, a formula as X, and inline code as CODE.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

PARSER = MarkdownIt("commonmark").enable("table")
for plugin in (
    amsmath_plugin,
    colon_fence_plugin,
    deflist_plugin,
    dollarmath_plugin,
    myst_block_plugin,
    myst_role_plugin,
):
    PARSER.use(plugin)

BESIDE = {"heading", "table", "dt"}
"""What has words and is no prose."""
PROSE = {"admonition", "exercise", "glossary", "margin", "note", "solution", "task", "tip", "warning"}
"""The directives whose body is prose."""
DIRECTIVE = re.compile(r"\{(?P<name>[\w:-]+)\}\s*(?P<title>.*)")
OPTIONS = re.compile(r"(?:\s*^:[\w-]+:.*$)*", re.MULTILINE)
LABEL = re.compile(r"^\s*:(?:label|name):\s*(\S+)", re.MULTILINE)
NAMED = re.compile(r"(?P<text>.+?)\s*<(?P<target>[^<>]+)>", re.DOTALL)
SILENT = {"cite:p", "claim", "options"}
"""Roles that put a mark beside a sentence, and no word into it."""
FORMULAS = {"math_inline", "math_inline_double", "math_block", "math_block_label", "amsmath"}


@dataclass
class Markup:
    """What a text holds, in its order."""

    prose: list[str] = field(default_factory=list)
    """A paragraph each."""
    beside: list[str] = field(default_factory=list)
    """Headings, titles, cells of tables."""
    targets: list[str] = field(default_factory=list)
    """Where links and roles lead, and the names that others link to."""
    formulas: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)

    def add(self, other: Markup) -> None:
        """Take in what another text holds."""
        for name, values in vars(other).items():
            getattr(self, name).extend(values)


def markup(text: str) -> Markup:
    """What a text holds."""
    found = Markup()
    _blocks(text, found, aside=False)
    return found


def _blocks(text: str, found: Markup, *, aside: bool) -> None:
    """Add what the blocks of a text hold; `aside`, they have no prose."""
    beside = 0
    tokens = PARSER.parse(text)
    for last, token in pairwise([Token("begin", "", 0), *tokens]):
        beside += token.nesting if token.type.partition("_")[0] in BESIDE else 0
        if token.type == "inline":
            (found.beside if aside or beside else found.prose).append(_inline(token.children or [], found))
        elif token.type == "myst_target":
            found.targets.append(f"({token.content})=")
        elif token.type in FORMULAS:
            found.formulas.append(_one_line(token.content))
            if last.type == "paragraph_close" and found.prose and not aside:
                found.prose[-1] += " X"  # the sentence goes on in it
        elif token.type in ("fence", "colon_fence"):
            _fence(token, found, aside=aside)


def _fence(token: Token, found: Markup, *, aside: bool) -> None:
    """A directive, whose body is a text of its own, or a listing."""
    directive = DIRECTIVE.fullmatch(token.info.strip())
    if not directive:
        found.code.append(_one_line(token.content))
        return
    name, title = directive["name"], directive["title"]
    found.targets += [f"({label})=" for label in LABEL.findall(token.content)]
    options = OPTIONS.match(token.content)
    end = options.end() if options else 0
    _blocks(f"{title}\n\n{token.content[:end]}", found, aside=True)
    body = token.content[end:]
    if name == "glossary":
        body = re.sub(r"^(?=\S)", "### ", body, flags=re.MULTILINE)  # a term is a heading of what is said of it
    _blocks(body, found, aside=aside or name not in PROSE)


def _inline(tokens: Sequence[Token], found: Markup) -> str:
    """The words of a paragraph; what else stands in it is added."""
    words = []
    for token in tokens:
        if token.type == "text":
            words.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            words.append(" ")
        elif token.type == "code_inline":
            found.code.append(_one_line(token.content))
            words.append("CODE")
        elif token.type in FORMULAS:
            found.formulas.append(_one_line(token.content))
            words.append("X")
        elif token.type == "myst_role":
            words.append(_role(token.meta["name"], _one_line(token.content), found))
        elif token.type in ("link_open", "image"):
            found.targets.append(f"link {token.attrGet('href') or token.attrGet('src') or ''}")
    return tidy("".join(words))


def _role(role: str, body: str, found: Markup) -> str:
    """The words that a role shows; where it leads is added."""
    named = NAMED.fullmatch(body)
    text, target = (named["text"], named["target"]) if named else ("", body)
    targets = target.split(",") if role.startswith("cite") else [target]
    found.targets += [f"{{{role}}} {one.strip().removeprefix('~')}" for one in targets]
    if role in SILENT:
        return ""
    if role.startswith("py:"):
        return text or (target.rpartition(".")[2] if target.startswith("~") else target)
    if role == "cite:t":
        return " and ".join(re.sub(r"\d+\w?$", "", one.strip()).title() for one in targets)
    return text or {"numref": "Figure X", "ref": "that place", "minutes": "some"}.get(role, target)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def tidy(text: str) -> str:
    """Without the gaps that a silent role leaves; what begins with a point (.5) keeps the space before it."""
    return re.sub(r"\s+(?=[,;:?!)]|\.(?!\w))", "", _one_line(text))
