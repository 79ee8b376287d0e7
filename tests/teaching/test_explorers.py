"""Explorers: what each state shows, counted again; the file is light, and the same each time."""

from __future__ import annotations

import gzip
import inspect
import json
import os
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree import ElementTree

import explorers as table
import numpy as np
import pytest

from bad_input import BAD_POSITIVE, BAD_SCORES, assert_raises, bad, raises_each
from evalbook import UndefinedMetricWarning, curves
from evalbook.confusion import Counts
from evalbook.teaching import examples, explorers
from evalbook.teaching.explorers import Explorer, Slider
from evalbook.teaching.explorers import _threshold as threshold_explorer
from evalbook.teaching.explorers._page import asset, moves
from evalbook.teaching.explorers._parts import Panel, Table, listed

# The scope brings the tests of a row together, so that one process makes its explorer, once.
each_row = pytest.mark.parametrize("row", table.TABLE, ids=lambda row: row.name, scope="module")


def panels(explorer: Explorer) -> list[Panel]:
    return [part for part in explorer.parts if isinstance(part, Panel)]


def points(explorer: Explorer) -> list:
    return [mark for panel in panels(explorer) for mark in panel.marks if mark.kind == "point"]


def states(explorer: Explorer) -> dict:
    """What the script is given."""
    text = re.search(r'<script type="application/json">(.*?)</script>', explorer._repr_html_(), re.DOTALL)[1]
    return json.loads(text)


# ---------------------------------------------------------------- every explorer of the table


@each_row
def test_every_cell_holds_what_was_counted(row):
    explorer = row.make()
    found = [
        cell for part in explorer.parts if isinstance(part, Table) for cells in part.rows.values() for cell in cells
    ]
    expected = row.cells()
    assert len(found) == len(expected)
    for cell, numbers in zip(found, expected, strict=True):
        np.testing.assert_array_equal(np.broadcast_to(cell, explorer.shape), np.broadcast_to(numbers, explorer.shape))


@each_row
def test_every_point_stands_where_it_should(row):
    explorer = row.make()
    expected = row.points()
    assert len(points(explorer)) == len(expected)
    for mark, (x, y) in zip(points(explorer), expected, strict=True):
        found = np.broadcast_arrays(mark.x, mark.y, np.empty(explorer.shape))
        hidden = np.isnan(found[0]) | np.isnan(found[1])
        x, y = (np.broadcast_to(values, explorer.shape).astype(float) for values in (x, y))
        np.testing.assert_array_equal(hidden, np.isnan(x) | np.isnan(y))
        np.testing.assert_allclose(found[0][~hidden], x[~hidden], atol=1e-12)
        np.testing.assert_allclose(found[1][~hidden], y[~hidden], atol=1e-12)


def distance_to_line(x, y, line) -> np.ndarray:
    """How far each point is from a line through corners."""
    corners = np.column_stack(line).astype(float)
    begin, step = corners[:-1], np.diff(corners, axis=0)
    point = np.column_stack([x, y])[:, None]
    length = np.maximum((step**2).sum(axis=1), 1e-300)
    share = np.clip(((point - begin) * step).sum(axis=-1) / length, 0, 1)[..., None]
    return np.linalg.norm(point - (begin + share * step), axis=-1).min(axis=1)


@each_row
def test_every_point_stands_on_its_curve(row):
    lines = row.curves()
    found = points(row.make())
    assert len(lines) == len(found)
    for mark, line in zip(found, lines, strict=True):
        if line is not None:
            x, y = (values.ravel() for values in np.broadcast_arrays(mark.x, mark.y))
            shown = np.isfinite(x) & np.isfinite(y)
            assert shown.any()
            assert distance_to_line(x[shown], y[shown], line).max() < 1e-12


@each_row
def test_every_sentence_says_the_numbers(row):
    explorer = row.make()
    expected = row.says()
    found = np.broadcast_to(explorer.says, explorer.shape).ravel()
    assert len(found) == len(expected)
    for sentence, words in zip(found, expected, strict=True):
        assert sentence.endswith(".")
        assert not [word for word in words if word not in sentence], sentence


