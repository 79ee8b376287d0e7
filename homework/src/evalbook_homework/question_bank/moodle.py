"""The questions as Moodle XML, one category a part, a chapter and a kind.

=========  ===========  =====================================================================================
record     Moodle       what is said
=========  ===========  =====================================================================================
choice     multichoice  to each choice what the page says
number     numerical    to the right number, to each named mistake, and the hint to any other number
numbers    cloze        the same, in one gap a number
word       shortanswer  the same
argument   essay        the grader reads criteria and solution
code       essay        the student starts from the open cell; the grader reads mistakes and solution
=========  ===========  =====================================================================================

A question keeps its ``idnumber`` when its words change. Moodle adds whatever it imports, and leaves the idnumber of a
question out that its category has already: after a second import those without one are the repeated ones. Its importer
of cloze questions leaves idnumbers out, so that the id is also in each question's name and among its tags.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable
from html import escape
from itertools import groupby
from typing import Any
from xml.etree import ElementTree as ET

from evalbook.teaching.answers import RIGHT, judge, refusal
from evalbook_homework.question_bank import answers, markup
from evalbook_homework.question_bank.sources import Question

PRACTICE = "practice only: answers are public"
BANK = f"evalbook ({PRACTICE})"
ROLES = {"bet": "Bets", "exercise": "Exercises", "due": "Questions due"}
KINDS = {
    "choice": "multichoice",
    "number": "numerical",
    "numbers": "cloze",
    "word": "shortanswer",
    "argument": "essay",
    "code": "essay",
}
NUMBERS_WANTED = "Decimal numbers, such as 0.25: no fraction, no percent sign."
FIGURE_WANTED = "This question needs a figure that is not shown here. Open the chapter to read or move the figure."
LINES = {"argument": 10, "code": 20}


def bank(questions: list[Question]) -> bytes:
    """The whole file. Categories stand before what is in them, the outer ones first."""
    quiz = ET.Element("quiz")
    described: set[tuple[str, ...]] = set()
    order = sorted(questions, key=lambda one: (one.chapter.number, list(ROLES).index(one.record["role"])))
    for path, group in groupby(order, key=category):
        for depth in range(1, len(path) + 1):
            if path[:depth] not in described or depth == len(path):
                described.add(path[:depth])
                quiz.append(_category(path[:depth]))
        quiz.extend([element(question) for question in group])
    ET.indent(quiz)
    text: bytes = ET.tostring(quiz, "utf-8", xml_declaration=True)
    return text + b"\n"


def category(question: Question) -> tuple[str, ...]:
    """The names of the categories around a question."""
    chapter = question.chapter
    part = f"{chapter.part_number:02} {chapter.part}"
    return BANK, part, f"{chapter.number:02} {chapter.title}", ROLES[question.record["role"]]


def kind_of(record: dict[str, Any]) -> str:
    """Moodle's name for the kind of a record."""
    return KINDS[record["kind"]]


def idnumber(record: dict[str, Any]) -> str:
    """What a question is called for good."""
    return f"evalbook-{record['id']}"


def element(question: Question) -> ET.Element:
    """One question."""
    record = question.record
    node = ET.Element("question", type=kind_of(record))
    _text(_child(node, "name"), f"{record['id']} ({PRACTICE})")
    asked = _formatted(node, "questiontext", _asked(question))
    if question.picture:
        content = base64.b64encode(question.picture.encode()).decode()
        _child(asked, "file", content, name=_picture_name(record), path="/", encoding="base64")
    _formatted(node, "generalfeedback", f"{_reason(record)}<p>{_from(question)}</p>")
    _child(node, "defaultgrade", "1")
    _child(node, "penalty", "0.3333333")
    _child(node, "hidden", "0")
    _child(node, "idnumber", idnumber(record))
    if record["kind"] != "numbers":  # whose gaps stand in the question's text
        FILL[record["kind"]](node, question)
    tags = _child(node, "tags")
    for tag in ("evalbook", idnumber(record), PRACTICE):
        _text(_child(tags, "tag"), tag)
    return node


# ---------------------------------------------------------------- what is asked


def _asked(question: Question) -> str:
    """What came before, the question, and what it is for."""
    record = question.record
    parts = [markup.blocks(question.before), *map(markup.printed, question.printed)]
    if question.picture:
        parts.append(
            f'<p><img src="@@PLUGINFILE@@/{_picture_name(record)}" alt="{escape(question.picture_shows)}"></p>'
        )
    if question.needs_figure:
        parts.append(f"<p><strong>{FIGURE_WANTED}</strong></p>")
    parts.append(f"<p><strong>{markup.inline(record['question'] or 'Your answer:')}</strong></p>")
    if record["kind"] == "numbers":
        parts += _gaps(record)
    if record["kind"] in ("number", "numbers"):
        parts.append(f"<p>{NUMBERS_WANTED}</p>")
    return "\n".join([*filter(None, parts), f"<p><small>{PRACTICE.capitalize()}. {_from(question)}</small></p>"])


def _reason(record: dict[str, Any]) -> str:
    """Why the right answer is right, where no answer of its own says so: several numbers, and code."""
    alone = record["kind"] in ("numbers", "code") and "why" in record
    return f"<p>{markup.inline(record['why'])}</p>" if alone else ""


def _from(question: Question) -> str:
    title = markup.inline(question.chapter.title)
    linked = f'<a href="{escape(question.address)}">{title}</a>' if question.address else f"<em>{title}</em>"
    return f"From the chapter {linked} of evalbook."


