"""The book's pictures: what they show, and that the same picture is the same file."""

from __future__ import annotations

import io

import matplotlib.pyplot as plt
import numpy as np
import pytest

from evalbook import confusion, costs, curves, examples, plots, probabilities


@pytest.fixture(autouse=True)
def style():
    with plt.rc_context():
        plots.use_style()
        yield
    plt.close("all")


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


def test_a_curve_is_drawn_through_its_points_above_the_diagonal():
    curve = curves.roc_curve(*examples.eight_samples)
    diagonal, line = plots.roc(curve).lines
    assert diagonal.get_xydata().tolist() == [[0, 0], [1, 1]]
    assert line.get_xydata().tolist() == np.column_stack([curve.fpr, curve.tpr]).tolist()


def test_a_second_curve_joins_the_first():
    ax = plots.roc(curves.roc_curve(*examples.eight_samples), label="eight")
    assert plots.roc(curves.roc_curve(*examples.four_samples), ax=ax, label="four") is ax
    assert ax.get_legend_handles_labels()[1] == ["eight", "four"]


def test_points_and_thresholds_are_marked_on_request():
    curve = curves.roc_curve(*examples.four_samples)
    assert plots.roc(curve).lines[1].get_marker() == ""
    assert plots.roc(curve, points=True).lines[1].get_marker() == "o"
    labels = [text.get_text() for text in plots.roc(curve, thresholds=True).texts]
    assert labels == ["∞", "0.8", "0.4", "0.35", "0.1"]


def test_a_pr_curve_is_drawn_through_its_points_above_the_level_of_guessing():
    curve = curves.pr_curve([0, 0, 0, 1], [0.1, 0.4, 0.35, 0.8])
    guessing, line = plots.pr(curve).lines
    assert guessing.get_xydata().tolist() == [[0, 0.25], [1, 0.25]]
    assert line.get_xydata().tolist() == np.column_stack([curve.recall, curve.precision]).tolist()


def test_a_pr_curves_points_and_thresholds_are_marked_on_request():
    curve = curves.pr_curve(*examples.four_samples)
    assert plots.pr(curve).lines[1].get_marker() == ""
    assert plots.pr(curve, points=True).lines[1].get_marker() == "o"
    assert [text.get_text() for text in plots.pr(curve, thresholds=True).texts] == ["0.8", "0.4", "0.35", "0.1"]


def test_without_a_base_rate_no_guessing_is_drawn():
    assert not plots.pr_axes().lines


def test_a_reliability_curve_is_drawn_said_across_and_seen_up():
    curve = probabilities.reliability_curve([0, 1, 1], [0.2, 0.3, 0.9], n_bins=2)
    diagonal, line = plots.reliability(curve).lines
    assert diagonal.get_xydata().tolist() == [[0, 0], [1, 1]]
    assert line.get_xydata().tolist() == pytest.approx(np.array([[0.25, 0.5], [0.9, 1]]))
    assert line.get_marker() == "o"


def test_a_cost_curve_is_drawn_below_its_triangle():
    curve = costs.cost_curve(*examples.eight_samples)
    triangle, line = plots.cost(curve).lines
    assert triangle.get_xydata().tolist() == [[0, 0], [0.5, 0.5], [1, 0]]
    assert line.get_xydata().tolist() == np.column_stack([curve.probability_cost, curve.normalized_cost]).tolist()


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


def test_a_confusion_matrix_shows_truth_in_rows_and_each_count():
    matrix = confusion.ConfusionMatrix([[50, 10], [0, 0]], labels=["well", "sick"])
    ax = plots.confusion_matrix(matrix)
    assert [text.get_text() for text in ax.texts] == ["50", "10", "0", "0"]
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("Truth", "Prediction")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["well", "sick"]
    shades = ax.collections[0].get_array().ravel().tolist()
    assert shades == pytest.approx([50 / 60, 10 / 60, 0, 0])  # of its row; a class that never occurs is unshaded


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
