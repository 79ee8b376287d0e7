"""The driver of JupyterLab, on a page that has as much of it as is touched."""

from __future__ import annotations

from jupyterlab_driver import start_all, wait_for_all

LAB = """
<div class="jp-Notebook"><div class="jp-Notebook-ExecutionIndicator" data-status="idle">idle</div>
  <div class="jp-CodeCell"><div class="jp-InputArea-prompt">[ ]:</div></div></div>
<div role="menuitem" onclick="document.querySelector('dialog').showModal()">Run</div>
<div data-command="runmenu:run-all" onclick="document.querySelector('.jp-InputArea-prompt').textContent = '[1]:'">
  Run All Cells</div>
<dialog class="jp-Dialog" style="width: 100vw; height: 100vh">
  Select Kernel <button class="jp-mod-accept" onclick="this.parentElement.close()">Select</button></dialog>
"""


def test_a_kernel_that_is_asked_for_in_the_middle_is_taken(browser):
    page = browser().new_page()
    page.set_content(LAB)
    start_all(page, 20)
    assert wait_for_all(page, 20) == ["[1]:"]
    page.close()
