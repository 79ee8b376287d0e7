"""What a review says of the best of several models, against simulated choices: book/api/review/optimism.csv."""

from __future__ import annotations

import csv
import math

import optimism
import pytest
from optimism import EQUAL, NONE, REPEATS, SETTINGS, UNLIKE, Setting

Row = dict[str, str]


def record(path: object) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:  # type: ignore[attr-defined]
        head, *rows = csv.reader(file)
    assert head == optimism.HEAD[path == EQUAL :], (
        "make it anew: PYTHONPATH=tests/review python tests/review/optimism.py"
    )
    return [dict(zip(head, row, strict=True)) for row in rows]


ROWS = {path: record(path) for path in SETTINGS}
PAIRS = [pair for path, settings in SETTINGS.items() for pair in zip(settings, ROWS[path], strict=True)]


def named(pairs: list[tuple[Setting, Row]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("setting", "row"), pairs, ids=[" ".join(map(str, one)) for one, _ in pairs])


def share(cell: str) -> float:
    return float(cell.rstrip("%")) / 100


def of_kind(*kinds: str) -> list[tuple[Setting, Row]]:
    return [pair for pair in PAIRS if pair[0].kind in kinds]


def most_of(row: Row, way: str, setting: Setting) -> float:
    """How often one of twenty may be exceeded in so many repeats: three standard errors more."""
    repeats = 1000 if way == "alone" else REPEATS[setting.models] * share(row["a number, rivals"])
    return 0.05 + 3 * math.sqrt(0.05 * 0.95 / repeats)


ALONE = [pair for pair in of_kind("equal and independent") if pair[0].n * (1 - pair[0].truth) > 49.9]
CLOSE = of_kind("equal and independent", "hard samples shared", "right or wrong by groups of ten")


@named(ALONE)
def test_of_the_best_score_alone_the_mean_is_right_within_a_tenth(setting, row):
    assert share(row["a number, alone"]) >= 0.99
    assert float(row["mean, alone"]) == pytest.approx(float(row["Too high by"]), rel=0.1)


@named([pair for pair in of_kind("equal and independent") if pair[0].n * (1 - pair[0].truth) < 25.1])
def test_where_few_answers_are_wrong_no_number_is_told_of_the_best_score_alone(setting, row):
    assert share(row["a number, alone"]) <= 0.01


@named(CLOSE)
def test_with_rivals_the_mean_is_right_within_a_tenth(setting, row):
    """Of two models the mean of the repeats has an error of a few hundredths itself."""
    error = 0.7 / math.sqrt(REPEATS[2]) if setting.models == 2 else 0.0
    assert float(row["mean, rivals"]) == pytest.approx(float(row["Too high by"]), rel=0.1 + error)


@named([pair for pair in of_kind("every second hopeless") if pair[0].models > 2])
def test_with_rivals_of_which_half_are_hopeless_the_mean_is_right_within_a_tenth(setting, row):
    assert float(row["mean, rivals"]) == pytest.approx(float(row["Too high by"]), rel=0.1)


@named([pair for pair in of_kind("spread by one standard error") if pair[0].models > 2])
def test_with_rivals_of_unlike_worth_the_mean_is_up_to_an_eighth_too_high(setting, row):
    assert 0.95 <= float(row["mean, rivals"]) / float(row["Too high by"]) <= 1.125


@named(of_kind("one ahead by four", "spread by one standard error", "every second hopeless"))
def test_of_models_of_unlike_worth_rivals_tell_less_than_the_best_score_alone(setting, row):
    assert row["mean, rivals"] == NONE or float(row["mean, rivals"]) < float(row["mean, alone"])


@pytest.mark.parametrize("way", ["alone", "rivals"])
@named(PAIRS)
def test_at_most_one_in_twenty_is_exceeded_at_most_as_often(way, setting, row):
    if row[f"exceeded, {way}"] != NONE:
        assert share(row[f"exceeded, {way}"]) <= most_of(row, way, setting)


def cells(setting: Setting) -> None:
    """The row that is recorded, but for what other versions of NumPy draw."""
    path = EQUAL if setting in SETTINGS[EQUAL] else UNLIKE
    new = dict(zip(optimism.HEAD, optimism.row_of(setting), strict=True))
    old = ROWS[path][SETTINGS[path].index(setting)]
    for name in [name for name in ("Models", "Test set", "Truth", "Tried") if name in old]:
        assert new[name] == old[name]
    for name in optimism.HEAD[4:]:
        if old[name].endswith("%"):
            assert share(new[name]) == pytest.approx(share(old[name]), abs=0.05), name
        elif old[name] == NONE:
            assert new[name] == NONE, name
        else:
            assert float(new[name]) == pytest.approx(float(old[name]), rel=0.1, abs=0.0005), name


@pytest.mark.parametrize("setting", [SETTINGS[EQUAL][0], SETTINGS[EQUAL][13], SETTINGS[UNLIKE][7]], ids=str)
def test_a_few_rows_are_as_recorded(setting):
    cells(setting)


@pytest.mark.slow
@pytest.mark.parametrize("setting", [one for each in SETTINGS.values() for one in each], ids=str)
def test_all_rows_are_as_recorded(setting):
    cells(setting)
