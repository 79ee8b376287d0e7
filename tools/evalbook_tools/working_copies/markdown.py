"""From the book's Markdown to any notebook's: roles become links, exercises get their numbers, solutions go."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

from pybtex.database import Person, parse_file

from evalbook_tools import ROOT
from evalbook_tools.working_copies.links import Site

ROLE = re.compile(r"\{(?P<role>[a-z:]+)\}`(?P<body>[^`]+)`")
WITHIN = re.compile(r"\[(?P<text>[^\]]+)\]\(#(?P<name>[a-z0-9-]+)\)")
PAGE_LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?P<place>[\w./]+)\.(?P<kind>ipynb|md)(?P<name>#[\w-]+)?\)")
PYTHON_KINDS = ("py:function", "py:class", "py:method", "py:property", "py:attribute", "py:module", "py:exception")


def without_roles(text: str, site: Site, numbers: dict[str, str]) -> str:
    """Roles, and links within the page, as plain text, with a link where the site has an address."""
    text = WITHIN.sub(lambda match: site.link(match["text"], "std:label", match["name"]), text)
    return ROLE.sub(lambda match: _written_out(match["role"], match["body"], site, numbers), text)


def pages_on_site(text: str, folder: Path, site: Site, *, beside: Collection[Path] = ()) -> str:
    """Links from a page in the folder lead to the site, but for those to pages that lie beside it.

    Where the site has no address they are plain text.
    """

    def elsewhere(link: re.Match[str]) -> str:
        page = (folder / f"{link['place']}.{link['kind']}").resolve()
        if page in beside or not page.is_relative_to(ROOT):
            return link[0]
        place = page.with_suffix(".html").relative_to(ROOT)
        return site.link(link["text"], "page", f"{place.as_posix()}{link['name'] or ''}")

    return PAGE_LINK.sub(elsewhere, text)


def _written_out(role: str, body: str, site: Site, numbers: dict[str, str]) -> str:
    named = re.fullmatch(r"(?P<text>.+?)\s*<(?P<target>[^>]+)>", body, re.DOTALL)
    text, target = (named["text"], named["target"]) if named else (body, body)
    if role == "term":
        return site.link(text, "std:term", " ".join(target.split()))
    if role.startswith("py:"):
        return _python_name(text, target, site)
    if role.startswith("cite"):
        return _citation(target, site, in_text=role == "cite:t")
    if role in ("numref", "ref"):
        return numbers.get(target, target)
    if role == "claim":  # what a sentence was tried on is the site's
        return ""
    raise ValueError(f"a working copy cannot show the role {{{role}}}`{body}`; see evalbook_tools/working_copies")


def _python_name(text: str, target: str, site: Site) -> str:
    full = target.removeprefix("~")
    shown = full.rpartition(".")[2] if target.startswith("~") and text == target else text
    for kind in PYTHON_KINDS:
        try:
            return site.link(f"`{shown}`", kind, full)
        except LookupError:
            continue
    raise LookupError(f"the site has no entry for {full}; add it to a page in book/api")


@cache
def _bibliography() -> dict[str, tuple[str, str]]:
    """For each key the names of the authors, as in running text, and the year."""
    entries = parse_file(str(ROOT / "book" / "bibliography.bib")).entries
    return {
        key: (_names(entry.persons.get("author", [])), entry.fields.get("year", "")) for key, entry in entries.items()
    }


def _names(persons: list[Person]) -> str:
    last = [" ".join(person.last_names).strip("{}") for person in persons]
    return f"{last[0]} and others" if len(last) > 2 else " and ".join(last)


def _citation(keys: str, site: Site, *, in_text: bool) -> str:
    cited = [_bibliography()[key.strip()] for key in keys.split(",")]
    if in_text:
        text = " and ".join(f"{names} ({year})" for names, year in cited)
    else:
        text = "(" + "; ".join(f"{names}, {year}" for names, year in cited) + ")"
    return site.link(text, "page", "book/bibliography.html")


FENCE = re.compile(
    r"^(?P<fence>:{3,}|`{3,})\{(?P<name>[a-z-]+)\}[ ]*(?P<title>.*)\n(?P<body>(?:.*\n)*?)(?P=fence)[ ]*$", re.MULTILINE
)
NAME = re.compile(r"^\([a-z0-9-]+\)=\n", re.MULTILINE)


def without_directives(text: str, numbers: dict[str, str]) -> str:
    """Exercises with their number, boxes as quotations; solutions, and names to link to, are left out."""
    text = NAME.sub("", text + "\n")
    return re.sub(r"\n{3,}", "\n\n", FENCE.sub(lambda box: _box(box, numbers), text)).strip()


def _box(box: re.Match[str], numbers: dict[str, str]) -> str:
    body = re.sub(r"^:[a-z-]+:.*\n", "", box["body"], flags=re.MULTILINE).strip()
    if box["name"] == "solution":
        return ""
    if box["name"] == "exercise":
        return f"**{numbers[label_of(box['body'])]}.** {body}"
    if box["name"] in ("admonition", "margin", "note", "tip", "warning"):
        title = f"**{box['title'].strip()}**\n\n" if box["title"].strip() else ""
        return "\n".join(f"> {line}".rstrip() for line in (title + body).splitlines())
    raise ValueError(f"a working copy cannot show the directive {{{box['name']}}}; see evalbook_tools/working_copies")


def label_of(body: str) -> str:
    found = re.search(r"^:label:\s*(\S+)", body, re.MULTILINE)
    if not found:
        raise ValueError(f"an exercise has no label: {body[:80]!r}")
    return found[1]


def exercises_of(source: str) -> list[str]:
    """The labels of the exercises that a Markdown cell poses."""
    return [label_of(box["body"]) for box in FENCE.finditer(source + "\n") if box["name"] == "exercise"]
