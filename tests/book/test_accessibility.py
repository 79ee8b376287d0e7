"""The built site for readers with a disability, and for all in the dark: WCAG 2 A and AA, as axe checks them."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe

from book_pages import each_page

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
