"""A chapter asks its question once, right above the choices.

An opening ends in a question in bold. The bet that follows before the first heading asks it in these words; its own
tell the story again, for pages where the opening does not stand above them. What lies between the two in the notebook,
imports first of all, follows the bet on the page.
"""

from __future__ import annotations

from docutils import nodes


def question_above(bet: nodes.Element) -> nodes.strong | None:
    """The question in bold with which a paragraph of the opening ends; none where the bet stands below a heading."""
    if not isinstance(bet.parent.parent, nodes.document):
        return None
    above = bet.parent.children[: bet.parent.index(bet)]
    bold = [part for text in above if isinstance(text, nodes.paragraph) for part in text.findall(nodes.strong)]
    questions = [part for part in bold if part.parent.astext().endswith(part.astext()) and part.astext().endswith("?")]
    return questions[-1] if questions else None


def move_down(question: nodes.strong, bet: nodes.Element) -> nodes.inline:
    """Take the question out of the opening, for the bet to ask it, and put the bet in its place."""
    paragraph, opening = question.parent, bet.parent
    place = opening.index(paragraph) + 1
    between = opening.children[place : opening.index(bet)]
    opening.children[place : opening.index(bet) + 1] = [bet, *between]
    paragraph.remove(question)
    if not paragraph.astext():
        opening.remove(paragraph)
    return nodes.inline("", "", *question.children)
