"""The book's pictures: what they show, that the same picture is the same file, and the words that they are made of."""

from __future__ import annotations

import io
import re
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

from bad_input import assert_raises, bad, refused
from evalbook import comparison, confusion, costs, curves, plots, probabilities
from evalbook.teaching import examples


@pytest.fixture(autouse=True)
def style():
    with plt.rc_context():
        plots.use_style()
        yield


@pytest.fixture
def ax():
    return plots.panel(xlim=(0, 1), ylim=(0, 1))


def points(line) -> list[list[float]]:
    return np.round(line.get_xydata(), 12).tolist()


def texts(ax) -> list[str]:
    return [text.get_text() for text in ax.texts]


# ---------------------------------------------------------------- the package


def test_the_pages_of_the_package_name_each_of_its_words():
    pages = sorted((Path(__file__).resolve().parents[1] / "book" / "api" / "plots").glob("*.md"))
    text = "\n".join(page.read_text("utf-8") for page in pages)
    unnamed = {name for name in plots.__all__ if not re.search(rf"\b{name}\b", text)}
    assert unnamed <= {"STYLE"}


@pytest.mark.parametrize("name", [name for name in plots.__all__ if callable(getattr(plots, name))])
def test_each_function_has_a_complete_docstring(name):
    text = getattr(plots, name).__doc__
    assert text.splitlines()[0].endswith((".", ","))
    if name != "use_style":
        for part in ("Parameters\n", "Examples\n", ">>> "):
            assert part in text


# ---------------------------------------------------------------- style


def svg_of_a_curve() -> bytes:
    ax = plots.roc(curves.roc_curve(*examples.eight_samples), thresholds=True)
    file = io.BytesIO()
    ax.figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close(ax.figure)
    return file.getvalue()


def test_two_drawings_give_the_same_bytes():
    assert svg_of_a_curve() == svg_of_a_curve()


def test_text_stays_text_and_the_ground_transparent():
    picture = svg_of_a_curve().decode()
    assert "True positive rate (TPR)" in picture
    assert "fill: #ffffff" not in picture


def test_the_looks_are_matplotlibs_own_order(ax):
    drawn = [ax.plot([0, 1], [0, 1])[0] for _ in plots.LOOKS]
    spread = [ax.plot([0, 1], [0, 1], **look)[0] for look in plots.LOOKS]
    assert [(line.get_color(), line.get_linestyle()) for line in drawn] == [
        (line.get_color(), line.get_linestyle()) for line in spread
    ]


def test_the_looks_differ_in_more_than_color():
    assert len({look["linestyle"] for look in plots.LOOKS[:4]}) == 4
    assert plots.LOOKS[:3] == (plots.FIRST, plots.SECOND, plots.THIRD)


# ---------------------------------------------------------------- planes


RELIABILITY = probabilities.reliability_curve([0, 1, 1], [0.2, 0.3, 0.9], n_bins=2)


@pytest.mark.parametrize(
    ("draw", "curve", "across", "up", "beside"),
    [
        (plots.roc, curves.roc_curve(*examples.eight_samples), "fpr", "tpr", [[0, 0], [1, 1]]),
        (plots.pr, curves.pr_curve([0, 0, 0, 1], [0.1, 0.4, 0.35, 0.8]), "recall", "precision", [[0, 0.25], [1, 0.25]]),
        (plots.reliability, RELIABILITY, "prob_pred", "prob_true", [[0, 0], [1, 1]]),
        (
            *(plots.cost, costs.cost_curve(*examples.eight_samples), "probability_cost", "normalized_cost"),
            [[0, 0], [0.5, 0.5], [1, 0]],
        ),
    ],
    ids=["roc", "pr", "reliability", "cost"],
)
def test_a_curve_is_drawn_through_its_points_beside_what_guessing_gives(draw, curve, across, up, beside):
    guessing, line = draw(curve).lines
    assert guessing.get_xydata().tolist() == beside
    assert line.get_xydata().tolist() == np.column_stack([getattr(curve, across), getattr(curve, up)]).tolist()
    assert (line.get_marker() == "o") == (draw is plots.reliability)


def test_a_second_curve_joins_the_first():
    ax = plots.roc(curves.roc_curve(*examples.eight_samples), label="eight")
    assert plots.roc(curves.roc_curve(*examples.four_samples), ax=ax, label="four") is ax
    assert ax.get_legend_handles_labels()[1] == ["eight", "four"]


