"""The built site for readers with a disability, and for all in the dark: WCAG 2 A and AA, as axe checks them."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from book_pages import each_page

each_theme = pytest.mark.parametrize("theme", ["light", "dark"])


# Thousands of words of code have a dozen colors: one word of each color on each ground is enough. (Axe leaves single
# characters undecided.)
ONE_WORD_OF_CODE_OF_EACH_COLOR = """() => {
    const ground = part => {
        const color = getComputedStyle(part).backgroundColor;
        return color === "rgba(0, 0, 0, 0)" && part.parentElement ? ground(part.parentElement) : color;
    };
    const seen = new Set();
    const spare = [...document.querySelectorAll("article .highlight span[class]")].filter(word => {
        const colors = getComputedStyle(word).color + " on " + ground(word);
        if (seen.has(colors) || word.textContent.length === 1) return true;
        if (word.checkVisibility()) seen.add(colors);
        return false;
    });
    for (const word of spare) word.replaceWith(word.textContent);
}"""


def wcag_violations(page, part: str = "article") -> list[str]:
    """What the markup and colors of a part of the page keep from readers with a disability."""
    # Colors that fade in are judged as they end.
    page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    # The article at most: the theme's navigation, and docutils' list of citations, are theirs to mend.
    where = {"include": [[part]], "exclude": [[".citation-list"]]}
    options = {
        "runOnly": ["wcag2a", "wcag2aa"],
        "resultTypes": ["violations", "incomplete"],
        "preload": False,  # it would fetch the style sheets again
    }
    response = Axe().run(page, context=where, options=options).response
    found = [(rule["id"], node) for rule in response["violations"] for node in rule["nodes"]]
    # Text in the very color of its ground: axe takes it for hidden on purpose and only calls it incomplete.
    found += [
        (rule["id"], node)
        for rule in response["incomplete"]
        for node in rule["nodes"]
        if any((check.get("data") or {}).get("messageKey") == "equalRatio" for check in node["any"])
    ]
    return [f"{rule}: {node['html'][:150]}" for rule, node in found]


@each_page
@each_theme
def test_page_is_accessible(visit, name, theme):
    opened = visit(theme=theme)
    assert opened.page.evaluate("document.documentElement.dataset.theme") == theme
    opened.page.evaluate(ONE_WORD_OF_CODE_OF_EACH_COLOR)
    assert not wcag_violations(opened.page)