@each_row
def test_every_mark_stays_within_its_picture(row):
    for panel in panels(row.make()):
        for mark in panel.marks:
            places = moves(panel.picture, mark)
            for axis, size in (("x", panel.picture.width), ("y", panel.picture.height)):
                inside = [place for place in np.ravel(places.get(axis, [])) if place is not None]
                assert all(0 <= place <= size for place in inside)


@cache
def html(row: table.Row) -> str:
    return row.make()._repr_html_()


@each_row
def test_what_is_printed_is_the_sentence_of_the_first_state(row):
    explorer = row.make()
    sentence = re.search(r'<p class="explorer-says">(.*?)</p>', html(row))[1]
    assert repr(explorer).startswith(sentence)
    assert "\n" not in repr(explorer)


class Tags(HTMLParser):
    """The tags of a text that have an end are closed in order; what the others hold is kept."""

    EMPTY = ("img", "input", "path")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open, self.found = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@each_row
def test_the_html_is_whole_and_uses_nothing_twice(row):
    text = html(row)
    tags = Tags(text)
    assert not tags.open
    assert not [attributes for _, attributes in tags.found if "id" in attributes]
    pictures = [attributes for tag, attributes in tags.found if tag == "img"]
    assert pictures
    for picture in pictures:
        assert picture["alt"].endswith(".")
        svg = unquote(picture["src"].removeprefix("data:image/svg+xml,"))
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert "http" not in re.sub(r"http://www.w3.org/\d{4}/\w+", "", unquote(text))


@each_row
def test_it_is_light(row):
    text = html(row).encode()
    assert len(text) <= row.limit
    assert len(gzip.compress(text)) <= 20 * table.KB


def test_script_and_style_are_light():
    assert len((asset("explorer.js") + asset("explorer.css")).encode()) <= 8 * table.KB


@pytest.mark.slow
def test_an_explorer_is_the_same_file_each_time():
    here = table.fingerprints()
    assert table.fingerprints() == here
    environment = os.environ | {"PYTHONHASHSEED": "42"}
    command = [sys.executable, table.__file__]
    elsewhere = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert elsewhere.stdout.split() == here


# ---------------------------------------------------------------- what is refused