@pytest.mark.parametrize(
    ("draw", "curve", "first"), [(plots.roc, curves.roc_curve, ["∞"]), (plots.pr, curves.pr_curve, [])]
)
def test_thresholds_are_named_on_request(draw, curve, first):
    found = curve(*examples.four_samples)
    assert draw(found).lines[1].get_marker() == ""
    named = draw(found, thresholds=True)
    assert named.lines[1].get_marker() == "o"
    assert texts(named) == [*first, "0.8", "0.4", "0.35", "0.1"]


def test_without_a_base_rate_no_guessing_is_drawn():
    assert not plots.pr_axes().lines


@pytest.mark.parametrize(
    ("draw", "curve"),
    [
        (plots.pr, curves.pr_curve(*examples.eight_samples)),
        (plots.cost, costs.cost_curve(*examples.eight_samples)),
        (plots.reliability, probabilities.reliability_curve([0, 1, 1], [0.2, 0.3, 0.9])),
    ],
)
def test_a_second_curve_of_each_kind_joins_the_first(draw, curve):
    ax = draw(curve, label="one")
    lines = len(ax.lines)
    assert draw(curve, ax=ax, label="two", color=plots.RED) is ax
    assert len(ax.lines) == lines + 1
    assert ax.get_legend_handles_labels()[1] == ["one", "two"]


@pytest.mark.parametrize("draw", [plots.roc_axes, plots.pr_axes, plots.reliability_axes, plots.cost_axes])
def test_in_a_grid_only_the_lowest_small_plane_names_its_axis_across(draw):
    upper, lower = plots.panels(2, 1)
    draw(upper, small=True)
    draw(lower, small=True)
    assert upper.get_xlabel() == ""
    assert lower.get_xlabel() != ""
    assert upper.get_ylabel() == lower.get_ylabel() != ""
    assert lower.get_xticks().tolist() == [0, 0.5, 1]


@pytest.mark.parametrize("draw", [plots.roc_axes, plots.pr_axes, plots.reliability_axes, plots.cost_axes])
@pytest.mark.parametrize("small", [False, True])
def test_settings_of_a_plane_come_last(draw, small):
    assert draw(small=small, ylim=(0, 0.5)).get_ylim() == (0, 0.5)


def test_a_small_plane_outside_of_a_grid_names_its_axis():
    figure = plt.figure()
    assert plots.roc_axes(figure.add_axes((0, 0, 1, 1)), small=True).get_xlabel() == "FPR"


# ---------------------------------------------------------------- where to draw


def test_a_panel_has_a_size_and_settings():
    ax = plots.panel(width=4, height=3, xlabel="Rank", xlim=(0, 7))
    assert ax.figure.get_size_inches().tolist() == [4, 3]
    assert (ax.get_xlabel(), ax.get_xlim()) == ("Rank", (0, 7))


@pytest.mark.parametrize(("rows", "columns", "shape"), [(1, 1, (1,)), (1, 3, (3,)), (3, 1, (3,)), (2, 3, (2, 3))])
def test_panels_come_in_the_shape_of_the_grid(rows, columns, shape):
    axes = plots.panels(rows, columns)
    assert axes.shape == shape
    assert len(axes.ravel()[0].figure.axes) == rows * columns


def test_panels_share_columns_across_and_rows_up():
    axes = plots.panels(2, 2)
    axes[0, 0].set(xlim=(0, 5), ylim=(0, 7))
    assert axes[1, 0].get_xlim() == (0, 5) != axes[0, 1].get_xlim()
    assert axes[0, 1].get_ylim() == (0, 7) != axes[1, 0].get_ylim()
    left, right = plots.panels(1, 2, sharey=False)
    left.set(ylim=(0, 7))
    assert right.get_ylim() != (0, 7)


