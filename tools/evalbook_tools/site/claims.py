"""What a sentence was tried on: a mark beside it, a line below its chapter, and the page *How sure is this book?*.

A page writes ``{claim}`trapezoid-constant` `` behind the sentence. The mark is a link to the claim's place on the page
that lists all; the script of the glossary shows what was counted in its box. What a page does not mark stands in a fold
after its recap. Claims that settle a bet are folded wherever another page shows them.
"""

from __future__ import annotations

import ast
from collections import Counter
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.writers.html5 import HTML5Translator

from evalbook_tools.claims.record import FILE, FOLDER, Record, read
from evalbook_tools.claims.words import note, sentence_and_note, weakness
from evalbook_tools.site.folds import Fold, Summary
from evalbook_tools.site.recap import recap_of, to_page

PAGE = "book/how_sure"
LEAST = 0.75
"""Where the picture begins: no claim may hold less often."""
TELLS = "This tells the answer to a bet of"
logger = logging.getLogger(__name__)


class claim_mark(nodes.Inline, nodes.Element):  # noqa: N801  (as docutils names its nodes)
    """The mark beside a sentence. It holds no text, so that a search finds none."""


class Claim(SphinxRole):
    """The role ``claim``: the id of a claim of this chapter."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """A mark, or a warning where there is no such claim."""
        self.env.note_dependency(str(FILE))
        known = read()["claims"].get(self.text)
        if known is None or f"book/{known['chapter']}" != self.env.docname:
            what = "this chapter has no claim %r in %s; expected one of its ids"
            logger.warning(what, self.text, FILE.name, location=self.get_location())
            return [], []
        return [claim_mark(claim=self.text, note=sentence_and_note(known))], []


def _visit_mark(translator: HTML5Translator, node: claim_mark) -> None:
    builder = translator.builder
    address = builder.get_relative_uri(builder.current_docname, PAGE)
    translator.body.append(
        f'<a class="claim" id="tried-{node["claim"]}" href="{address}#claim-{node["claim"]}"'
        f' data-note="{escape(node["note"])}">tested</a>'
    )


def _depart(translator: HTML5Translator, node: nodes.Element) -> None:
    """Nothing is left open."""


# ---------------------------------------------------------------- below a chapter


def add_line(app: Sphinx, document: nodes.document) -> None:
    """Fold what the chapter's other sentences were tried on, after its recap."""
    page = app.env.docname
    recap = recap_of(document)
    if recap is None:
        return
    marked = {mark["claim"] for mark in document.findall(claim_mark)}
    others = [one for id, one in read()["claims"].items() if f"book/{one['chapter']}" == page and id not in marked]
    if not others:
        return
    app.env.note_dependency(str(FILE))
    lines = [_item(f"{one['sentence']} ", nodes.emphasis("", note(one))) for one in others]
    link = to_page("How sure is this book?", PAGE)
    recap += Fold(
        "",
        Summary("", "What the sentences of this page were tested on"),
        nodes.bullet_list("", *lines),
        nodes.paragraph("", "", nodes.Text("All tested sentences are on "), link, nodes.Text(".")),
        classes=["tried"],
    )


def _item(text: str, *more: nodes.Node) -> nodes.list_item:
    return nodes.list_item("", nodes.paragraph("", "", nodes.Text(text), *more))


# ---------------------------------------------------------------- the page that lists all


class Claims(SphinxDirective):
    """The directive ``claims``: a picture, and all claims by part, the weakest first; then the sentences that fell."""

    def run(self) -> list[nodes.Node]:
        """The content of the page."""
        self.env.note_dependency(str(FILE))
        known = read()
        parts = {
            part.caption: claims
            for part in self.env.external_site_map.root.subtrees  # type: ignore[attr-defined]
            if (claims := _of_chapters([str(name) for name in part.items], known))
        }
        settling = {one["on"] for one in known["conclusions"] if one["kind"] == "claim" and " " not in one["text"]}
        sections = [_section(caption, claims, settling) for caption, claims in parts.items()]
        return [*_counts(known), nodes.raw("", picture(parts), format="html"), *sections, _fallen(known, settling)]


def _of_chapters(pages: list[str], known: Record) -> dict[str, Record]:
    found = {id: one for id, one in known["claims"].items() if f"book/{one['chapter']}" in pages}
    return dict(sorted(found.items(), key=lambda item: (weakness(item[1]), item[0])))


SUPPORT = {
    "claim": "{n} on a claim that was tested",
    "exact": "{n} on a check of their page, either by algebra or by counting the very cases that the sentence names",
    "once": "{n} on one data set or one simulation, with an interval, a margin or a claim",
    "cite": "{n} on a source",
    "defines": "{n} on nothing, because they only define a word or name a topic",
}


