"""When a question comes back: the page's schedule, as a pure function of the reader's answers and of the day."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from py_mini_racer import MiniRacer

from evalbook_tools.site import due

SCRIPT = Path(due.__file__).with_name("schedule.js")
TODAY = 20_000
CHAPTERS = {
    f"book/part/{name}": [f"{name}-bet-1", f"{name}-bet-2", f"due-{name}-one", f"due-{name}-two"] for name in "abcdefgh"
}
A = "book/part/a"


@cache
def engine() -> MiniRacer:
    """The schedule without a page; what is infinite becomes a text, because JSON has no word for it."""
    started = MiniRacer()
    spelled = "(_, value) => value === Infinity ? 'never' : value"
    runner = f"const run = (name, text) => JSON.stringify(eval(name)(...JSON.parse(text)), {spelled});"
    started.eval(SCRIPT.read_text("utf-8") + runner)
    return started


def run(name, *arguments):
    return json.loads(engine().call("run", name, json.dumps(arguments)))


def answer(day, right=True):
    return {"day": day, "right": right}


def progress(read=(), due=None, **more):
    """What the page has stored: chapters with the day on which they were read, and answers."""
    return {"version": 1, "everything": False, "answers": {}, "read": dict(read), "due": due or {}, **more}


def agenda(stored, today=TODAY, chapters=CHAPTERS):
    return run("agenda", stored, chapters, today)


def asked(stored, today=TODAY, chapters=CHAPTERS):
    return [one["id"] for one in agenda(stored, today, chapters)["now"]]


# ---------------------------------------------------------------- the ladder


@pytest.mark.parametrize(
    ("tries", "day"),
    [
        ([], 101),
        ([answer(101)], 108),
        ([answer(101), answer(108)], 138),
        ([answer(101), answer(108), answer(138)], "never"),
        ([answer(101, False)], 102),
        ([answer(101), answer(108, False)], 109),
        ([answer(101), answer(108), answer(138, False)], 139),
        ([answer(101), answer(108, False), answer(109)], 116),
        ([answer(101), answer(108, False), answer(109), answer(116)], 146),
        ([answer(101, False), answer(102, False)], 103),
        ([answer(150)], 157),  # late: the step counts from the answer
    ],
)
def test_right_answers_climb_and_a_wrong_one_starts_again_the_next_day(tries, day):
    assert run("dueOn", tries, 100, 160) == day


def test_a_chapter_read_today_asks_tomorrow():
    stored = progress({A: TODAY})
    assert asked(stored) == []
    assert agenda(stored)["next"] == TODAY + 1
    assert sorted(asked(stored, TODAY + 1)) == sorted(CHAPTERS[A])


def test_what_was_not_answered_waits():
    stored = progress({A: TODAY})
    assert asked(stored, TODAY + 1) != []
    assert sorted(asked(stored, TODAY + 400)) == sorted(CHAPTERS[A])


def test_a_wrong_answer_is_asked_again_before_a_right_one():
    due = {A: {"due-a-one": [answer(TODAY, False)], "due-a-two": [answer(TODAY)]}}
    stored = progress({A: TODAY - 1}, due)
    assert "due-a-one" in asked(stored, TODAY + 1)
    assert "due-a-two" not in asked(stored, TODAY + 6)
    assert "due-a-two" in asked(stored, TODAY + 7)


# ---------------------------------------------------------------- which chapters


def test_nobody_is_asked_about_a_chapter_that_they_have_not_read():
    assert asked(progress()) == []
    assert agenda(progress())["next"] == "never"
    assert {one["chapter"] for one in agenda(progress({A: 1}))["now"]} == {A}


def test_all_bets_made_is_as_good_as_read():
    made = {A: {id: {"first": {"choice": "x", "right": True}} for id in ("a-bet-1", "a-bet-2")}}
    assert sorted(asked(progress(answers=made))) == sorted(CHAPTERS[A])
    assert asked(progress(answers={A: {"a-bet-1": made[A]["a-bet-1"]}})) == []


def test_a_chapter_without_bets_is_not_taken_for_read():
    assert asked(progress(), chapters={A: ["due-a-one"]}) == []


def test_who_wants_to_be_asked_about_all_chapters_is():
    assert len({one["chapter"] for one in agenda(progress(allChapters=True))["now"]}) == len(CHAPTERS)


# ---------------------------------------------------------------- ten a day, mixed


def all_read(day=1):
    return dict.fromkeys(CHAPTERS, day)


def test_ten_are_asked_on_one_day_and_the_others_wait():
    today = agenda(progress(all_read()))
    assert len(today["now"]) == 10
    assert today["more"] == 4 * len(CHAPTERS) - 10
    assert today["next"] == TODAY + 1


def test_answers_of_today_count_among_the_ten_whether_right_or_wrong():
    due = {
        A: {"a-bet-1": [answer(TODAY)], "a-bet-2": [answer(TODAY, False)]},
        "book/part/b": {"b-bet-1": [answer(TODAY)]},
    }
    assert len(asked(progress(all_read(), due))) == 7


def test_who_answers_what_is_asked_gets_ten_a_day_until_all_are_answered():
    stored = progress(all_read())
    for day in range(TODAY, TODAY + 4):
        for _ in range(10):
            now = agenda(stored, day)["now"]
            if now:
                stored["due"].setdefault(now[0]["chapter"], {})[now[0]["id"]] = [answer(day)]
        assert asked(stored, day) == []
    days = Counter(tries[0]["day"] for chapter in stored["due"].values() for tries in chapter.values())
    assert [days[day] for day in sorted(days)] == [10, 10, 10, 2]


def test_neighbors_are_of_different_chapters():
    chapters = [one["chapter"] for one in agenda(progress(all_read()))["now"]]
    assert all(one != other for one, other in pairwise(chapters))
    assert len(set(chapters)) == len(CHAPTERS)


def test_the_chapter_that_waits_longest_comes_first():
    stored = progress(all_read(TODAY - 5) | {"book/part/e": TODAY - 50})
    assert agenda(stored)["now"][0]["chapter"] == "book/part/e"


def test_the_order_holds_all_day_and_changes_the_next():
    stored = progress(all_read())
    assert asked(stored) == asked(stored)
    assert len({tuple(asked(stored, TODAY + day)) for day in range(5)}) > 1


# ---------------------------------------------------------------- days, clocks


def day_of(year, month, day):
    """The number of a day, from the parts of a reader's local date; the script may ask for no other."""
    date = f"({{getFullYear: () => {year}, getMonth: () => {month - 1}, getDate: () => {day}}})"
    return int(engine().eval(f"dayOf{date}"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((2026, 3, 28), (2026, 3, 29)),  # Europe loses an hour
        ((2026, 10, 25), (2026, 10, 26)),  # and gains one
        ((2024, 2, 28), (2024, 2, 29)),
        ((2026, 12, 31), (2027, 1, 1)),
    ],
)
def test_a_day_is_a_day_of_the_readers_calendar(before, after):
    assert day_of(*after) == day_of(*before) + 1