def test_panels_have_titles_and_labels_each_or_together():
    axes = plots.panels(2, 2, titles=["a", "b"], xlabel=["c", "d"], ylabel=["e", "f"])
    assert [ax.get_title() for ax in axes.flat] == ["a", "b", "", ""]
    assert [ax.get_xlabel() for ax in axes.flat] == ["", "", "c", "d"]
    assert [ax.get_ylabel() for ax in axes.flat] == ["e", "", "f", ""]
    assert [ax.get_title() for ax in plots.panels(2, 2, titles=list("abcd")).flat] == list("abcd")
    figure = plots.panels(1, 2, titles="t", xlabel="x", ylabel="y")[0].figure
    assert (figure.get_suptitle(), figure.get_supxlabel(), figure.get_supylabel()) == ("t", "x", "y")


@pytest.mark.parametrize("wrong", [{"titles": list("abc")}, {"xlabel": ["x"]}, {"ylabel": list("yyy")}])
def test_panels_refuse_texts_of_another_number(wrong):
    with pytest.raises(ValueError, match=r"has \d strings; expected 2|expected 4"):
        plots.panels(2, 2, **wrong)


def test_a_logarithmic_scale_has_the_ticks_given_and_no_others(ax):
    plots.log_scale(ax, x=[0.001, 1, 10_000])
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "linear")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0.001", "1", "10,000"]
    assert ax.get_xticks(minor=True).size == 0
    plots.log_scale(ax, y={1: "one", 2: "two"})
    assert ax.get_yticks().tolist() == [1, 2]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["one", "two"]


def test_bare_takes_the_lines_away_that_are_named(ax):
    plots.bare(ax, "bottom")
    assert (ax.spines["left"].get_visible(), ax.spines["bottom"].get_visible()) == (True, False)
    plots.bare(ax)
    assert not ax.spines["left"].get_visible()
    with pytest.raises(ValueError, match="'top'"):
        plots.bare(ax, "top")


# ---------------------------------------------------------------- words and marks


@pytest.mark.parametrize(
    ("side", "offset", "across", "up"),
    [
        ("right", (10, 0), "left", "center"),
        ("left", (-10, 0), "right", "center"),
        ("above", (0, 10), "center", "bottom"),
        ("below", (0, -10), "center", "top"),
        ("upper left", (-7, 7), "right", "bottom"),
        ("lower right", (7, -7), "left", "top"),
        ("center", (0, 0), "center", "center"),
    ],
)
def test_a_note_stands_at_its_side_of_the_point(ax, side, offset, across, up):
    found = plots.note(ax, "here", (0.25, 0.5), side, gap=10)
    assert found.xy == (0.25, 0.5)
    assert found.get_position() == pytest.approx(offset)
    assert (found.get_ha(), found.get_va()) == (across, up)


def test_a_note_elsewhere_has_a_line_to_its_point(ax):
    found = plots.note(ax, "here", (0.25, 0.5), text_at=(0.75, 0.75), color=plots.RED)
    assert found.get_position() == (0.75, 0.75)
    assert found.arrow_patch is not None
    assert found.get_color() == plots.RED
    assert plots.note(ax, "here", (0.25, 0.5)).arrow_patch is None


@pytest.mark.parametrize(
    ("number", "shown"),
    [(np.inf, "∞"), (-0.5, "−0.5"), (12_500, "12,500"), (np.float64(0.1 + 0.2), "0.3"), (np.int64(7), "7"), ("−", "−")],
)
def test_numbers_are_written_as_in_prose(ax, number, shown):
    assert plots.note(ax, number, (0, 0)).get_text() == shown


def test_notes_stand_at_their_own_side_or_the_common_one(ax):
    plots.notes(ax, {"A": (0.25, 0.5), "B": (0.5, 0.75, "left")}, "above")
    assert [(text.get_text(), text.xy, text.get_ha()) for text in ax.texts] == [
        ("A", (0.25, 0.5), "center"),
        ("B", (0.5, 0.75), "right"),
    ]


def test_marks_are_points_without_a_line(ax):
    plots.marks(ax, [0.25, 0.5], [0.5, 0.75], [1, 2], ["left", "right"], marker="s", **plots.SECOND)
    (line,) = ax.lines
    assert (line.get_linestyle(), line.get_marker(), line.get_color()) == ("None", "s", plots.RED)
    assert points(line) == [[0.25, 0.5], [0.5, 0.75]]
    assert [(text.get_text(), text.xy, text.get_ha()) for text in ax.texts] == [
        ("1", (0.25, 0.5), "right"),
        ("2", (0.5, 0.75), "left"),
    ]


