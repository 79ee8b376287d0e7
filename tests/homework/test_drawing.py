"""What all draws of the assignments share: a case is well posed, or drawn again, or refused with a clear error."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from homework.assignments import ROOT, Assignment
from homework.drawing import (
    ILL_POSED,
    MARGIN,
    TRIES,
    answers_of_report,
    csv_text,
    drawn,
    in_drawn_order,
    lettered,
    may_be_rounded,
    redrawn,
    result_of,
    rows_of,
    told_apart,
    with_mistake,
)

from evalbook.pages.judge import RIGHT, WRONG, judge


@pytest.fixture
def rng():
    return np.random.default_rng(4)


# ---------------------------------------------------------------- what can be told apart


@pytest.mark.parametrize("right", [0.25, 0.3, 12.5, -0.42, 0.3 + 1e-12, 300, 0.0312])
def test_what_may_be_rounded(right):
    assert may_be_rounded(right)


@pytest.mark.parametrize("right", [0, 1, 0.3002, 0.29996, 0.02001, -0.50004, 4e-7 + 4e-10])
def test_what_may_not_be_rounded(right):
    assert not may_be_rounded(right)


@pytest.mark.parametrize(
    "answers",
    [
        [0.42],
        [0.42, 0.5, 0.6],
        [-0.42, 0.42],
        [0.42, 0, 1, 0.3002],  # a mistake may be anything
        [(0.42, 0.5), (0.42, 0.6)],  # one of the two numbers is another
        [(0.42, 0.51), (0.51, 0.42)],
    ],
)
def test_told_apart(answers):
    assert told_apart(answers)


@pytest.mark.parametrize(
    "answers",
    [
        [0.42, 0.42],
        [0.42, 0.42 * (1 + 0.9 * MARGIN)],
        [0.42, 0.5, 0.5],  # two mistakes with two texts
        [0.42, np.inf],
        [0.42, np.nan],
        [1, 0.5],
        [0.3002, 0.5],
        [(0.42, 0), (0.5, 0)],
        [(0.42, 0.51), (0.421, 0.511)],
        ILL_POSED,
    ],
)
def test_not_told_apart(answers):
    assert not told_apart(answers)


def test_the_margin_may_be_wider():
    assert told_apart([0.42, 0.45])
    assert not told_apart([0.42, 0.45], margin=0.1)


def test_what_is_told_apart_is_judged_so(rng):
    """The judge takes the right answer in three digits, and never takes a mistake for it.

    That is below 1,000: above, three digits leave none behind the point, and zeros before it.
    """
    judged = 0
    for right, *mistakes in rng.uniform(-2, 2, (2_000, 3)) * np.geomspace(1e-4, 400, 2_000)[:, None]:
        if told_apart([right, *mistakes]):
            judged += 1
            record = {
                "kind": "number",
                "right": right,
                "hint": "",
                "mistakes": [{"answer": mistake, "text": "No."} for mistake in mistakes],
            }
            assert judge(record, float(f"{right:.3g}")).state == RIGHT, record
            assert {judge(record, mistake).state for mistake in mistakes} == {WRONG}, record
    assert judged > 1_500


# ---------------------------------------------------------------- again, until it is well posed


def test_the_first_well_posed_draw_is_taken(rng):
    tried = iter([[0.5, 0.5], [1, 0.5], [0.42, 0.5], [0.43, 0.5]])
    assert drawn(rng, lambda rng: next(tried), lambda made: [made]) == [0.42, 0.5]


def test_each_question_of_a_draw_must_be_well_posed(rng):
    tried = iter([(0.42, 1), (0, 0.43), (0.44, 0.45)])
    assert drawn(rng, lambda rng: next(tried), lambda made: [[number] for number in made]) == (0.44, 0.45)


def test_none_is_drawn_again_and_nothing_else_is(rng):
    tried = iter([None, None, 0, 5])
    assert redrawn(rng, lambda rng: next(tried)) == 0


def test_an_attempt_gets_its_arguments(rng):
    assert redrawn(rng, lambda rng, *args, **settings: (args, settings), 1, wide=2) == ((1,), {"wide": 2})


def test_what_is_never_well_posed_is_refused_by_name(rng):
    calls = []

    def shares(rng):
        calls.append(rng)
        return 0.5

    with pytest.raises(RuntimeError, match=r"^shares drew 2,000 cases, and none was well posed; expected .* Let it"):
        drawn(rng, shares, lambda made: [[made, made]])
    assert len(calls) == TRIES


# ---------------------------------------------------------------- the colleague's evaluation


def test_a_mistake_takes_the_place_of_its_line():
    assert with_mistake("a = 1\nb = 2\n", "b = 2", "b = 3") == "a = 1\nb = 3\n"


@pytest.mark.parametrize(("line", "found"), [("c = 2", 0), (" = ", 2)])
def test_a_line_that_does_not_stand_once_is_refused(line, found):
    with pytest.raises(ValueError, match=f"stands {found} times in the evaluation; expected once: '{line}'"):
        with_mistake("a = 1\nb = 2\n", line, "c = 3")


def test_the_result_of_an_evaluation():
    assert result_of("def times(a, b):\n    return a * b\n", "times", 2, 3) == 6


def test_each_right_number_of_a_report_is_beside_all_that_may_stand_there():
    spoiled = [("AUC", 0.7), ("AUC", 0.72), ("F1", 0.5)]
    assert answers_of_report({"AUC": 0.8, "F1": 0.6}, spoiled) == [(0.8, 0.7), (0.8, 0.72), (0.6, 0.5), (0.8, 0.6)]


@pytest.mark.parametrize("number", [0.8, 0.6, 0.7])
def test_a_number_that_two_reports_share_tells_no_mistake(number):
    assert answers_of_report({"AUC": 0.8, "F1": 0.6}, [("AUC", 0.7), ("F1", number)]) == [ILL_POSED]


def test_options_keep_their_texts_and_change_their_order(rng):
    options = {"a": 1, "b": 2, "c": 3, "d": 4}
    orders = {tuple(in_drawn_order(rng, options)) for _ in range(300)}
    assert len(orders) == 24
    assert in_drawn_order(rng, options) == options


def test_letters_run_down_the_page_and_options_do_not(rng):
    says = {"mean": "It is a mean.", "sum": "It is a sum."}
    found = [lettered(rng, says) for _ in range(20)]
    assert all(list(one) == ["a", "b"] for one in found)
    assert {one["a"]["about"] for one in found} == {"mean", "sum"}
    assert all({option["about"]: option["says"] for option in one.values()} == says for one in found)


# ---------------------------------------------------------------- files


def test_a_table_is_read_as_it_was_written():
    columns = [["north, upper", 'the "old" line'], np.array([0.1, 2.5]), np.array([3, 4])]
    text = csv_text(["line", "share", "parts"], *columns)
    assert text.endswith("\n") and "\r" not in text
    assert list(csv.reader(text.splitlines())) == [
        ["line", "share", "parts"],
        ["north, upper", "0.1", "3"],
        ['the "old" line', "2.5", "4"],
    ]


def test_numbers_keep_all_their_digits():
    assert csv_text(["share"], np.array([1 / 3])) == f"share\n{1 / 3!r}\n"


def test_rows_are_read_back_by_the_names_of_their_columns():
    rows = rows_of(csv_text(["line", "share"], ["north", "south"], [1, 0.5]), dtype=None)
    assert rows["line"].tolist() == ["north", "south"]
    assert rows["share"].tolist() == [1, 0.5]
    assert rows_of("late\n1\n0\n")["late"].dtype == float


def test_each_column_has_a_name():
    with pytest.raises(ValueError, match="2 names for 1 columns; expected a name for each column"):
        csv_text(["line", "share"], [1, 2])


def test_columns_are_equally_long():
    with pytest.raises(ValueError, match="shorter"):
        csv_text(["line", "share"], [1, 2], [1])


# ---------------------------------------------------------------- a teacher's own assignment

DRAW = """\
from homework.drawing import csv_text, drawn


def share(rng):
    return round(rng.uniform(), 3)


def draw(rng):
    return {"own.csv": csv_text(["share"], [drawn(rng, share, lambda made: [[made, 1 - made]])])}
"""


@pytest.fixture
def own(tmp_path):
    """An assignment outside the repository, in a folder whose name is that of the tools' package."""
    folder = tmp_path / "homework" / "own"
    folder.mkdir(parents=True)
    (folder / "draw.py").write_text(DRAW)
    return Assignment(folder)


def test_a_teachers_own_draw_finds_the_module(own):
    assert own.draw("a")["own.csv"].startswith(b"share\n0.")


@pytest.mark.slow  # a process of its own
def test_so_it_does_from_the_command_line_in_any_folder(own):
    """As make homework ASSIGNMENTS=… does, which need not know where the tools lie."""
    command = [sys.executable, str(ROOT / "tools" / "homework"), "--assignments", ".", "example"]
    subprocess.run(command, cwd=own.folder.parent, check=True, timeout=60)
    assert Path(own.folder / "own.csv").read_bytes() == own.draw("example")["own.csv"]
