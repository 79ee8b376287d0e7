"""What Python and the page's script both need to read an answer and to speak of it: the site hands it to `judge.js`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

SAYS = {
    "open": "No answer yet.",
    "begun": "Half filled in: {wanted}, please.",
    "unreadable": "Give {wanted}, such as {example}.",
    "shape": "Give {wanted}; {found}.",
    "right": "Right.",
    "digits": "Right; more digits: {right}",
    "percent": "Right, in percent; as a share: {right}",
    "wrong": "Not yet. {text}",
    "plain": "Work it out once more, from the definition.",
    "both": "More digits, please: so rounded, this may be right or a known mistake.",
    "coarse": "Close: give more digits.",
    "close": "Close, not the same. Keep all digits on the way; where you did, something else is a little off.",
    "order": "The right numbers, in another order.",
    "thousands": "A point stands before decimals here: write thousands without it.",
    "word": "Give one word, in quotation marks.",
    "choices": "Choose one of: {choices}.",
    "short": "Write a sentence or two. {text}",
    "written": "Written. Does it say: {criteria}",
}
"""What is said to an answer, by what it is."""

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MIN_WORDS = 10
"""How long an argument is at least; each Chinese character counts as a word."""

EXAMPLES = {"whole": ("12", "7", "30"), "share": ("0.25", "1/3", "0.8"), "other": ("2.5", "7/3", "12.25")}
"""Examples of an answer, by its kind; more than one, because none may be the right one."""

SIGNS = {"-": "−–‒", '"': "“”„‟«»「」『』", "'": "‘’‚‛", ".": "。۔।", ";": "、"}
"""Signs that stand for a plain one, in the writing of some language."""

MEASURES = "个個只隻人名位条條次点點张張对對组組例种種件篇句份"
"""Chinese words between a number and what it counts."""

SHARED = {
    "SAYS": SAYS,
    "COUNTS": COUNTS,
    "MIN_WORDS": MIN_WORDS,
    "EXAMPLES": EXAMPLES,
    "SIGNS": SIGNS,
    "MEASURES": MEASURES,
}
"""All of it, by its name in the script."""


def refusal(mistake: Mapping[str, str], html: Callable[[str], str]) -> str:
    """No, and the name of the mistake, where it has one."""
    return f"No. {html(mistake['name'])}." if "name" in mistake else "No."


def as_script(values: Mapping[str, Any]) -> str:
    """Values that Python shares with the script, by their names in it."""
    return "\n".join(f"const {name} = {json.dumps(value, ensure_ascii=False)};" for name, value in values.items())