EIGHT = examples.eight_samples
RULES = Counts(tp=[9, 30], fp=[1, 270], fn=[21, 0], tn=[269, 0])
ONE = Counts(1, 2, 3, 4)
BOARD = [0, 1, 1], [[0, 1, 0]]
REFUSED = {
    explorers.threshold: [
        bad("prices of 0", *EIGHT, cost_fp=0, cost_fn=0, words=["both 0"]),
        bad("a price below 0", *EIGHT, cost_fn=-1, words=["cost_fn is -1"]),
        bad("an unknown panel", *EIGHT, panels=["auc"], words=["'auc'", '"roc"']),
        bad("one panel as a string", *EIGHT, panels="roc", error=TypeError, words=["panels"]),
        bad("a bill without a price", *EIGHT, panels=["cost"], words=["'cost'", "cost_fp="]),
        bad("three names", *EIGHT, names=("a", "b", "c"), words=["names"]),
        bad("falling thresholds", *EIGHT, thresholds=[0.2, 0.1], words=["does not rise"]),
        bad("one threshold", *EIGHT, thresholds=[0.1], words=["at least two"]),
        bad("a threshold at inf", *EIGHT, thresholds=[0.1, np.inf], words=["thresholds"]),
    ],
    explorers.ranked_list: [
        bad("one item", [1], words=["relevance has shape (1,)", "2 to 10 items"]),
        bad("eleven items", [1] * 11, words=["relevance has shape (11,)"]),
        bad("two lists", [[1, 0], [0, 1]], words=["relevance has shape (2, 2)", "a single list"]),
        bad("a grade below 0", [1, -1], words=["relevance holds -1"]),
        bad("words", ["good", "bad"], error=TypeError, words=["relevance holds strings"]),
    ],
    explorers.class_mix: [bad("one class", [0, 0], [0.1, 0.2], words=["one class only"])],
    explorers.base_rate: [
        bad("one class", [0, 0], {"A": [0.1, 0.2]}, words=["one class only"]),
        bad("no rival", [0, 1], {}, words=["expected 1 to 5 models"]),
        bad("six rivals", [0, 1], {name: [0.1, 0.2] for name in "abcdef"}, words=["expected 1 to 5 models"]),
    ],
    explorers.rank_pairs: [
        bad("one class", [1, 1], [1, 2], moved=0, words=["one class only"]),
        bad("beyond the last", [0, 1], [1, 2], moved=2, words=["moved is 2"]),
        bad("no place", [0, 1], [1, 2], moved="a", error=TypeError, words=["moved"]),
        bad("too many", *examples.clinic(), moved=0, words=["at most 40"]),
        bad("one name", *EIGHT, moved=2, names=["a"], words=["names holds 1"]),
    ],
    explorers.number_called: [bad("one class", [0, 0], [1, 2], words=["one class only"])],
    explorers.mixture: [
        bad("no counts", (4, 1), ONE, error=TypeError, words=["strict is of type tuple"]),
        bad("other positives", ONE, Counts(1, 2, 4, 4), words=["differ in their positives"]),
        bad("other negatives", ONE, Counts(1, 2, 3, 5), words=["differ in their negatives"]),
        bad("one class", Counts(0, 2, 0, 4), Counts(0, 1, 0, 5), words=["only one class"]),
        bad("a stack", Counts([1], [2], [3], [4]), ONE, words=["too many dimensions"]),
    ],
    explorers.sample_size: [
        bad("below 0", -0.1, words=["share is -0.1"]),
        bad("percent", 90, words=["share is 90", "from 0 to 1"]),
        bad("nan", float("nan"), words=["share"]),
        bad("words", "90%", error=TypeError, words=["share is '90%'"]),
    ],
    explorers.f_beta: [
        bad("an array", [9, 1, 21, 269], "ab", error=TypeError, words=["counts is a list", "Counts"]),
        bad("three names for two rules", RULES, ["a", "b", "c"], words=["shape (2,)", "3 names"]),
        bad("one matrix", Counts(tp=9, fp=1, fn=21, tn=269), ["a"], words=["shape ()", "(1,)"]),
        bad("one name twice", RULES, ["a", "a"], words=["names"]),
    ],
    explorers.leaderboard: [
        bad("two columns", BOARD[0], [[0, 1]], public=1, words=["submissions has 2 columns, but y_true has 3 labels"]),
        bad("a label", [0, 1, 2], BOARD[1], public=1, words=["y_true holds 2; expected only 0 and 1"]),
        bad("an answer", BOARD[0], [[0, 1, -1]], public=1, words=["submissions holds -1; expected only 0 and 1"]),
        bad("all public", *BOARD, public=3, words=["public is 3"]),
        bad("none public", *BOARD, public=0, words=["public is 0"]),
    ],
    explorers.exponent: [
        bad("base rate", *EIGHT, base_rate=1, words=["base_rate is 1; expected a probability above 0 and below 1"]),
        bad("probability", [0, 1], [0.5, 1.5], words=["y_prob holds 1.5"]),
    ],
    explorers.price: [bad("one class", [1, 1], [0.2, 0.4], pos_label=1, words=["y_true holds one class only"])],
    explorers.place: [bad("one class", [1, 1], [0.2, 0.4], pos_label=1, words=["y_true holds one class only"])],
}


@pytest.mark.parametrize(
    ("function", "row"),
    [
        pytest.param(function, row, id=f"{function.__name__}-{row.what}")
        for function, rows in REFUSED.items()
        for row in rows
    ],
)
def test_what_cannot_be_explored_is_refused(function, row):
    assert_raises(function, row)


def first_moved(y_true, y_score, **options):
    return explorers.rank_pairs(y_true, y_score, moved=0, **options)


