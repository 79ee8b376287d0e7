"""The copies that a class opens: nothing gives an answer away, and nothing that a student wrote is lost."""

from __future__ import annotations

import os
import re
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import nbformat
import pytest

from book_pages import ASKING_FILES as ASKED
from evalbook_tools import notebooks as tool
from evalbook_tools import working_copies as copies
from evalbook_tools.contents import chapter_numbers
from evalbook_tools.moved_chapters import MOVED
from site_fixtures import files_of_copy, files_of_zips

each_copied_page = pytest.mark.parametrize(
    "path", copies.copied(), ids=lambda path: path.relative_to(tool.ROOT / "book").as_posix()
)
BOOK = tool.ROOT / "book"
BESIDE = {BOOK / place: packages for place, packages in copies.NEEDS_MORE.items()}
"""Pages with a copy that are no chapters, and what they need."""
ADDRESS = "https://example.org/evalbook"


@pytest.fixture(scope="module")
def links(site):
    return copies.Site(site, ADDRESS)


@pytest.fixture
def whole(links):
    """The copy of a notebook: what a student opens, and its key."""
    return lambda path: copies.working_copy(path, links, copies.set_up(path, path.relative_to(BOOK), ADDRESS))


@pytest.fixture
def copy_of(whole):
    return lambda path: whole(path).notebook


@pytest.fixture
def chapter():
    return tool.ROOT / "book" / "curves" / "roc_curve.ipynb"


def prose(notebook) -> str:
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


# ---------------------------------------------------------------- what stands in a copy


@each_copied_page
def test_a_copy_is_a_valid_notebook_without_outputs(copy_of, path):
    notebook = copy_of(path)
    nbformat.validate(notebook)
    assert not [cell for cell in notebook.cells if cell.get("outputs") or cell.get("execution_count")]


@each_copied_page
def test_a_copy_holds_no_solution(copy_of, path):
    notebook = copy_of(path)
    assert "# Solution" not in "\n".join(cell.source for cell in notebook.cells)
    solutions = re.findall(r"```\{solution\}[^\n]*\n(?::[^\n]*\n)*\n*([^\n]{40})", prose(tool.read(path)))
    assert not [text for text in solutions if text in prose(notebook)]


@each_copied_page
def test_a_copy_holds_no_markup_that_only_the_site_understands(copy_of, path):
    text = prose(copy_of(path))
    assert not re.search(r"\{[a-z:]+\}`", text), "a role"
    assert not re.search(r"^(:::|```)\{", text, re.MULTILINE), "a directive"
    assert not re.search(r"^\(.*\)=$", text, re.MULTILINE), "a name to link to"
    assert "](#" not in text, "a link to a name that the copy does not have"
    assert not re.search(r"\]\((?!https?:)[^)]*\.md\b", text), "a link to a page that has no copy"


def test_a_copy_leaves_out_what_only_the_tests_of_the_book_need(copy_of):
    path = tool.ROOT / "book" / "splits" / "hold_out.ipynb"
    hidden = {cell.id for cell in tool.read(path).cells if "remove-cell" in cell.metadata.get("tags", [])}
    assert hidden
    assert not hidden & {cell.id for cell in copy_of(path).cells}


@each_copied_page
def test_the_first_cell_of_a_copy_installs_evalbook_where_it_is_missing(copy_of, path):
    first = next(cell.source for cell in copy_of(path).cells if cell.cell_type == "code")
    assert 'sources = [f"{wheel.as_posix()}[book]" for wheel in wheels if wheel.exists()] + ["' in first
    assert f'+ ["evalbook[book] @ {ADDRESS}/{copies.wheel()}"]' in first
    assert first.endswith('.key")') == (path in ASKED)


def test_a_page_that_needs_more_than_the_book_installs_it(copy_of):
    for path, packages in filter(all, BESIDE.items()):
        first = copy_of(path).cells[1].source
        assert f'%pip install -q "{{sources[0]}}" {packages}\n' in first
        modules = re.search(r"^modules = \[(.*)\]$", first, re.MULTILINE)[1]
        assert f'"{packages.split()[0]}"' in modules


