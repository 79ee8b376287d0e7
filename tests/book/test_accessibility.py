"""The built site for readers with a disability, and for all in the dark: WCAG 2 A and AA, as axe checks them."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from book_pages import each_page_by_axe

each_theme = pytest.mark.parametrize("theme", ["light", "dark"])
each_theme_in_depth = pytest.mark.parametrize("theme", [pytest.param("light", marks=pytest.mark.slow), "dark"])

MARKUP = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "rules": {"color-contrast": {"enabled": False}}}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""What depends on the theme."""
# Thousands of words have some dozen colors: one text of each color, ground, size and weight is enough. (Axe leaves
# single characters undecided.)
ONE_TEXT_OF_EACH_LOOK = """part => {
    const ground = element => {
        const color = getComputedStyle(element).backgroundColor;
        return color === "rgba(0, 0, 0, 0)" && element.parentElement ? ground(element.parentElement) : color;
    };
    document.querySelectorAll("[data-look]").forEach(element => delete element.dataset.look);
    const seen = new Set();
    const words = document.createTreeWalker(document.querySelector(part), NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const element = words.currentNode.parentElement;
        if (words.currentNode.data.trim().length < 2 || !element.checkVisibility()) continue;
        const style = getComputedStyle(element);
        const look = [style.color, ground(element), style.fontSize, style.fontWeight, style.opacity].join();
        if (!seen.has(look)) element.dataset.look = "";
        seen.add(look);
    }
}"""


# What holds or does not apply, by far the longer lists, is left in the browser.
RUN = """async ([part, options]) => {
    const {violations, incomplete} = await axe.run({include: [[part]]}, options);
    return {violations, incomplete};
}"""


def wcag_violations(page, rules: dict, part: str) -> list[str]:
    """What the markup or the colors of a part of the page keep from readers with a disability."""
    # Colors that fade in are judged as they end.
    page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    options = {
        **rules,
        "resultTypes": ["violations", "incomplete"],
        "preload": False,  # it would fetch the style sheets again
    }
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    response = page.evaluate(RUN, [part, options])
    found = [(rule["id"], node) for rule in response["violations"] for node in rule["nodes"]]
    # Text in the very color of its ground: axe takes it for hidden on purpose and only calls it incomplete.
    found += [
        (rule["id"], node)
        for rule in response["incomplete"]
        for node in rule["nodes"]
        if any((check.get("data") or {}).get("messageKey") == "equalRatio" for check in node["any"])
    ]
    return [f"{rule}: {node['html'][:150]}" for rule, node in found]


def pale_texts(page, part: str = "body") -> list[str]:
    """The texts of a part of the page that stand out too little from their ground."""
    page.evaluate(ONE_TEXT_OF_EACH_LOOK, part)
    return wcag_violations(page, CONTRAST, "[data-look]")


def turn(page, theme: str) -> None:
    """Press the page's own button until it has the theme."""
    if page.evaluate("document.documentElement.dataset.theme") != theme:
        page.locator("[data-shade]").click()
    assert page.evaluate("document.documentElement.dataset.theme") == theme


def pale_by_day_or_night(page, part: str) -> list[str]:
    """What stands out too little in either theme."""
    found = []
    for theme in ("light", "dark"):
        turn(page, theme)
        found += [f"{theme}: {text}" for text in pale_texts(page, part)]
    return found


@each_page_by_axe
def test_markup_is_accessible(visit, name):
    assert not wcag_violations(visit().page, MARKUP, "body")


@each_page_by_axe
def test_colors_are_legible(visit, name):
    assert not pale_by_day_or_night(visit().page, "body")


def test_a_fold_is_called_by_what_it_shows(site):
    pages = {path: path.read_text("utf-8") for path in site.rglob("*.html")}
    assert sum(page.count("<summary") for page in pages.values()) > 300
    assert not [path for path, page in pages.items() if re.search("<summary[^>]* aria-label", page)]