def test_a_single_mark_needs_no_list(ax):
    plots.marks(ax, 0.25, 0.5, "here")
    plots.marks(ax, np.float64(0.25), 0.5)
    assert texts(ax) == ["here"]


def test_a_ring_is_hollow(ax):
    plots.marks(ax, 0.25, 0.5, ring=True)
    plots.marks(ax, 0.25, 0.5)
    assert [line.get_markerfacecolor() for line in ax.lines] == ["none", plots.BLUE]


def test_levels_reach_from_rim_to_rim_and_are_named_there(ax):
    plots.levels(ax, x={"a": 0.25}, y={"b": (0.5, "lower left")}, color=plots.INK)
    upright, level = ax.lines
    assert points(upright) == [[0.25, 0], [0.25, 1]]
    assert points(level) == [[0, 0.5], [1, 0.5]]
    assert upright.get_color() == plots.INK
    first, second = ax.texts
    assert (first.get_text(), first.xy, first.get_ha(), first.get_va()) == ("a", (0.25, 1), "left", "top")
    assert (second.get_text(), second.xy, second.get_ha(), second.get_va()) == ("b", (0, 0.5), "left", "top")


@pytest.mark.parametrize(
    ("corner", "upright", "level"),
    [
        ("upper right", ("left", "top"), ("right", "bottom")),
        ("upper left", ("right", "top"), ("left", "bottom")),
        ("lower right", ("left", "bottom"), ("right", "top")),
        ("lower left", ("right", "bottom"), ("left", "top")),
    ],
)
def test_the_name_of_a_level_stands_inside_the_picture_and_off_its_line(ax, corner, upright, level):
    plots.levels(ax, x={"a": (0.5, corner)}, y={"b": (0.5, corner)})
    assert [(text.get_ha(), text.get_va()) for text in ax.texts] == [upright, level]


# ---------------------------------------------------------------- lines of equal value


def test_rays_end_at_the_rim_of_the_unit_square(ax):
    plots.rays(ax, [0, 0.5, 1, 4, np.inf], ["0", 0.5, "1", "4", "up"])
    assert [points(line)[1] for line in ax.lines] == [[1, 0], [1, 0.5], [1, 1], [0.25, 1], [0, 1]]
    assert texts(ax) == ["0", "0.5", "1", "4", "up"]
    assert [text.get_ha() for text in ax.texts] == ["left", "left", "left", "center", "center"]


@pytest.mark.parametrize(
    ("through", "slope", "ends"),
    [
        ((0.25, 0.5), 2, [[0, 0], [0.5, 1]]),
        ((0.5, 0.5), 0.5, [[0, 0.25], [1, 0.75]]),
        ((0.5, 0.25), 0, [[0, 0.25], [1, 0.25]]),
        ((0.25, 0.5), np.inf, [[0.25, 0], [0.25, 1]]),
        ((1, 0), 1, [[1, 0], [1, 0]]),
    ],
)
def test_a_line_of_equal_performance_is_cut_off_at_the_unit_square(ax, through, slope, ends):
    plots.iso_performance(ax, through, slope)
    assert points(ax.lines[0]) == ends


def test_points_of_a_line_of_equal_performance_have_one_accuracy(ax):
    n_neg, n_pos = 30, 10
    plots.iso_performance(ax, (0.25, 0.75), curves.iso_accuracy_slope(n_neg=n_neg, n_pos=n_pos))
    fpr, tpr = ax.lines[0].get_data()
    assert (n_neg * (1 - fpr) + n_pos * tpr) / 40 == pytest.approx(0.75)


@pytest.mark.parametrize("beta", [0.5, 1, 2])
@pytest.mark.parametrize("level", [0.1, 0.6, 1])
def test_points_of_a_line_of_equal_f_have_that_f(ax, level, beta):
    plots.iso_f_beta(ax, level, beta=beta)
    recall, precision = ax.lines[0].get_data()
    assert (1 + beta**2) * precision * recall / (beta**2 * precision + recall) == pytest.approx(level)
    assert [precision[0], recall[-1]] == pytest.approx([1, 1])
    assert texts(ax) == [f"{level:g}"]


def test_lines_of_equal_f_may_go_without_names(ax):
    plots.iso_f_beta(ax, [0.2, 0.4], names=False, color=plots.BLUE)
    assert not ax.texts
    assert {line.get_color() for line in ax.lines} == {plots.BLUE}


