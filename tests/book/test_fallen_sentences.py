"""A sentence that fell stays down. Where a page, a recap, a heading or a note of the API comes near it, somebody has
said why it is another sentence.

A new meeting is settled in one of two ways. Either the page says what fell, and is mended; or it does not, and the
sentence's `fell(…, unlike={"How the place begins": "why"})` says what makes the difference.
"""

from __future__ import annotations

import pytest

from book_pages import ROOT
from evalbook_tools.claims.record import all_claims
from evalbook_tools.claims.register import REGISTER
from evalbook_tools.prose.revived import meetings, places

QUOTING = {"corrections.md", "how_sure.md"}
"""They say that a sentence fell."""
PAGES = [path for path in (ROOT / "book").rglob("*") if path.suffix in (".ipynb", ".md") and path.name not in QUOTING]
MODULES = [*(ROOT / "src").rglob("*.py")]

all_claims()
CHAPTERS = sorted({one.chapter for one in REGISTER.fallen})


@pytest.fixture(scope="module")
def met():
    everywhere = [place for path in sorted([*PAGES, *MODULES]) for place in places(path)]
    return meetings(REGISTER.fallen, everywhere)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_page_says_again_what_fell(met, chapter):
    of_chapter = [one for one in met if one.fallen.chapter == chapter]
    assert not [(one.fallen.sentence, one.place) for one in of_chapter if not one.explained]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_explanation_belongs_to_a_place(met, chapter):
    begun = [
        (fallen.sentence, begin)
        for fallen in REGISTER.fallen
        if fallen.chapter == chapter
        for begin in fallen.unlike
        if not any(one.fallen is fallen and one.place.text.startswith(begin) for one in met)
    ]
    assert not begun, "no place begins so and comes near the sentence"
