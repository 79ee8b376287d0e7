"""Under the title of a chapter: its working copy as a zip, and buttons that open it on Binder, in Colab, on a hub.

The buttons are there when _config.yml names the repository, and lead to its branch of working copies (make publish),
so that nobody opens the authors' notebook with its solutions. ``launch_buttons`` in _config.yml says to which services.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from sphinx.application import Sphinx

from evalbook_tools import ROOT, working_copies
from evalbook_tools.site.downloads import link_to_copy
from evalbook_tools.site.theme import JUPYTER_BOOK

GITHUB, GITLAB = "github.com", "gitlab.com"
BRANCH = working_copies.BRANCH
COPY_SAID, ALL_SAID = "Notebook (zip)", "All notebooks (zip)"


def place_of(chapter: str) -> str:
    """Where the copy of a chapter lies in the branch."""
    return f"{chapter.removeprefix('book/')}.ipynb"


def links(chapter: str, repository: str, services: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What each button says, and where it leads; none without a repository."""
    if not repository or repository == JUPYTER_BOOK:
        return
    repository = repository.rstrip("/").removesuffix(".git")
    host, name = urlsplit(repository).netloc, urlsplit(repository).path.strip("/")
    place = place_of(chapter)
    if binder := str(services.get("binderhub_url") or "").rstrip("/"):
        source = {GITHUB: f"gh/{name}", GITLAB: f"gl/{quote(name, safe='')}"}
        where = source.get(host, f"git/{quote(repository, safe='')}")
        yield "Open on Binder", f"{binder}/v2/{where}/{BRANCH}?{urlencode({'urlpath': f'lab/tree/{place}'}, safe='/')}"
    if (colab := str(services.get("colab_url") or "").rstrip("/")) and host == GITHUB:
        yield "Open in Colab", f"{colab}/github/{name}/blob/{BRANCH}/{place}"
    if hub := str(services.get("jupyterhub_url") or "").rstrip("/"):
        pulled = f"lab/tree/{name.rpartition('/')[2]}/{place}"
        query = urlencode({"repo": repository, "branch": BRANCH, "urlpath": pulled}, safe="/")
        yield "Open on the hub", f"{hub}/hub/user-redirect/git-pull?{query}"


def _add_to_page(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if ROOT / f"{name}.ipynb" not in working_copies.copied():
        return
    to_root = context["pathto"]("", 1)
    all_copies = f'<a href="{to_root}{working_copies.PAGE}">{ALL_SAID}</a>'
    offers = [link_to_copy(to_root, name, COPY_SAID), all_copies]
    opened = links(name, context.get("theme_repository_url", ""), context.get("theme_launch_buttons") or {})
    offers += [f'<a href="{escape(address)}">{text}</a>' for text, address in opened]
    context["body"] = context["body"].replace("</h1>", f'</h1>\n<p class="offers">{" ".join(offers)}</p>', 1)


def setup(app: Sphinx) -> None:
    """Add the links to the pages."""
    app.connect("html-page-context", _add_to_page)
