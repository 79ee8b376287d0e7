"""In a working copy nothing in sight tells the answer to a bet before the reader has bet."""

from __future__ import annotations

from nbformat.v4 import new_code_cell, new_markdown_cell

from book_pages import each_asking_file as each_chapter
from evalbook.teaching import answers
from evalbook_tools.answers_told import tells
from evalbook_tools.working_copies.behind_bets import AFTER, COLLAPSED, EXERCISES, HEADING, heading_level, hidden
from evalbook_tools.working_copies.keys import HEADS


def bets_of(copy) -> dict[str, list[dict]]:
    """By the id of the cell that asks them, as the key knows them."""
    known = [each["record"] for each in answers.read_key(copy.key)["questions"].values()]
    asking = [cell for cell in copy.notebook.cells if cell.source.startswith(HEADS["bet"])]
    return {cell.id: [record for record in known if f'pages.bet("{record["id"]}")' in cell.source] for cell in asking}


def in_sight(cells, opened: str) -> list[str]:
    """The texts that JupyterLab and Colab show when all headings up to the bet `opened` are open.

    A collapsed heading hides all cells up to the next heading of its level or above.
    """
    shown, hides, is_before = [], 7, True
    for cell in cells:
        level = heading_level(cell)
        if level and level <= hides:
            hides = 7
        if hides == 7 and cell.cell_type == "markdown" and not cell.source.startswith("<details>"):
            shown.append(cell.source)
        if level and hides == 7 and not is_before and COLLAPSED in cell.metadata:
            hides = level
        is_before &= cell.id != opened
    return shown


def headings(notebook) -> list[str]:
    """What every program shows, in its table of contents at least."""
    return [
        match[2]
        for cell in notebook.cells
        if cell.cell_type == "markdown"
        for line in cell.source.splitlines()
        if (match := HEADING.match(line))
    ]


@each_chapter
def test_no_heading_tells_an_answer(copy_of, path):
    copy = copy_of(path)
    records = [record for asked in bets_of(copy).values() for record in asked]
    assert records
    found = headings(copy.notebook)
    assert not [(text, one["id"]) for one in records for text in found if tells(text, one["right"])]


@each_chapter
def test_nothing_in_sight_tells_an_answer_before_the_bet_is_made(copy_of, path):
    """A digit alone stands in many texts by chance; headings are asked for it, too."""
    copy = copy_of(path)
    for opened, asked in bets_of(copy).items():
        shown = in_sight(copy.notebook.cells, opened)
        for bet in (bet for bet in asked if len(bet["right"]) > 1):
            assert not [text for text in shown if tells(text, bet["right"], bet["question"])], bet["id"]


@each_chapter
def test_behind_a_bet_nothing_but_headings_is_in_sight(copy_of, path):
    cells = copy_of(path).notebook.cells
    for opened in bets_of(copy_of(path)):
        before = [cell.id for cell in cells].index(opened)
        assert in_sight(cells, opened)[len(in_sight(cells[: before + 1], opened)) :], "there is something to hide"
        assert all(
            HEADING.fullmatch(text) for text in in_sight(cells, opened)[len(in_sight(cells[: before + 1], opened)) :]
        )


@each_chapter
def test_where_nothing_collapses_a_text_that_tells_an_answer_is_folded_up_to_the_exercises(copy_of, path):
    copy = copy_of(path)
    bets, asked = bets_of(copy), []
    for cell in copy.notebook.cells:
        asked += bets.get(cell.id, [])
        if cell.source == f"## {EXERCISES}":
            break
        is_in_sight = cell.cell_type == "markdown" and not cell.source.startswith("<details>")
        assert not is_in_sight or not [bet["id"] for bet in asked if tells(cell.source, bet["right"], bet["question"])]


@each_chapter
def test_colab_is_told_the_headings_that_jupyterlab_collapses(copy_of, path):
    notebook = copy_of(path).notebook
    collapsed = [cell for cell in notebook.cells if COLLAPSED in cell.metadata]
    assert collapsed
    assert all(HEADING.fullmatch(cell.source) for cell in collapsed)
    assert notebook.metadata.colab.collapsed_sections == [cell.metadata.id for cell in collapsed]
    assert all(cell.metadata.id == cell.id for cell in collapsed)
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)


# ---------------------------------------------------------------- the mechanism, in a small notebook

BETS = {"bet": [{"right": "0.52", "question": "What share?"}]}


def small(*parts: str) -> list[tuple[str, bool]]:
    """The texts of a copy in which a bet follows the first part, and whether each is collapsed."""
    cells = [new_markdown_cell(text, id=f"part-{place}", metadata={}) for place, text in enumerate(parts)]
    made, ids = hidden([cells[0], new_code_cell("ask", id="bet"), *cells[1:]], BETS)
    return [(cell.source, cell.id in ids) for cell in made]


def test_a_text_that_follows_a_bet_gets_a_heading_below_that_of_its_section():
    made = small("## Section", "A story.", "## Next")
    assert made[2:] == [(f"### {AFTER}", True), ("A story.", False), ("## Next", True)]


def test_a_heading_is_parted_from_its_text_and_from_the_text_before_it_and_code_has_none():
    made = small("# Title", "End.\n\n## Next\n\nA text.\n```\n# no heading\n```\n\n### Below\n\nMore.")
    texts = ["End.", "## Next", "A text.\n```\n# no heading\n```", "### Below", "More."]
    assert [text for text, _ in made[3:]] == texts
    assert [text for text, collapsed in made if collapsed] == [f"## {AFTER}", "## Next"], "Below is hidden with Next"


def test_a_text_that_tells_the_answer_is_folded_before_the_exercises_alone():
    told = "It is 62 of 119."
    made = [text for text, _ in small(f"# Title\n\n{told}", told, f"## {EXERCISES}", told)]
    assert made[0].endswith(told)
    assert made[3].startswith("<details><summary>This tells the answer to bet 1 of this notebook.")
    assert f"\n\n{told}\n\n" in made[3]
    assert made[5] == told
