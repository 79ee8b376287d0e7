"""What a teacher publishes: the branch of working copies, the buttons that open it, the image, the workflow."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from fnmatch import fnmatch
from io import BytesIO, StringIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest
import yaml
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from book_pages import CHAPTERS, PAGES, ROOT
from evalbook_tools import working_copies as copies
from evalbook_tools.site import launch, theme
from evalbook_tools.working_copies import publish
from evalbook_tools.working_copies.branch import Branch

REPOSITORY = "https://github.com/group/book"
SERVICES = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["launch_buttons"]
HUB = {"jupyterhub_url": "https://hub.example.org/"}


@pytest.fixture(scope="module")
def published(site, tmp_path_factory) -> Path:
    """The folder of the branch, for a repository whose site has no address."""
    folder = tmp_path_factory.mktemp("published") / "copies"
    publish.write(folder, copies.Site(site), REPOSITORY)
    return folder


# ---------------------------------------------------------------- the branch


def test_the_branch_holds_every_copy_and_no_solution(published):
    notebooks = {path.relative_to(published).as_posix(): path.read_text("utf-8") for path in published.rglob("*.ipynb")}
    assert notebooks.keys() == {path.relative_to(ROOT / "book").as_posix() for path in copies.copied()}
    assert not [name for name, text in notebooks.items() if "# Solution" in text or '"outputs": [{' in text]


@pytest.mark.parametrize(
    ("address", "repository", "wheel"),
    [
        ("https://example.org/book", REPOSITORY, "evalbook[book] @ https://example.org/book/{}"),
        ("", REPOSITORY, f"evalbook[book] @ {REPOSITORY}/raw/working-copies/{{}}"),
        ("", "https://gitlab.com/a/b/", "evalbook[book] @ https://gitlab.com/a/b/-/raw/working-copies/{}"),
        ("", "", "./{}[book]"),
    ],
)
def test_a_copy_installs_the_package_from_where_it_is(address, repository, wheel):
    assert copies.install_from(publish.wheel_address(address, repository)) == wheel.format(copies.wheel())


def test_a_published_copy_names_the_wheel_that_lies_in_the_branch(published):
    first = nbformat.read(published / "curves" / "auc.ipynb", as_version=4).cells[1].source
    assert copies.install_from(publish.wheel_address("", REPOSITORY)) in first
    assert (published / copies.wheel()).exists()


def finds_the_wheel(path: Path, top: Path) -> bool:
    """Whether the wheel that the first cell of a copy names lies in its folder or above, up to the top."""
    name = re.search(r'folder / "([^"]+)"', nbformat.read(path, as_version=4).cells[1].source)[1]
    return any((folder / name).exists() for folder in path.parents if folder.is_relative_to(top))


def test_each_copy_of_a_branch_without_an_address_installs_the_wheel_that_lies_in_it(site, tmp_path):
    publish.write(tmp_path / "copies", copies.Site(site), "")
    notebooks = [*(tmp_path / "copies").rglob("*.ipynb")]
    assert len(notebooks) == len(copies.copied())
    assert not [path for path in notebooks if not finds_the_wheel(path, tmp_path)]


def test_each_copy_installs_the_wheel_that_the_other_zip_of_the_site_puts_above_it(site, tmp_path):
    (tmp_path / "wheel").write_bytes(b"wheel")
    for content in copies.zips(copies.Site(site), tmp_path / "wheel").values():
        zipfile.ZipFile(BytesIO(content)).extractall(tmp_path)
    notebooks = [*tmp_path.rglob("*.ipynb")]
    assert len(notebooks) == len(copies.copied())
    assert not [path for path in notebooks if not finds_the_wheel(path, tmp_path)]


def test_binder_installs_the_wheel_and_the_versions_of_the_book(published):
    lines = (published / "binder" / "requirements.txt").read_text("utf-8").splitlines()
    assert f"./{copies.wheel()}[book]" in lines
    assert lines[0] == "-c constraints.txt"
    pins = {line.split("==")[0] for line in (published / "binder" / "constraints.txt").read_text("utf-8").splitlines()}
    assert {line for line in lines[1:] if not line.startswith("./")} <= pins
    version = re.fullmatch(r"python-(3\.\d+)\n", (published / "binder" / "runtime.txt").read_text("utf-8"))[1]
    assert f"FROM python:{version}." in DOCKERFILE


@pytest.mark.slow
def test_what_binder_installs_runs_a_chapter(published, tmp_path):
    python = str(tmp_path / "environment" / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "environment")], check=True)
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "-qq", "--no-compile", "-r", "binder/requirements.txt"], cwd=published, check=True)
    program = "from evalbook.teaching import pages; import nbgitpuller, jupyterlab; print(pages.__file__)"
    found = subprocess.run([python, "-c", program], cwd=tmp_path, env={}, capture_output=True, text=True, check=True)
    assert Path(found.stdout.strip()).is_relative_to(tmp_path)


def git(folder: Path, *command: str) -> str:
    return subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repository(tmp_path, monkeypatch) -> Path:
    """A teacher's repository, without a commit."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "A teacher")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "teacher@example.org")
    (tmp_path / "repository").mkdir()
    git(tmp_path / "repository", "init", "--quiet")
    return tmp_path / "repository"