def _counts(known: Record) -> list[nodes.Node]:
    """How many sentences stand, how many are gone, and what the conclusions rest on."""
    standing, fell = len(known["claims"]), known["fallen"]
    changed = sum(one["became"] in known["claims"] for one in fell)
    tried = (
        f"The book makes {standing} claims. Its drafts contained {len(fell)} more sentences. {changed} of them failed "
        "when they were tested. They were given a condition or other words, and are now among the claims. The other "
        f"{len(fell) - changed} were taken out. Most of these failed, too, but some were never tested, and nobody "
        "noted which."
    )
    kinds = Counter(one["kind"] for one in known["conclusions"])
    support = [text.format(n=kinds[kind]) for kind, text in SUPPORT.items() if kinds[kind]]
    rest = f"The headings, recaps and bets of the chapters draw {kinds.total()} conclusions. They rest as follows."
    return [
        nodes.paragraph("", tried),
        nodes.paragraph("", rest),
        nodes.bullet_list("", *(_item(f"{text}.") for text in support)),
    ]


def _section(caption: str, claims: dict[str, Record], settling: set[str]) -> nodes.section:
    section = nodes.section("", nodes.title("", caption), ids=[nodes.make_id(f"claims-{caption}")])
    for id, one in claims.items():
        told = [nodes.paragraph("", one["sentence"]), *_evidence(id, one)]
        if id in settling:  # the sentence answers a bet that may still be open
            told = [Fold("", Summary("", f"{TELLS} {one['chapter']}"), *told)]
        section += nodes.container("", *told, ids=[f"claim-{id}"], classes=["claim-tried"])
    return section


def _evidence(id: str, one: Record) -> list[nodes.Node]:
    place = to_page("its chapter", f"book/{one['chapter']}")
    counted = nodes.paragraph("", "", nodes.Text(f"{note(one, names=True)} From "), place, nodes.Text("."))
    code = nodes.literal_block("", code_of(id, one["chapter"]), language="python")
    return [counted, Fold("", Summary("", "The code that tests it"), code)]


def code_of(id: str, chapter: str) -> str:
    """The function of a claim, as its module has it."""
    text = (FOLDER / f"{chapter}.py").read_text("utf-8")
    name = id.replace("-", "_")
    found = next(one for one in ast.parse(text).body if isinstance(one, ast.FunctionDef) and one.name == name)
    first = min(one.lineno for one in found.decorator_list)
    return "\n".join(text.splitlines()[first - 1 : found.end_lineno])


def _fallen(known: Record, settling: set[str]) -> nodes.section:
    section = nodes.section("", nodes.title("", "Sentences that failed"), ids=["claims-fallen"])
    lines = nodes.bullet_list()
    for one in known["fallen"]:
        new = known["claims"].get(one["became"])
        item = _item(
            f"{one['sentence']} ", nodes.emphasis("", f"Now: {new['sentence']}" if new else "It was taken out.")
        )
        if one["became"] in settling:
            summary = Summary("", f"{TELLS} {one['chapter']}")
            item = nodes.list_item("", Fold("", summary, *item.children))
        lines += item
    section += lines
    return section


# ---------------------------------------------------------------- the picture

LEFT, WIDTH, ROW, RIGHT, DOT = 118, 230, 36, 20, 3
SHARES = (LEAST, 0.8, 0.85, 0.9, 0.95, 1)
SAID = (
    "For each part, how many claims held in which share of the settings (on the kind of settings where this share was "
    "smallest). The list below contains the same numbers."
)
CAPTION = (
    "The position of a dot shows in which share of the settings its claims held, on the kind of settings where this "
    "share was smallest. The size of a dot shows how many claims it stands for."
)


def picture(parts: dict[str, dict[str, Record]]) -> str:
    """A row for each part; a dot for the claims of each share, its area their number."""
    height = ROW * len(parts)
    rows = [_row(caption, claims, ROW * (place + 0.5)) for place, (caption, claims) in enumerate(parts.items())]
    ticks = [
        f'<path d="M{_x(share):g} 0V{height}"/><text x="{_x(share):g}" y="{height + 18}">{share:.0%}</text>'
        for share in SHARES
    ]
    return "\n".join(
        [
            f'<figure class="claims-picture"><svg role="img" aria-label="{SAID}" ',
            f'viewBox="0 0 {LEFT + WIDTH + RIGHT} {height + 24}">',
            *ticks,
            *rows,
            f"</svg><figcaption>{CAPTION}</figcaption></figure>",
        ]
    )


def _row(caption: str, claims: dict[str, Record], y: float) -> str:
    found = Counter(map(weakness, claims.values()))
    dots = [f'<circle cx="{_x(share):g}" cy="{y:g}" r="{DOT * n**0.5:.3g}"/>' for share, n in sorted(found.items())]
    return f'<text class="part" x="{LEFT - 14}" y="{y + 5:g}">{escape(caption)}</text>{"".join(dots)}'


def _x(share: float) -> float:
    return LEFT + WIDTH * max(0.0, (share - LEAST) / (1 - LEAST))


def setup(app: Sphinx) -> None:
    """Offer the role and the directive, and add the line below each chapter."""
    app.add_node(claim_mark, html=(_visit_mark, _depart))
    app.add_role("claim", Claim())
    app.add_directive("claims", Claims)
    app.connect("doctree-read", add_line)
