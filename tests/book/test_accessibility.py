"""The built site for readers with a disability, and for all in the dark: WCAG 2 A and AA, as axe checks them."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from book_pages import CHAPTERS, each_page

each_theme = pytest.mark.parametrize("theme", ["light", "dark"])


EVERY_RULE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
RULES_ON_COLORS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def wcag_violations(page, rules: dict, part: str = "body") -> list[str]:
    """What the markup and colors of a part of the page keep from readers with a disability."""
    # Colors that fade in are judged as they end.
    page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    options = {
        **rules,
        "resultTypes": ["violations", "incomplete"],
        "preload": False,  # it would fetch the style sheets again
    }
    response = Axe().run(page, context={"include": [[part]]}, options=options).response
    found = [(rule["id"], node) for rule in response["violations"] for node in rule["nodes"]]
    # Text in the very color of its ground: axe takes it for hidden on purpose and only calls it incomplete.
    found += [
        (rule["id"], node)
        for rule in response["incomplete"]
        for node in rule["nodes"]
        if any((check.get("data") or {}).get("messageKey") == "equalRatio" for check in node["any"])
    ]
    return [f"{rule}: {node['html'][:150]}" for rule, node in found]


def turn(page, theme: str) -> None:
    """Press the page's own button until it has the theme."""
    if page.evaluate("document.documentElement.dataset.theme") != theme:
        page.locator("[data-shade]").click()
    assert page.evaluate("document.documentElement.dataset.theme") == theme


@each_page
def test_page_is_accessible(visit, name):
    page = visit().page
    turn(page, "light")
    assert not wcag_violations(page, EVERY_RULE)


@each_page
def test_page_has_enough_contrast_in_the_dark(visit, name):
    page = visit().page
    turn(page, "dark")
    assert not wcag_violations(page, RULES_ON_COLORS)


@each_page
@each_theme
def test_each_answer_of_a_bet_gives_legible_feedback(visit, name, theme):
    opened = visit()
    turn(opened.page, theme)
    for quiz in opened.page.locator(".Quiz").all():
        answers = quiz.locator(".MCButton")
        verdicts = []
        for place in range(answers.count()):
            answers.nth(place).click()
            verdicts.append(quiz.locator(".Feedback").inner_text())
        assert len(set(verdicts)) == len(verdicts) >= 3
        assert sum(verdict.startswith("Right. ") for verdict in verdicts) == 1
    if name in CHAPTERS:
        assert opened.page.locator(".Quiz").count() >= 1
        assert not wcag_violations(opened.page, EVERY_RULE, ".Quiz")
    assert not opened.errors
