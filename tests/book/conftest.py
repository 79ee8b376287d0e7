"""The built site, and a browser to open it with."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import matplotlib
import pytest
from filelock import FileLock

from book_pages import DESKTOP, ROOT

sys.path.insert(0, str(ROOT / "tools"))

from paper.printing import BROWSERS, FLAGS, chromium


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


FONT_SETS = {
    "DejaVu": ("DejaVu*.ttf", [Path(matplotlib.get_data_path()) / "fonts" / "ttf"]),
    "Liberation": ("Liberation*.ttf", [Path("/usr/share/fonts"), Path.home() / ".local" / "share" / "fonts"]),
    "neither": ("STIXGeneral.ttf", [Path(matplotlib.get_data_path()) / "fonts" / "ttf"]),
}
"""The fonts of a reader's machine: their files, and where they are looked for. (Without any, Chromium ends.)"""


def font_configuration(fonts: str, folder: Path) -> Path:
    """A file that makes fontconfig find the fonts of one set, and no others."""
    pattern, places = FONT_SETS[fonts]
    files = [path for place in places for path in place.rglob(pattern)]
    if not files:
        pytest.skip(f"no {pattern} found in {', '.join(map(str, places))} (Debian: fonts-{fonts.lower()})")
    for path in files:
        (folder / path.name).symlink_to(path)
    file = folder / "fonts.conf"
    file.write_text(f"<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>")
    return file


FONTS = "DejaVu"
"""Those of the tests, unless they are about others."""


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """Start the machine's Chromium, without a window, with one set of fonts; once for all who ask for the same."""
    if (executable := chromium()) is None:
        pytest.skip(f"no Chromium found (looked for {', '.join(BROWSERS)}): the pages were not opened in a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:

        @cache
        def start(fonts: str):
            configuration = font_configuration(fonts, tmp_path_factory.mktemp(fonts))
            environment = os.environ | {"FONTCONFIG_FILE": str(configuration)}
            return playwright.chromium.launch(executable_path=executable, args=FLAGS, env=environment)

        yield lambda fonts=FONTS: start(fonts)


@pytest.fixture(scope="session")
def readers(browser, site):
    """How a reader comes and goes: a function, for `with`, that gives another, which opens a page by its name.

    The page comes from the folder and without a network, and it collects its errors.
    """

    @contextmanager
    def come():
        contexts = []

        def new(name, query="", *, init="", base=None, **options):
            contexts.append(browser().new_context(**{"viewport": {"width": 1300, "height": 900}, **options}))
            if base is None:
                contexts[-1].set_offline(True)
            if init:
                contexts[-1].add_init_script(init)
            page = contexts[-1].new_page()
            page.errors = []
            page.on("pageerror", lambda error: page.errors.append(str(error)))
            page.on("console", lambda message: message.type == "error" and page.errors.append(message.text))
            page.visit = lambda other, more="": page.goto(urljoin(base or site.as_uri() + "/", f"{other}.html{more}"))
            page.visit(name, query)
            return page

        yield new
        for context in contexts:
            context.close()

    return come


@pytest.fixture
def reader(readers):
    """A new reader of one test."""
    with readers() as new:
        yield new


class Visit:
    """A page opened from its folder with no network; collects what it loads and what goes wrong."""

    def __init__(self, browser, site, name, viewport, fonts) -> None:
        width, height = viewport
        self.context = browser(fonts).new_context(viewport={"width": width, "height": height})
        self.context.set_offline(True)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.outside: list[str] = []
        self.loaded: set[Path] = set()
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("requestfailed", self._note_failure)
        self.page.on("request", self._note)
        self.page.goto(f"{(site / f'{name}.html').as_uri()}?all")  # what follows an open bet, too
        self.page.evaluate("document.fonts.ready.then(() => true)")

    def _note_failure(self, request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left before it had loaded
            self.errors.append(f"failed: {request.url}")

    def _note(self, request) -> None:
        address = urlsplit(request.url)
        if address.scheme == "file":
            self.loaded.add(Path(unquote(address.path)))
        elif address.scheme not in ("data", "blob"):
            self.outside.append(request.url)


@pytest.fixture(scope="session")
def visit(browser, site, name):
    """Open the page that a test is given; its tests share their visits, and the next page's close them."""
    visits = []

    @cache
    def open_page(viewport, fonts):
        visits.append(Visit(browser, site, name, viewport, fonts))
        return visits[-1]

    yield lambda viewport=DESKTOP, fonts=FONTS: open_page(viewport, fonts)
    for opened in visits:
        opened.context.close()
