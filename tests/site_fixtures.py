"""The built site, and a browser to open it with.

What not every environment has is imported where it is needed: tests/peers, for one, runs without it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import zipfile
from base64 import b64decode
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import matplotlib
import pytest

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Build:
    """How a build of the site ended, what it printed, and the folder of its pages."""

    returncode: int
    output: str
    site: Path


BUILD = ROOT / "_build" / "tests"
"""A build that is as old as its sources is kept here, so that the next run need not build again."""
SOURCES = ("_config.yml", "_toc.yml", "requirements.txt", "book", "src", "tools")
"""What the site is made from."""


def fingerprint(root: Path) -> str:
    """One of all sources, by name and content, and of the Python that builds from them."""
    found = sha256(sys.version.encode())
    files = [path for name in SOURCES for path in [root / name, *(root / name).rglob("*")] if path.is_file()]
    for path in sorted(files):
        if not {"__pycache__", ".ipynb_checkpoints"} & set(path.parts) and ".egg-info" not in str(path.parent):
            found.update(f"{path.relative_to(root)}\0".encode() + sha256(path.read_bytes()).digest())
    return found.hexdigest()


def built(folder: Path) -> Build:
    program = "from jupyter_book.cli.main import main; main()"
    options = ["build", str(ROOT), "-W", "-n", "--keep-going", "-q", "--path-output", str(folder)]
    result = subprocess.run([sys.executable, "-c", program, *options], capture_output=True, text=True)
    return Build(result.returncode, result.stdout + result.stderr, folder / "_build" / "html")


@pytest.fixture(scope="session")
def build(testrun_uid) -> Build:
    """A clean build with every warning an error: once for all processes, and not again while no source changes."""
    from filelock import FileLock

    BUILD.mkdir(parents=True, exist_ok=True)
    made = BUILD / "build.json"
    with FileLock(BUILD / "lock"):
        now = fingerprint(ROOT)
        known = json.loads(made.read_text("utf-8")) if made.exists() else {}
        same = known.get("sources") == now and (known["run"] == testrun_uid or known["returncode"] == 0)
        if not same:
            shutil.rmtree(BUILD / "_build", ignore_errors=True)
            result = built(BUILD)
            known = {"sources": now, "run": testrun_uid, "returncode": result.returncode, "output": result.output}
            made.write_text(json.dumps(known), "utf-8")
    return Build(known["returncode"], known["output"], BUILD / "_build" / "html")


@pytest.fixture(scope="session")
def site(build) -> Path:
    """The folder of the built site."""
    if build.returncode:
        pytest.fail(f"the site does not build:\n{build.output.strip()[-1000:]}", pytrace=False)
    return build.site


def addresses_of_zips(site: Path) -> list[str]:
    """Where the links of the page with all notebooks lead: each address is itself a zip."""
    return re.findall(r'href="(data:[^"]+)"', (site / "working_copies.html").read_text("utf-8"))


def files_of_zips(site: Path) -> dict[str, bytes]:
    """What lies in the zips of that page, by its place there."""
    files = {}
    for address in addresses_of_zips(site):
        with zipfile.ZipFile(BytesIO(b64decode(address.partition(",")[2]))) as archive:
            files |= {name: archive.read(name) for name in archive.namelist()}
    return files


def files_of_copy(site: Path, page: str) -> dict[str, bytes]:
    """The notebook of a page there and its key, if it has one, by their names."""
    own = re.compile(rf"{page}(\.ipynb|-[0-9a-f]+\.key)")
    return {name: content for path, content in files_of_zips(site).items() if own.fullmatch(name := Path(path).name)}


@pytest.fixture(scope="session")
def served(site):
    """The address of the site behind a server."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(site))
    handler.log_message = lambda *_: None
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture
def draft(tmp_path_factory, monkeypatch) -> Path:
    """A chapter that is being written: two cells, in a project whose contents do not name it yet.

    The project is this one, in another folder, where the tools find it for as long as the test lasts.
    """
    import nbformat
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

    from evalbook_tools import contents
    from evalbook_tools.site import launch  # noqa: F401  (a room that is imported later would keep the other project)
    from evalbook_tools.working_copies import publish  # noqa: F401

    root = tmp_path_factory.mktemp("project")
    for path in ROOT.iterdir():
        if path.name not in ("book", "_build") and not path.name.startswith("."):
            (root / path.name).symlink_to(path)
    shutil.copytree(ROOT / "book", root / "book", copy_function=os.symlink)
    path = root / "book" / "curves" / "a_draft.ipynb"
    nbformat.write(new_notebook(cells=[new_markdown_cell("# A draft"), new_code_cell("1 + 1")]), path)
    tools = [module for name, module in sys.modules.items() if name.startswith("evalbook_") and hasattr(module, "ROOT")]
    for module in tools:
        monkeypatch.setattr(module, "ROOT", root)
    contents.parts.cache_clear()
    yield path
    contents.parts.cache_clear()


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
    from evalbook_tools.paper.printing import BROWSERS, FLAGS, chromium

    # The shell has no windows at all, and opens a page for less than half the work; its PDFs lack some of the contents.
    if (executable := shutil.which("chromium-headless-shell") or chromium()) is None:
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

    yield lambda viewport=(1300, 900), fonts=FONTS: open_page(viewport, fonts)
    for opened in visits:
        opened.context.close()