def test_the_branch_grows_by_what_is_new_and_the_working_tree_is_left_alone(published, tmp_path, repository):
    folder, branch = tmp_path / "copies", Branch(repository)
    shutil.copytree(published, folder)
    (repository / "mine.txt").write_text("mine", "utf-8")
    assert branch.commit(folder)
    assert not branch.commit(folder)
    (folder / "README.md").write_text("newer", "utf-8")
    (folder / "curves" / "auc.ipynb").unlink()
    assert branch.commit(folder)
    assert git(repository, "rev-list", "--count", copies.BRANCH) == "2"
    assert {*branch.files()} == {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert git(repository, "status", "--porcelain") == "?? mine.txt"


def test_a_fresh_clone_goes_on_from_the_branch_that_was_pushed(published, tmp_path, repository):
    clone = tmp_path / "clone"
    assert Branch(repository).commit(published)
    git(tmp_path, "clone", "--quiet", str(repository), str(clone))
    assert not Branch(clone).commit(published)


# ---------------------------------------------------------------- a correction arrives

CORRECTED = "Corrected: four patients, not three."


@pytest.fixture
def handed_out(published, tmp_path, repository):
    """What a teacher publishes from, the branch, and the clones of a student who writes and of one who reads."""
    folder = tmp_path / "copies"
    shutil.copytree(published, folder)
    Branch(repository).commit(folder)
    clones = tmp_path / "writes", tmp_path / "reads"
    for clone in clones:
        git(tmp_path, "clone", "--quiet", "--branch", copies.BRANCH, str(repository), str(clone))
    write_and_run(clones[0] / "curves" / "roc_curve.ipynb")
    return folder, Branch(repository), clones


def write_and_run(path: Path) -> None:
    """What a student leaves in a notebook: an answer, a cell of their own, and in every cell what Jupyter saves."""
    notebook = nbformat.read(path, as_version=4)
    place = next(at for at, cell in enumerate(notebook.cells) if "blank" in cell.metadata.get(copies.NAMESPACE, {}))
    notebook.cells[place].source = "number_of_points = 4"
    notebook.cells.insert(place + 1, nbformat.v4.new_code_cell("mine = 1"))
    for number, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), start=1):
        cell.execution_count = number
        cell.outputs = [nbformat.v4.new_output("stream", text=f"line {number}\nand another\n")]
    notebook.metadata["language_info"] |= {"version": "3.12.1", "file_extension": ".py"}
    nbformat.write(notebook, path)


def pull(clone: Path) -> None:
    """As nbgitpuller does."""
    git(clone, "fetch", "--quiet")
    if git(clone, "status", "--porcelain"):
        git(clone, "commit", "--quiet", "--all", "--message", "what the student wrote")
    git(clone, "merge", "--quiet", "-Xours", "--no-edit", f"origin/{copies.BRANCH}")


def sources(path: Path) -> list[str]:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return [cell.source for cell in notebook.cells]


