"""The cheat sheet: no public metric is missing, and a fact that a computation refutes is refused."""

from __future__ import annotations

import inspect
import json
import math
from dataclasses import replace
from pathlib import Path

import cheat_sheet_facts as facts
import numpy as np
import pytest

from calls import PUBLIC
from evalbook import confusion
from evalbook._tally import Tally
from evalbook_tools.site.api import lessons

BOOK = Path(__file__).resolve().parents[2] / "book"
PARTS = ("confusion", "curves", "probabilities", "costs", "regression", "ranking", "text", "generation")
"""Where metrics are; `splits` divides, `comparison` says how sure a metric is."""
NO_METRIC = {
    **dict.fromkeys(("confusion.confusion_matrix", "confusion.report", "curves.threshold_counts"), "tables"),
    **dict.fromkeys(("curves.roc_curve", "curves.pr_curve", "curves.multiclass_roc_curve"), "curves"),
    **dict.fromkeys(("probabilities.reliability_curve", "costs.cost_curve"), "curves"),
    **dict.fromkeys(
        ("confusion.macro_average", "confusion.micro_average"), "precision, recall and F1 of many matrices"
    ),
    **dict.fromkeys(("curves.auc", "curves.roc_convex_hull", "curves.iso_accuracy_slope"), "of any curve or axes"),
    "curves.encloses": "of two curves",
    "generation.corrected_rate": "an estimate with its interval",
    **dict.fromkeys(("generation.bradley_terry", "generation.elo"), "of many models at once"),
    **dict.fromkeys(("curves.best_threshold", "curves.logit_edges", "curves.quantile_edges"), "choices"),
    "regression.conformal_quantile": "how wide a range must be",
    **dict.fromkeys(("costs.probability_cost", "text.brevity_penalty"), "parts of a metric"),
    **dict.fromkeys(("ranking.relevance_of", "ranking.rank_by_score"), "lists"),
    **dict.fromkeys(("text.ngrams", "text.clipped_counts", "text.lcs", "text.lcs_length"), "what is counted"),
}


def tables() -> list[tuple[facts.Samples, tuple[facts.Facts, ...]]]:
    """The samples and the rows of each table, from the cells of the page."""
    found = []
    cells = json.loads((BOOK / "cheat_sheet.ipynb").read_text("utf-8"))["cells"]
    space: dict[str, object] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facts, "sheet", lambda samples, *rows: found.append((samples, rows)))
        for cell in cells:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]), space)
    return found


TABLES = tables()
ROWS = [(samples, row) for samples, rows in TABLES for row in rows]
SOME = ["confusion.f1", "curves.roc_auc", "regression.r2", "ranking.recall_at_k", "text.rouge_l"]
each_row, each_first_row, each_full_row = (
    pytest.mark.parametrize(("samples", "row"), rows, ids=[row.name for _, row in rows])
    for rows in (ROWS, [(samples, rows[0]) for samples, rows in TABLES], [row for row in ROWS if row[1].name in SOME])
)


def test_no_metric_that_a_chapter_teaches_is_missing():
    public = {name for name, value in PUBLIC.items() if inspect.isfunction(value) and name.split(".")[0] in PARTS}
    taught = {name for name in public if not (lesson := lessons.lesson(name)) or not lesson.recipe}
    shown = [row.name for _, row in ROWS]
    assert len(shown) == len(set(shown))
    assert taught - NO_METRIC.keys() <= {*shown} <= public - NO_METRIC.keys()
    assert public >= NO_METRIC.keys()


@pytest.mark.parametrize(("samples", "rows"), TABLES, ids=range(len(TABLES)))
def test_the_page_shows_what_its_facts_give(samples, rows):
    shown = [
        "".join(output["data"]["text/markdown"])
        for cell in json.loads((BOOK / "cheat_sheet.ipynb").read_text("utf-8"))["cells"]
        for output in cell.get("outputs", [])
    ]
    assert facts.sheet(samples, *rows).data in shown


