"""The table of contents alone decides what is a chapter: a draft is shown to nobody."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest

from book_pages import BEFORE, CHAPTERS, PAGES, ROOT
from evalbook_tools import contents, notebooks, working_copies
from evalbook_tools.site import launch
from evalbook_tools.working_copies import publish


def test_the_landing_page_is_the_first_and_no_page_is_named_twice():
    assert PAGES[0] == "book/intro"
    assert len(set(PAGES)) == len(PAGES)


def test_every_chapter_is_a_notebook_in_the_folder_of_a_part():
    assert all(path.exists() and path.parent.parent.name == "book" for path in notebooks.chapters())


OPENINGS = {part.opening: part.pages[0] for part in contents.parts() if part.opening}
"""With the first chapter of its part."""


def part_of(numbered, *files, **more):
    return contents._part({"numbered": numbered, "chapters": [{"file": name} for name in files], **more})


def test_a_page_called_index_opens_a_part_with_numbers():
    assert part_of(1, "book/a/index", "book/a/one") == contents.Part("", ("book/a/one",), True, "book/a/index")


@pytest.mark.parametrize(
    ("numbered", "files"),
    [(0, ["book/a/index", "book/a/one"]), (1, ["book/a/one", "book/a/two"]), (1, ["book/a/one", "book/a/index"])],
    ids=["without numbers", "without the page", "not first"],
)
def test_a_part_need_not_have_an_opening(numbered, files):
    assert part_of(numbered, *files).opening == ""


def test_an_opening_is_read_right_before_the_first_chapter_of_its_part():
    assert OPENINGS
    assert {name: PAGES[PAGES.index(name) + 1] for name in OPENINGS} == OPENINGS


def test_neither_an_opening_nor_the_page_before_the_parts_is_a_chapter():
    assert not {*OPENINGS, BEFORE} & {*CHAPTERS}


def test_the_chapters_are_numbered_without_a_gap():
    assert [*contents.chapter_numbers().values()] == [*range(1, len(CHAPTERS) + 1)]


def test_a_welcome_and_the_page_before_the_parts_come_first_and_the_page_has_a_copy():
    assert PAGES[1:3] == ["book/students", BEFORE]
    assert ROOT / f"{BEFORE}.ipynb" in working_copies.copied()


def test_a_draft_is_no_chapter_and_has_no_copy(draft):
    assert draft in notebooks.notebooks(), "make rerun stores its outputs"
    assert draft not in notebooks.chapters()
    assert draft not in working_copies.copied()
    assert len(notebooks.chapters()) == len(CHAPTERS)


def test_a_draft_is_in_no_zip(draft, site, tmp_path):
    (tmp_path / "wheel").write_bytes(b"wheel")
    zips = working_copies.zips(working_copies.Site(site), tmp_path / "wheel")
    with zipfile.ZipFile(BytesIO(zips[working_copies.NOTEBOOKS])) as archive:
        assert not [name for name in archive.namelist() if draft.stem in name]


def test_a_draft_is_not_published(draft, site, tmp_path):
    publish.write(tmp_path / "copies", working_copies.Site(site), "")
    assert not list((tmp_path / "copies").rglob(f"{draft.stem}*"))


def test_the_page_of_a_draft_would_offer_no_copy(draft):
    context = {"body": "<h1>Draft</h1>", "pathto": lambda name, _: name}
    launch._add_to_page(None, f"book/curves/{draft.stem}", "page.html", context, None)
    assert context["body"] == "<h1>Draft</h1>"
