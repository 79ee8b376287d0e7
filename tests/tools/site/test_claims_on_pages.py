"""A claim on the site: its mark, the line below its chapter, and its place on the page that lists all."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from evalbook_tools.site import claims

ONE = {
    "chapter": "part/chapter",
    "sentence": "All are <even>.",
    "between": None,
    "axes": [{"what": "draws", "held": 98, "asked": 100, "tried": 100, "each": 1, "named": {}}],
    "limits": [],
}
OTHER = ONE | {"sentence": "Some are odd.", "axes": [ONE["axes"][0] | {"held": 80}]}
KNOWN = {
    "claims": {"all-even": ONE, "some-odd": OTHER},
    "fallen": [
        {"chapter": "part/chapter", "sentence": "All are odd.", "became": "some-odd"},
        {"chapter": "part/chapter", "sentence": "None is.", "became": "gone"},
    ],
    "conclusions": [{"chapter": "part/chapter", "text": "a-bet", "kind": "claim", "on": "some-odd"}],
}
CHAPTER = "# Chapter\n\nEven they are.{claim}`all-even` More.\n\n## Recap\n\n- one\n"


TOC = """
format: jb-book
root: index
parts:
  - caption: A part
    chapters:
      - file: book/part/chapter
  - caption: More
    chapters:
      - file: book/how_sure
"""
CODE = "@claim('x')\ndef all_even(k):\n    return k % 2 == 0\n\n\n@claim('y')\ndef some_odd(k):\n    return True\n"


def build(folder, chapter):
    """A book of one chapter and the page of all claims: the articles of the two pages, and the warnings."""
    for path, text in {
        "tests/part/chapter.py": CODE,
        "_toc.yml": TOC,
        "index.md": "# Book\n",
        "book/how_sure.md": "# How sure\n\n```{claims}\n```\n",
        "book/part/chapter.md": chapter,
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    warnings = StringIO()
    settings = {
        "extensions": ["myst_parser", "sphinx_external_toc", "evalbook_tools.site"],
        "exclude_patterns": ["tests", "out"],
        "html_theme": "evalbook",
        "html_math_renderer": "katex",
    }
    with pytest.MonkeyPatch.context() as patch, docutils_namespace():
        patch.setattr(claims, "read", lambda: KNOWN)
        patch.setattr(claims, "FOLDER", folder / "tests")
        Sphinx(folder, None, folder / "out", folder / "trees", "html", settings, status=None, warning=warnings).build()
    pages = [(folder / "out" / "book" / f"{name}.html").read_text("utf-8") for name in ("part/chapter", "how_sure")]
    assert "glossary.js" in pages[0]  # whose box shows the note
    return *(page[page.index("<article") : page.index("</article>")] for page in pages), warnings.getvalue()


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A chapter that marks one of its two claims."""
    return build(tmp_path_factory.mktemp("book"), CHAPTER)


@pytest.fixture
def page(built):
    """The page of all claims."""
    return built[1]


def plain(html):
    return " ".join(re.sub("<[^>]+>", "", html).split())


# ---------------------------------------------------------------- in a chapter


def test_a_mark_is_a_link_that_brings_its_note(built):
    page, _, warnings = built
    assert not warnings
    mark = re.search(
        r'they are\.<a class="claim" id="tried-all-even" href="([^"]+)" data-note="([^"]+)">tested</a>', page
    )
    assert mark.groups() == (
        "../how_sure.html#claim-all-even",
        "Tested: “All are &lt;even&gt;.” Draws: held in 98 of 100.",
    )


def test_marks_of_all_claims_leave_no_fold_and_one_of_none_is_a_warning(tmp_path):
    page, _, warnings = build(tmp_path, CHAPTER.replace("More.", "More.{claim}`some-odd` No.{claim}`no-such`"))
    assert 'class="tried"' not in page
    assert page.count('class="claim"') == 2
    assert "this chapter has no claim 'no-such' in claims.json" in warnings


def test_what_a_page_does_not_mark_is_folded_after_its_recap(built):
    page, *_ = built
    fold = re.search(r'<details class="tried">(.+?)</details>', page, re.DOTALL)
    assert plain(fold[1]).startswith(
        "What the sentences of this page were tested on Some are odd. Draws: held in 80 of 100. "
        "All tested sentences are on How sure"
    )
    assert "All are" not in fold[1]
    assert page.index('id="recap"') < fold.start()


# ---------------------------------------------------------------- on the page of all


def test_all_claims_stand_below_their_part_the_weakest_first(page):
    places = [page.index(text) for text in ("A part<", 'id="claim-some-odd"', 'id="claim-all-even"')]
    assert places == sorted(places)
    assert "More<" not in page


def test_a_claim_has_its_counts_its_chapter_and_its_code(page):
    claim = plain(page[page.index('id="claim-all-even"') : page.index("Sentences that failed")])
    assert "All are &lt;even&gt;. Draws: held in 98 of 100. From its chapter. The code that tests it" in claim
    assert "@claim('x') def all_even(k): return k % 2 == 0" in claim.replace("&#39;", "'")
    assert "some_odd" not in claim


def test_a_claim_that_settles_a_bet_is_folded(page):
    start = page.index('id="claim-some-odd"')
    assert plain(page[start : page.index("Some are odd.", start)]).endswith(
        "This tells the answer to a bet of part/chapter"
    )
    assert page.index("<details", start) < page.index("Some are odd.", start)
    assert "<details" not in page[page.index('id="claim-all-even"') : page.index("All are")]


def test_it_is_counted_what_stands_what_is_gone_and_what_conclusions_rest_on(page):
    said = plain(page)
    assert "The book makes 2 claims. Its drafts contained 2 more sentences. 1 of them failed when" in said
    assert "The other 1 were taken out." in said
    assert "draw 1 conclusions. They rest as follows. 1 on a claim that was tested." in said
    assert "All are odd. Now: Some are odd." in said
    assert "None is. It was taken out." in said


def test_the_picture_has_a_row_for_each_part_and_a_dot_for_each_share():
    drawn = claims.picture({"A & B": KNOWN["claims"], "C": {"a": ONE, "b": ONE}})
    assert ">A &amp; B</text>" in drawn
    dots = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/>', drawn)
    assert [(cy, r) for _, cy, r in dots] == [("18", "3"), ("18", "3"), ("54", "4.24")]
    (low, *_), (high, *_), (both, *_) = dots
    assert float(low) < float(high) == float(both)
