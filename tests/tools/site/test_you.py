"""How the page counts a reader's own forecasts."""

from __future__ import annotations

import json
import math
from functools import cache

import pytest
from py_mini_racer import MiniRacer

from evalbook.comparison import proportion_interval
from evalbook_tools.site.questions import HERE
from evalbook_tools.site.questions.you import LEVEL, quantile

STORED = {
    "answers": {
        "book/a": {
            "sure": {"first": {"right": True, "sure": 75}},
            "unsure": {"first": {"right": True}},
            "seen": {"first": {"right": True, "sure": 95, "seen": True}},
            "exercise": {"state": "right"},
        },
        "book/b": {"wrong": {"first": {"right": False, "sure": 75}}},
        "book/c": None,
    },
    "due": {
        "book/a": {
            "due-new": [{"day": 1, "right": True, "sure": 95}, {"day": 2, "right": False, "sure": 25}],
            "due-unsure": [{"day": 1, "right": True}, {"day": 2, "right": True, "sure": 95}],
            "sure": [{"day": 1, "right": False, "sure": 50}],
            "due-junk": None,
        },
        "book/b": 3,
    },
}


@cache
def engine() -> MiniRacer:
    started = MiniRacer()
    page = f"""const window = {{evalbook: {{
            object: value => (value && typeof value === "object" ? value : {{}}), load: () => ({json.dumps(STORED)}),
        }}}}, addEventListener = () => 0;"""
    runner = "const run = (name, text) => JSON.stringify(eval(name)(...JSON.parse(text)));"
    started.eval("\n".join([page, quantile(), (HERE / "you.js").read_text("utf-8"), runner]))
    return started


def run(name, *arguments):
    return json.loads(engine().call("run", name, json.dumps(arguments)))


@pytest.mark.parametrize("n", [1, 2, 3, 10, 37, 400])
def test_the_interval_is_the_packages(n):
    for k in range(n + 1):
        found, wanted = run("interval", k, n), proportion_interval(k, n, level=LEVEL)
        assert math.isclose(found["low"], wanted.low, abs_tol=1e-12)
        assert math.isclose(found["high"], wanted.high, abs_tol=1e-12)


def test_first_answers_count_that_say_how_sure_and_no_bet_that_came_back():
    assert run("forecasts") == [{"p": 0.75, "y": 1}, {"p": 0.75, "y": 0}, {"p": 0.95, "y": 1}]


def test_each_level_counts_its_own_answers():
    levels = run("byLevel", run("forecasts"))
    assert [(one["level"], one["right"], one["count"]) for one in levels] == [(0.75, 1, 2), (0.95, 1, 1)]
