"""What all draws of the assignments share: a case is well posed, or drawn again, or refused with a clear error."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from evalbook.teaching.answers import RIGHT, WRONG, judge
from evalbook_homework.grading.assignments import Assignment
from evalbook_homework.grading.drawing import (
    MARGIN,
    TRIES,
    Plant,
    beside,
    corrected_number,
    corrected_report,
    csv_text,
    drawn,
    in_drawn_order,
    json_text,
    lettered,
    may_be_rounded,
    mistakes_differ,
    plants,
    question,
    redrawn,
    repaired,
    result_of,
    rows_here,
    rows_of,
    told_apart,
    variants,
    well_posed,
    which,
    which_mistake,
    with_mistake,
)


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


def asked(*answers):
    """A question for each list of answers."""
    return {f"own-{n}": question(each, "Count.", *["No."] * (len(each) - 1)) for n, each in enumerate(answers, 1)}


def test_the_first_well_posed_draw_is_taken(rng):
    tried = iter([[0.5, 0.5], [1, 0.5], None, [0.42, 0.5], [0.43, 0.5]])
    assert drawn(rng, lambda rng: next(tried), asked) == [0.42, 0.5]


def test_each_question_of_a_draw_must_be_well_posed(rng):
    tried = iter([(0.42, 1), (0, 0.43), (0.44, 0.45)])
    assert drawn(rng, lambda rng: next(tried), lambda made: asked(*([number] for number in made))) == (0.44, 0.45)


def test_letters_are_always_well_posed():
    assert well_posed({"own-1": which("xyz", "y", dict.fromkeys("xyz", "No."), "Read.")})
    assert not well_posed(asked([0.42, 0.45]), margin=0.1)


# ---------------------------------------------------------------- questions


def test_each_mistake_is_refuted_in_its_order():
    assert question([0.5, 1, 2], "Count.", "Not one.", "Not two.") == {
        "right": 0.5,
        "hint": "Count.",
        "mistakes": [(1, "Not one."), (2, "Not two.")],
    }


@pytest.mark.parametrize("refuted", [["Not one."], ["Not one.", "Not two.", "Not three."]])
def test_a_mistake_without_a_sentence_is_refused(refuted):
    with pytest.raises(ValueError, match=r"shorter|longer"):
        question([0.5, 1, 2], "Count.", *refuted)


def test_options_bear_letters_and_the_right_one_is_not_refuted():
    assert which(["sum", "mean"], "mean", {"sum": "It is none."}, "Read.") == {
        "right": "b",
        "hint": "Read.",
        "mistakes": [("a", "It is none.")],
        "choices": ["a", "b"],
    }


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
        drawn(rng, shares, lambda made: asked([made, made]))
    assert len(calls) == TRIES


# ---------------------------------------------------------------- the colleague's evaluation


def test_a_mistake_takes_the_place_of_its_line():
    assert with_mistake("a = 1\nb = 2\n", Plant("", "b = 2", "b = 3", "")) == "a = 1\nb = 3\n"


@pytest.mark.parametrize(("line", "found"), [("c = 2", 0), (" = ", 2)])
def test_a_line_that_does_not_stand_once_is_refused(line, found):
    with pytest.raises(ValueError, match=f"contains the right line {found} times; expected once: '{line}'"):
        with_mistake("a = 1\nb = 2\n", Plant("", line, "c = 3", ""))


def test_mistakes_are_told_in_a_text():
    told = """
squares: It squares: wrongly.
- a + b
+ a**2 + b**2
It adds.

late: It is late.
-     start()
+     wait()
+     start()
It waits for nobody.
"""
    assert plants(told) == {
        "squares": Plant("It squares: wrongly.", "a + b", "a**2 + b**2", "It adds."),
        "late": Plant("It is late.", "    start()", "    wait()\n    start()", "It waits for nobody."),
    }


def test_the_result_of_an_evaluation():
    assert result_of("def times(a, b):\n    return a * b\n", "times", 2, 3) == 6


PROGRAM = """\
values = [2, 3, 7]

def report(values):
    return {"mean": sum(values) / len(values), "largest": max(values)}
