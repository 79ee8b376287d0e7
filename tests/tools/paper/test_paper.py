"""The book on paper: what a page prints from the browser, and the PDF of the whole."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from unittest.mock import Mock

import pypdf
import pypdfium2
import pytest
import yaml
from fontTools.ttLib import TTFont
from playwright.sync_api import Error
from test_extension import build_page

from book_pages import ASKING, PAGES, ROOT, each_page_in_depth, records
from evalbook_tools.paper import pages, printing, solutions, toc

PRINTED = [name for part in toc.parts() for name in part.in_order]
CAPTIONS = [part.title for part in toc.parts() if part.title]
OPENED = [part.title for part in toc.parts() if part.opening]
CHINESE_FONTS = [*(ROOT / "tools" / "evalbook_tools" / "paper" / "fonts").glob("*.woff2")]
PAPER = (567, 840)  # the text of an A4 page between its margins, in pixels
SHEET = "book/cheat_sheet"
PAPER_ON_ITS_SIDE = {SHEET: (1054, 737)}

# ---------------------------------------------------------------- one page, from the browser

SEEN = "part => part.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true})"


@pytest.fixture(scope="session")
def on_paper(browser, site, name):
    """A page as it is printed by a reader who uses it in the dark and has not opened anything; its tests share it."""
    width, height = PAPER_ON_ITS_SIDE.get(name, PAPER)
    context = browser().new_context(color_scheme="dark", viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto((site / f"{name}.html").as_uri())
    page.evaluate("document.fonts.ready.then(() => true)")
    page.emulate_media(media="print")
    yield page
    context.close()


def which(page, selector: str, test: str) -> list[str]:
    """The parts of a page for which a function holds, each by the beginning of its text."""
    found = f"selector => [...document.querySelectorAll(selector)].filter({test})"
    return page.evaluate(f"{found}.map(part => part.outerHTML.slice(0, 100))", selector)


def seen(page, selector: str) -> list[str]:
    return which(page, selector, SEEN)


def hidden(page, selector: str) -> list[str]:
    return which(page, selector, f"part => !({SEEN})(part)")


TEXT = ":is(h1, h2, h3, section > p, .further p:not(.explorer-run), .q-choices li)"
# What the reader has put away (hidden: on the page Questions due all that is not asked today) is not printed.
NOT_TEXT = ":not(.q-said, .solution, .solution *, .q-progress *, .hide *, [hidden], [hidden] *)"
AROUND = (
    "nav:not(.decision-map), header, footer, .outline, .headerlink, .copybtn, .q-note, .q-progress, .explorer input"
)


@each_page_in_depth
def test_a_page_prints_its_text_without_what_surrounds_it(on_paper, name):
    assert not hidden(on_paper, f"article {TEXT}{NOT_TEXT}")
    assert not seen(on_paper, AROUND)


@each_page_in_depth
def test_a_page_prints_no_answer_that_the_reader_has_not_asked_for(on_paper, name):
    assert not seen(on_paper, ".solution, .q-feedback, .q-criteria, button:not(.q-choices button)")


def test_an_answered_bet_prints_what_was_said_to_it(reader):
    page = reader("book/curves/auc")
    page.locator(".q-choices button").first.click()
    said = page.locator(".q-said").first.inner_text()
    page.emulate_media(media="print")
    assert said
    assert page.locator(".q-said").first.inner_text() == said
    assert not seen(page, "button:not(.q-choices button)")


@each_page_in_depth
def test_a_page_prints_dark_on_white(on_paper, name):
    style = on_paper.evaluate(
        "[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color]"
    )
    assert style == ["rgb(255, 255, 255)", "rgb(29, 28, 26)"]
    pictures = "[...document.querySelectorAll('article :is(img, svg, svg *)')]"
    assert on_paper.evaluate(f"{pictures}.every(part => getComputedStyle(part).filter === 'none')")


BEYOND = """part => {
    const [width, height] = %s, box = part.getBoundingClientRect();
    return box.right > width + 1 || part.matches("img") && box.height > height
        || part.matches("pre") && part.scrollWidth > part.clientWidth + 1;
}"""


@each_page_in_depth
def test_nothing_on_a_printed_page_is_wider_or_higher_than_the_paper(on_paper, name):
    paper = list(PAPER_ON_ITS_SIDE.get(name, PAPER))
    beyond = f"part => ({SEEN})(part) && ({BEYOND % paper})(part)"
    assert not which(on_paper, "article :is(p, pre, table, img, figure, .katex-display > *)", beyond)


the_cheat_sheet = pytest.mark.parametrize("name", [SHEET], scope="session")


@the_cheat_sheet
def test_the_cheat_sheet_prints_on_the_two_sides_of_a_sheet(on_paper, name, tmp_path):
    on_paper.pdf(path=tmp_path / "sheet.pdf", prefer_css_page_size=True)
    sides = [
        tuple(round(float(length)) for length in side.mediabox[2:])
        for side in pypdf.PdfReader(tmp_path / "sheet.pdf").pages
    ]
    assert sides == [(842, 595)] * 2


SIZES = """selector => [...document.querySelectorAll(selector)].map(part => [
    parseFloat(getComputedStyle(part).fontSize) * 72 / 96, part.outerHTML.slice(0, 100)])"""


@the_cheat_sheet
def test_the_cheat_sheet_can_be_read_on_paper(on_paper, name):
    sizes = on_paper.evaluate(SIZES, "article :is(h1, h2, p, dt, dd, th, td, a, code)")
    assert len(sizes) > 500
    assert not [text for size, text in sizes if size < 6.49]


@the_cheat_sheet
def test_the_cheat_sheet_keeps_every_fact_on_paper(on_paper, name):
    assert not hidden(on_paper, ".tag_cheat-sheet td, .tag_cheat-sheet td :is(a, code)")
    assert not which(on_paper, ".tag_cheat-sheet td", "part => part.scrollWidth > part.clientWidth + 1")


# ---------------------------------------------------------------- the PDF


def test_every_page_is_printed_or_says_why_not():
    assert set(PAGES) - set(PRINTED) == {
        name for name in PAGES if re.match("book/(api/|questions_due|my_progress)", name)
    }


def test_a_borrowed_bet_prints_its_choices_and_is_answered_once_for_its_chapter(site):
    landing, chapter = (pages.read(site, name) for name in (PAGES[0], "book/confusion/precision_recall"))
    answered = solutions.chapter([landing, chapter])
    (borrowed,) = landing.article.select(".q-bet")
    assert len(borrowed.select("li")) > 2
    assert not borrowed.select(".q-feedback")
    assert [bet["id"].endswith("q-precision-positive-test") for bet in answered.select(".q-bet")].count(True) == 1


def test_the_pdf_has_every_chinese_letter_of_the_book(site):
    known = {chr(code) for path in CHINESE_FONTS for code in TTFont(path).getBestCmap()}
    letters = {name: set((site / f"{name}.html").read_text("utf-8")) for name in PRINTED}
    chinese = {name: {letter for letter in found if "\u3400" <= letter <= "\u9fff"} for name, found in letters.items()}
    assert set().union(*chinese.values())
    assert not {name: found - known for name, found in chinese.items() if found - known}


def test_a_site_without_a_pdf_does_not_offer_one(site):
    assert not (site / "evalbook.pdf").exists()
    assert "evalbook.pdf" not in (site / f"{PAGES[0]}.html").read_text("utf-8")


def test_a_site_offers_the_pdf_that_lies_beside_it_until_it_is_gone(tmp_path):
    text, pdf = "# Page\n", tmp_path / "evalbook.pdf"
    assert "evalbook.pdf" not in build_page(tmp_path, text)[0]
    pdf.write_bytes(b"%PDF")
    assert '<a class="find" href="evalbook.pdf">PDF</a>' in build_page(tmp_path, text)[0]
    assert (tmp_path / "out" / "evalbook.pdf").read_bytes() == b"%PDF"
    pdf.unlink()
    assert "evalbook.pdf" not in build_page(tmp_path, text)[0]


@pytest.mark.parametrize(("said", "times"), [("Page.goto: Page crashed", 2), ("Page.goto: net::ERR_FILE_NOT_FOUND", 1)])
def test_a_book_that_the_browser_lost_is_printed_once_more(monkeypatch, said, times):
    _print = Mock(side_effect=Error(said))
    monkeypatch.setattr(printing, "_print", _print)
    with pytest.raises(Error, match=said):
        printing.print_pdf(Mock(), Path("book.html"), Path("book.pdf"))
    assert _print.call_count == times


@pytest.fixture(scope="module")
def book(site, tmp_path_factory) -> Path:
    """The PDF of the built site."""
    target = tmp_path_factory.mktemp("paper") / "evalbook.pdf"
    command = [sys.executable, "-m", "evalbook_tools.paper", "--site", site, "--target", target]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return target


@pytest.fixture(scope="module")
def printed(book) -> pypdf.PdfReader:
    return pypdf.PdfReader(book)


@pytest.fixture(scope="module")
def texts(book) -> list[str]:
    """The text of each page."""
    return [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in pypdfium2.PdfDocument(book)]


def bookmarks(printed, level=None) -> list[tuple[int, str, int]]:
    """Of each bookmark its depth, its words, and the number of its page."""

    def walk(items, depth):
        for item in items:
            if isinstance(item, list):
                yield from walk(item, depth + 1)
            else:
                yield depth, str(item.title), printed.get_destination_page_number(item) + 1

    return list(walk(printed.outline, 0))


@pytest.mark.slow
def test_every_page_has_text_and_its_number(texts):
    assert len(texts) > 100
    without = [number for number, text in enumerate(texts, 1) if not re.search(rf"^{number}$", text, re.MULTILINE)]
    assert not without
    assert min(map(len, texts)) > 20  # the contents may end with a line or two on a page of their own


def heading(site: Path, name: str) -> str:
    html = (site / f"{name}.html").read_text("utf-8")
    words = re.search(r"<h1>(.*?)(<a class=.headerlink|</h1>)", html, re.DOTALL)[1]
    return " ".join(re.sub(r"<[^>]*>", "", words).replace("&amp;", "&").split())


@pytest.mark.slow
def test_the_outline_has_every_part_chapter_and_section(printed, site):
    marks = bookmarks(printed)
    before = [heading(site, name) for part in toc.parts() if not part.title for name in part.pages]
    assert [words for depth, words, _ in marks if depth == 0] == [*before, *CAPTIONS, "Solutions"]
    chapters = [heading(site, name) for part in toc.parts() if part.title for name in part.pages]
    assert [words for _, words in chapters_of(printed)] == chapters
    assert [number for *_, number in marks] == sorted(number for *_, number in marks)
    assert sum(words == "Recap" for _, words, _ in marks) >= 30


def chapters_of(printed) -> list[tuple[int, str]]:
    """Page and words of each chapter's bookmark."""
    marks = bookmarks(printed)
    around = (CAPTIONS[0], "Solutions")
    first, last = (next(place for place, mark in enumerate(marks) if mark[1] == words) for words in around)
    return [(number, words) for depth, words, number in marks[first:last] if depth == 1]