def test_corrections_arrive_one_after_another_and_answers_stay(handed_out):
    folder, branch, clones = handed_out
    path = folder / "curves" / "roc_curve.ipynb"
    for round in range(4):
        notebook = nbformat.read(path, as_version=4)
        told, shown = (
            [cell for cell in notebook.cells if cell.cell_type == kind and "blank" not in cell.metadata.evalbook]
            for kind in ("markdown", "code")
        )
        told[3 + round].source += f"\n\n{CORRECTED} ({round})"
        shown[2 + round].source = f"# {CORRECTED} ({round})\n{shown[2 + round].source}"
        opened = f'pages.open_key("roc_curve-{round}.key"'
        notebook.cells[1].source = re.sub(r'pages.open_key\("[^"]+"', opened, notebook.cells[1].source)
        notebook.metadata[copies.NAMESPACE]["source"] = f"corrected {round}"
        path.write_text(copies.laid_out(notebook), "utf-8")
        assert branch.commit(folder)
        for clone in clones:
            pull(clone)
            text = "\n".join(sources(clone / "curves" / "roc_curve.ipynb"))
            assert text.count(f"{CORRECTED} ({round})") == 2
            assert opened in text
    written = sources(clones[0] / "curves" / "roc_curve.ipynb")
    assert written[written.index("number_of_points = 4") + 1] == "mine = 1"
    assert sources(clones[1] / "curves" / "roc_curve.ipynb") == sources(path)


@pytest.mark.parametrize(
    ("moved", "said"),
    [
        ("book/curves/auc", "*This chapter has moved to [curves/auc.ipynb](auc.ipynb). Corrections appear there. "),
        ("book/splits/hold_out", "*This chapter has moved to [splits/hold_out.ipynb](../splits/hold_out.ipynb). "),
        (None, "*This chapter is no longer part of the book. "),
    ],
    ids=["renamed", "moved", "removed"],
)
def test_a_chapter_that_left_keeps_the_students_file_and_says_where_it_went(handed_out, monkeypatch, moved, said):
    folder, branch, (clone, _) = handed_out
    monkeypatch.setattr(publish, "MOVED", {"book/curves/roc_curve": moved} if moved else {})
    for _ in range(2):  # the second time it is no longer made, either
        for path in (folder / "curves").glob("roc_curve*"):
            path.unlink()
        (folder / "README.md").write_text("of the next release", "utf-8")
        assert publish.keep_what_left(folder, branch, "") == [Path("curves/roc_curve.ipynb")]
        branch.commit(folder)
        pull(clone)
        first, set_up, *rest = sources(clone / "curves" / "roc_curve.ipynb")
        assert first.startswith(said)
        assert f'folder / "{copies.wheel()}"' in set_up
        (key,) = re.findall(r'pages.open_key\("([^"]+)"\)', set_up)
        assert (clone / "curves" / key).exists()
        assert {"number_of_points = 4", "mine = 1"} < {*rest}
    assert not publish.keep_what_left(folder, branch, "")


# ---------------------------------------------------------------- the buttons


def test_each_button_opens_the_copy_in_the_branch(published):
    for chapter in CHAPTERS:
        found = dict(launch.links(chapter, REPOSITORY, SERVICES | HUB))
        assert list(found) == ["Open on Binder", "Open in Colab", "Open on the hub"]
        binder, colab, hub = (urlsplit(address) for address in found.values())
        assert binder.path == "/v2/gh/group/book/working-copies"
        (opened,) = parse_qs(binder.query)["urlpath"]
        assert (published / opened.removeprefix("lab/tree/")).is_file()
        assert (published / colab.path.removeprefix("/github/group/book/blob/working-copies/")).is_file()
        pulled = {name: value for name, (value,) in parse_qs(hub.query).items()}
        assert pulled["repo"] == REPOSITORY
        assert pulled["branch"] == copies.BRANCH
        assert (published / pulled["urlpath"].removeprefix("lab/tree/book/")).is_file()


@pytest.mark.parametrize(
    ("repository", "path"),
    [
        ("https://github.com/a/b.git", "/v2/gh/a/b/working-copies"),
        ("https://gitlab.com/a/b/", "/v2/gl/a%2Fb/working-copies"),
        ("https://git.example.org/a/b", "/v2/git/https%3A%2F%2Fgit.example.org%2Fa%2Fb/working-copies"),
    ],
)
def test_binder_knows_where_a_repository_is(repository, path):
    found = dict(launch.links("book/curves/auc", repository, SERVICES))
    assert urlsplit(found["Open on Binder"]).path == path
    assert ("Open in Colab" in found) == ("github.com" in repository)


