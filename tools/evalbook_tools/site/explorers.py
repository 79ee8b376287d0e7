"""Explorers on the site: one script and one style sheet for all of them, and pictures whose text is the page's.

In a notebook each explorer brings its script and its style; on a page they would be there once an explorer. And a
picture cannot use the page's fonts: its texts move over to the marks, which lie above it at the same scale.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import Any
from urllib.parse import quote, unquote

from sphinx.application import Sphinx

from evalbook_tools.records import EXPLORER
from evalbook_tools.site import assets

INLINE = re.compile(r"(?<=</div>)<style>[^<]*</style><script>.*?</script>", re.DOTALL)
PICTURE = re.compile(r'(<img src="data:image/svg\+xml,)([^"]*)("[^>]*><svg aria-hidden="true"[^>]*>)')
TEXT = re.compile(r"<text.*?</text>", re.DOTALL)
QUOTED = re.compile(r"%[0-9A-F]{2}")


def _with_texts_above(parts: re.Match[str]) -> str:
    picture, as_it_is = unquote(parts[2]), QUOTED.sub("", parts[2])
    texts = "".join(map(_of_the_page, TEXT.findall(picture)))
    return f"{parts[1]}{quote(TEXT.sub('', picture), safe=as_it_is)}{parts[3]}{texts}"


def _of_the_page(text: str) -> str:
    """A text of matplotlib in the font of the page; in its color, too, unless it has one of its own."""
    text = re.sub(r"font-family: [^;']*;? ?|fill: #222222;?", "", text.replace("'", '"'))
    text = re.sub(r"font: ([\d.]+px) [^;\"]*", r"font-size: \1", text)
    return text if "fill: " in text else text.replace("<text", '<text fill="currentcolor"')


def _place(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if EXPLORER in context.get("body", ""):
        context["body"] = PICTURE.sub(_with_texts_above, INLINE.sub("", context["body"]))
        app.add_js_file("explorers.js", loading_method="defer")
        app.add_css_file("explorers.css")


def _write(app: Sphinx) -> None:
    of_the_package = resources.files("evalbook.teaching.explorers")
    for kind in ("js", "css"):
        assets.write(app, f"explorers.{kind}", (of_the_package / f"explorer.{kind}").read_text("utf-8"))


def setup(app: Sphinx) -> None:
    """Write script and style before the pages, and load them where there are explorers."""
    app.connect("builder-inited", _write)
    app.connect("html-page-context", _place)
