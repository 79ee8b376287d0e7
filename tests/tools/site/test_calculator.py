"""The calculator of Which metric?: its numbers are the package's."""

from __future__ import annotations

import json
from functools import cache
from itertools import product

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from evalbook import comparison, confusion, curves
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


@pytest.mark.parametrize(("name", "level"), [("Z", 0.95), ("Z_OF_TWO", 0.975)])
@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 30), (3, 30), (80, 100), (30, 30), (7, 1_000_000_000)])
def test_an_interval_is_the_packages(k, n, name, level):
    found = run(f"(k, n) => proportion(k, n, {name})", k, n)
    expected = comparison.proportion_interval(k, n, level=level)
    assert (found["low"], found["high"]) == pytest.approx(tuple(expected), rel=1e-9)
    assert found["value"] == k / n


@cache
def binomial(n, p):
    """How likely each number of successes is."""
    chances = np.array([1.0])
    for _ in range(n):
        chances = np.convolve(chances, [1 - p, p])
    return chances


def test_the_range_of_the_precision_in_use_covers_it_more_often_than_95_times_in_100():
    """Not in every case: with ten negatives, Wilson's interval alone misses an FPR of 0.01 once in ten times."""
    covered = []
    for positives, negatives in product([5, 20, 100], [10, 50, 200]):
        intervals = {
            n: [tuple(run("(k, n) => proportion(k, n, Z_OF_TWO)", k, n).values())[1:] for k in range(n + 1)]
            for n in (positives, negatives)
        }
        (low, high), (least, most) = np.transpose(intervals[positives]), np.transpose(intervals[negatives])
        for tpr, fpr in product([0.3, 0.8, 0.95], [0.01, 0.1, 0.3]):
            with np.errstate(divide="ignore"):  # the precision rises as FPR / TPR falls, whatever the base rate
                inside = (least / high[:, None] <= fpr / tpr) & (fpr / tpr <= most / low[:, None])
            covered.append(binomial(positives, tpr) @ inside @ binomial(negatives, fpr))
    assert np.mean(covered) > 0.97
    assert np.quantile(covered, 0.1) > 0.95
    assert min(covered) > 0.9


@pytest.mark.parametrize("rate", [0.001, 0.2])
@pytest.mark.parametrize("counts", [(80, 20, 6, 94), (0, 5, 3, 7), (5, 0, 0, 9), (1, 0, 1, 0)])
def test_the_range_in_use_is_what_the_ends_of_two_intervals_give(counts, rate):
    tp, fn, fp, tn = counts
    found = run("rangesOf", {"tp": tp, "fn": fn, "fp": fp, "tn": tn}, rate)
    tpr, fpr = (comparison.proportion_interval(k, n, level=0.975) for k, n in ((tp, tp + fn), (fp, fp + tn)))
    ends = [run("atPoint", {"tpr": t, "fpr": f, "rate": rate}) for t, f in ((tpr.low, fpr.high), (tpr.high, fpr.low))]
    assert found["precision"] == pytest.approx([end["precision"] for end in ends])
    assert found["npv"] == pytest.approx([end["npv"] for end in ends])
    assert found["falsePerHit"][0] == pytest.approx(ends[1]["falsePerHit"])
    if tp:
        assert found["falsePerHit"][1] == pytest.approx(ends[0]["falsePerHit"])
    else:
        assert found["falsePerHit"][1] is None  # as JSON writes ∞: nobody may be found


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
        (0.00000012345, "0.00000012"),
        (0, "0"),
        (1, "1"),
    ],
)
def test_a_share_is_told_from_0_and_from_1(value, text):
    assert run("shareText", value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(7.425, "7.4"), (0.00312, "0.0031"), (9.97, "10"), (1234.5, "1,235"), (0, "0")]
)
def test_a_number_of_alarms_has_two_digits_or_all_before_the_point(value, text):
    assert run("countText", value) == text
