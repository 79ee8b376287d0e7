"""Explorers where the site's Chromium is not: in JupyterLab, and in Firefox."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from urllib.request import urlopen

import nbformat
import pytest

from book_pages import ROOT

pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(ready, seconds: float = 60):
    """What `ready` returns, as soon as it returns something without an error."""
    end = time.monotonic() + seconds
    while True:
        try:
            if found := ready():
                return found
        except OSError:
            pass
        assert time.monotonic() < end, f"nothing within {seconds} seconds"
        time.sleep(0.2)


# ---------------------------------------------------------------- JupyterLab

CELLS = [
    "from evalbook import examples, explorers\nexplorers.threshold(*examples.eight_samples)",
    "explorers.threshold(*examples.clinic(), cost_fn=50, cost_fp=1)",
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab in the dark theme, with a notebook of two explorers that were never run here."""
    folder = tmp_path_factory.mktemp("lab")
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), folder / "fresh.ipynb")
    shutil.copy(ROOT / "book" / "intro.ipynb", folder / "stored.ipynb")
    settings = folder / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "themes.jupyterlab-settings").write_text(json.dumps({"theme": "JupyterLab Dark"}))
    (settings / "notification.jupyterlab-settings").write_text(json.dumps({"fetchNews": "false"}))
    own = {name: str(folder / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    environment = os.environ | own | {"JUPYTERLAB_SETTINGS_DIR": str(folder / "settings")}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    port = free_port()
    options = [
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        "--IdentityProvider.token=",
        f"--notebook-dir={folder}",
    ]
    with (folder / "log").open("w") as log:
        command = [sys.executable, "-m", "jupyterlab", *options]
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: urlopen(f"{address}/api"))
        yield f"{address}/lab/tree"
    finally:
        server.terminate()
        server.wait()


@pytest.fixture
def page(browser):
    page = browser().new_page(viewport={"width": 1300, "height": 1000})
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    yield page
    page.close()


def test_in_jupyterlab_all_explorers_move_after_run_all(lab, page):
    page.goto(f"{lab}/fresh.ipynb?reset")
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(timeout=60_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.locator(".explorer[data-on]").nth(1).wait_for(state="attached", timeout=60_000)
    for explorer in page.locator(".explorer").all():
        explorer.scroll_into_view_if_needed()
        assert not explorer.get_by_text("Run this cell").is_visible()
        assert "invert" in explorer.locator("img").first.evaluate("image => getComputedStyle(image).filter")
        says = explorer.locator(".explorer-says")
        first = says.inner_text()
        explorer.locator("input").focus()
        page.keyboard.press("ArrowRight")
        second = says.inner_text()
        assert second != first
        panel = explorer.locator(".explorer-moves").nth(1)
        panel.scroll_into_view_if_needed()
        box = panel.bounding_box()
        page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + 0.2 * box["height"])
        assert says.inner_text() != second
    assert not page.errors


def test_in_jupyterlab_an_output_that_was_stored_is_pictures_and_says_what_to_do(lab, page):
    page.goto(f"{lab}/stored.ipynb?reset")
    output = page.locator(".jp-OutputArea-output:has(img)").first
    output.wait_for(timeout=60_000)
    assert output.get_by_text("Run this cell to move what it shows.").is_visible()
    assert output.get_by_text("Confusion matrix").is_visible()
    assert not output.locator("input, script, style").count()
    assert output.locator("img").first.evaluate("image => image.complete && image.naturalWidth > 0")
