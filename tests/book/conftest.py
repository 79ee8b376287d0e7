"""The built site, and a browser to open it with."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from filelock import FileLock

from book_pages import DESKTOP, ROOT

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


@dataclass(frozen=True)
class Build:
    """How a build of the site ended, what it printed, and the folder of its pages."""

    returncode: int
    output: str
    site: Path


def build_into(folder: Path) -> Build:
    program = "from jupyter_book.cli.main import main; main()"
    options = ["build", str(ROOT), "-W", "-n", "--keep-going", "-q", "--path-output", str(folder)]
    result = subprocess.run([sys.executable, "-c", program, *options], capture_output=True, text=True)
    return Build(result.returncode, result.stdout + result.stderr, folder / "_build" / "html")


@pytest.fixture(scope="session")
def build(tmp_path_factory, worker_id) -> Build:
    """A clean build with every warning an error, made once for all processes."""
    if worker_id == "master":
        return build_into(tmp_path_factory.mktemp("site"))
    shared = tmp_path_factory.getbasetemp().parent / "site"
    shared.mkdir(exist_ok=True)
    done = shared / "build.pickle"
    with FileLock(shared / "lock"):
        if not done.exists():
            done.write_bytes(pickle.dumps(build_into(shared)))
    return pickle.loads(done.read_bytes())


@pytest.fixture(scope="session")
def site(build) -> Path:
    """The folder of the built site."""
    if build.returncode:
        pytest.fail("the site does not build; see test_the_site_builds_without_a_warning")
    return build.site


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium of the machine."""
    executable = next(filter(None, map(shutil.which, BROWSERS)), None)
    if executable is None:
        pytest.skip(f"no Chromium found (looked for {', '.join(BROWSERS)}): the pages were not opened in a browser")
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=flags)
        yield chromium
        chromium.close()


class Visit:
    """A page opened from its folder with no network, its formulas typeset; collects what goes wrong."""

    def __init__(self, browser, site, name, viewport=DESKTOP, theme="light") -> None:
        width, height = viewport
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
        context.set_offline(True)
        self.page = context.new_page()
        self.errors: list[str] = []
        self.outside: list[str] = []
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("requestfailed", lambda request: self.errors.append(f"failed: {request.url}"))
        self.page.on("request", self._note)
        self.page.goto(f"{(site / f'{name}.html').as_uri()}?all")  # what follows an open bet, too
        self.page.evaluate("() => window.MathJax && MathJax.startup && MathJax.startup.promise.then(() => true)")

    def _note(self, request) -> None:
        if urlsplit(request.url).scheme not in ("file", "data", "blob"):
            self.outside.append(request.url)


@pytest.fixture(scope="module")
def visit(browser, site, name):
    """Open the page that a test is given; its tests share their visits, and the next page's close them."""
    yield cache(partial(Visit, browser, site, name))
    for context in browser.contexts:
        context.close()
