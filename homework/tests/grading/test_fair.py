"""Questions that are fair: each names its chapter, takes every right way, and pays no guess.

Under 60 terms each: the slow tests. A few terms are tried in the quick run.
"""

from __future__ import annotations

import json
import re
import runpy
from importlib import import_module
from pathlib import Path

import pytest
from guesser import files, guess_proof, guessed, keys, learned, points_of, record_of, unseen, worth
from ways import WAYS

from book_pages import CHAPTERS, ROOT
from evalbook.teaching.answers import judge, plain_answer
from evalbook.teaching.answers._judge import Wanted
from evalbook_homework.grading.assignments import assignments, graded, read
from evalbook_homework.grading.drawing import AS_REPORTED, beside, repaired

ALL = assignments()
for known in ALL:
    import_module(f"ways.{known.name}")


def terms(one):
    """The seeds of sixty terms, those of the guesser."""
    return learned(one.name) + unseen(one.name)


each_assignment = pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)


# ---------------------------------------------------------------- chapters


def title_of(chapter):
    """The heading of a chapter up to its colon, which is how other texts name it."""
    text = "\n".join(cell.source for cell in read(ROOT / "book" / f"{chapter}.ipynb").cells)
    return re.search(r"^# ([^:\n]+)", text, re.M)[1]


def chapters_of(one):
    """By question, the chapter that its task names."""
    tasks = [cell for cell in one.notebook.cells if "chapter" in cell.metadata.get("evalbook", {})]
    numbers = [re.search(r"^\*\*(\d+)\*\*", cell.source, re.M)[1] for cell in tasks]
    return {
        f"{one.name}-{number}": cell.metadata["evalbook"]["chapter"]
        for number, cell in zip(numbers, tasks, strict=True)
    }


@each_assignment
def test_each_question_names_a_chapter(one):
    named = chapters_of(one)
    assert list(named) == [name for name, _, _ in graded(one.notebook)]
    assert {f"book/{chapter}" for chapter in named.values()} <= set(CHAPTERS)


@each_assignment
def test_the_student_reads_the_chapter_that_the_metadata_names(one):
    for cell in one.notebook.cells:
        if "evalbook" in cell.metadata:
            assert cell.source.endswith(f"\n\nChapter: *{title_of(cell.metadata['evalbook']['chapter'])}*"), cell.id


# ---------------------------------------------------------------- guesses

MOST = 2
"""Points of 16 that whoever hands in the same whatever the numbers are may get."""


def test_a_guesser_earns_next_to_nothing_quickly():
    (one,) = (one for one in ALL if one.name == "costs")
    assert 0 < sum(guessed(one, 10).values()) <= MOST


@pytest.mark.slow
@each_assignment
def test_a_guesser_earns_next_to_nothing(one):
    assert sum(guessed(one).values()) <= MOST


@pytest.mark.slow
@each_assignment
def test_a_part_of_a_row_counts_alone_where_no_constant_is_often_right(one):
    """The test says what to write into `evalbook_alone`, in the metadata of the cell that hands in the row."""
    seen = keys(one, tuple(learned(one.name)))
    declared = {name: record["alone"] for name, record in seen[0].items()}
    assert declared == {name: guess_proof([key[name] for key in seen]) for name in declared}


@pytest.mark.slow
@each_assignment
def test_each_mistake_that_may_be_suspected_is_planted_in_some_terms(one):
    """Whoever knows that one never is has fewer to choose from."""
    plants = runpy.run_path(str(one.folder / "draw.py"))
    known = plants.get("PLANTS") or plants["PLANTED"]
    found = {repaired(files(one, seed)["evaluation.py"], known)[0] for seed in terms(one)}
    assert found == set(known)


# ---------------------------------------------------------------- ways


def refused(one, seeds):
    """The ways that lose a point, and under which seeds."""
    answers = runpy.run_path(str(one.folder / "draw.py"))["answers"]
    tests = {name: worth(1, cell) for name, _, cell in graded(one.notebook)}
    lost = []
    for seed in seeds:
        with beside(files(one, seed)):
            asked = answers()
            for name in asked:
                for way, answer in WAYS.get(name, {}).items():
                    if points_of(record_of(asked[name]) | tests[name], plain_answer(answer())) < 1:
                        lost.append((name, way, seed))
    return lost


@each_assignment
def test_every_right_way_earns_all_points_quickly(one):
    assert not refused(one, terms(one)[:2])


@pytest.mark.slow
@each_assignment
def test_every_right_way_earns_all_points(one):
    assert not refused(one, terms(one))


@each_assignment
def test_each_number_is_found_in_three_ways_and_each_letter_in_two(one):
    (key,) = keys(one, (terms(one)[0],))
    ways = {name: set(WAYS[name]) for name in key}
    needed = {name: 2 if key[name]["kind"] == "word" else 3 for name in key}
    assert not {name: found for name, found in ways.items() if len(found) < needed[name]}


# ---------------------------------------------------------------- in percent


