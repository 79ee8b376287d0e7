"""The review's rates: false alarms on sound evaluations, and how many of the planted mistakes it finds."""

from __future__ import annotations

import csv
import json

import pytest
import rates
from plants import PLANTS
from sound import SETTINGS

from evalbook.review._review import all_checks

CHECKS = list(all_checks())
MOST_ALARMS, FEWEST_FOUND = 0.03, 0.8
record = json.loads(rates.RECORD.read_text("utf-8"))
STRONG = list(dict.fromkeys(plant.check for plant in PLANTS if plant.strong and plant.check in CHECKS))


def test_there_are_sixty_sound_settings_of_which_half_are_fresh():
    assert len(SETTINGS) >= 60
    assert sum(setting.data != "tuned" for setting in SETTINGS) >= len(SETTINGS) / 2
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)


def test_each_check_is_planted():
    assert {plant.check for plant in PLANTS} >= set(CHECKS)
    assert set(STRONG) == set(CHECKS)


def test_the_record_is_of_these_checks_plants_and_settings():
    assert record["hash"] == rates.sources(), "make it anew: PYTHONPATH=tests/review python tests/review/rates.py"
    for path, rows in ((rates.TABLE, rates.table(record)), (rates.CHECKED, rates.checks())):
        with path.open(encoding="utf-8", newline="") as file:
            assert list(csv.reader(file)) == rows


SOUND_TELLS_NOTHING = {"selection_optimism"}
"""Rivals say that a choice was made: no evaluation with them is sound."""


@pytest.mark.parametrize("check", [name for name in CHECKS if name not in SOUND_TELLS_NOTHING])
def test_each_check_had_sound_evaluations_to_look_at(check):
    found = [rates._spoken(record, check, data) for data in ("fresh", "last")]
    assert sum(reviews for _, reviews in found) >= 20


@pytest.mark.parametrize("data", ["fresh", "last"])
def test_at_most_three_in_a_hundred_sound_reviews_alarm(data):
    mean, low, high = rates.false_alarms(record, data)
    assert low <= mean <= high
    if data == "fresh":  # of the last there are too few to bound their rate by themselves
        assert high <= MOST_ALARMS
    assert mean <= MOST_ALARMS


@pytest.mark.parametrize("check", CHECKS)
def test_a_check_alarms_in_less_than_one_of_a_hundred_sound_reviews(check):
    spoken = [rates._spoken(record, check, data) for data in rates.DATA]
    assert sum(alarms for alarms, _ in spoken) <= 0.01 * sum(reviews for _, reviews in spoken)


@pytest.mark.parametrize("check", STRONG)
def test_four_in_five_strong_plants_are_found(check):
    found, planted = rates.found_of(record, check, strong=True)
    assert found >= FEWEST_FOUND * planted > 0


def test_bounds_widen_where_alarms_lie_in_few_settings():
    spread, heaped = rates.by_setting([0.1] * 10 + [0.0] * 40, 500), rates.by_setting([1.0] + [0.0] * 49, 500)
    assert spread[0] == pytest.approx(heaped[0])
    assert heaped[2] > spread[2]


QUICK = ["wine, forest", "exact probabilities, 200", "marks from 1 to 20", "errors, normal", "shop, five places"]


@pytest.mark.parametrize("setting", [one for one in SETTINGS if one.name in QUICK], ids=lambda one: one.name)
def test_sound_evaluations_are_left_alone(setting):
    assert not rates.alarmed(rates.findings_of(setting, [0])[0])


@pytest.mark.parametrize("check", STRONG)
def test_a_strong_plant_is_found(check):
    plant = next(plant for plant in PLANTS if plant.check == check and plant.strong)
    assert check in [found.check for found in rates.reviewed(plant.calls(0)).findings]


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.name)
def test_sound_evaluations_hold_their_recorded_rate(setting):
    """Other versions of scikit-learn make other models: one review in ten more may alarm."""
    alarms = sum(map(rates.alarmed, rates.findings_of(setting, range(10))))
    assert alarms <= sum(map(rates.alarmed, record["sound"][setting.name]["findings"])) + 1


@pytest.mark.slow
@pytest.mark.parametrize("check", STRONG)
def test_strong_plants_are_still_found(check):
    found = [
        any(name.endswith(f" {check}") for name in names)
        for plant in PLANTS
        if plant.check == check and plant.strong
        for names in rates.findings_of(plant, range(10))
    ]
    assert sum(found) >= FEWEST_FOUND * len(found)
