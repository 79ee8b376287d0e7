"""The page around the text: a theme of one template, one style sheet and one small script ."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sphinx.application import Sphinx

from evalbook_tools.site.due import due_page
from evalbook_tools.site.part_openings import captions_lead

THEME = Path(__file__).parent
JUPYTER_BOOK = "https://github.com/executablebooks/jupyter-book"  # what it hands over when _config.yml names none

API = "book/api/"
CAPTION = '<p class="caption"'
PART = re.compile(rf"{CAPTION}[^>]*><span[^>]*>(.*?)</span></p>\n(.*?)(?={CAPTION}|\Z)", re.DOTALL)
LINK = re.compile("<a [^>]*>|</a>")
CURRENT = re.compile(r'class="[^"]*\bcurrent\b')


def parts_folded(contents: str, in_sight: str, *, by_openings: bool = False) -> str:
    """The contents with each part as a fold: open are the reader's own and that with a link which stays in sight.

    That link leads to the questions due, because behind it stands how many there are. What stands before the first part
    is not folded. Of a part with an opening there is only the link to it where the chapters are reached `by_openings`.
    """
    contents = captions_lead(contents)
    folds = [contents.partition(CAPTION)[0]]
    for name, pages in PART.findall(contents):
        is_open = f'href="{in_sight}"' in pages or bool(CURRENT.search(name + pages))
        folds.append(_fold(name, "" if by_openings and "<a" in name else pages, is_open=is_open))
    return "".join(folds)


def _fold(name: str, pages: str, *, is_open: bool) -> str:
    """A part. A link stands beside what opens the fold, not in it, where a screen reader would not tell it."""
    if not pages:
        return f'<div class="opened">{name}</div>'
    text = LINK.sub("", name)
    shown = text if name == text else f"<span>{text}</span>"
    fold = f"<details{' open' * is_open}><summary>{shown}</summary>{pages}</details>"
    return fold if name == text else f'<div class="opened">{name}{fold}</div>'


def report_link(repository: str, title: str) -> str:
    """Where a reader reports a mistake on a page: a new issue with its title; nothing without a repository."""
    if not repository or repository == JUPYTER_BOOK:
        return ""
    field = "-/issues/new?issue[title]=" if "gitlab" in repository else "issues/new?title="
    return f"{repository.rstrip('/')}/{field}{quote(f'Mistake in: {title}')}"


def _add_to_page(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    title = app.env.titles[name].astext() if name in app.env.titles else name
    due = due_page(app.env)
    in_sight = context["pathto"](due) if due else ""
    # Nearly a hundred pages are of the API: with all chapters beside each, the site would be 0.4 MB larger. The page
    # with the questions due is the heaviest, and each of its questions leads to a chapter.
    by_openings = name == due or name.startswith(API)
    context["parts_folded"] = partial(parts_folded, in_sight=in_sight, by_openings=by_openings)
    context["report_link"] = report_link(context.get("theme_repository_url", ""), title)


def setup(app: Sphinx) -> None:
    """Register the theme, its script, and what its template asks for."""
    app.add_html_theme("evalbook", str(THEME))
    app.add_js_file("book.js", priority=100)
    app.connect("html-page-context", _add_to_page)
