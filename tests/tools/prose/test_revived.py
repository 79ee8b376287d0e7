"""Where a page comes near a sentence that fell."""

from __future__ import annotations

import nbformat
import pytest

from evalbook_tools.claims.register import Fallen
from evalbook_tools.prose.revived import Place, content_words, meetings, places

FELL = "On other tumors the boosted trees usually cost less than the forest."
ELSEWHERE = [Place("other", f"Sentence number {number} speaks of precision and recall.") for number in range(30)]


def met(*texts, unlike=None):
    """What of these texts, in a book with others, comes near the sentence."""
    fallen = Fallen("costs/cost_curve", FELL, "gone", unlike or {})
    return meetings([fallen], [*ELSEWHERE, *(Place("page", text) for text in texts)])


def texts_of(found):
    return [one.place.text for one in found]


@pytest.mark.parametrize(
    "text",
    [
        FELL,
        "Boosted trees are the cheaper ones: on tumors of other years they cost less than a forest.",
        "The forest costs more, since boosting trees on other tumors is usually better.",
    ],
)
def test_the_same_words_in_another_order_or_form_meet(text):
    assert texts_of(met(text)) == [text]


def test_other_words_do_not_meet():
    assert not met("A forest has a higher recall than one tree, on these tumors.")


def test_rare_words_weigh_more_than_common_ones():
    fallen = Fallen("a/b", "The sentence number of the wombat speaks.", "gone")
    without, wombat = Place("page", "A sentence with a number speaks."), Place("page", "The wombat speaks a sentence.")
    assert texts_of(meetings([fallen], [*ELSEWHERE, without, wombat])) == []
    everything = Place("page", "The number of the wombat speaks in a sentence.")
    assert texts_of(meetings([fallen], [*ELSEWHERE, without, wombat, everything])) == [everything.text]


def test_of_two_neighbors_one_that_meets_alone_is_named():
    pair = f"They were tried. {FELL}"
    assert texts_of(met("They were tried.", FELL, pair)) == [FELL]


def test_two_neighbors_meet_where_neither_does_alone():
    first, second = "The boosted trees are cheap.", "On other tumors the forest usually costs more."
    assert texts_of(met(first, second, f"{first} {second}")) == [f"{first} {second}"]


def test_an_explanation_names_the_place_by_its_beginning():
    (one,) = met(FELL, unlike={"On other tumors": "it quotes"})
    assert one.explained
    (one,) = met(FELL, unlike={"On the same tumors": "it quotes"})
    assert not one.explained


def test_words_that_say_nothing_are_left_out_and_endings_are_cut():
    assert content_words("The models of a clinic are usually tested, on 0.95 of it.") == {
        "model",
        "clinic",
        "test",
        "0.95",
    }


# ---------------------------------------------------------------- pages


def test_a_page_has_its_headings_tables_and_sentences(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A heading here\n\nOne sentence is here. Another one follows it.\n\n| a cell |\n|---|\n", "utf-8")
    one, two = "One sentence is here.", "Another one follows it."
    assert [place.text for place in places(page)][:4] == ["A heading here", "a cell", one, two]
    assert f"{one} {two}" in [place.text for place in places(page)]


def test_a_notebook_has_what_its_cells_say(tmp_path):
    page = tmp_path / "page.ipynb"
    cell = nbformat.v4.new_markdown_cell("A sentence in a cell.")
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), page)
    assert [place.text for place in places(page)] == ["A sentence in a cell."]


def test_a_module_has_the_sentences_of_its_docstrings(tmp_path):
    module = tmp_path / "module.py"
    module.write_text('"""Of the module itself."""\n\n\ndef f():\n    """It returns a number."""\n', "utf-8")
    assert [place.text for place in places(module)][:2] == ["Of the module itself.", "It returns a number."]