"""
MISTAKES = {
    "counted": Plant("It divides wrongly.", "/ len(values)", "/ (len(values) - 1)", "Count."),
    "least": Plant("It is the least.", "max(values)}", "min(values)}", "Look."),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_mistake_is_found_and_repaired(name):
    assert repaired(variants(PROGRAM, MISTAKES)[name], MISTAKES) == (name, PROGRAM)


def test_a_mistake_that_ends_with_the_right_line_is_found():
    twice = {"twice": Plant("Twice.", "values = [2, 3, 7]", "values = [1]\nvalues = [2, 3, 7]", "No.")}
    assert repaired(variants(PROGRAM, twice)["twice"], twice) == ("twice", PROGRAM)
    with pytest.raises(ValueError, match="the evaluation contains 0 mistakes; expected one of twice"):
        repaired(PROGRAM, twice)


def test_the_letter_of_the_planted_mistake_is_right():
    source = variants(PROGRAM, MISTAKES)["least"]
    told = which_mistake(["never", "least", "counted"], source, MISTAKES, "Read.", {"never": "Nobody said so."})
    assert told["right"] == "b"
    assert told["mistakes"] == [("a", "Nobody said so."), ("c", "Count.")]


def test_the_corrected_number_is_the_one_that_the_mistake_spoils():
    told = corrected_number(variants(PROGRAM, MISTAKES)["counted"], MISTAKES, "Divide.", [2, 3, 7])
    assert told["right"] == 4
    assert [number for number, _ in told["mistakes"]] == [6, 7]
    assert told["mistakes"][0][1] == "That is the mean that the report gives already."


@pytest.mark.parametrize(("values", "differ"), [([2, 3, 7], True), ([4, 4, 4], False), ([-1, -1, -2], False)])
def test_whether_each_number_tells_which_mistake_was_made(values, differ):
    assert mistakes_differ(PROGRAM, MISTAKES, values) is differ


def test_the_corrected_report_is_beside_that_of_each_mistake():
    program = 'values = [float(line) for line in open("own.csv").readlines()[1:]]\n' + PROGRAM.partition("\n")[2]
    program = program.replace("def report(values):\n    return", "report =")
    with beside({"own.csv": "share\n2\n3\n7\n"}):
        told = corrected_report(variants(program, MISTAKES)["least"], MISTAKES, "Compute.", "One is wrong.")
        assert rows_here("own.csv")["share"].tolist() == [2, 3, 7]
    assert told["right"] == [4, 7]
    assert told["mistakes"] == [
        ([4, 2], "That is the report as it is, with its mistake."),
        ([6, 7], "One is wrong."),
    ]


def test_a_corrected_report_names_the_slips_of_a_student():
    program = "values = [2, 3, 7]\n" + PROGRAM.partition("\n")[2].replace("def report(values):\n    return", "report =")
    slips = {"You took the other sign.": lambda right: [-one for one in right]}
    told = corrected_report(variants(program, MISTAKES)["least"], MISTAKES, "Compute.", "One is wrong.", slips)
    assert told["mistakes"][2:] == [([-4, -7], "You took the other sign.")]


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


def test_numbers_keep_the_digits_on_which_machines_agree():
    assert csv_text(["share", "n"], np.array([1 / 3, 1e9]), np.array([1, 1_234_567])) == (
        "share,n\n0.333333,1\n1000000000.0,1234567\n"
    )
    assert json_text({"a": [1 / 3, {"b": 0.1 + 0.2}, 1_234_567, True, "0.123456789"]}) == json_text(
        {"a": [0.333333, {"b": 0.3}, 1_234_567, True, "0.123456789"]}
    )


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
from evalbook_homework.grading.drawing import csv_text, drawn, question, rows_here


def share(rng):
    return round(rng.uniform(), 3)


def draw(rng):
    return {"own.csv": csv_text(["share"], [drawn(rng, share, asked)])}


def asked(share):
    return {"own-1": question([share, 1 - share], "Count.", "That is the rest.")}


def answers():
    return asked(rows_here("own.csv")["share"])
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


def test_a_draw_may_have_what_any_program_has(tmp_path):
    """A class of data, which looks its module up, and the place of its own file."""
    (tmp_path / "own").mkdir()
    lines = [
        "from dataclasses import dataclass",
        "from pathlib import Path",
        "@dataclass",
        "class Case:",
        "    wrong: int",
        "def draw(rng):",
        "    return {'case.txt': f'{Case(3)} beside {Path(__file__).name}'}",
    ]
    (tmp_path / "own" / "draw.py").write_text("\n".join(lines))
    assert Assignment(tmp_path / "own").draw("a") == {"case.txt": b"Case(wrong=3) beside draw.py"}


def test_a_draw_that_was_written_before_grading_moved_finds_it(own):
    path = own.folder / "draw.py"
    path.write_text(path.read_text().replace("evalbook_homework.grading", "evalbook_tools.grading"))
    assert "evalbook_tools.grading" in path.read_text()
    assert own.draw("a")["own.csv"].startswith(b"share\n0.")


@pytest.mark.slow  # a process of its own
def test_so_it_does_from_the_command_line_in_any_folder(own):
    """As make homework ASSIGNMENTS=… does, which need not know where the tools lie."""
    command = [sys.executable, "-m", "evalbook_homework.grading", "--assignments", ".", "example"]
    subprocess.run(command, cwd=own.folder.parent, check=True, timeout=60)
    assert Path(own.folder / "own.csv").read_bytes() == own.draw("example")["own.csv"]
