"""What the pages say, place by place: a place is what stands below a heading, a bet, or a cell that has a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import html

UNREAD = {"script", "style", "pre", "form", "nav", "svg", "button"}
UNREAD_CLASSES = {
    *("katex-mathml", "katex-html", "headerlink", "cell_input", "cell_output", "collapsed", "expanded", "offers"),
    *("claim", "in-the-notes", "q-solution", "section-number"),
}
"""What a reader does not read as text, and answers."""
BLOCKS = {"p", "li", "td", "th", "dt", "dd", "figcaption", "caption", "h2", "h3", "h4"}
MINUTES = re.compile(r"\d+ to \d+ minutes to read")
CELLS = " · "
"""What stands between the cells of a table's row."""


@dataclass
class Place:
    """What one part of a page says."""

    anchor: str
    bets: int = 0
    """How many bets of the page the reader meets before it."""
    heading: str = ""
    """Its own; most places have none, and stand below that of an earlier one."""
    texts: list[str] = field(default_factory=list)
    """Paragraphs, and rows of tables."""
    names: list[list[str]] = field(default_factory=list)
    """By which it is found: those of one thing together, and of a term of the glossary the English one first."""

    def add_names(self, names: list[str]) -> None:
        """Names of one thing."""
        if names:
            self.names.append(names)

    def text(self, most: int | None = None) -> str:
        """All of it, a paragraph a line; of a longer one the words that fit."""
        said = "\n".join(filter(None, (" ".join(text.split()) for text in self.texts)))
        return said if most is None or len(said) <= most else said[: most + 1].rsplit(maxsplit=1)[0]


def places_of(article: html.HtmlElement) -> list[Place]:
    """The places of a page, in its order."""
    found = [Place("")]
    for part in parts_of(article):
        if anchor := anchor_of(part):
            found.append(Place(anchor, found[-1].bets + (part.tag == "form")))
        if _is_heading(part) and not found[-1].heading:
            found[-1].heading = text_of(part).strip()
        elif part.tag == "tr":
            found[-1].texts.append(CELLS.join(filter(None, (text_of(cell).strip() for cell in part))))
        elif _is_block(part) and not MINUTES.match(text := text_of(part)):
            found[-1].texts.append(text)
    return found[1:] if len(found) > 1 and not (found[0].heading or found[0].texts) else found


def _is_heading(part: html.HtmlElement) -> bool:
    """Whether it is one, or the summary of a task, or a term in the glossary."""
    above = part.getparent()
    is_term = part.tag == "dt" and "glossary" in _classes(above)
    return bool(re.fullmatch("h[1-4]", str(part.tag))) or is_term or (part.tag == "summary" and bool(anchor_of(above)))


def _is_block(part: html.HtmlElement) -> bool:
    """Whether it is a paragraph, or an element that holds none and lies in no table."""
    holds_others = any(child.tag in BLOCKS for child in part.iterdescendants())
    return part.tag in BLOCKS and not holds_others and next(part.iterancestors("tr"), None) is None


def parts_of(part: html.HtmlElement) -> Iterator[html.HtmlElement]:
    """What is read, outside in; of a form only that it is there."""
    for child in part.iterchildren(tag=html.etree.Element):
        if child.tag == "form" or _is_read(child):
            yield child
        if _is_read(child):
            yield from parts_of(child)


def _is_read(part: html.HtmlElement) -> bool:
    return part.tag not in UNREAD and not UNREAD_CLASSES & _classes(part)


def _classes(part: html.HtmlElement) -> set[str]:
    return set(part.get("class", "").split())


def anchor_of(part: html.HtmlElement) -> str:
    """The name of a place that begins here: a section, a cell, a task, a bet, or an entry of the API or the glossary.

    A bet that is borrowed from another page (it names that page) folds nothing, and begins no place.
    """
    is_bet = "q-bet" in _classes(part) and not part.get("data-page")
    named = is_bet or part.tag in ("section", "dt") or {"cell", "task"} & _classes(part)
    return part.get("id", "") if named else ""


def text_of(part: html.HtmlElement) -> str:
    """The text of an element as it is read."""
    own = [part.text or ""]
    for child in part:
        own += [text_of(child) if isinstance(child.tag, str) and _is_read(child) else " ", child.tail or ""]
    return "".join(own)
