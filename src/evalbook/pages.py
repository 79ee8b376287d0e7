"""What the pages of the book share: their set-up, bets, checks and cast.

``from evalbook import pages`` in the first cell sets a notebook up: figures as deterministic SVG in the style of the
book, arrays with four digits, and warnings without the path of a file. No other module imports this one; it needs
``pip install "evalbook[book]"``.
"""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook.examples import clinic as clinic

try:
    from IPython.core.getipython import get_ipython
    from IPython.display import Markdown
    from jupyterquiz import display_quiz
    from matplotlib_inline.backend_inline import set_matplotlib_formats

    from evalbook import plots
except ImportError as error:  # pragma: no cover
    raise ImportError(
        'evalbook.pages needs what the book needs; install it with: pip install "evalbook[book]"'
    ) from error

_QUIZ_COLORS = {
    "--jq-multiple-choice-bg": "#1f4e79",
    "--jq-mc-button-bg": "#f5f7fa",
    "--jq-mc-button-border": "#767676",
    "--jq-correct-color": "#00663a",
    "--jq-incorrect-color": "#9c1c1c",
}


def _set_up() -> None:
    plots.use_style()
    set_matplotlib_formats("svg", metadata={"Date": None})  # type: ignore[no-untyped-call]
    np.set_printoptions(precision=4, suppress=True)
    warnings.formatwarning = lambda message, category, *_, **__: f"{category.__name__}: {message}\n"


if get_ipython() is not None:  # elsewhere an import changes nothing
    _set_up()  # pragma: no cover  (the notebooks do)


def bet(question: str, choices: Sequence[tuple[str, str]], *, right: str) -> None:
    """A multiple-choice question: `choices` are pairs of an answer and what to say to the reader who picks it.

    Math stands between dollar signs. The order of the choices is kept. Negative numbers get a minus sign.
    """
    given = [answer for answer, _ in choices]
    if given.count(right) != 1:
        raise ValueError(f"right is {right!r}; expected exactly one of {given}")
    verdicts = {True: "Right. ", False: "No. "}
    answers = [
        {"answer": _minus(answer), "correct": answer == right, "feedback": verdicts[answer == right] + feedback}
        for answer, feedback in choices
    ]
    state = random.getstate()
    random.seed(question)  # the quiz names its parts at random; the page must be the same every time
    display_quiz(
        [{"question": question, "type": "multiple_choice", "answers": answers}],
        shuffle_answers=False, border_radius=6, max_width=720, colors=_QUIZ_COLORS,
    )  # fmt: skip
    random.setstate(state)


def check(answer: Any, right: Any, *, hint: str, mistakes: Sequence[tuple[Any, str]] = ()) -> None:
    """Say whether the reader's `answer` is right; if not, the hint for that very mistake, or the general one.

    An answer of ``...`` or None has not been given yet. Numbers match to six digits.
    """
    if answer is ... or answer is None:
        print("Put your answer in place of the dots.")
    elif _same(answer, right):
        print("Right.")
    else:
        print("Not yet.", next((text for wrong, text in mistakes if _same(answer, wrong)), hint))


def _same(answer: Any, other: Any) -> bool:
    if isinstance(answer, str) or isinstance(other, str):
        return bool(str(answer).strip() == other)
    same_shape = np.shape(answer) == np.shape(other)
    return same_shape and bool(np.allclose(answer, other, rtol=1e-6, atol=1e-9, equal_nan=True))


def table(columns: dict[str, Any], *, digits: int = 4) -> Markdown:
    """Columns of equal length as a table; the numbers of a column have the same decimals, `digits` at most.

    They are written as in prose: 12,500 and −0.25, with a minus sign; ∞ for inf and – for nan.
    """
    arrays = [np.asarray(column) for column in columns.values()]
    cells = [_cells(array, digits) for array in arrays]
    rules = [":--" if array.dtype.kind == "U" else "--:" for array in arrays]
    rows = [list(columns), rules, *map(list, zip(*cells, strict=True))]
    return Markdown("\n".join("| " + " | ".join(row) + " |" for row in rows))  # type: ignore[no-untyped-call]


def _cells(column: NDArray[Any], digits: int) -> list[str]:
    if column.dtype.kind in "iu":
        return [_minus(f"{value:,}") for value in column.tolist()]
    if column.dtype.kind != "f":
        return [str(value) for value in column.tolist()]
    rounded = column.round(digits) + 0.0  # no -0
    decimals = next(d for d in range(digits + 1) if np.array_equal(rounded, rounded.round(d), equal_nan=True))
    shown = [_minus(f"{value:,.{decimals}f}") for value in rounded]
    return [{"inf": "∞", "nan": "–"}.get(text, text) for text in shown]


def _minus(text: str) -> str:
    """The text, with a minus sign for each hyphen that makes a number negative."""
    return re.sub(r"(?<![\w.])-(?=\.?\d)", "−", text)
