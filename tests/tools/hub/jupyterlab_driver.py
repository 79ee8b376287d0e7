"""Running all cells of the notebook that is open in JupyterLab, as a student does."""

from __future__ import annotations

import re
from time import monotonic

from playwright.sync_api import Page, TimeoutError

PROMPTS = ".jp-Notebook .jp-CodeCell .jp-InputArea-prompt"
ACCEPT = ".jp-Dialog .jp-mod-accept"
STARTED = re.compile(r"[*\d]")
IDLE = ".jp-Notebook-ExecutionIndicator[data-status=idle]"


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