@raises_each(
    [explorers.threshold, explorers.class_mix, explorers.number_called, first_moved], [*BAD_SCORES, *BAD_POSITIVE]
)
def test_bad_samples(function, row):
    assert_raises(function, row)


@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_a_class_without_samples_is_refused():
    with pytest.raises(ValueError, match="y_true lacks a class"):
        explorers.common_threshold([0, 1, 1], np.eye(3), labels=[0, 1, 2])


# ---------------------------------------------------------------- threshold


def many(n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    y_true = rng.integers(0, 2, n)
    return y_true, rng.normal(y_true)


def thresholds_of(explorer: Explorer) -> list[str]:
    return list(explorer.sliders[0].steps)


def test_many_thresholds_are_thinned_and_it_says_so():
    explorer = explorers.threshold(*many(3_000))
    assert 180 <= len(thresholds_of(explorer)) <= 200
    assert repr(explorer).endswith(f". {len(thresholds_of(explorer))} of 3,001 thresholds are shown.")


@pytest.mark.parametrize("most", [2, 50, 200])
def test_no_corner_of_the_hull_is_lost(monkeypatch, most):
    monkeypatch.setattr(threshold_explorer, "MOST", most)
    y_true, y_score = many(3_000)
    roc = curves.roc_curve(y_true, y_score)
    corners = curves.roc_convex_hull(roc.fpr, roc.tpr)
    mark = points(explorers.threshold(y_true, y_score))[0]
    shown = set(zip(mark.x.tolist(), mark.y.tolist(), strict=True))
    assert len(shown) <= max(most, len(corners))
    assert shown >= set(zip(roc.fpr[corners].tolist(), roc.tpr[corners].tolist(), strict=True))
    assert shown <= set(zip(roc.fpr.tolist(), roc.tpr.tolist(), strict=True))


def test_few_thresholds_are_all_there():
    explorer = explorers.threshold(*examples.eight_samples)
    assert thresholds_of(explorer) == ["0.15", "0.23", "0.33", "0.47", "0.58", "0.62", "0.77", "∞"]
    assert "shown" not in repr(explorer)


@pytest.mark.parametrize(
    ("scores", "steps"),
    [
        ([1, 2, 3, 4], ["1", "2", "3", "4", "∞"]),
        ([-1000.0, 0.5, 0.5, 2.0], ["−1000.00", "0.50", "2.00", "∞"]),
        ([0.001, 0.002, 0.003, 0.0041234], ["0.001", "0.002", "0.003", "0.004123", "∞"]),
        ([0.081689, 0.081692, 0.5, 0.9], ["0.081689", "0.081692", "0.5", "0.9", "∞"]),
        ([2**60, 2**60 + 1, 2**60 + 2, 5], ["5", f"{2**60:,}", f"{2**60 + 1:,}", f"{2**60 + 2:,}", "∞"]),
    ],
)
def test_thresholds_are_written_as_short_as_keeps_them_apart(scores, steps):
    assert thresholds_of(explorers.threshold([0, 1, 0, 1], scores)) == steps


def test_above_all_scores_there_is_no_point_on_the_pr_curve():
    _, precision = points(explorers.threshold(*examples.eight_samples))
    assert np.isnan(precision.y).tolist() == [False] * 7 + [True]
    assert states(explorers.threshold(*examples.eight_samples))["marks"][2]["y"][-1] is None


def test_one_class_alone_warns_and_hides_what_is_undefined():
    with pytest.warns(UndefinedMetricWarning):
        explorer = explorers.threshold([0, 0, 0], [0.1, 0.2, 0.3])
    assert np.isnan(points(explorer)[0].y).all()
    assert "The TPR is 0/0," in repr(explorer)
    assert explorer._repr_html_().count(" hidden/>") == 2


def test_the_panels_that_are_asked_for_in_their_order():
    explorer = explorers.threshold(*examples.eight_samples, panels=["roc", "scores"])
    assert [panel.alt.split()[1] for panel in panels(explorer)] == ["ROC", "scores"]
    assert not [part for part in explorer.parts if isinstance(part, Table)]


def test_one_price_alone_makes_the_other_1():
    explorer = explorers.threshold(*examples.eight_samples, cost_fn=5)
    assert repr(explorer).endswith("the bill is 7.")  # one miss, two alarms
    assert "bill" not in repr(explorers.threshold(*examples.eight_samples))


def test_names_are_written_as_they_are():
    text = explorers.threshold(*examples.eight_samples, names=("<b>well", "sick & ill"))._repr_html_()
    assert "&lt;b&gt;well" in text
    assert "<b>well" not in text


def test_no_setting_of_the_reader_s_figures_changes_an_explorer():
    import matplotlib.pyplot as plt

    before = explorers.threshold(*examples.eight_samples)._repr_html_()
    with plt.rc_context({"font.size": 30, "axes.linewidth": 5, "svg.fonttype": "path", "figure.dpi": 300}):
        assert explorers.threshold(*examples.eight_samples)._repr_html_() == before
        assert plt.rcParams["font.size"] == 30
    assert not plt.get_fignums()


def test_a_list_without_a_relevant_item_has_two_scores_less_and_says_so():
    with pytest.warns(UndefinedMetricWarning, match="0/0"):
        explorer = explorers.ranked_list([0, 0])
    assert str(explorer) == "As given, the grades are 0 0. The NDCG is 0/0, the AP is 0/0, and the RR is 0.000."
    assert [bool(np.isnan(point.y).all()) for point in points(explorer)] == [True, True, False]


# ---------------------------------------------------------------- the class mix


def paths(explorer: Explorer) -> list:
    return [mark for panel in panels(explorer) for mark in panel.marks if mark.kind == "path"]


def test_the_iso_accuracy_line_has_its_slope_and_no_point_of_the_curve_lies_above():
    curve = curves.roc_curve(*examples.clinic())
    (line,) = paths(explorers.class_mix(*examples.clinic()))
    for percent, x, y in zip(range(1, 100), line.x, line.y, strict=True):
        slope = curves.iso_accuracy_slope(n_neg=100 - percent, n_pos=percent)
        np.testing.assert_allclose(np.diff(y), slope * np.diff(x), atol=1e-9)
        b = y[0] - slope * x[0]
        np.testing.assert_allclose(np.max(curve.tpr - slope * curve.fpr), b, atol=1e-9)


def test_it_starts_at_the_share_of_the_samples():
    assert repr(explorers.class_mix(*examples.clinic())).startswith("If 37% are positive,")


def test_the_moving_pr_curves_are_those_of_weighted_samples():
    y_true, models = table.rivals()
    _, *moving = paths(explorers.base_rate(y_true, models))
    for path, y_score in zip(moving, models.values(), strict=True):
        for state, n in ((0, 2), (-1, 1000)):
            curve = curves.pr_curve(y_true, y_score, sample_weight=table.to_base_rate(y_true, 1 / n))
            corners = curve.recall, curve.precision
            assert distance_to_line(path.x[0], path.y[state], corners).max() < 1e-9
        assert path.x.size <= 41


# ---------------------------------------------------------------- a common threshold


def test_many_common_thresholds_are_thinned_and_the_ends_are_kept():
    rng = np.random.default_rng(0)
    y_true, y_score = rng.integers(0, 3, 200), rng.random((200, 3))
    explorer = explorers.common_threshold(y_true, y_score)
    assert repr(explorer).endswith("100 of 601 thresholds are shown.")
    assert all((mark.x[0], mark.y[0], mark.x[-1], mark.y[-1]) == (1, 1, 0, 0) for mark in points(explorer))


def test_with_equal_classes_mean_and_pool_are_one_point():
    rng = np.random.default_rng(0)
    explorer = explorers.common_threshold(np.repeat([0, 1, 2], 9), rng.random((27, 3)))
    *_, mean, pooled = points(explorer)
    np.testing.assert_allclose([mean.x, mean.y], [pooled.x, pooled.y])


def test_thresholds_between_the_scores_call_who_reaches_them():
    explorer = explorers.threshold(*examples.eight_samples, thresholds=[0.6, 0.62, 0.7, 5])
    assert thresholds_of(explorer) == ["0.60", "0.62", "0.70", "5.00"]
    assert points(explorer)[0].x.tolist() == [0.25, 0.25, 0, 0]
    assert points(explorer)[0].y.tolist() == [0.25, 0.25, 0.25, 0]
    assert "shown" not in repr(explorer)


# ---------------------------------------------------------------- pairs, calls, coins


def test_moving_a_score_past_its_own_class_leaves_the_auc():
    explorer = explorers.rank_pairs(*EIGHT, moved=2)
    at = points(explorer)[0].x
    areas = [sentence.split("AUC is ")[1] for sentence in explorer.says.tolist()]
    assert {area for place, area in zip(at, areas, strict=True) if 0.475 < place < 0.615} == {"0.65625."}
    assert len({area for place, area in zip(at, areas, strict=True) if place > 0.625}) == 1


def test_many_calls_are_thinned_and_the_break_even_point_is_kept():
    y_true, y_score = many(3_000)
    explorer = explorers.number_called(y_true, y_score)
    steps = explorer.sliders[0].steps
    assert 150 <= len(steps) <= 200
    assert steps[explorer.sliders[0].start] == f"{y_true.sum():,}"
    assert repr(explorer).startswith(f"With {y_true.sum():,} of 3,000 predicted positive,")


def test_a_threshold_that_calls_nobody_has_no_line():
    explorer = explorers.mixture(Counts(0, 0, 4, 4), Counts(2, 1, 2, 3))
    assert "the precision is 0/0. There is no straight line" in explorer.says.tolist()[0]
    assert "the precision is 0.667. There is no straight line" in explorer.says.tolist()[1]


def test_one_lax_threshold_needs_one_slider():
    explorer = explorers.mixture(Counts(4, 1, 16, 79), Counts(12, 48, 8, 32))
    assert explorer.shape == (11,)
    assert points(explorer)[0].y[5] == pytest.approx(8 / 32.5)


@pytest.mark.parametrize(
    ("make", "state", "words"),
    [
        (lambda: explorers.rank_pairs([0, 1], [1, 2], moved=0), 0, "1 of 1 pair is in the right order, 0 are tied"),
        (lambda: explorers.rank_pairs([0, 1], [1, 2], moved=0), -1, "and 1 is in the wrong order."),
        (lambda: explorers.number_called([0, 1], [1, 2]), 0, "1 of 1 positive is found."),
        (lambda: explorers.leaderboard(*BOARD, public=1), 0, "After 1 submission, "),
        (lambda: explorers.leaderboard(*BOARD, public=1), 0, "and 1 is kept."),
        (lambda: explorers.leaderboard([1, 0], [[0, 0], [0, 0]], public=1), -1, "After 2 submissions, "),
        (lambda: explorers.leaderboard([1, 0], [[0, 0], [0, 0]], public=1), -1, "and 0 are kept."),
        (explorers.proportion, (0, 1), "With 1 error in "),
        (
            explorers.mcnemar,
            (0, 20),
            "The p-value is below 0.0001 (exact), below 0.0001 (mid-p), or below 0.0001 (χ²).",
        ),
        (explorers.mcnemar, (1, 1), "A is right on 1 sample, and only B is right on 1."),
        (lambda: explorers.f_beta(Counts([9], [1], [21], [269]), ["a"]), 0, "the best rule is a (F = 0.84)."),
    ],
)
def test_corners_are_told_in_right_words(make, state, words):
    assert words in make().says[state]


@pytest.mark.parametrize(
    ("things", "words"),
    [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b, and c")],
)
def test_things_in_a_row(things, words):
    assert listed(things) == words


# ---------------------------------------------------------------- the size of the test set


@pytest.mark.parametrize(("share", "far"), [(0, "27.8%"), (1, "72.2%")])
def test_a_share_of_all_or_none_has_an_interval_too(share, far):
    ends = f"0.0% to {far}" if share == 0 else f"{far} to 100.0%"
    assert (
        f"100.0% of all test sets come within one point of the true {100 * share}%"
        in explorers.sample_size(share).says[0]
    )
    assert explorers.sample_size(share).says[0].endswith(f"interval is {ends}.")


@pytest.mark.parametrize(("share", "ends"), [(0, "0.00% to 0.04%"), (1, "99.96% to 100.00%")])
def test_no_interval_looks_as_if_it_had_no_width(share, ends):
    assert explorers.sample_size(share).says[-1].endswith(f"interval is {ends}.")


def test_what_is_measured_adds_up_to_all_test_sets():
    (line,) = panels(explorers.sample_size(0.62))[0].marks
    np.testing.assert_allclose(line.y[:, 1:-1:2].sum(axis=1)[7:], 1, atol=1e-3)  # of fewer, some lie beyond the panel


def test_every_point_of_the_line_is_as_good_as_the_best_rule():
    explorer = explorers.f_beta(RULES, ["a", "b"])
    line = next(mark for mark in panels(explorer)[0].marks if mark.kind == "path")
    for beta, recall, precision in zip(np.arange(2, 41) / 10, line.x, line.y, strict=True):
        scores = (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
        np.testing.assert_allclose(scores, RULES.f_beta(beta).max())
        assert max(recall.max(), precision.max()) <= 1 + 1e-12


# ---------------------------------------------------------------- the builder


def test_what_hangs_on_one_slider_alone_stays_short():
    point, rule, level, line, area, words = states(table.two_sliders())["marks"]
    assert np.shape(point["x"]) == (3, 1)
    assert np.shape(point["y"]) == (1, 2)
    assert set(rule) == {"x"}
    assert set(level) == {"y"}
    assert np.shape(line["d"]) == (3, 1)
    assert line["d"][2][0].count("L") == 0  # of two points one is nan
    assert np.shape(area["d"]) == (1, 2)
    assert words["t"] == [["low", "high"]]


def test_the_first_state_is_written_into_the_page():
    text = table.two_sliders()._repr_html_()
    assert '<p class="explorer-says">At b and u.</p><small>That is all.</small>' in text
    assert '<td style="--shade:0.35">0.7</td>' in text
    assert "<input" not in text[: text.index("<script")]  # it would do nothing without the script
    assert ">low</text>" in text
    assert repr(table.two_sliders()) == "At b and u. That is all."


def test_marks_stand_where_matplotlib_draws_the_same_numbers():
    explorer = Explorer(Slider("t", ["0", "1", "2"]), says=["a.", "b.", "c."])
    x, y = np.array([1.0, 10, 100]), np.array([0.1, 0.2, 0.7])
    with explorer.panel("A line on a scale of factors.") as panel:
        panel.ax.set(xscale="log", xlim=(0.5, 200), ylim=(0, 1))
        panel.ax.plot(x, y)
        panel.point(x, y)
    places = moves(panel.picture, panel.marks[0])
    expected = "L".join(f"{across:g} {up:g}" for across, up in zip(places["x"], places["y"], strict=True))
    assert f"M{expected}" in panel.picture.svg


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (lambda: Explorer(says=["a."]), "sliders has 0"),
        (lambda: Explorer(Slider("t", ["0", "1"], 2), says=["a.", "b."]), "t starts at 2"),
        (lambda: Explorer(Slider("t", ["0", "1"]), says=["a.", "b.", "c."]), r"says has shape \(3,\)"),
        (lambda: table.two_sliders().table("T", ["a", "b"], {"x": [[[1, 2]]]}), "row 'x'"),
        (lambda: table.two_sliders().table("T", ["a"], {"x": [[1, 2, 3]]}), r"a cell of x has shape \(3,\)"),
        (lambda: table.two_sliders().parts[0].point(0, 0, marker="x"), "marker is 'x'"),
        (lambda: table.two_sliders().parts[0].rule(), "both given, or both missing"),
        (lambda: table.two_sliders().parts[0].text(0, 0, "a", "beside"), "side is 'beside'"),
        (lambda: table.two_sliders().parts[0].point([1, 2, 3], 0), r"x has shape \(3,\)"),
    ],
)
def test_what_does_not_fit_is_refused(what, words):
    with pytest.raises(ValueError, match=words):
        what()


def test_an_error_inside_a_panel_comes_through_and_the_style_is_put_back():
    import matplotlib.pyplot as plt

    before = plt.rcParams["font.size"]
    explorer = Explorer(Slider("t", ["0"]), says=["a."])
    with pytest.raises(ZeroDivisionError), explorer.panel("Nothing."):
        raise ZeroDivisionError
    assert plt.rcParams["font.size"] == before


def test_a_long_leaderboard_has_two_hundred_steps_at_most():
    rng = np.random.default_rng(0)
    explorer = explorers.leaderboard(rng.integers(2, size=9), rng.integers(2, size=(1000, 9)), public=4)
    steps = explorer.sliders[0].steps
    assert 100 < len(steps) <= 200
    assert (steps[0], steps[-1]) == ("1", "1,000")


PROMISED = {
    "class_mix": "(y_true, y_score, *, pos_label=None, names=('negative', 'positive'))",
    "base_rate": "(y_true, y_scores, *, pos_label=None)",
    "common_threshold": "(y_true, y_score, *, labels=None)",
    "sample_size": "(share=0.9)",
    "threshold": "(y_true, y_score, *, cost_fp=None, cost_fn=None, pos_label=None, "
    "thresholds=None, names=('negatives', 'positives'), panels=None)",
    "leaderboard": "(y_true, submissions, *, public)",
    "proportion": "()",
    "mcnemar": "()",
    "rank_pairs": "(y_true, y_score, *, moved, pos_label=None, names=('negatives', 'positives'))",
    "number_called": "(y_true, y_score, *, pos_label=None, names=('negatives', 'positives'))",
    "mixture": "(strict, lax)",
    "Explorer": "(*sliders, says, note='')",
    "Slider": "(name, steps, start=0)",
    "Explorer.panel": "(self, alt, *, width=2.3, height=2.1, **margins)",
    "Explorer.table": "(self, caption, columns, rows, *, shades=None)",
    "Panel.point": "(self, x, y, *, marker='o', color='#D55E00', on_curve=True)",
    "Panel.rule": "(self, *, x=None, y=None, color='#D55E00')",
    "Panel.path": "(self, x, y, *, color='#D55E00', dashes='none', fill=False)",
    "Panel.text": "(self, x, y, texts, side='right')",
}


@pytest.mark.parametrize("name", PROMISED)
def test_the_names_are_kept(name):
    found = explorers
    for part in name.split("."):
        found = getattr(found, part)
    signature = inspect.signature(found)
    bare = [parameter.replace(annotation=parameter.empty) for parameter in signature.parameters.values()]
    assert str(signature.replace(parameters=bare, return_annotation=signature.empty)) == PROMISED[name]


# ---------------------------------------------------------------- exponent, price, place


def test_the_start_odds_of_an_exponent_stay():
    explorer = explorers.exponent([0, 1], [0.25, 0.25], base_rate=0.25)
    said = points(explorer)[1].x
    np.testing.assert_allclose(said, 0.25)


def test_certain_probabilities_stay_certain():
    explorer = explorers.exponent([0, 1, 1], [0, 1, 0.5])
    np.testing.assert_array_equal(points(explorer)[0].x, 0)
    np.testing.assert_array_equal(points(explorer)[4].x, 1)


def test_thresholds_that_are_left_out_of_the_cost_plot_are_said():
    explorer = explorers.place(*many(3_000))
    roc = curves.roc_curve(*many(3_000))
    assert len(explorer.sliders[0].steps) >= len(curves.roc_convex_hull(roc.fpr, roc.tpr))
    assert "of 3,001 thresholds are shown." in repr(explorer)