@pytest.mark.slow
def test_the_contents_name_the_pages(printed, texts):
    start = chapters_of(printed)[0][0]
    listed = re.findall(r"^(.+?) (\d+)$", "\n".join(texts[1:start]), re.MULTILINE)
    missing = [chapter for chapter in chapters_of(printed) if (chapter[1], str(chapter[0])) not in listed]
    assert not missing


@pytest.mark.slow
def test_the_bookmark_of_a_part_leads_to_its_opening_or_else_to_its_first_chapter(printed):
    pairs = pairwise(bookmarks(printed))
    before = {words: first - number for (depth, words, number), (_, _, first) in pairs if depth == 0}
    assert [words for words in CAPTIONS if before[words]] == OPENED


@pytest.mark.slow
def test_the_contents_name_the_pages_of_openings_beside_the_captions(printed, texts):
    marks = bookmarks(printed)
    start = next(number for _, words, number in marks if words == CAPTIONS[0])
    listed = re.findall(r"^(.+?) (\d+)$", "\n".join(texts[1 : start - 1]), re.MULTILINE)
    at = {words: str(number) for depth, words, number in marks if depth == 0}
    assert [(words, number) for words, number in listed if words in CAPTIONS] == [
        (words, at[words]) for words in OPENED
    ]


def annotations(printed):
    for page in printed.pages:
        for annotation in page.get("/Annots") or []:
            yield annotation.get_object()


