"""The first screen of each chapter: its question, asked once, and the bet on the answer."""

from __future__ import annotations

import pytest

from book_pages import CHAPTERS, DESKTOP, PHONE, cells_of

# It opens with a question that no single choice answers; its first bet stands below a heading.
WITHOUT_A_BET = {"book/confusion/averaging"}
OPENINGS = [name for name in CHAPTERS if name not in WITHOUT_A_BET]

# How far down the page the question and the choices of the first bet end, what else is asked in bold above it, and,
# after a click, where the longest that is said to a choice stands in the window.
FIRST_BET = """async () => {
    await document.fonts.ready;
    const bet = document.querySelector(".q-bet"), bottom = part => part.getBoundingClientRect().bottom + scrollY;
    const above = [...document.querySelectorAll("article strong")].filter(
        part => part.textContent.endsWith("?") && part.compareDocumentPosition(bet) & Node.DOCUMENT_POSITION_FOLLOWING);
    const found = {
        question: bottom(bet.querySelector(".q-asked")),
        choices: [...bet.querySelectorAll(".q-choices button")].map(bottom),
        repeated: above.map(part => part.textContent),
    };
    const length = row => row.textContent.length;
    const rows = [...bet.querySelectorAll(".q-choices > li")].sort((a, b) => length(b) - length(a));
    rows[0].querySelector("button").click();
    const said = bet.querySelector(".q-said").getBoundingClientRect();
    return {...found, said: [said.top, said.bottom]};
}"""


@pytest.fixture(scope="module")
def first_bets(readers):
    """What FIRST_BET finds in each chapter, by the size of the window."""
    found = {}
    with readers() as new:
        for size in (DESKTOP, PHONE):
            window = {"width": size[0], "height": size[1]}
            page = new(OPENINGS[0], viewport=window, reduced_motion="reduce")
            for name in OPENINGS:
                page.visit(name)
                found[size, name] = page.evaluate(FIRST_BET)
    return found


def below(first_bets, size, part):
    """The chapters in which a part of the bet ends below the first screen, and where."""
    ends = {name: part(first_bets[size, name]) for name in OPENINGS}
    return {name: round(end) for name, end in ends.items() if end > size[1]}


def test_the_last_choice_stands_on_the_first_screen(first_bets):
    assert not below(first_bets, DESKTOP, lambda bet: bet["choices"][-1])


def test_question_and_first_choice_stand_on_the_first_screen_of_a_phone(first_bets):
    assert not below(first_bets, PHONE, lambda bet: max(bet["question"], bet["choices"][0]))


def test_the_question_is_asked_once(first_bets):
    repeated = {name: first_bets[DESKTOP, name]["repeated"] for name in OPENINGS}
    assert not {name: texts for name, texts in repeated.items() if texts}


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_is_said_to_the_bet_is_seen_at_once(first_bets, size):
    said = {name: first_bets[size, name]["said"] for name in OPENINGS}
    assert not {name: edges for name, edges in said.items() if not 0 <= edges[0] < edges[1] <= size[1]}


@pytest.mark.parametrize("name", ["book/splits/hold_out", "book/probabilities/calibration"])
def test_what_lies_between_question_and_bet_follows_the_bet_and_a_link_opens_it(reader, name):
    first_code = next(cell["id"] for cell in cells_of(name) if cell["cell_type"] == "code")
    page = reader(name)
    assert not page.locator(f"#cell-{first_code}").is_visible()
    page = reader(name, f"#cell-{first_code}")
    assert page.locator(f"#cell-{first_code}").is_visible()
    assert page.locator(".q-rest").first.locator(f"#cell-{first_code}").count() == 1
