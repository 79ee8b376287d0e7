"""What Python and the page's script both need to read an answer and to speak of it: the site hands it to `judge.js`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

SAYS = {
    "open": "No answer yet.",
    "begun": "Your answer is not complete yet: give {wanted}.",
    "unreadable": "Give {wanted}, such as {example}.",
    "unit": "Give {wanted} without words or units, such as {example}.",
    "shape": "Give {wanted}; {found}.",
    "right": "Right.",
    "digits": "Right. More exactly: {right}",
    "percent": "Right, in percent. Written as a share: {right}",
    "mixed": "Right, in part in percent. Without percent: {right}",
    "wrong": "Not yet. {text}",
    "plain": "Work it out once more from the definition.",
    "both": "Give more digits. Rounded like this, your answer could be right, or it could come from a common mistake.",
    "coarse": "This is close. Give more digits.",
    "few": "This is close, but it has few digits. Give three or more.",
    "close": (
        "This is close, but not the same. Do not round on the way. If you did not, something else is a little off."
    ),
    "order": "These are the right numbers, but in another order.",
    "thousands": "The point is read as a decimal point here. Write thousands without it.",
    "word": "Give one word in quotation marks, and nothing else.",
    "choices": "Choose one of: {choices}.",
    "short": "Write a sentence or two. {text}",
    "written": "Written. Does your answer say this? {criteria}",
}
"""What is said about an answer, by the kind of answer."""

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
    """No, and what the mistake does, where it has a name, such as "divides by all patients"."""
    return f"No. This {html(mistake['name'])}." if "name" in mistake else "No."


def as_script(values: Mapping[str, Any]) -> str:
    """Values that Python shares with the script, by their names in it."""
    return "\n".join(f"const {name} = {json.dumps(value, ensure_ascii=False)};" for name, value in values.items())
