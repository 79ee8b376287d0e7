"""The built site, and a browser to open it with."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.fixture(scope="session")
def build(tmp_path_factory) -> subprocess.CompletedProcess:
    """A clean build with every warning an error; ``.site`` is where it lies."""
    target = tmp_path_factory.mktemp("site")
    program = "from jupyter_book.cli.main import main; main()"
    options = ["build", str(ROOT), "-W", "-n", "--keep-going", "-q", "--path-output", str(target)]
    result = subprocess.run([sys.executable, "-c", program, *options], capture_output=True, text=True)
    result.site = target / "_build" / "html"
    return result


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