# ---------------------------------------------------------------- scores of two classes


def test_the_histograms_of_two_classes_share_their_bins():
    ax = plots.class_histograms([0, 0, 1, 0], [0.1, 0.2, 0.8, 0.9], bins=[0, 0.5, 1], names=("well", "sick"))
    negative, positive = ax.patches[1], ax.patches[3]  # each has a filled shape below its outline
    assert negative.get_data().values.tolist() == [2, 1]
    assert positive.get_data().values.tolist() == [0, 1]
    assert (to_hex(negative.get_edgecolor()), negative.get_hatch()) == (plots.NEGATIVE.lower(), "")
    assert (to_hex(positive.get_edgecolor()), positive.get_hatch()) == (plots.POSITIVE.lower(), "///")
    assert ax.get_legend_handles_labels()[1] == ["well", "sick"]


def test_a_number_of_bins_reaches_from_the_lowest_to_the_highest_score():
    ax = plots.class_histograms(["no", "yes"], [1, 5], bins=4, pos_label="yes")
    assert ax.patches[1].get_data().edges.tolist() == [1, 2, 3, 4, 5]


def test_a_strip_shows_each_sample_in_the_row_of_its_class():
    ax = plots.score_strip([1, 0, 0, 0], [0.5, 0.25, 0.75, 0.25])
    negative, positive = ax.lines
    assert points(negative) == [[0.25, 0], [0.25, 0.12], [0.75, 0]]  # the tie is stacked
    assert points(positive) == [[0.5, 1]]
    assert negative.get_marker() != positive.get_marker()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["negative", "positive"]


def test_a_strip_leaves_room_for_its_highest_stack():
    ax = plots.score_strip([1] * 10, [0.5] * 10)
    assert ax.get_ylim()[1] > 1 + 9 * 0.12


def test_a_staircase_is_what_each_threshold_leads_to(ax):
    y_true, y_score = examples.eight_samples
    thresholds, counts = curves.threshold_counts(y_true, y_score)
    plots.staircase(ax, thresholds, counts.tpr)
    (line,) = ax.lines
    assert line.get_drawstyle() == "steps-post"
    steps = line.get_path().vertices[::-1]  # from low to high
    for threshold in [0.2, 0.47, 0.5, 0.6, 0.77]:
        after = np.searchsorted(steps[:, 0], threshold)  # the first corner at or above the threshold
        assert steps[after, 1] == np.mean(y_score[y_true == 1] >= threshold)


# ---------------------------------------------------------------- amounts


@pytest.mark.parametrize(
    ("across", "bar", "center"), [(False, [[1, 2], [1, 4]], [1, 3]), (True, [[2, 1], [4, 1]], [3, 1])]
)
def test_an_interval_is_a_bar_around_its_center(ax, across, bar, center):
    plots.intervals(ax, [1], [2], [4], center=[3], across=across, color=plots.RED, marker="D")
    assert ax.collections[0].get_segments()[0].tolist() == bar
    assert points(ax.lines[0]) == [center]
    assert (ax.lines[0].get_color(), ax.lines[0].get_marker()) == (plots.RED, "D")


def test_intervals_may_stand_at_names_and_go_without_centers(ax):
    ax = plots.panel()
    plots.intervals(ax, ["A", "B"], [0, 1], [2, 3], across=True, **plots.FIRST)
    ax.figure.canvas.draw()
    assert not ax.lines
    assert [label.get_text() for label in ax.get_yticklabels()] == ["A", "B"]
    assert ax.get_ylim()[0] > 1 > 0 > ax.get_ylim()[1]  # from the top down, none of them on the rim


# ---------------------------------------------------------------- comparisons


FOUND = comparison.nemenyi([[1, 3, 2], [1, 2, 2], [1, 3, 2], [1, 3, 2]])
"""Zhou's table of ranks, in another order."""


def test_a_bar_around_a_mean_rank_is_the_critical_difference_long_in_all():
    ax = plots.critical_difference(FOUND, ["C", "A", "B"], color=plots.GREEN)
    ax.figure.canvas.draw()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["A", "B", "C"]
    lengths = [high[0] - low[0] for low, high in ax.collections[0].get_segments()]
    assert lengths == pytest.approx([FOUND.critical_difference] * 3)
    assert [x for x, _ in points(ax.lines[0])] == sorted(FOUND.mean_ranks)
    assert ax.get_ylim()[0] > ax.get_ylim()[1]
    assert ax.get_xlabel() == "Mean rank"


