"""What stands at the end of the book: what each choice of a bet means, and the solutions of the exercises."""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import copy
from typing import Any

from bs4 import Tag
from bs4.element import PageElement

from evalbook_tools.exports.paper.pages import NEW, Page

SOLUTIONS = "solutions"


def chapter(pages: list[Page]) -> Tag:
    """Take the answers out of all pages; a line in the place of each says where it went."""
    article = NEW("article", id=SOLUTIONS)
    article.append(NEW("h1", string="Solutions"))
    article.append(NEW("p", string="What each choice of a bet stands for, and how the exercises are solved."))
    for page in pages:
        answers = [*_bets(page), *_exercises(page)]
        if answers:
            section = NEW("section", id=f"{SOLUTIONS}:{page.id}")
            section.append(_heading("h2", page.title, page.id))
            section.extend(answers)
            article.append(section)
    return article


def _bets(page: Page) -> list[Tag]:
    """Each bet once more, with what is said to each choice; in its place the choices are left."""
    found = []
    for feedback in page.article.select(".q-bet[data-page] .q-feedback"):  # borrowed: its chapter answers it
        feedback.decompose()
    for bet in page.article.select(".q-bet:not([data-page])"):
        answered = copy(bet)
        answered["class"] = "q-bet q-answered"
        for element in (answered, *answered.select("[id]")):
            element["id"] = f"{SOLUTIONS}:{element['id']}"
        asked = answered.select_one(".q-asked")
        if asked:
            _link(asked, str(bet["id"]))
        for feedback in bet.select(".q-feedback"):
            feedback.decompose()
        bet.append(_pointer("What each choice stands for", str(answered["id"])))
        found.append(answered)
    return found


def _exercises(page: Page) -> list[Tag]:
    """Each exercise's answers and its solution."""
    found: list[Tag] = []
    for exercise in page.article.select(".exercise.admonition[id]"):
        label = str(exercise["id"])
        forms = page.article.select(f'.q-exercise[data-for="{label}"]')
        solutions = page.article.select(f".q-for-{label.rsplit(':', 1)[-1]}")
        parts = [*filter(None, map(_answer, forms)), *(part for each in solutions for part in _opened(each))]
        if not parts:
            continue
        number = exercise.select_one(".admonition-title")
        block = NEW("section", id=f"{SOLUTIONS}:{label}")
        block.append(_heading("h3", number.get_text().strip() if number else "Exercise", label))
        block.extend(parts)
        found.append(block)
        (solutions or forms)[-1].insert_after(_pointer("Solution", str(block["id"])))
        for solution in solutions:
            solution.decompose()
    return found


def _opened(solution: Tag) -> list[Tag]:
    """What a fold holds, without its summary."""
    return [part.extract() for part in solution.find_all(True, recursive=False) if part.name != "summary"]


def _answer(form: Tag) -> Tag | None:
    """The question of a box and its right answer; for an argument, what it should hold."""
    record = json.loads(form.find("script").get_text())  # type: ignore[union-attr]
    criteria = [criterion.extract() for criterion in form.select(".q-criteria")]
    if "right" not in record:  # answered in code
        return None
    question = form.select_one("legend, label")
    right = NEW("div", attrs={"class": "q-right"})
    line = NEW("p", string=f"{question.get_text().strip()} " if question else "")
    right.append(line)
    if criteria:
        right.append(_list(criteria[0].select("label")))
    else:
        line.append(_bold(_in_words(form, record)))
    return right


def _list(labels: Iterable[Tag]) -> Tag:
    points = NEW("ul")
    for label in labels:
        label.name = "li"
        points.append(label.extract())
    return points


def _bold(words: list[PageElement | str]) -> Tag:
    bold = NEW("b")
    bold.extend(words)
    return bold


def _in_words(form: Tag, record: dict[str, Any]) -> list[PageElement | str]:
    """The right answer: the words of the choice, or numbers."""
    for choice in form.select("label:has(> input[type=radio])"):
        if choice.input and choice.input["value"] == record["right"]:
            return list(copy(choice).contents)
    right = record["right"] if isinstance(record["right"], list) else [record["right"]]
    text = ", ".join(f"{value:.6g}" if isinstance(value, float) else str(value) for value in right)
    return [text]


# ---------------------------------------------------------------- small parts


def _heading(level: str, text: str, target: str) -> Tag:
    heading = NEW(level, string=text)
    _link(heading, target)
    return heading


def _link(element: Tag, target: str) -> None:
    """What an element holds becomes a link."""
    link = NEW("a", href=f"#{target}")
    link.extend([part.extract() for part in list(element.contents)])
    element.append(link)


def _pointer(text: str, target: str) -> Tag:
    """A line that names a page."""
    line = NEW("p", attrs={"class": "see-page"})
    line.append(f"{text}: page ")
    line.append(NEW("a", attrs={"class": "page-of"}, href=f"#{target}"))
    return line
