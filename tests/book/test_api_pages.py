"""The pages of the API: every public name stands on one of them, and a chapter or a recipe teaches it."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re

import pytest
from evalbook_site import teaching

import evalbook
from book_pages import CHAPTERS, DESKTOP, PAGES, ROOT
from calls import PUBLIC

TALLEST = 8_000
"""Of a page of the API, in pixels: what is longer is not read."""

MODULES = sorted({each.module for each in teaching.api_pages()})
CONCEPTS = [each.page for each in teaching.api_pages()]
UNDER = re.compile(r"^```python\n(>>> .*?)^```$", re.MULTILINE | re.DOTALL)


def public_names(module: str) -> list[str]:
    return [f"{module}.{name}" for name in importlib.import_module(f"evalbook.{module}").__all__]


# ---------------------------------------------------------------- each name has one page


def test_every_public_module_has_pages():
    assert {name for name in evalbook.__all__ if inspect.ismodule(getattr(evalbook, name))} <= set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_stands_on_one_page(module):
    listed = [name for each in teaching.api_pages() if each.module == module for name in each.names]
    assert len(listed) == len(set(listed))
    text = "\n".join(path.read_text("utf-8") for path in (ROOT / "book" / "api" / module).glob("*.md"))
    text += (ROOT / "book" / "api" / f"{module}.md").read_text("utf-8")
    elsewhere = {"pages.clinic", "plots.STYLE"}  # with examples.clinic; what use_style does
    assert not [n for n in public_names(module) if not re.search(rf"\b{n.partition('.')[2]}\b", text)][len(elsewhere) :]