@pytest.mark.slow
def test_links_lead_into_the_book_or_to_an_address(printed):
    actions = [link["/A"].get_object() for link in annotations(printed) if "/A" in link]
    assert {action["/S"] for action in actions} == {"/URI"}
    assert not [action["/URI"] for action in actions if not re.match("https?://", action["/URI"])]
    targets = {str(link["/Dest"]) for link in annotations(printed) if "/Dest" in link}
    assert len(targets) > 500
    assert not targets - printed.named_destinations.keys()


@pytest.mark.slow
def test_solutions_stand_at_the_end_and_nowhere_else(printed, texts):
    start = next(number for _, words, number in bookmarks(printed) if words == "Solutions")
    early = [
        number for number, text in enumerate(texts[: start - 1], 1) if re.search("^# Solution", text, re.MULTILINE)
    ]
    assert not early
    at_the_end = "\n".join(texts[start - 1 :])
    exercises = set(re.findall(r"^Exercise \d+\.\d+", "\n".join(texts[: start - 1]), re.MULTILINE))
    assert exercises <= set(re.findall(r"^Exercise \d+\.\d+", at_the_end, re.MULTILINE))
    assert len(exercises) > 100


@pytest.mark.slow
def test_an_answer_that_waits_on_the_site_for_a_click_stands_open(texts):
    assert re.search(r"^Lowest at .*", "\n".join(texts), re.MULTILINE)