@each_copied_page
def test_links_of_a_copy_lead_to_pages_of_the_site(site, copy_of, path):
    text = prose(copy_of(path))
    places = re.findall(rf"\]\({ADDRESS}/([^)#]+)", text)
    assert places
    assert not [place for place in places if not (site / place).exists()]
    beside = re.findall(r"\]\(([^):]+\.ipynb)\)", text)
    assert {(path.parent / place).resolve() for place in beside} <= {*copies.copied()}


def test_a_caption_is_text_below_its_figure(copy_of, chapter):
    captions = [cell.source for cell in copy_of(chapter).cells if cell.id.endswith("-caption")]
    assert captions
    assert all(re.match(r"\*Figure \d+\.\d+\. ", caption) for caption in captions)


def test_an_exercise_has_the_number_that_the_site_gives_it(site, copy_of, chapter):
    page = (site / "book" / "curves" / "roc_curve.html").read_text("utf-8")
    numbers = re.findall(r"\*\*(Exercise \d+\.\d+)\.\*\*", prose(copy_of(chapter)))
    assert numbers
    assert [number for number in numbers if number not in re.sub(r"<[^>]+>|\s+", " ", page).replace("  ", " ")] == []


def test_without_an_address_references_are_text(site, chapter):
    bare = prose(copies.working_copy(chapter, copies.Site(site, ""), copies.SetUp()).notebook)
    assert "[threshold]" not in bare
    assert "threshold (阈值)" in bare


def test_an_unknown_role_is_refused(links):
    with pytest.raises(ValueError, match=r"a working copy cannot show the role \{doc\}"):
        copies.without_roles("see {doc}`intro`", links, {})


# ---------------------------------------------------------------- what a student wrote


@pytest.fixture
def written(whole, chapter, tmp_path):
    """A copy in a folder, in which a student answered, and added a cell of their own."""
    target = tmp_path / "curves" / "roc_curve.ipynb"
    copies.write_beside(target, whole(chapter))
    notebook = tool.read(target)
    place = next(at for at, cell in enumerate(notebook.cells) if "blank" in cell.metadata.get(copies.NAMESPACE, {}))
    notebook.cells[place].source = "number_of_points = 4"
    notebook.cells.insert(place + 1, nbformat.v4.new_code_cell("mine = 1"))
    nbformat.write(notebook, target)
    return target


def test_a_copy_that_is_up_to_date_is_left_alone(written, whole, chapter):
    before = written.read_bytes()
    assert copies.write_beside(written, whole(chapter)) is None
    assert written.read_bytes() == before
    assert {path.name for path in written.parent.iterdir()} == {"roc_curve.ipynb", whole(chapter).key_name}


def newer(copy):
    copy.notebook.metadata[copies.NAMESPACE]["source"] = "changed"
    return replace(copy, key_name="roc_curve-000000000000.key")


def test_a_newer_copy_stands_beside_the_old_one_with_the_answers(written, whole, chapter):
    before = written.read_bytes()
    beside = copies.write_beside(written, newer(whole(chapter)))
    assert written.read_bytes() == before
    assert beside.name == f"roc_curve-{copies.release()}.ipynb"
    sources = [cell.source for cell in tool.read(beside).cells]
    place = sources.index("number_of_points = 4")
    assert sources[place + 1] == "mine = 1"
    assert copies.write_beside(written, newer(whole(chapter))) is None
    assert len([*written.parent.glob("*.key")]) == 2, "each copy keeps its key"


def test_an_answer_whose_exercise_is_gone_stands_at_the_end(written, whole, chapter):
    copy = newer(whole(chapter))
    cells = copy.notebook.cells
    label = next(cell.metadata.evalbook.exercise for cell in cells if "blank" in cell.metadata.evalbook)
    copy.notebook.cells = [cell for cell in cells if cell.metadata.evalbook.get("exercise") != label]
    beside = tool.read(copies.write_beside(written, copy))
    assert beside.cells[-3].source == f"## From your earlier copy: {label}"
    assert [cell.source for cell in beside.cells[-2:]] == ["number_of_points = 4", "mine = 1"]