@pytest.mark.parametrize("repository", ["", theme.JUPYTER_BOOK])
def test_without_a_repository_there_is_no_button(repository):
    assert not [*launch.links("book/curves/auc", repository, SERVICES | HUB)]


def test_a_service_that_is_not_named_gets_no_button():
    assert not [*launch.links("book/curves/auc", REPOSITORY, {"binderhub_url": "", "colab_url": None})]


def test_the_site_has_buttons_if_the_repository_is_named_and_only_then(site):
    repository = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["repository"]["url"]
    for name in PAGES:
        html = (site / f"{name}.html").read_text("utf-8")
        offered = [service for service in ("mybinder.org", "colab.research") if service in html]
        assert len(offered) == (2 if repository and name in CHAPTERS else 0), name


def small_site(folder: Path, **options: object) -> dict[str, str]:
    """A chapter and a page that is none, in the look of the book."""
    texts = {"index": "# Start\n\n```{toctree}\nbook/curves/auc\n```\n", "book/curves/auc": "# AUC\n"}
    for name, text in texts.items():
        (folder / f"{name}.md").parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.md").write_text(text, "utf-8")
    settings = {"extensions": ["myst_parser", "evalbook_tools.site"], "html_theme": "evalbook", "language": "en"}
    settings |= {"html_math_renderer": "katex", "html_theme_options": options}
    with docutils_namespace():
        app = Sphinx(folder, None, folder / "out", folder / "trees", "html", settings, status=None, warning=StringIO())
        app.build()
    return {name: (folder / "out" / f"{name}.html").read_text("utf-8") for name in texts}


def test_the_buttons_stand_on_chapters_alone(tmp_path):
    pages = small_site(tmp_path, repository_url=REPOSITORY, launch_buttons=SERVICES)
    for text, address in launch.links("book/curves/auc", REPOSITORY, SERVICES):
        assert f'<a href="{address}">{text}</a>' in pages["book/curves/auc"]
    assert "mybinder" not in pages["index"]
    (tmp_path / "bare").mkdir()
    assert "mybinder" not in small_site(tmp_path / "bare", launch_buttons=SERVICES)["book/curves/auc"]


# ---------------------------------------------------------------- the image

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
INSTRUCTIONS = [
    line.split(maxsplit=1)
    for line in re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE)).splitlines()
    if line.strip()
]
IGNORED = [
    line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line and not line.startswith("#")
]


def said(instruction: str) -> list[str]:
    return [rest for name, rest in INSTRUCTIONS if name == instruction]


def test_the_image_starts_from_one_exact_version_of_python():
    (base,) = said("FROM")
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-[a-z]+", base)


def test_jupyterlab_opens_the_copies_in_the_image_as_it_does_here():
    environment = dict(pair.split("=", 1) for pair in " ".join(said("ENV")).split())
    place = Path(environment["JUPYTER_CONFIG_PATH"]).relative_to(*said("WORKDIR")[:1])
    assert f"JUPYTER_CONFIG_PATH={place.as_posix()}" in (ROOT / "Makefile").read_text("utf-8")
    assert (ROOT / place / "labconfig").is_dir()


def test_all_that_the_image_copies_exists_and_is_not_ignored():
    for copied in said("COPY"):
        *sources, _ = [word for word in copied.split() if not word.startswith("--")]
        assert all((ROOT / source).exists() for source in sources)
    needed = [
        "Makefile",
        "requirements.txt",
        "requirements/hub.txt",
        "requirements/homework.txt",
        "homework/pyproject.toml",
        "homework/assignments/splits/draw.py",
        "tools/setup.sh",
        "src/evalbook/__init__.py",
        "README.md",
    ]
    assert not [name for name in needed if any(fnmatch(name, pattern.removeprefix("**/")) for pattern in IGNORED)]


def test_what_git_ignores_gets_into_no_image():
    for line in (ROOT / ".gitignore").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name = line.rstrip("/")
            assert (name[1:] if name.startswith("/") else f"**/{name}") in IGNORED, line


