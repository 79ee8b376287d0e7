"""The first screen of each chapter: its question, asked once, and the bet on the answer."""

from __future__ import annotations

from functools import cache

import pytest

from book_pages import CHAPTERS, DESKTOP, PHONE, cells_of, in_depth

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


each_opening = in_depth(CHAPTERS)


@pytest.fixture(scope="session")
def first_bet(readers, name):
    """What FIRST_BET finds in a chapter, through a window."""
    with readers() as new:

        @cache
        def find(window):
            size = {"width": window[0], "height": window[1]}
            return new(name, viewport=size, reduced_motion="reduce").evaluate(FIRST_BET)

        yield find


@each_opening
def test_the_last_choice_stands_on_the_first_screen(first_bet, name):
    assert first_bet(DESKTOP)["choices"][-1] <= DESKTOP[1]


@each_opening
def test_question_and_first_choice_stand_on_the_first_screen_of_a_phone(first_bet, name):
    bet = first_bet(PHONE)
    assert max(bet["question"], bet["choices"][0]) <= PHONE[1]


@each_opening
def test_the_question_is_asked_once(first_bet, name):
    assert not first_bet(DESKTOP)["repeated"]


@each_opening
@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_what_is_said_to_the_bet_is_seen_at_once(first_bet, name, window):
    top, bottom = first_bet(window)["said"]
    assert 0 <= top < bottom <= window[1]


@pytest.mark.parametrize("name", ["book/splits/hold_out", "book/probabilities/calibration"])
def test_what_lies_between_question_and_bet_follows_the_bet_and_a_link_opens_it(reader, name):
    first_code = next(cell["id"] for cell in cells_of(name) if cell["cell_type"] == "code")
    page = reader(name)
    assert not page.locator(f"#cell-{first_code}").is_visible()
    page = reader(name, f"#cell-{first_code}")
    assert page.locator(f"#cell-{first_code}").is_visible()
    assert page.locator(".q-rest").first.locator(f"#cell-{first_code}").count() == 1
