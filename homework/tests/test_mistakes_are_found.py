"""The evaluations that the assignments hand out: each has one mistake; which of them a review of arrays names."""

from __future__ import annotations

import contextlib
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalbook import review
from evalbook.review import Review

HOMEWORK = Path(__file__).resolve().parents[1] / "assignments"


def handed_out(part: str) -> tuple[dict[str, Any], Callable[[str], Any]]:
    """What the evaluation of an assignment defines, and what reads its tables."""
    folder = HOMEWORK / part
    with contextlib.chdir(folder):
        defined = runpy.run_path("evaluation.py")
    return defined, lambda name: np.genfromtxt(folder / name, delimiter=",", names=True, dtype=None, encoding="utf-8")


def of_splits() -> Review:
    """The last model learns from all three parts."""
    defined, table = handed_out("splits")
    rows = table("parcels.csv")
    late = rows["late"].astype(int)
    measured = np.array([rows[name] for name in rows.dtype.names if name.startswith("m")], dtype=float).T
    learn, choose, test = defined["deal"](len(late))
    learn = np.concatenate([defined["with_copies"](learn, late), choose, test])
    return review.split(measured[learn], measured[test], y=(late[learn], late[test]))


def of_confusion() -> Review:
    """The macro-F1 is the F1 of the mean precision and the mean recall."""
    defined, _ = handed_out("confusion")
    value = defined["report"]["macro-F1, as the mean of the F1s"]
    return review.classification(defined["kind"], y_pred=defined["call"], reported={"macro F1": f"{value:.4f}"})


def of_curves() -> Review:
    """The AUC is computed from the score of the other class."""
    _, table = handed_out("curves")
    parts = table("lines.csv")
    test = parts[parts["use"] == "test"]
    return review.classification(test["state"], y_score=test["p_good"], pos_label="defective")


def of_probabilities() -> Review:
    """The forecasts that cost most are left out."""
    defined, table = handed_out("probabilities")
    rows = table("bridges.csv")
    first, second = (rows[rows["season"] == season] for season in (1, 2))
    p = defined["repair"](first["said"], first["closed"])(second["said"])
    loss, _ = defined["evaluate"](rows)
    return review.classification(second["closed"].astype(int), y_prob=p, reported={"log loss": f"{loss:.4f}"})


def of_regression() -> Review:
    """The MAE leaves out the days without a call."""
    defined, _ = handed_out("regression")
    value = defined["report"]["MAE of all test days"]
    return review.regression(defined["truth"], defined["forecast"], reported={"MAE": f"{value:.4f}"})


def of_comparison() -> Review:
    """The t-test takes the differences over the folds as independent."""
    defined, _ = handed_out("comparison")
    return review.folds(np.ravel(defined["DIFFERENCES"]), test_share=0.2)


def of_distributed() -> Review:
    """The tiles of one station are missing."""
    defined, table = handed_out("distributed")
    tiles = table("tiles.csv")
    precision, *_ = defined["evaluate"](tiles)
    called = (tiles["level"] >= 49).astype(int)
    options = {"groups": tiles["station"], "reported": {"precision": f"{precision:.4f}"}}
    return review.classification(tiles["burning"].astype(int), y_score=tiles["level"], y_pred=called, **options)


FOUND = [
    (of_splits, "duplicates", "test rows are equal to a training row"),
    (of_confusion, "reported_number", "the F1 of macro-precision and macro-recall"),
    (of_curves, "inverted_scores", "below 0.5"),
    (of_probabilities, "reported_number", "log loss is reported as"),
    (of_regression, "reported_number", "the MAE without true zeros"),
    (of_comparison, "uncorrected_t_test", "A plain t-test"),
    (of_distributed, "reported_number", "precision is reported as"),
]
NOT_IN_THE_ARRAYS = {"costs", "ranking", "text", "generation"}
"""A cost of another place, relevant books that no list shows, sentences, and programs for several tasks."""


@pytest.mark.parametrize(("make", "check", "words"), FOUND, ids=lambda value: getattr(value, "__name__", ""))
def test_the_mistake_of_an_assignment_is_named(make, check, words):
    messages = {found.check: found.message for found in make().findings}
    assert words in messages[check]


def test_each_assignment_is_looked_at():
    looked_at = {make.__name__.removeprefix("of_") for make, *_ in FOUND} | NOT_IN_THE_ARRAYS
    assert looked_at == {path.parent.name for path in HOMEWORK.glob("*/evaluation.py")}