def test_a_chapter_that_moved_takes_the_answers_along_and_leaves_the_old_copy(whole, tmp_path):
    old, new = "book/comparison/proportion", "book/splits/proportion"
    assert MOVED[old] == new
    copy = whole(tool.ROOT / f"{new}.ipynb")
    text = copies.laid_out(copy.notebook)
    before, target = tmp_path / "comparison" / "proportion.ipynb", tmp_path / "splits" / "proportion.ipynb"
    before.parent.mkdir()
    before.write_text(text.replace("my_argument = ...", "my_argument = 'Ask who chose them.'"), "utf-8")
    kept = before.read_bytes()
    assert copies.before_it_moved(target) == before
    assert copies.write_beside(target, copy) == target
    assert "my_argument = 'Ask who chose them.'" in [cell.source for cell in tool.read(target).cells]
    assert before.read_bytes() == kept
    assert copies.write_beside(target, copy) is None, "the next time it is there"
    assert copies.before_it_moved(tmp_path / "curves" / "roc_curve.ipynb") is None


# ---------------------------------------------------------------- all copies in one file


def test_the_zips_hold_all_copies_their_keys_and_the_wheel_in_the_order_of_the_book(site, tmp_path):
    wheel = tmp_path / copies.wheel()
    wheel.write_bytes(b"wheel")
    once, again = (copies.zips(copies.Site(site), wheel) for _ in range(2))
    assert once == again
    names = zipfile.ZipFile(BytesIO(once[copies.NOTEBOOKS])).namelist()
    assert "evalbook/README.txt" in names
    assert zipfile.ZipFile(BytesIO(once[copies.PACKAGE])).namelist() == [f"evalbook/{copies.wheel()}"]
    assert len([name for name in names if name.endswith(".ipynb")]) == len(copies.copied())
    assert len([name for name in names if name.endswith(".key")]) == len(ASKED)
    folders = sorted({name.split("/")[1] for name in names if name.count("/") == 2})
    parts = list(dict.fromkeys(chapter.split("/")[1] for chapter in chapter_numbers()))
    assert [folder.split("_", 1)[1] for folder in folders] == parts


def test_links_in_the_zip_lead_to_notebooks_there(site):
    """Its folders have numbers, which the folders of the sources do not have."""
    files, missing, found = files_of_zips(site), [], 0
    for name in filter(lambda name: name.endswith(".ipynb"), files):
        places = re.findall(r"\]\(([^):#]+\.ipynb)[)#]", prose(nbformat.reads(files[name], as_version=4)))
        targets = [os.path.normpath(Path(name).parent / place) for place in places]
        found += len(targets)
        missing += [f"{name}: {target}" for target in targets if target not in files]
    assert not missing
    assert found > len(copies.copied())


@each_copied_page
def test_the_files_of_a_copy_are_its_notebook_and_its_key(site, path):
    files = files_of_copy(site, path.stem)
    notebook = nbformat.reads(files.pop(path.name), as_version=4)
    assert f'folder / "{copies.wheel()}"' in notebook.cells[1].source
    assert all(f'pages.open_key("{name}")' in notebook.cells[1].source for name in files)
    assert len(files) == (path in ASKED)


@each_copied_page
def test_a_page_offers_its_notebook_below_its_title(site, path):
    page = (site / path.relative_to(tool.ROOT).with_suffix(".html")).read_text("utf-8")
    offers = re.search(r'</h1>\s*<p class="offers">(.*?)</p>', page)[1]
    files = re.findall(r'(?:href|data-copy)="([^"]+)"', offers)
    assert [Path(file).name for file in files] == [copies.PAGE, path.stem, copies.PAGE]
    assert f"evalbook/{files[1]}.ipynb" in files_of_zips(site)


def test_the_site_holds_no_notebook_of_an_author(site):
    assert not [*site.rglob("*.ipynb")]