@each_row
def test_a_card_leads_to_the_chapter_that_teaches_its_metric(samples, row):
    """The one to which the metric's page in the API leads, too."""
    assert f"book/{row.chapter}" == lessons.lesson(row.name).page
    assert f"[](/book/{row.chapter}.ipynb)" in facts.sheet(samples, row).data


@each_row
def test_what_has_a_tally_adds(samples, row):
    """A property of the metric's name in a tally of its part would be its sum."""
    module = inspect.getmodule(PUBLIC[row.name]).__name__.split(".")[1]
    tallies = [value for name, value in PUBLIC.items() if inspect.isclass(value) and issubclass(value, Tally)]
    named = [
        kind for kind in tallies if kind.__module__.split(".")[1] == module and hasattr(kind, row.function.__name__)
    ]
    assert row.adds or not named


# ---------------------------------------------------------------- a wrong fact is refused


def refused(samples, row, match=None):
    with pytest.raises(facts.RefutedError, match=match):
        facts.sheet(samples, row)


@each_first_row
def test_a_wrong_formula_is_refused(samples, row):
    by = row.by and (lambda *sample: row.by(*sample) + 1)
    refused(samples, replace(row, formula=f"{row.formula} + 1", by=by), f"{row.name}: the formula")


@each_first_row
def test_a_range_too_wide_or_too_narrow_is_refused(samples, row):
    refused(samples, replace(row, low=row.low - 1), "is not reached" if math.isfinite(row.low) else None)
    refused(samples, replace(row, low=row.low + 0.5 if math.isfinite(row.low) else 0), "a sample has")
    refused(samples, replace(row, high=0.5), "a sample has")
    refused(samples, replace(row, high=row.high + 1 if math.isfinite(row.high) else 1e9))


@each_first_row
def test_another_condition_is_refused(samples, row):
    refused(samples, replace(row, undefined="" if row.undefined else "1 = 1"), "undefined when|no sample")


@each_full_row
def test_never_undefined_is_refused_where_a_sample_is(samples, row):
    refused(samples, replace(row, undefined=""), "undefined when never, but it is nan")
    refused(samples, replace(row, undefined=f"({row.undefined}) and 1 = 2"), "undefined when")


def test_a_condition_that_no_sample_has_is_refused():
    samples, row = next(pair for pair in ROWS if pair[1].name == "confusion.accuracy")
    refused(samples, replace(row, undefined="n = 0"), "no sample has n = 0")


@each_full_row
def test_another_tally_is_refused(samples, row):
    refused(samples, replace(row, adds=f"{row.adds} / 2"), "the function")


@each_full_row
def test_another_call_elsewhere_is_refused(samples, row):
    refused(samples, replace(row, peer=f"({row.peer}) / 2"), "the function")
    refused(samples, replace(row, differs="it is {theirs}, not {ours}"), "never differs")


def test_what_differs_is_told_with_both_numbers():
    samples, row = next(pair for pair in ROWS if pair[1].name == "regression.r2")
    table = facts.sheet(samples, replace(row, peer="r2_score(y_true, y_pred) - 1", differs="{theirs}, not {ours}")).data
    value = row.call(*samples.drawn[0])
    assert f"; {value - 1:.4g}, not {value:.4g}".replace("-", "−") in table


def test_an_error_elsewhere_is_told():
    samples, row = next(pair for pair in ROWS if pair[1].name == "confusion.recall")
    peer = "recall_score(y_true, y_pred) if any(y_true) else int('')"
    assert "where undefined: an error" in facts.sheet(samples, replace(row, peer=peer)).data


def test_a_formula_is_read_as_it_is_written():
    letters = {"TP": 3, "FN": 1, "y": np.array([1, 4]), "f": np.array([2, 2])}
    assert facts.evaluate("2TP / (2TP + FN)", letters) == 6 / 7
    assert facts.evaluate("√(mean(|f − y|³))^2 − ½", letters) == pytest.approx(4)
    assert facts.evaluate("TP + FN = 4 and max(y) = 4", letters)


def test_a_row_of_one_function_names_it():
    assert facts.Facts(confusion.f1, "", 0, 1, "").name == "confusion.f1"
