"""A chapter's zip, which the page puts together: it runs alone, also from a folder and without a network."""

from __future__ import annotations

import zipfile

import pytest

from evalbook_tools import notebooks as tool
from evalbook_tools import working_copies as copies

CHAPTER = "book/curves/roc_curve"
OFFER = ".offers a[data-copy]"


@pytest.fixture(params=["from its folder", "from a server"])
def opened(request, reader):
    base = request.getfixturevalue("served") if request.param == "from a server" else None
    return lambda name, query="": reader(name, query, base=base, accept_downloads=True)


def downloaded(page, click, folder):
    """The files of the zip that a click saves, by their names, and what the browser calls the zip."""
    with page.expect_download() as download:
        click()
    download.value.save_as(folder / "saved.zip")
    with zipfile.ZipFile(folder / "saved.zip") as archive:
        assert archive.testzip() is None
        return download.value.suggested_filename, {name: archive.read(name) for name in archive.namelist()}


def expected(site, name):
    """The files of a copy and the wheel, in the folder that has its name."""
    files = next(files for path, files in copies.chapter_files(copies.Site(site)) if path.stem == name)
    with zipfile.ZipFile(site / copies.ALL) as archive:
        wheel = archive.read(f"evalbook/{copies.wheel()}")
    return {f"{name}/{file}": text.encode() for file, text in files.items()} | {f"{name}/{copies.wheel()}": wheel}


def test_the_link_saves_the_notebook_its_key_and_the_wheel(opened, site, tmp_path):
    page = opened(CHAPTER)
    name, files = downloaded(page, page.locator(OFFER).click, tmp_path)
    assert name == "roc_curve.zip"
    assert files == expected(site, "roc_curve")
    assert not page.errors


def test_a_second_click_saves_the_same(opened, tmp_path):
    page = opened(CHAPTER)
    first, second = (downloaded(page, page.locator(OFFER).click, tmp_path) for _ in range(2))
    assert first == second


def test_so_does_the_link_of_an_exercise_in_code(opened, site, tmp_path):
    page = opened(CHAPTER, "?all")
    link = page.locator("main form a[data-copy]").first
    assert downloaded(page, link.click, tmp_path)[1] == expected(site, "roc_curve")


def test_without_a_script_the_link_leads_to_all_notebooks(reader, tmp_path):
    page = reader(CHAPTER, java_script_enabled=False, accept_downloads=True)
    name, files = downloaded(page, page.locator(OFFER).click, tmp_path)
    assert name == copies.ALL
    assert f"evalbook/{copies.wheel()}" in files


def test_where_the_files_do_not_come_the_link_leads_to_all_notebooks(reader, served, tmp_path):
    page = reader(CHAPTER, base=served, accept_downloads=True)
    page.route("**/wheel.js", lambda route: route.abort())
    page.reload()  # a page that is open already may still ask past a route
    assert downloaded(page, page.locator(OFFER).click, tmp_path)[0] == copies.ALL


@pytest.mark.slow
@pytest.mark.parametrize("path", copies.copied(), ids=lambda path: path.stem)
def test_each_page_saves_its_own(reader, site, path, tmp_path):
    page = reader(path.relative_to(tool.ROOT).with_suffix("").as_posix(), accept_downloads=True)
    assert downloaded(page, page.locator(OFFER).click, tmp_path)[1] == expected(site, path.stem)
