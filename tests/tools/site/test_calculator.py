"""The calculator of Which metric?: its numbers are the package's."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from evalbook import confusion, curves
from evalbook_tools.site import calculator

SHARES = (0.0, 0.01, 0.06, 0.5, 0.93, 1.0)
POINTS = [(tpr, fpr) for tpr in SHARES for fpr in SHARES]
N = 1_000_000


@cache
def engine() -> MiniRacer:
    started = MiniRacer()
    runner = "const run = (name, text) => JSON.stringify(eval(name)(...JSON.parse(text)));"
    started.eval((calculator.HERE / "rates.js").read_text("utf-8") + runner)
    return started


def run(name, *arguments):
    return json.loads(engine().call("run", name, json.dumps(arguments)))


@pytest.mark.parametrize("rate", [0.001, 0.01, 0.5])
@pytest.mark.parametrize(("tpr", "fpr"), POINTS)
def test_precision_and_npv_are_the_packages(tpr, fpr, rate):
    found = run("atPoint", {"tpr": tpr, "fpr": fpr, "rate": rate})
    y_true, y_pred = [1, 1, 0, 0], [1, 0, 1, 0]
    weights = N * np.array([rate * tpr, rate * (1 - tpr), (1 - rate) * fpr, (1 - rate) * (1 - fpr)])
    if tpr + fpr > 0:
        assert found["precision"] == pytest.approx(confusion.precision(y_true, y_pred, sample_weight=weights))
    else:
        assert found["precision"] is None  # as JSON writes what is not a number
    if tpr + fpr < 2:
        npv = confusion.precision(y_true, y_pred, pos_label=0, sample_weight=weights)
        assert found["npv"] == pytest.approx(npv)
    else:
        assert found["npv"] is None


def area(tpr, fpr, *, positives_first):
    """The AUC of scores whose curve goes through the point, with the positives of each half on top, or below."""
    top, second = (1, 0) if positives_first else (0, 1)
    y_true = [top, second, top, second]
    share = {1: (tpr, 1 - tpr), 0: (fpr, 1 - fpr)}
    weights = [share[label][place // 2] for place, label in enumerate(y_true)]
    return curves.roc_auc(y_true, [4, 3, 2, 1], sample_weight=weights)


@pytest.mark.parametrize(("tpr", "fpr"), POINTS)
def test_the_areas_through_a_point_are_those_of_its_best_and_its_worst_order(tpr, fpr):
    least, most = run("areasThrough", {"tpr": tpr, "fpr": fpr})
    assert least == pytest.approx(area(tpr, fpr, positives_first=False))
    assert most == pytest.approx(area(tpr, fpr, positives_first=True))


@pytest.mark.parametrize("auc", SHARES)
@pytest.mark.parametrize("fpr", SHARES)
def test_a_tpr_is_possible_under_an_area_exactly_where_the_area_is_possible_through_its_point(auc, fpr):
    low, high = run("ratesUnder", {"auc": auc, "fpr": fpr})
    for tpr in np.linspace(0, 1, 201):
        least, most = run("areasThrough", {"tpr": tpr, "fpr": fpr})
        if min(abs(auc - least), abs(auc - most)) > 1e-9:
            assert (least < auc < most) == (low <= tpr <= high), tpr


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.12345, "0.12"),
        (0.8, "0.80"),
        (0.9978601, "0.9979"),
        (0.001, "0.001"),
        (0.00012345, "0.00012"),
        (0, "0"),
        (1, "1"),
    ],
)
def test_a_share_is_told_from_0_and_from_1(value, text):
    assert run("shareText", value) == text