def places_in_percent(one, seeds):
    """By question, which of its numbers may be given in percent under each seed."""
    found = {}
    for key in keys(one, tuple(seeds)):
        for name, record in key.items():
            if record["kind"] != "word":
                found.setdefault(name, set()).add(Wanted.right_of(record).percent)
    return found


def only_in_some_copies(one, seeds):
    return [name for name, found in places_in_percent(one, seeds).items() if len(found) > 1]


@each_assignment
def test_a_number_may_be_given_in_percent_in_every_copy_or_in_none_quickly(one):
    assert not only_in_some_copies(one, terms(one)[:2])


@pytest.mark.slow
@each_assignment
def test_a_number_may_be_given_in_percent_in_every_copy_or_in_none(one):
    """Where it is a share in some terms alone, `evalbook_percent` in the metadata of the cell says which places are."""
    assert not only_in_some_copies(one, learned(one.name))


def test_an_r_squared_may_be_given_in_percent_even_below_minus_one():
    (one,) = (one for one in ALL if one.name == "regression")
    for key in keys(one, tuple(learned("regression")[:6])):
        record = key["regression-4"]
        assert points_of(record, [100 * right for right in record["right"]]) == record["points"]


# ---------------------------------------------------------------- slips


@pytest.mark.parametrize(
    ("question", "place", "slip", "said"),
    [
        ("generation-3", 0, lambda gain: 1500 + gain, "Take 1500 from it"),
        ("generation-3", 1, lambda chance: chance / (1 - chance), "Those are the odds"),
        ("regression-1", 2, lambda mse: 3600 * mse, "in square minutes"),
        ("regression-9", 1, lambda share: 10 * share, "divided by ten"),
    ],
)
def test_the_likeliest_slips_have_a_name(question, place, slip, said):
    (one,) = (one for one in ALL if one.name == question.partition("-")[0])
    for key in keys(one, tuple(learned(one.name)[:2])):
        answer = list(key[question]["right"])
        answer[place] = slip(answer[place])
        assert said in judge(key[question], answer).text


def test_whoever_takes_a_minus_b_is_told_so():
    (one,) = (one for one in ALL if one.name == "generation")
    for key in keys(one, tuple(learned(one.name)[:2])):
        a, b, low, high, share = key["generation-8"]["right"]
        said = judge(key["generation-8"], [a, b, -high, -low, share]).text
        assert said == "Not yet. Your difference is A minus B. The report has B minus A."


def test_no_later_day_lies_at_an_end_of_its_range():
    (one,) = (one for one in ALL if one.name == "regression")
    for seed in terms(one)[:20]:
        with beside(files(one, seed)):
            later = json.loads(Path("case.json").read_text("utf-8"))["arrivals"]["later"]
            reach, _ = runpy.run_path(str(one.folder / "draw.py"))["answers"]()["regression-9"]["right"]
        assert reach not in map(abs, later), seed


# ---------------------------------------------------------------- what a part is worth

ROW = {"kind": "numbers", "right": [0.4131, 7, 0.2718], "hint": "Count.", "points": 3, "alone": [0, 2]}
MISTAKES = [{"answer": [0.5, 7, 0.2718], "text": "That divides by all."}]


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ([0.4131, 7, 0.2718], 3),
        ([0.413, 7, 0.272], 3),
        ([0.4131, 8, 0.9], 1),  # the first alone; the others count together
        ([0.4131, 8, 0.2718], 2),
        ([0.9, 7, 0.9], 0),  # whole numbers are guessed
        ([0.5, 7, 0.2718], 1),  # a named mistake has a right part, too
        ([0.4131, None, None], 1),
        ([0.4, 7, 0.3], 0),  # one digit is a guess
        ([0.2718, 7, 0.4131], 1.5),  # another order
        ([0.4131, 7], 0),
        ([{"type": "set"}, 7, "x"], 0),
    ],
)
def test_a_row_earns_by_its_parts(answer, points):
    assert points_of({**ROW, "mistakes": MISTAKES}, answer) == points


@pytest.mark.parametrize(
    ("answer", "points"),
    [([0.31, 0.62, 0.83], 3), ([0.31, 0.65, 0.83], 0), ([0.99, 0.62, 0.99], 1.5), ([0.31, 0.9, 0.83], 0)],
)
def test_what_a_report_prints_already_earns_nothing_alone(answer, points):
    record = {"kind": "numbers", "right": [0.31, 0.62, 0.83], "hint": "Count.", "points": 3, "alone": []}
    assert points_of({**record, "mistakes": [{"answer": [0.31, 0.65, 0.83], "text": AS_REPORTED}]}, answer) == points


@pytest.mark.parametrize(("answer", "points"), [(0.4131, 2), (0.413, 2), (0.4, 0), (0.412, 1), (0.5869, 0)])
def test_one_digit_earns_nothing_and_a_number_that_was_rounded_on_the_way_half(answer, points):
    record = {"kind": "number", "right": 0.4131, "hint": "Count.", "points": 2, "mistakes": []}
    assert points_of(record, answer) == points
