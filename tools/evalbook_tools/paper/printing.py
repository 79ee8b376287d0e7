"""Chromium makes the PDF."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
# The address bar of a window, which nobody sees, would load two pages of its own: more work than a page of the book.
ADDRESS_BAR = "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", ADDRESS_BAR]
PATIENCE = 10 * 60_000  # milliseconds
LOADED = "document.fonts.ready.then(() => Promise.all([...document.images].map(image => image.decode())))"


def chromium() -> str | None:
    """Where the machine's Chromium lies."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """The machine's Chromium, without a window."""
    if (executable := chromium()) is None:
        raise SystemExit(
            f"evalbook: printing needs Chromium, but none of {', '.join(BROWSERS)} was found. Install it first"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def printer() -> Iterator[Callable[[Path, Path], None]]:
    """A function that prints an HTML file as a PDF, with no network."""
    with open_browser() as browser:
        yield partial(print_pdf, browser)


def print_pdf(browser: Browser, source: Path, target: Path) -> None:
    """Print, and once more if the browser loses the page: it did in one of some hundred books."""
    try:
        _print(browser, source, target)
    except Error as error:
        if "Page crashed" not in error.message:
            raise
        _print(browser, source, target)


def _print(browser: Browser, source: Path, target: Path) -> None:
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.emulate_media(media="print")  # or a book is laid out twice
        page.goto(source.as_uri())
        page.evaluate(LOADED)
        page.pdf(path=target, prefer_css_page_size=True, print_background=True, tagged=True)