def test_the_image_installs_exact_versions_alone():
    installed = " ".join(said("RUN"))
    assert "make setup-homework" in installed, "it grades, too"
    assert re.findall(r"pip install (.*?)(?:&&|$)", installed) == [
        "--disable-pip-version-check --requirement requirements/hub.txt"
    ]
    ours = dict(_pins("requirements.txt")) | dict(_pins("requirements/homework.txt"))
    hub = dict(_pins("requirements/hub.txt"))
    assert {"jupyterhub", "nbgitpuller"} <= hub.keys()
    shared = ours.keys() & hub.keys()
    assert {name: hub[name] for name in shared} == {name: ours[name] for name in shared}


def _pins(name: str) -> list[tuple[str, str]]:
    lines = [line.split(" ;")[0] for line in (ROOT / name).read_text("utf-8").splitlines() if line[:1] not in "#-"]
    assert all(line.count("==") == 1 for line in lines)
    return [tuple(line.split("==")) for line in lines]


def test_a_hub_starts_the_image_as_its_own_user_who_is_not_root():
    assert {"NB_USER=jovyan", "NB_UID=1000"} <= {*said("ARG")}
    assert said("USER")[-1] == "${NB_UID}"
    assert "HOME=/home/${NB_USER}" in " ".join(said("ENV"))
    assert said("WORKDIR")[-1] == "${HOME}"
    assert said("CMD") == ['["jupyter", "lab", "--ip=0.0.0.0", "--no-browser"]']
    assert not said("ENTRYPOINT")  # a hub gives a command of its own


def test_the_image_can_confine_what_it_grades():
    assert "bubblewrap" in said("RUN")[0].split()


@pytest.mark.skipif(sys.platform == "win32", reason="hadolint has no wheel for Windows")
def test_hadolint_finds_nothing_in_the_dockerfile():
    hadolint = Path(sysconfig.get_path("scripts")) / "hadolint"
    result = subprocess.run([str(hadolint), str(ROOT / "Dockerfile")], capture_output=True, text=True)
    assert not result.returncode, result.stdout + result.stderr


# ---------------------------------------------------------------- the workflow


def workflow_of(name: str) -> dict[str, object]:
    return yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text("utf-8"))


def test_the_workflow_builds_the_site_and_uploads_its_static_files():
    workflow = workflow_of("pages")
    job = workflow["jobs"]["site"]
    assert job["if"] == "github.event.repository.has_pages"
    assert [step["run"] for step in job["steps"] if "run" in step] == ["make book"]
    (uploaded,) = (step["with"]["path"] for step in job["steps"] if "upload-pages" in step.get("uses", ""))
    assert f"{uploaded}/index.html" in (ROOT / "Makefile").read_text("utf-8")
    assert workflow["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}


@pytest.mark.parametrize(("name", "job"), [("pages", "site"), ("release", "release")])
def test_nothing_is_published_before_the_tests_have_passed(name, job):
    jobs = workflow_of(name)["jobs"]
    assert jobs[job]["needs"] == "tests"
    assert jobs["tests"]["uses"] == "./.github/workflows/tests.yml"


def test_the_workflow_of_pull_requests_runs_what_everyone_runs_and_knows_how_many_commits_there_are():
    workflow = workflow_of("tests")
    assert "pull_request" in workflow[True]  # `on` is a truth value of YAML
    first, *others = workflow["jobs"]["tests"]["steps"]
    assert first["with"]["fetch-depth"] == 0
    assert any(step.get("run", "").startswith(".ci/run") for step in others)


def test_a_release_has_the_package_and_the_site():
    steps = [step.get("run", "") for step in workflow_of("release")["jobs"]["release"]["steps"]]
    assert {"make dist", "make site-zip"} <= {*steps}
    assert "dist/*.whl dist/*.tar.gz _build/evalbook-site.zip" in steps[-1]


# ---------------------------------------------------------------- reports


@pytest.mark.parametrize("name", ["mistake", "bug"])
def test_a_form_asks_for_what_a_good_report_holds(name):
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / f"{name}.yml").read_text("utf-8"))
    assert form["name"]
    assert form["description"]
    ids = [field["id"] for field in form["body"]]
    assert len(ids) == len({*ids}) == 4
    assert {"found", "expected"} <= {*ids}
    assert all(field["attributes"]["label"] and field["validations"]["required"] for field in form["body"])


def test_the_code_of_conduct_says_whom_to_write_to():
    assert "write to the maintainers" in (ROOT / ".github" / "CODE_OF_CONDUCT.md").read_text("utf-8")
    assert "(.github/CODE_OF_CONDUCT.md)" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