def test_a_date_of_tomorrow_is_a_travelers():
    stored = progress({A: TODAY - 9}, {A: {"due-a-one": [answer(TODAY + 1)]}})
    assert "due-a-one" not in asked(stored)
    assert "due-a-one" in asked(stored, TODAY + 8)


def test_a_clock_that_was_years_ahead_locks_nothing():
    ahead = TODAY + 4000
    stored = progress({A: ahead}, {A: {"due-a-one": [answer(ahead)]}})
    assert sorted(asked(stored)) == sorted(CHAPTERS[A])
    stored["due"][A]["due-a-one"].append(answer(TODAY))
    assert "due-a-one" not in asked(stored), "the next answer has the right date"


def test_a_clock_that_goes_back_asks_nothing_twice_that_day():
    stored = progress({A: TODAY - 30}, {A: {"due-a-one": [answer(TODAY)]}})
    assert "due-a-one" not in asked(stored, TODAY - 1)


# ---------------------------------------------------------------- what another program left there


KEYS = st.sampled_from(["day", "right", A, "due-a-one", "x"])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(JUNK, JUNK, JUNK)
def test_no_storage_breaks_the_schedule(due, read, answers):
    stored = {"due": due, "read": read, "answers": answers, "allChapters": True}
    today = agenda(stored)
    assert len(today["now"]) <= 10
    assert {one["id"] for one in today["now"]} <= {id for ids in CHAPTERS.values() for id in ids}


def test_questions_of_another_release_are_left_alone():
    stored = progress(
        {A: 1, "book/part/gone": 1}, {A: {"due-a-gone": [answer(TODAY)]}, "book/part/gone": {"x": [answer(1)]}}
    )
    assert sorted(asked(stored)) == sorted(CHAPTERS[A])


# ---------------------------------------------------------------- a class


@pytest.mark.parametrize(("last", "chapters"), [("book/part/c", 3), ("book/part/h", 8), ("", 8), (None, 8), ("x", 8)])
def test_a_class_gets_five_on_what_it_has_read(last, chapters):
    five = run("forClass", CHAPTERS, last, TODAY)
    assert len({one["id"] for one in five}) == 5
    taught = list(CHAPTERS)[:chapters]
    assert {one["chapter"] for one in five} <= set(taught)
    assert len({one["chapter"] for one in five}) == min(5, chapters)


def test_another_seed_gives_another_five():
    assert len({json.dumps(run("forClass", CHAPTERS, None, TODAY + day)) for day in range(5)}) > 1
