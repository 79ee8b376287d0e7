"""The copies that a class opens: nothing gives an answer away, and nothing that a student wrote is lost."""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import notebooks as tool
import working_copies as copies

each_copied_page = pytest.mark.parametrize(
    "path", copies.copied(), ids=lambda path: path.relative_to(tool.ROOT / "book").as_posix()
)
ADDRESS = "https://example.org/evalbook"


@pytest.fixture(scope="module")
def links(site):
    return copies.Site(site, ADDRESS)


@pytest.fixture
def copy_of(links):
    return lambda path: copies.working_copy(path, links, copies.install_from(ADDRESS))


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


@each_copied_page
def test_a_copy_says_first_how_to_install_evalbook(copy_of, path):
    first = copy_of(path).cells[0].source
    assert len(first.splitlines()) == 1
    assert f'%pip install "evalbook[book] @ {ADDRESS}/{copies.wheel()}"' in first


def test_a_page_that_needs_more_than_the_book_says_what(links):
    texts = {place.stem: text for place, text in copies.copies(links)}
    for path, packages in copies.NEEDS_MORE.items():
        first = nbformat.reads(texts[path.stem], as_version=4).cells[0].source
        assert packages in first
        assert packages not in nbformat.reads(texts["auc"], as_version=4).cells[0].source


@each_copied_page
def test_links_of_a_copy_lead_to_pages_of_the_site(site, copy_of, path):
    text = prose(copy_of(path))
    places = re.findall(rf"\]\({ADDRESS}/([^)#]+)", text)
    assert places
    assert not [place for place in places if not (site / place).exists()]
    beside = re.findall(r"\]\(([^):]+\.ipynb)\)", text)
    assert not [place for place in beside if not (path.parent / place).resolve().exists()]


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
    bare = prose(copies.working_copy(chapter, copies.Site(site, ""), copies.install_from("")))
    assert "[threshold]" not in bare
    assert "threshold (阈值)" in bare


def test_an_unknown_role_is_refused(links):
    with pytest.raises(ValueError, match=r"no way to write out the role \{doc\}"):
        copies.without_roles("see {doc}`intro`", links, {})


# ---------------------------------------------------------------- what a student wrote


@pytest.fixture
def written(copy_of, chapter, tmp_path):
    """A copy in a folder, in which a student answered, and added a cell of their own."""
    target = tmp_path / "curves" / "roc_curve.ipynb"
    copies.write_beside(target, nbformat.writes(copy_of(chapter)))
    notebook = tool.read(target)
    place = next(at for at, cell in enumerate(notebook.cells) if "blank" in cell.metadata.get(copies.NAMESPACE, {}))
    notebook.cells[place].source = "number_of_points = 4"
    notebook.cells.insert(place + 1, nbformat.v4.new_code_cell("mine = 1"))
    nbformat.write(notebook, target)
    return target


def test_a_copy_that_is_up_to_date_is_left_alone(written, copy_of, chapter):
    before = written.read_bytes()
    assert copies.write_beside(written, nbformat.writes(copy_of(chapter))) is None
    assert written.read_bytes() == before
    assert [path.name for path in written.parent.iterdir()] == ["roc_curve.ipynb"]


def newer(copy):
    copy.metadata[copies.NAMESPACE]["source"] = "changed"
    return copy


def test_a_newer_copy_stands_beside_the_old_one_with_the_answers(written, copy_of, chapter):
    before = written.read_bytes()
    beside = copies.write_beside(written, nbformat.writes(newer(copy_of(chapter))))
    assert written.read_bytes() == before
    assert beside.name == f"roc_curve-{copies.release()}.ipynb"
    sources = [cell.source for cell in tool.read(beside).cells]
    place = sources.index("number_of_points = 4")
    assert sources[place + 1] == "mine = 1"
    assert copies.write_beside(written, nbformat.writes(newer(copy_of(chapter)))) is None


def test_an_answer_whose_exercise_is_gone_stands_at_the_end(written, copy_of, chapter):
    copy = newer(copy_of(chapter))
    label = next(cell.metadata.evalbook.exercise for cell in copy.cells if "blank" in cell.metadata.evalbook)
    copy.cells = [cell for cell in copy.cells if cell.metadata.evalbook.get("exercise") != label]
    beside = tool.read(copies.write_beside(written, nbformat.writes(copy)))
    assert beside.cells[-3].source == f"## From your earlier copy: {label}"
    assert [cell.source for cell in beside.cells[-2:]] == ["number_of_points = 4", "mine = 1"]


# ---------------------------------------------------------------- all copies in one file


def test_the_zip_holds_all_copies_and_the_wheel(links, tmp_path):
    wheel = tmp_path / copies.wheel()
    wheel.write_bytes(b"wheel")
    for folder in (tmp_path / "once", tmp_path / "again"):
        folder.mkdir()
        copies.write_zip(folder, copies.copies(links), wheel)
    zips = [tmp_path / name / "working_copies.zip" for name in ("once", "again")]
    assert zips[0].read_bytes() == zips[1].read_bytes()
    names = zipfile.ZipFile(zips[0]).namelist()
    assert len(names) == len(copies.copied()) + 1
    assert f"evalbook/{copies.wheel()}" in names
