"""Run all chapters in a lite site, and print what came out: `python -m evalbook_tools.exports.lite_chapters SITE`.

SITE is an address, or a folder that `make lite` wrote. Pyodide is fetched from its own address, unless the site holds
it. Each chapter is opened in Chromium, as a reader does who was never there.
"""

from __future__ import annotations

import argparse
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic

from playwright.sync_api import BrowserContext, Error, Page, TimeoutError

from evalbook_tools import ROOT, lite
from evalbook_tools.exports.paper.printing import open_browser
from evalbook_tools.notebooks import chapters

PROMPTS = ".jp-Notebook .jp-CodeCell .jp-InputArea-prompt"
ACCEPT = ".jp-Dialog .jp-mod-accept"
STARTED = re.compile(r"[*\d]")
SAID = ".jp-Notebook [data-mime-type='application/vnd.jupyter.stderr']"
IDLE = ".jp-Notebook-ExecutionIndicator[data-status=idle]"


@dataclass(frozen=True)
class Outcome:
    """What one chapter did."""

    chapter: str
    cells: int
    run: int
    seconds: float
    problem: str
    """The last line of the first error; "" when all cells ran."""

    @property
    def row(self) -> str:
        return f"{self.chapter:44} {self.run:3} of {self.cells:3} cells  {self.seconds:5.0f} s  {self.problem}".rstrip()


def prompts(page: Page) -> list[str]:
    """What stands beside each cell whose code is not folded: a number when it has run, a star while it waits."""
    return [text.strip() for text in page.locator(PROMPTS).all_text_contents()]


def start_all(page: Page, seconds: float) -> None:
    """Run all cells of the notebook that is open: what is asked before the kernel is there may be lost."""
    page.add_locator_handler(page.locator(ACCEPT).first, lambda button: button.click())  # which kernel, once asked
    page.wait_for_selector(IDLE, timeout=seconds * 1000)
    end = monotonic() + seconds
    while not any(map(STARTED.search, prompts(page))):
        if monotonic() > end:
            raise TimeoutError(f"no cell was started within {seconds:g} seconds")
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.locator("[data-command='runmenu:run-all']").click()
        page.wait_for_timeout(3000)


def wait_for_all(page: Page, seconds: float) -> list[str]:
    """The prompts, once no cell waits."""
    end = monotonic() + seconds
    while any("*" in prompt for prompt in prompts(page)):
        if monotonic() > end:
            raise TimeoutError(f"cells still wait after {seconds:g} seconds")
        page.wait_for_timeout(500)
    return prompts(page)


def outcome(reader: BrowserContext, chapter: str, address: str, seconds: float) -> Outcome:
    """Open a chapter, run it, and look at it."""
    page = reader.new_page()
    start, found, problem = monotonic(), [""], ""
    try:
        page.goto(lite.address_of(chapter, address))
        start_all(page, seconds)
        found = wait_for_all(page, seconds)
        failed = page.locator(SAID).filter(has_text="Traceback (most recent call last)")
        problem = (failed.first.text_content() or "").strip().splitlines()[-1] if failed.count() else ""
    except Error as error:
        problem = error.message.splitlines()[0]
    reader.close()
    run = sum(prompt.strip("[]:").isdigit() for prompt in found)
    return Outcome(chapter, len(found), run, monotonic() - start, problem)


@contextmanager
def served(site: str) -> Iterator[str]:
    """The address of a site; a folder is put on a server of this machine."""
    if not Path(site).is_dir():
        yield site
        return
    handler = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def main() -> None:
    parser = argparse.ArgumentParser(description="Run all chapters in a lite site.")
    parser.add_argument("site", help="its address, or its folder")
    parser.add_argument("--only", default="", help="chapters whose path has this in it")
    parser.add_argument("--seconds", type=float, default=300, help="how long a chapter may take to start, and to run")
    arguments = parser.parse_args()
    names = [path.relative_to(ROOT).with_suffix("").as_posix() for path in chapters()]
    failures = 0
    with served(arguments.site) as address, open_browser() as browser:
        for name in (name for name in names if arguments.only in name):
            found = outcome(browser.new_context(), name, address, arguments.seconds)
            failures += bool(found.problem) or found.run < found.cells
            print(found.row, flush=True)
    sys.exit(f"evalbook: {failures} chapters did not run" if failures else 0)


if __name__ == "__main__":
    main()
