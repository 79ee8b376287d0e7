"""What stands at the end of the book: what each choice of a bet means, and the solutions of the exercises."""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import copy
from html import escape
from typing import Any

from bs4 import Tag
from bs4.element import PageElement

from evalbook_tools.paper.pages import Page, element

SOLUTIONS = "solutions"


def chapter(pages: list[Page]) -> Tag:
    """Take the answers out of all pages; a line in the place of each says where it went."""
    told = "What each choice of a bet stands for, and how the exercises are solved."
    article = element(f'<article id="{SOLUTIONS}"><h1>Solutions</h1><p>{told}</p></article>')
    for page in pages:
        answers = [*_bets(page), *_exercises(page)]
        if answers:
            article.append(_section("h2", page.title, page.id, answers))
    return article


def _bets(page: Page) -> list[Tag]:
    """Each bet once more, with what is said to each choice; in its place the choices are left."""
    found = []
    for feedback in page.article.select(".q-bet[data-page] .q-feedback"):  # borrowed: its chapter answers it
        feedback.decompose()
    for bet in page.article.select(".q-bet:not([data-page])"):
        answered = copy(bet)
        answered["class"] = "q-bet q-answered"
        for part in (answered, *answered.select("[id]")):
            part["id"] = f"{SOLUTIONS}:{part['id']}"
        for asked in answered.select(".q-asked"):  # becomes a link
            asked.append(_filled(f'<a href="#{bet["id"]}"></a>', list(asked.contents)))
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
        found.append(_section("h3", number.get_text().strip() if number else "Exercise", label, parts))
        (solutions or forms)[-1].insert_after(_pointer("Solution", str(found[-1]["id"])))
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
    right, line = element('<div class="q-right"></div>'), element("<p></p>")
    line.append(f"{question.get_text().strip()} " if question else "")
    right.append(line)
    if criteria:
        points = criteria[0].select("label")
        for point in points:
            point.name = "li"
        right.append(_filled("<ul></ul>", points))
    else:
        line.append(_filled("<b></b>", _in_words(form, record)))
    return right


def _filled(html: str, content: Iterable[PageElement | str]) -> Tag:
    new = element(html)
    new.extend(content)
    return new


def _in_words(form: Tag, record: dict[str, Any]) -> list[PageElement | str]:
    """The right answer: the words of the choice, or numbers."""
    for choice in form.select("label:has(> input[type=radio])"):
        if choice.input and choice.input["value"] == record["right"]:
            return list(copy(choice).contents)
    right = record["right"] if isinstance(record["right"], list) else [record["right"]]
    text = ", ".join(f"{value:.6g}" if isinstance(value, float) else str(value) for value in right)
    return [text]


# ---------------------------------------------------------------- small parts


def _section(level: str, title: str, about: str, parts: Iterable[Tag]) -> Tag:
    """The answers of a page or an exercise, under a heading that leads there."""
    heading = f'<{level}><a href="#{about}">{escape(title, quote=False)}</a></{level}>'
    return _filled(f'<section id="{SOLUTIONS}:{about}">{heading}</section>', parts)


def _pointer(text: str, target: str) -> Tag:
    """A line that names a page."""
    return element(f'<p class="see-page">{text}: page <a href="#{target}" class="page-of"></a></p>')