def test_bars_that_overlap_are_those_that_do_not_differ():
    ax = plots.critical_difference(FOUND, ["C", "A", "B"])
    a, b, c = (segment[:, 0] for segment in ax.collections[0].get_segments())
    assert a[1] > b[0]
    assert b[1] > c[0]
    assert a[1] < c[0]
    assert FOUND.differ == [(1, 0)]


def test_each_algorithm_needs_a_name():
    with pytest.raises(ValueError, match="names has 2 entries, but found has 3 mean ranks"):
        plots.critical_difference(FOUND, ["A", "B"])


# ---------------------------------------------------------------- squares


def test_a_confusion_matrix_shows_truth_in_rows_and_each_count():
    matrix = confusion.ConfusionMatrix([[50, 10], [0, 0]], labels=["well", "sick"])
    ax = plots.confusion_matrix(matrix)
    assert [text.get_text() for text in ax.texts] == ["50", "10", "0", "0"]
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("Truth", "Prediction")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["well", "sick"]
    shades = ax.collections[0].get_array().ravel().tolist()
    assert shades == pytest.approx([50 / 60, 10 / 60, 0, 0])  # of its row; a class that never occurs is unshaded


def test_a_box_frames_its_part_and_keeps_the_limits(ax):
    frame = plots.box(ax, (0.25, 2), (0.5, 1), edgecolor=plots.INK)
    assert (frame.get_xy(), frame.get_width(), frame.get_height()) == ((0.25, 0.5), 1.75, 0.5)
    assert to_hex(frame.get_edgecolor()) == plots.INK
    assert not frame.get_fill()
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 1), (0, 1))


# ---------------------------------------------------------------- what is refused

BAD = {
    plots.note: [bad("side", "here", (0, 0), "north", words="side is 'north'; expected one of center, right, left")],
    plots.marks: [
        bad("one name", [0, 1], [0, 1], names=["a"], words="has 1 entries for 2 points"),
        bad("one name in words", [0, 1], [0, 1], names="ab", side="left", words="has 1 entries for 2 points"),
        bad("one side", [0, 1], [0, 1], names=[1, 2], side=["left"], words="has 1 entries for 2 points"),
    ],
    plots.levels: [bad("place", x={"a": (0.5, "right")}, words="the position of 'a' is 'right'; expected")],
    plots.rays: [
        bad("a slope below 0", [-1], words="slopes holds -1"),
        bad("nan", [np.nan], words="slopes holds nan"),
        bad("one name", [1, 2], ["one"], words="names has 1 entries for 2 slopes"),
    ],
    plots.iso_performance: [
        bad("a point outside", (0.5, 1.5), 1, words="through holds"),
        bad("a slope below 0", (0.5, 0.5), -1, words="slope is"),
        bad("nan", (0.5, 0.5), np.nan, words="slope is"),
    ],
    plots.iso_f_beta: [
        bad("level 0", 0, words="levels holds"),
        bad("above 1", 1.5, words="levels holds"),
        bad("beta 0", 0.5, beta=0, words="levels holds"),
    ],
    plots.staircase: [
        bad("thresholds that rise", [0.1, 0.2], [1, 2], words="thresholds rises"),
        bad("one value", [0.2, 0.1], [1], words="expected one value per threshold"),
    ],
}


@refused(BAD)
def test_bad_input_is_refused_and_named(ax, function, row):
    assert_raises(function, row._replace(args=(ax, *row.args)))


# ---------------------------------------------------------------- contrast


def contrast(first: str, second: str) -> float:
    """The contrast of two colors after WCAG."""

    def luminance(color: str) -> float:
        channels = np.array([int(color[place : place + 2], 16) for place in (1, 3, 5)]) / 255
        linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
        return float(linear @ [0.2126, 0.7152, 0.0722])

    bright, dark = sorted([luminance(first), luminance(second)], reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("color", [plots.INK, plots.GREY])
def test_text_is_legible_on_paper(color):
    assert contrast(color, "#ffffff") >= 4.5
