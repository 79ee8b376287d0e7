"""A chapter's zip, which the page puts together: it runs alone, also from a folder and without a network."""

from __future__ import annotations

import zipfile

import pytest

from evalbook_tools import notebooks as tool
from evalbook_tools import working_copies as copies
from site_fixtures import addresses_of_zips, files_of_copy, files_of_zips

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
    """The files of a copy as all copies have it, and the wheel, in the folder that has its name."""
    files = {**files_of_copy(site, name), copies.wheel(): files_of_zips(site)[f"evalbook/{copies.wheel()}"]}
    return {f"{name}/{file}": content for file, content in files.items()}


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


@pytest.mark.parametrize(
    ("name", "link"), [(CHAPTER, "All notebooks (zip)"), ("book/intro", "one file")], ids=["chapter", "landing page"]
)
def test_another_link_saves_all_notebooks_with_the_wheel(opened, site, name, link, tmp_path):
    page = opened(name)
    saved = downloaded(page, page.get_by_role("link", name=link, exact=True).click, tmp_path)
    assert saved == ("working_copies.zip", files_of_zips(site))


def test_without_a_script_the_link_leads_to_a_page_that_has_all_in_two_zips(reader, site, tmp_path):
    page = reader(CHAPTER, java_script_enabled=False, accept_downloads=True)
    page.locator(OFFER).click()
    links = page.get_by_role("link").all()
    saved = [downloaded(page, link.click, tmp_path) for link in links]
    assert [name for name, _ in saved] == [copies.NOTEBOOKS, copies.PACKAGE]
    assert saved[0][1] | saved[1][1] == files_of_zips(site)


def test_where_no_frame_may_be_opened_the_link_leads_to_that_page(reader, served):
    page = reader(CHAPTER, base=served)
    barred = {"X-Frame-Options": "DENY"}
    page.route(f"**/{copies.PAGE}", lambda route: route.fulfill(response=route.fetch(), headers=barred))
    page.locator(OFFER).click()
    page.wait_for_url(f"**/{copies.PAGE}")


def test_each_link_of_that_page_is_short_enough_for_chromium(site):
    """It saves nothing from an address that is longer than 2 MiB."""
    assert max(len(address) for address in addresses_of_zips(site)) < 2 << 20


def test_no_file_of_a_copy_is_on_the_site_twice(site):
    """The wheel alone would be a tenth of the site's zip."""
    key = next(content for name, content in files_of_zips(site).items() if name.endswith(".key"))
    files = [path for path in site.rglob("*") if path.is_file()]
    assert not [path for path in files if key in path.read_bytes()]
    assert not [path for path in files if path.suffix == ".whl" and not copies.address()]


@pytest.mark.slow
@pytest.mark.parametrize("path", copies.copied(), ids=lambda path: path.stem)
def test_each_page_saves_its_own(reader, site, path, tmp_path):
    page = reader(path.relative_to(tool.ROOT).with_suffix("").as_posix(), accept_downloads=True)
    assert downloaded(page, page.locator(OFFER).click, tmp_path)[1] == expected(site, path.stem)