@pytest.mark.slow
def test_bets_are_asked_in_their_chapter_and_answered_at_the_end(printed, texts):
    start = next(number for _, words, number in bookmarks(printed) if words == "Solutions")
    before, after = (re.sub(r"\s", "", "".join(part)) for part in (texts[: start - 1], texts[start - 1 :]))
    asked = sum(record["role"] == "bet" for name in PRINTED[1:] if name in ASKING for record in records(name))
    assert before.count("Whateachchoicestandsfor:page") == asked
    assert after.count("Right.") >= asked


def fonts(resources):
    """Every font of a page, also those inside its pictures."""
    for font in (resources.get("/Font") or {}).values():
        yield font.get_object()
    for picture in (resources.get("/XObject") or {}).values():
        if "/Resources" in picture.get_object():
            yield from fonts(picture.get_object()["/Resources"])


def is_embedded(font) -> bool:
    if font["/Subtype"] == "/Type3":  # drawn in the file
        return True
    descriptor = (font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font)["/FontDescriptor"]
    return any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))


@pytest.mark.slow
def test_all_fonts_are_in_the_file_and_chinese_is_among_them(printed, texts):
    used = [font for page in printed.pages for font in fonts(page["/Resources"])]
    assert all(map(is_embedded, used))
    names = {str(font.get("/BaseFont")).rsplit("+", 1)[-1] for font in used}
    assert {"EvalbookChinese", "Evalbook-serif-400", "Evalbook-sans-400", "Evalbook-code-400"} <= names
    assert not [name for name in names if re.search("DejaVu|Liberation|Noto", name)]
    assert "阈值" in "".join(texts)


@pytest.mark.slow
def test_a_reader_shows_title_authors_and_language(printed):
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    assert (printed.metadata.title, printed.metadata.author) == (config["title"], config["author"])
    assert printed.root_object["/Lang"] == "en"
    assert printed.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
