"""The pages of the API: every public name stands on one of them, and a chapter or a recipe teaches it."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from collections import Counter

import pytest
from bs4 import BeautifulSoup
from sphinx.util.inventory import InventoryFile

import evalbook.teaching
from book_pages import CHAPTERS, PAGES, ROOT, in_depth
from evalbook_tools.site import api
from evalbook_tools.site.api import lessons

MODULES = sorted({each.module for each in lessons.api_pages()})
CONCEPTS = [each.page for each in lessons.api_pages()]
OVERVIEWS = [f"book/api/{module}" for module in MODULES if f"book/api/{module}" not in CONCEPTS]
NOT_TAUGHT = {"plots", "pages", "examples", "review"}
"""Modules that no chapter is about: they draw, ask, bring data, and review what a reader did."""
LISTED_ELSEWHERE = {"plots": {"STYLE"}}
"""use_style says what STYLE is for."""
IN_PROSE = {"BLUE", "FIRST", "GREEN", "GREY", "INK", "ORANGE", "PURPLE", "RED", "SECOND", "THIRD"}
"""Colors and looks, which a sentence names together."""
TALLEST = 9_000

each_module = pytest.mark.parametrize("module", MODULES)
each_api_page_in_depth = in_depth([*OVERVIEWS, *CONCEPTS])
each_concept = pytest.mark.parametrize("name", CONCEPTS, scope="session")
each_overview = pytest.mark.parametrize("name", [*OVERVIEWS, "book/api/comparison_recipes"], scope="session")
each_chapter = pytest.mark.parametrize("name", CHAPTERS, scope="session")


def public(module: str) -> set[str]:
    return set(importlib.import_module(lessons.full_name(module)).__all__)


# ---------------------------------------------------------------- each name stands on one page, and is taught


def test_every_public_module_has_a_page():
    folders = [*evalbook.__path__, *evalbook.teaching.__path__]
    modules = {each.name for each in pkgutil.iter_modules(folders) if not each.name.startswith("_")}
    paged = {page.split("/")[2] for page in PAGES if page.startswith("book/api/")}
    assert modules & paged <= set(MODULES)
    assert {name for name in evalbook.__all__ if inspect.ismodule(getattr(evalbook, name))} <= set(MODULES)


@each_module
def test_every_public_name_stands_on_one_page(module):
    pages = [each for each in lessons.api_pages() if each.module == module]
    listed = Counter(name.split(".")[-1] for each in pages for name in each.names)
    wanted = public(module) - LISTED_ELSEWHERE.get(module, set()) - IN_PROSE
    assert set(listed) == wanted, f"list each public name on one of {', '.join(each.page for each in pages)}"
    assert set(listed.values()) == {1}


def test_a_sentence_names_the_colors():
    text = (ROOT / "book" / "api" / "plots" / "colors.md").read_text("utf-8")
    assert not [name for name in IN_PROSE if f"`{name}`" not in text]


TAUGHT = [name for name in lessons.documented() if name.split(".")[0] not in NOT_TAUGHT]


@pytest.mark.parametrize("name", [name for name in TAUGHT if inspect.isroutine(lessons.value_of(name))])
def test_a_chapter_or_a_recipe_teaches_each_function(name):
    assert lessons.lesson(name), f"link to it in a chapter, or in a recipe on {lessons.documented()[name]}"


@pytest.mark.parametrize("name", [name for name in TAUGHT if not inspect.isroutine(lessons.value_of(name))])
def test_each_class_is_taught_with_what_returns_it(name):
    parts_of_explorers = {"explorers.Slider", "explorers.Panel"}  # the example on their page has both
    assert lessons.lesson(name) or name in parts_of_explorers


@pytest.mark.parametrize("page", [page for page, text in lessons.texts() if lessons.RECIPE.search(text)])
def test_recipes_run(page):
    """Their fenced code, as a doctest; each teaches at least one name."""
    for recipe in lessons.RECIPE.finditer((ROOT / f"{page}.md").read_text("utf-8")):
        code = "\n".join(re.findall(r"^```python\n(.*?)^```$", recipe[2], re.MULTILINE | re.DOTALL))
        test = doctest.DocTestParser().get_doctest(code, {}, recipe[1], page, 0)
        assert test.examples
        assert doctest.DocTestRunner().run(test).failed == 0
        assert lessons.ROLE.findall(recipe[2])


# ---------------------------------------------------------------- how the one who teaches is found


def use(monkeypatch, **chapters):
    """Chapters with the prose and the code given; `part__name` is book/part/name."""
    found = {
        f"book/{name.replace('__', '/')}": lessons.Mentions(
            name, Counter(lessons.ROLE.findall(prose)), Counter(lessons.CALL.findall(code))
        )
        for name, (prose, code) in chapters.items()
    }
    monkeypatch.setattr(lessons, "mentions", lambda: found)


AUC = "{py:func}`~evalbook.curves.roc_auc`"


def test_the_chapter_of_its_own_part_teaches_a_function(monkeypatch):
    use(monkeypatch, costs__a=(AUC * 3, ""), curves__b=(AUC, ""), curves__c=(AUC * 2, ""), curves__d=(AUC * 2, ""))
    assert lessons.chapters_of("curves.roc_auc") == [
        *("book/curves/c", "book/curves/d", "book/curves/b", "book/costs/a"),
    ]


def test_a_call_teaches_where_no_chapter_links(monkeypatch):
    use(monkeypatch, costs__a=("", "curves.roc_auc(y, s)"), costs__b=("", "curves.roc_auc_of(y) + my_curves.roc_auc"))
    assert lessons.chapters_of("curves.roc_auc") == ["book/costs/a"]
    use(monkeypatch, costs__a=("", "curves.roc_auc(y, s)"), costs__b=(f"As {AUC} says", ""))
    assert lessons.chapters_of("curves.roc_auc") == ["book/costs/b"]


def test_a_link_to_a_part_of_a_class_or_to_a_longer_name_does_not_teach(monkeypatch):
    use(monkeypatch, curves__a=("{py:attr}`~evalbook.curves.RocCurve.auc` {py:func}`evalbook.curves.roc_curve`", ""))
    assert not lessons.chapters_of("curves.RocCurve")
    assert not lessons.chapters_of("curves.roc")
    assert lessons.chapters_of("curves.roc_curve") == ["book/curves/a"]


@pytest.mark.parametrize(
    ("name", "returns"),
    [
        ("curves.roc_auc", "Between 0 and 1"),
        ("curves.roc_curve", ":py:obj:`~evalbook.curves.RocCurve`"),
        ("curves.PrCurve", "*from* :py:obj:`~evalbook.curves.pr_curve`"),
        ("curves.ScoreTally", "*a tally*"),
        ("splits.Splits", "*from 6 functions*"),
        ("examples.eight_samples", ""),
        ("plots.roc", "matplotlib axes"),
    ],
)
def test_the_table_says_what_returns(name, returns):
    assert api._returns(name) == returns


# ---------------------------------------------------------------- the built pages


@pytest.fixture(scope="session")
def written(site, name):
    """The page that a test is given, without a browser; its tests share it."""
    return BeautifulSoup((site / f"{name}.html").read_text("utf-8"), "lxml")


@pytest.fixture(scope="session")
def article(written):
    return written.find("article")


@each_concept
def test_a_table_comes_first(article, name):
    first, *entries = [part.name for part in article.select("table.api, dl.py, h2")]
    assert first == "table"
    assert "dl" in entries
    head = [cell.text.strip() for cell in article.select("table.api thead th")]
    assert head == ["Name", "What it is", "Returns", "Chapter"]


@each_api_page_in_depth
def test_a_page_of_the_api_is_short_enough_to_read(visit, name):
    assert visit().page.evaluate("document.documentElement.scrollHeight") <= TALLEST


@each_concept
def test_each_entry_leads_to_its_lesson_and_to_the_conventions(article, name):
    (listed,) = [each for each in lessons.api_pages() if each.page == name]
    assert article.select("a[href$='conventions.html']")
    for short in listed.names:
        lesson = lessons.lesson(f"{listed.module}.{short}")
        if lesson:
            end = f"#{lesson.recipe}" if lesson.recipe else f"{lesson.page.removeprefix('book/')}.html"
            entry = article.find(id=f"{lessons.full_name(listed.module)}.{short}").find_parents("dl", class_="py")[-1]
            assert len(entry.select(f".taught a[href$='{end}']")) == 1, short
            assert article.select(f"table.api a[href$='{end}']"), short


@each_chapter
def test_a_chapter_leads_to_the_functions_that_it_teaches(written, name):
    links = written.select("nav[aria-label='Functions of this chapter'] a")
    ends = [link["href"].rpartition("#")[2] for link in links]
    wanted = {lessons.full_name(each) for each in lessons.documented() if lessons.lesson(each) == lessons.Lesson(name)}
    left_out = {each for each in wanted if lessons.short_name(each).split(".")[0] in ("plots", "pages")}
    by_their_makers = {each for each in wanted if not lessons.chapters_of(lessons.short_name(each))}
    assert wanted - left_out - by_their_makers <= set(ends)


@pytest.fixture(scope="session")
def addresses(site) -> list[str]:
    """Where every documented name stands, parts of classes too."""
    with (site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, place: f"{base}{place}")
    kinds = [entries for kind, entries in inventory.items() if kind.startswith("py:") and kind != "py:module"]
    return [entry[2] for entries in kinds for entry in entries.values()]


@each_overview
def test_old_addresses_still_lead_to_their_names(site, addresses, name):
    """Entries stood on the page of their module once: the fragments find a row of its table."""
    of_recipes = r"book/api/comparison/(folds|bias_and_variance|many_data_sets|signed_rank)\.html#"
    there = re.compile(of_recipes if name.endswith("recipes") else rf"{name}/\w+\.html#")
    fragments = {address.partition("#")[2] for address in addresses if there.match(address)}
    text = (site / f"{name}.html").read_text("utf-8")
    assert fragments
    assert not [each for each in fragments if f'id="{each}"' not in text]
