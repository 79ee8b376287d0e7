"""Explorers where the site's Chromium is not: in JupyterLab, and in Firefox."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import nbformat
import numpy as np
import pytest
import websocket
from test_explorers_on_pages import distance, drawn_lines

from book_pages import DESKTOP, PHONE, ROOT
from evalbook_tools.working_copies import wheel
from site_fixtures import files_of_zips

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
    "from evalbook.teaching import examples, explorers\nexplorers.threshold(*examples.eight_samples)",
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
    assert output.get_by_text("Run this cell to make the picture interactive.").is_visible()
    assert output.get_by_text("Confusion matrix").is_visible()
    assert not output.locator("input, script, style").count()
    assert output.locator("img").first.evaluate("image => image.complete && image.naturalWidth > 0")


# ---------------------------------------------------------------- Firefox

FIREFOXES = ("firefox-esr", "firefox")
KEYS = {"right": "\ue014", "left": "\ue012", "end": "\ue010"}


class Firefox:
    """A page in the machine's Firefox, driven over WebDriver BiDi; `errors` holds what its console reports."""

    def __init__(self, executable: str, profile: Path) -> None:
        port = free_port()
        options = ["--headless", "--no-remote", "--profile", str(profile), f"--remote-debugging-port={port}"]
        with (profile / "log").open("w") as log:
            command = [executable, *options, "about:blank"]
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        address = f"ws://127.0.0.1:{port}/session"
        self.socket = wait_for(lambda: websocket.create_connection(address, suppress_origin=True, timeout=60))
        self.count, self.errors = 0, []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **parameters):
        """Send a command, and wait for its result."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(answer["params"]["text"])
            if answer.get("id") == self.count:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, address: str, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, expression: str):
        """The value of an expression, by way of JSON."""
        target = {"context": self.context}
        text = f"JSON.stringify({expression})"
        answer = self.ask("script.evaluate", expression=text, target=target, awaitPromise=False)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def press(self, key: str) -> None:
        steps = [{"type": kind, "value": KEYS[key]} for kind in ("keyDown", "keyUp")]
        self.ask("input.performActions", context=self.context, actions=[{"type": "key", "id": "k", "actions": steps}])

    def drag(self, start, end, pointer: str = "mouse") -> None:
        """Press at one place, go to another in some steps, and let go."""
        way = [[round(a + share * (b - a)) for a, b in zip(start, end, strict=True)] for share in (0.3, 0.6, 1)]
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 20} for x, y in way]
        first = {"type": "pointerMove", "x": round(start[0]), "y": round(start[1])}
        steps = [first, {"type": "pointerDown", "button": 0}, *moves, {"type": "pointerUp", "button": 0}]
        action = {"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": steps}
        self.ask("input.performActions", context=self.context, actions=[action])

    def close(self) -> None:
        self.socket.close()
        self.process.terminate()
        self.process.wait()


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    executable = next(filter(None, map(shutil.which, FIREFOXES)), None)
    if executable is None:
        pytest.skip(f"no Firefox found (looked for {', '.join(FIREFOXES)})")
    opened = Firefox(executable, tmp_path_factory.mktemp("firefox"))
    yield opened
    opened.close()


MARKS_AND_LINES = """[...document.querySelectorAll(".explorer-point")].map(mark => {
    const image = mark.ownerSVGElement.previousElementSibling, box = image.getBoundingClientRect();
    const at = new DOMPoint(0, 0).matrixTransform(mark.getScreenCTM());
    return {x: at.x - box.x, y: at.y - box.y, left: box.x, top: box.y, width: box.width, address: image.src,
            hidden: getComputedStyle(mark).display === "none", natural: +image.getAttribute("width")}; })"""
SAYS = 'document.querySelector(".explorer-says").textContent'


def test_firefox_loads_the_fonts_of_a_page_in_a_folder(firefox, site):
    firefox.open((site / "book" / "curves" / "roc_curve.html").as_uri(), *DESKTOP)
    loaded = "[...document.fonts].filter(face => face.status === 'loaded').map(one => one.family.replaceAll('\"', ''))"
    wanted = {"Evalbook Serif", "Evalbook Sans", "Evalbook Code", "KaTeX_Math"}
    wait_for(lambda: wanted <= {*firefox.evaluate(loaded)})


def test_firefox_puts_a_chapters_zip_together_in_a_folder(firefox, site):
    firefox.open((site / "book" / "curves" / "roc_curve.html").as_uri(), *DESKTOP)
    firefox.evaluate("void (URL.createObjectURL = ({size}) => (window.saved = size, '#'))")
    firefox.evaluate("document.querySelector('.offers a').click()")
    least = len(files_of_zips(site)[f"evalbook/{wheel()}"]) * 0.9  # the package cannot be compressed much further
    assert wait_for(lambda: firefox.evaluate("window.saved ?? 0")) > least


@pytest.mark.parametrize(("width", "height"), [DESKTOP, PHONE], ids=["desk", "phone"])
def test_in_firefox_keys_and_mouse_move_the_marks_along_their_curves(firefox, site, width, height):
    firefox.open((site / "book" / "intro.html").as_uri(), width, height)
    assert firefox.evaluate("document.documentElement.scrollWidth") <= width
    seen = {firefox.evaluate(SAYS)}
    firefox.evaluate("document.querySelector('.explorer').scrollIntoView()")
    firefox.evaluate("document.querySelector('.explorer input').focus()")
    for key in ("right", "right", "end", "left", "left"):
        firefox.press(key)
        seen.add(firefox.evaluate(SAYS))
        assert_marks_on_curves(firefox)
    assert len(seen) == 6
    for pointer, share in (("mouse", 0.6), ("touch", 0.8)):
        mark, said = firefox.evaluate(MARKS_AND_LINES)[0], firefox.evaluate(SAYS)
        start = mark["left"] + mark["x"], mark["top"] + mark["y"]
        end = mark["left"] + share * mark["width"], mark["top"] + 0.3 * mark["width"]  # toward the middle of the curve
        firefox.drag(start, end, pointer)
        assert firefox.evaluate(SAYS) != said
        assert_marks_on_curves(firefox)
        assert firefox.evaluate("document.activeElement.matches('.explorer input')")
    assert not firefox.errors


def assert_marks_on_curves(firefox) -> None:
    for mark in firefox.evaluate(MARKS_AND_LINES):
        if not mark["hidden"]:
            scale = mark["width"] / mark["natural"]
            place = np.array([mark["x"], mark["y"]]) / scale
            assert distance(place, drawn_lines(mark["address"])) * scale <= 1
