"""Buttons that open a chapter's working copy elsewhere: on Binder, in Colab, on a hub.

They are there when _config.yml names the repository, and lead to its branch of working copies (tools/publish.py), so
that nobody opens the authors' notebook with its solutions. ``launch_buttons`` in _config.yml says to which services.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from sphinx.application import Sphinx

from .downloads import working_copies
from .theme import JUPYTER_BOOK

GITHUB, GITLAB = "github.com", "gitlab.com"
BRANCH = working_copies.BRANCH


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
    repository, services = context.get("theme_repository_url", ""), context.get("theme_launch_buttons") or {}
    is_chapter = name in working_copies.chapter_numbers()
    context["launch_links"] = [*links(name, repository, services)] if is_chapter else []


def setup(app: Sphinx) -> None:
    """Hand the links to the template."""
    app.connect("html-page-context", _add_to_page)