def _picture_name(record: dict[str, Any]) -> str:
    return f"{record['id']}.svg"


# ---------------------------------------------------------------- what is answered, kind by kind


def _fill_choices(node: ET.Element, question: Question) -> None:
    record = question.record
    for name, value in {
        "single": "true",
        "shuffleanswers": "false",
        "answernumbering": "none",
        "showstandardinstruction": "0",
    }.items():
        _child(node, name, value)
    for choice in record["choices"]:
        right = choice == record["right"]
        answer = _child(node, "answer", fraction="100" if right else "0", format="html")
        _text(answer, markup.inline(choice))
        _formatted(answer, "feedback", _said(record, choice))


def _said(record: dict[str, Any], choice: str) -> str:
    """What the page says to a choice."""
    if record["role"] == "exercise":
        return markup.inline(judge(record, choice).text)
    if choice == record["right"]:
        return f"Right. {markup.inline(record['why'])}"
    mistake = next(one for one in record["mistakes"] if one["answer"] == choice)
    return f"{refusal(mistake, markup.inline)} {markup.inline(mistake['text'])}"


def _fill_number(node: ET.Element, question: Question) -> None:
    record = question.record
    for answer in answers.numeric_answers(record):
        one = _answer(node, repr(answer.value), right=answer.right, said=answer.text)
        _child(one, "tolerance", _digits(answer.tolerance))
    _child(_answer(node, "*", right=False, said=answers.hint(record)), "tolerance", "0")
    _child(node, "unitgradingtype", "0")
    _child(node, "showunits", "3")  # none


def _fill_word(node: ET.Element, question: Question) -> None:
    record = question.record
    _child(node, "usecase", "0")
    for word in [record["right"], *(mistake["answer"] for mistake in record["mistakes"])]:
        judged = judge(record, word)
        _answer(node, word.replace("*", r"\*"), right=judged.state == RIGHT, said=judged.text)
    _answer(node, "*", right=False, said=judge(record, answers.ANYTHING).text)


def _fill_essay(node: ET.Element, question: Question) -> None:
    record = question.record
    is_code = record["kind"] == "code"
    settings = {"responseformat": "monospaced" if is_code else "editor", "responserequired": "1"}
    settings |= {"responsefieldlines": str(LINES[record["kind"]]), "attachments": "0", "attachmentsrequired": "0"}
    for name, value in settings.items():
        _child(node, name, value)
    points = [mistake["text"] for mistake in record["mistakes"]] if is_code else record["right"]
    parts = [
        f"<p>{'Known mistakes:' if is_code else 'Does your answer say this?'}</p>",
        f"<ol>{''.join(f'<li>{markup.inline(point)}</li>' for point in points)}</ol>",
        f"<p>Hint: {markup.inline(record['hint'])}</p>",
        "<p>Solution:</p>",
        markup.blocks(question.solution),
        markup.printed(question.solution_code) if question.solution_code else "",
    ]
    _formatted(node, "graderinfo", "\n".join(filter(None, parts)))
    _text(_child(node, "responsetemplate", format="plain_text"), question.stub if is_code else "")


FILL: dict[str, Callable[[ET.Element, Question], None]] = {
    "choice": _fill_choices,
    "number": _fill_number,
    "word": _fill_word,
    "argument": _fill_essay,
    "code": _fill_essay,
}


# ---------------------------------------------------------------- gaps


def _gaps(record: dict[str, Any]) -> Iterable[str]:
    """A line of gaps for each row of numbers."""
    for row in answers.one_by_one(record):
        yield f"<p>{' '.join(map(_gap, row))}</p>"


def _gap(record: dict[str, Any]) -> str:
    alternatives = [
        f"{'=' if answer.right else '%0%'}{answer.value!r}:{_digits(answer.tolerance)}#{_in_gap(answer.text)}"
        for answer in answers.numeric_answers(record)
    ]
    return "{1:NUMERICAL:" + "~".join([*alternatives, f"%0%*#{_in_gap(answers.hint(record))}"]) + "}"


def _in_gap(text: str) -> str:
    """Feedback within a gap is HTML that is written as text once more; three signs would end it."""
    html = escape(markup.inline(text), quote=False)
    return html.replace("}", r"\}").replace("~", "&#126;").replace("#", r"\#")


# ---------------------------------------------------------------- elements


def _child(parent: ET.Element, tag: str, text: str = "", /, **attributes: str) -> ET.Element:
    child = ET.SubElement(parent, tag, attributes)
    child.text = text or None
    return child


def _text(parent: ET.Element, text: str) -> None:
    _child(parent, "text", text)


def _formatted(parent: ET.Element, name: str, html: str) -> ET.Element:
    child = _child(parent, name, format="html")
    _text(child, html)
    return child


def _answer(node: ET.Element, text: str, *, right: bool, said: str) -> ET.Element:
    answer = _child(node, "answer", fraction="100" if right else "0", format="moodle_auto_format")
    _text(answer, text)
    _formatted(answer, "feedback", markup.inline(said))
    return answer


def _category(path: tuple[str, ...]) -> ET.Element:
    node = ET.Element("question", type="category")
    names = [name.replace("/", "//") for name in path]
    _text(_child(node, "category"), "/".join(["$course$", "top", *names]))
    _formatted(node, "info", f"<p>{PRACTICE.capitalize()}.</p>")
    return node


def _digits(tolerance: float) -> str:
    """Few digits, and no less than it is: Moodle takes a difference for the tolerance when both are equal."""
    return f"{tolerance * (1 + 1e-6):.9g}"
