"""The map of the notes: every heading leads to a cell that is there, and every chapter that has one says so."""

from __future__ import annotations

import re
from html import unescape

import pytest

from book_pages import CHAPTERS, ROOT, cells_of
from evalbook_tools.site.notes_map import PAGE, headings

TEXT = (ROOT / f"{PAGE}.md").read_text("utf-8")
HEADINGS = headings(TEXT)
PLACES = sorted({place for one in HEADINGS for place in one.places})
BEYOND_THE_NOTES = {
    *("splits/proportion", "splits/leakage", "regression/bias_and_variance", "regression/r_squared"),
    *("probabilities/calibration", "distributed/scale"),
    *(f"comparison/{name}" for name in ("bootstrap_intervals", "two_models", "folds_and_seeds", "many_data_sets")),
    *("comparison/best_of_twenty", "comparison/case"),
    "generation/judges",
    "regression/ranges",
    "generation/one_of_ten_tries",
    "generation/who_leads",
    "generation/right_is_not_a_string",
}
NOTES = (
    "Performance measures",
    "Summary of learning about the ROC curve",
    "Model evaluation metrics often seen in papers",
    "Machine learning: experimental evaluation and performance measures",
    "the note without a title",
)
TERMS = [
    "F1值",
    "ROC曲線",
    "ROC曲线",
    "ROC与AUC",
    "ROC與AUC",
    "错误率与精度",
    "錯誤率與精度",
    "ISO精度線",
    "ISO精度线",
    "回归问题性能度量",
    "回歸問題性能度量",
    "ROC曲線在多分類問題上的推廣",
    "ROC曲线在多分类问题上的推广",
    "宏查准率",
    "宏查準率",
    "PRC",
    "特異度",
    "特异度",
    "漏診率",
    "漏诊率",
    "受試者工作特征",
    "受试者工作特征",
    "利用ROC曲線選擇最佳模型",
    "自然语言处理",
    "特徵",
    "繪製",
    "迴歸",
]


def test_the_headings_of_all_five_notes_are_there_once():
    assert {one.note for one in HEADINGS} == {*NOTES}
    names = [(one.note, one.scripts) for one in HEADINGS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("place", PLACES)
def test_a_place_is_a_cell_of_code(place):
    chapter, cell = place.split("#")
    kinds = {one["id"]: one["cell_type"] for one in cells_of(f"book/{chapter}")}
    assert kinds.get(cell) == "code", f"{place}: no such cell; only cells of code have an address"


def test_every_chapter_is_in_a_note_or_goes_beyond_them():
    mapped = {place.partition("#")[0] for place in PLACES}
    assert mapped | BEYOND_THE_NOTES == {name.removeprefix("book/") for name in CHAPTERS}
    assert not mapped & BEYOND_THE_NOTES


@pytest.mark.parametrize("term", TERMS)
def test_a_term_that_a_reader_of_the_notes_looks_for_stands_there(term):
    assert term in TEXT


def test_both_scripts_of_a_heading_are_equally_long():
    assert [one.scripts for one in HEADINGS if len(one.scripts[0]) != len(one.scripts[1])] == []


@pytest.mark.parametrize("place", PLACES)
def test_the_map_links_to_the_place_and_its_chapter_back(site, place):
    chapter, cell = place.split("#")
    here = (site / f"{PAGE}.html").read_text("utf-8")
    there = (site / f"book/{chapter}.html").read_text("utf-8")
    assert f'href="{chapter}.html#cell-{cell}"' in here
    assert f'id="cell-{cell}"' in there
    line = re.search(r'<p class="in-the-notes">(.+?)</p>', there, re.DOTALL)
    named = unescape(re.sub("<[^>]+>", "", line[1]))
    assert [one.scripts[0] for one in HEADINGS if place in one.places and one.scripts[0] not in named] == []
