"""A hub for one classroom: what its configuration says, and two students on it."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import parse_qs, urlsplit

import nbformat
import psutil
import pytest
from jupyterlab_driver import start_all, wait_for_all
from traitlets.config import PyFileConfigLoader

from evalbook_tools import ROOT
from evalbook_tools import working_copies as copies
from evalbook_tools.working_copies import publish
from evalbook_tools.working_copies.branch import Branch

CONFIG = ROOT / "tools" / "jupyterhub_config.py"
OWN_COPY = (ROOT / "book" / "your_own_copy.md").read_text("utf-8")
PASSWORD = "chalk-and-board"
CHAPTER = Path("curves/auc.ipynb")
CORRECTED = "Corrected: four patients, not three."
GIGABYTE = 2**30
COLLAPSING = {"disabledExtensions": {"jupyterlab-myst": True}}


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """The configuration, as a hub reads it that was started in some folder."""
    monkeypatch.setenv("PASSWORD", PASSWORD)
    monkeypatch.chdir(tmp_path)
    return PyFileConfigLoader(CONFIG.name, str(CONFIG.parent)).load_config()


# ---------------------------------------------------------------- what the configuration says


def test_the_page_on_a_hub_says_what_each_line_does():
    set_here = re.findall(r"^c\.(\w+\.\w+) =", CONFIG.read_text("utf-8"), re.MULTILINE)
    explained = re.findall(r"`(\w+\.\w+)`", OWN_COPY.partition("## One machine in a classroom")[2])
    assert set_here
    assert set_here == [name for name in explained if name in set_here]


@pytest.mark.parametrize("name", ["..", ".", "ana/bo", "ana bo", "Ana", "", "jupyterhub.sqlite"])
def test_no_name_leads_out_of_the_folder_of_the_students(settings, name):
    assert not re.fullmatch(settings.Authenticator.username_pattern, name)


@pytest.mark.parametrize("name", ["ana", "bo-2"])
def test_a_student_works_below_the_folder_where_the_hub_was_started(settings, tmp_path, name):
    assert re.fullmatch(settings.Authenticator.username_pattern, name)
    home = settings.SimpleLocalProcessSpawner.home_dir_template.format(username=name)
    assert Path(home).parent == tmp_path


def test_a_student_opens_the_copies_that_were_published(settings):
    pulled = {name: value for name, (value,) in parse_qs(urlsplit(settings.Spawner.default_url).query).items()}
    assert pulled["repo"] == ROOT.as_uri()
    assert pulled["branch"] == copies.BRANCH
    assert pulled["urlpath"] == f"lab/tree/{pulled['targetpath']}"


def test_jupyterlab_opens_the_copies_without_what_unfolds_them(settings):
    folder = Path(settings.Spawner.environment["JUPYTER_CONFIG_PATH"])
    assert json.loads((folder / "labconfig" / "page_config.json").read_text("utf-8")) == COLLAPSING


def test_without_a_password_there_is_no_hub(monkeypatch):
    monkeypatch.delenv("PASSWORD", raising=False)
    with pytest.raises(KeyError, match="PASSWORD"):
        PyFileConfigLoader(CONFIG.name, str(CONFIG.parent)).load_config()


# ---------------------------------------------------------------- two students


@pytest.fixture(scope="module")
def clone(site, tmp_path_factory) -> Path:
    """A clone of the project as far as the hub needs it: its environment, the configuration, the branch of copies."""
    if shutil.which("npm") is None:
        pytest.skip("no npm found: no hub was started")
    subprocess.run(["make", "--silent", ".venv-hub/installed"], cwd=ROOT, check=True)
    folder = tmp_path_factory.mktemp("hub") / "clone"
    (folder / "tools").mkdir(parents=True)
    (folder / "students").mkdir()
    (folder / ".venv-hub").symlink_to(ROOT / ".venv-hub")
    shutil.copy(CONFIG, folder / "tools")
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    publish.write(folder / "copies", copies.Site(site), "")
    publish_again(folder)
    return folder


def publish_again(clone: Path) -> None:
    who = {f"GIT_{role}_{what}": "teacher" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in who.items():
            patch.setenv(name, value)
        assert Branch(clone).commit(clone / "copies")


def free_ports(number: int) -> list[int]:
    sockets = [socket.socket() for _ in range(number)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


@contextmanager
def hub(clone: Path):
    """The address of a hub that runs with the project's configuration, on this machine alone."""
    address, api, inner = (f"http://127.0.0.1:{port}" for port in free_ports(3))
    lines = [
        f"load_subconfig({str(clone / 'tools' / CONFIG.name)!r})",
        f"c.JupyterHub.bind_url = {address!r}",
        f"c.ConfigurableHTTPProxy.api_url = {api!r}",
        f"c.JupyterHub.hub_bind_url = {inner!r}",
        f"c.Spawner.args = {['--allow-root'] if os.getuid() == 0 else []}",
    ]
    (clone / "config.py").write_text("\n".join(lines), "utf-8")
    programs = clone / ".venv-hub" / "bin"
    environment = os.environ | {"PASSWORD": PASSWORD, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    for name in ("PYTHONPATH", "JUPYTER_CONFIG_DIR"):
        environment.pop(name, None)
    with (clone / "log.txt").open("w", encoding="utf-8") as log:
        command = [str(programs / "jupyterhub"), "--config", str(clone / "config.py")]
        process = subprocess.Popen(command, cwd=clone / "students", env=environment, stdout=log, stderr=log)
        try:
            yield address, process
        finally:
            process.terminate()
            process.wait(timeout=60)


def log_in(page, address: str, name: str) -> None:
    """Open the hub's address as a student does, until JupyterLab stands there."""
    page.goto(address)
    if page.locator("#username_input").count():
        page.fill("#username_input", name)
        page.fill("#password_input", PASSWORD)
        page.click("#login_submit")
    page.wait_for_url("**/lab/tree/evalbook**", timeout=120_000)
    page.wait_for_selector("#jupyterlab-splash", state="detached", timeout=60_000)


def run_all(page, path: Path) -> list[nbformat.NotebookNode]:
    """Run all cells of the chapter that is open, save it, and give its cells of code."""
    start_all(page, 120)
    wait_for_all(page, 120)
    for _ in range(20):
        page.keyboard.press("Control+s")
        page.wait_for_timeout(1000)
        cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        if all(cell.execution_count for cell in cells):
            return cells
    raise AssertionError(f"not all cells ran: {[cell.execution_count for cell in cells]}")


def wait_until_it_answers(address: str, log: Path) -> None:
    host, port = urlsplit(address).hostname, urlsplit(address).port
    end = monotonic() + 60
    while monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex((host, port)) == 0 and "JupyterHub is now running" in log.read_text("utf-8"):
                return
        sleep(0.5)
    raise AssertionError(log.read_text("utf-8"))


def memory(process: subprocess.Popen, name: str) -> int:
    """What the server of a student and its kernel hold, in bytes."""
    below = psutil.Process(process.pid).children(recursive=True)
    servers = [one for one in below if one.environ().get("JUPYTERHUB_USER") == name]
    return sum(one.memory_info().rss for one in servers)


@pytest.mark.slow
def test_two_students_run_a_chapter_and_get_a_correction(clone, browser):
    with hub(clone) as (address, process):
        wait_until_it_answers(address, clone / "log.txt")
        visits = {name: browser().new_context(viewport={"width": 1300, "height": 900}) for name in ("ana", "bo")}
        for name, context in visits.items():
            page = context.new_page()
            log_in(page, address, name)
            path = clone / "students" / name / "evalbook" / CHAPTER
            page.goto(f"{address}/user/{name}/lab/tree/evalbook/{CHAPTER.as_posix()}")
            cells = run_all(page, path)
            assert not [out for cell in cells for out in cell.outputs if out.output_type == "error"]
            assert memory(process, name) < 0.5 * GIGABYTE
            page.close()
        correct(clone / "copies" / CHAPTER)
        publish_again(clone)
        for name, context in visits.items():
            log_in(context.new_page(), address, name)
            kept = nbformat.read(clone / "students" / name / "evalbook" / CHAPTER, as_version=4)
            assert CORRECTED in "\n".join(cell.source for cell in kept.cells)
            assert all(cell.execution_count for cell in kept.cells if cell.cell_type == "code")
            context.close()


def correct(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    text = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    text[3].source += f"\n\n{CORRECTED}"
    path.write_text(copies.laid_out(notebook), "utf-8")


@pytest.mark.slow
def test_who_does_not_know_the_password_stays_out(clone, browser):
    with hub(clone) as (address, _):
        wait_until_it_answers(address, clone / "log.txt")
        context = browser().new_context()
        page = context.new_page()
        page.goto(address)
        page.fill("#username_input", "eve")
        page.fill("#password_input", "another-word")
        page.click("#login_submit")
        page.wait_for_selector(".login_error")
        assert not (clone / "students" / "eve").exists()
        context.close()
