"""What an evaluation of labels and scores is: the samples as they were handed in, and what follows from them at once.

It is checked and built once. The line and the checks only read it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import confusion
from evalbook._input import FloatArray
from evalbook.comparison._influence import Group, auc_influence
from evalbook.confusion import Counts
from evalbook.review._reported import ReportedNumber, reported_numbers


@dataclass(frozen=True)
class Evaluation:
    """A test set of two classes, of which one is positive, or of several, and what a model says of it."""

    true: NDArray[Any]
    classes: list[Any]
    pos_label: Any
    """The positive class; None where there are several."""
    predicted: Any
    """The predicted labels, where they are given; so with the scores."""
    score: Any
    """Of the positive class; of several classes a column each."""
    prob: Any
    group: Group = None
    costs: tuple[float, float] | None = None
    """Of a false positive, and of a false negative."""
    reported: Sequence[ReportedNumber] = ()
    rivals: Sequence[NDArray[Any]] = ()
    """What the other models predicted."""
    models_tried: int = 1
    unit: str = "samples"

    @property
    def is_binary(self) -> bool:
        return self.pos_label is not None

    @cached_property
    def positive(self) -> NDArray[np.bool_]:
        return np.asarray(self.true == self.pos_label)

    @cached_property
    def predicted_positive(self) -> NDArray[np.bool_]:
        return np.asarray(self.predicted == self.pos_label)

    @cached_property
    def has_both_classes(self) -> bool:
        return bool(self.positive.any() and not self.positive.all())

    @property
    def can_rank(self) -> bool:
        """Whether there are scores of two classes that both occur."""
        return self.is_binary and self.score is not None and self.has_both_classes

    @cached_property
    def is_right(self) -> FloatArray:
        """1 for each sample whose predicted label is the true one."""
        return np.asarray(self.true == self.predicted, dtype=np.float64)

    @cached_property
    def counts(self) -> Counts:
        return confusion.confusion_matrix(self.positive, self.predicted_positive, labels=[False, True]).binary(True)

    @cached_property
    def auc(self) -> tuple[float, FloatArray]:
        """The AUC, and how each sample pulls at it; of several classes, the mean of each against the rest."""
        if self.is_binary:
            return auc_influence(self.positive, self.score)
        each = [auc_influence(self.true == label, self.score[:, place]) for place, label in enumerate(self.classes)]
        areas, influence = zip(*each, strict=True)
        return float(np.mean(areas)), np.mean(influence, axis=0)

    @cached_property
    def losses(self) -> tuple[FloatArray, FloatArray]:
        """The logarithmic loss and the Brier score of each sample."""
        truth = self.positive if self.is_binary else np.stack([self.true == label for label in self.classes], axis=1)
        squared = (truth - self.prob) ** 2
        if self.is_binary:
            return -np.log(np.where(truth, self.prob, 1 - self.prob)), squared
        return -np.log(self.prob[truth]), squared.sum(axis=1)


def evaluation_of(
    y_true: Any,
    y_score: Any,
    y_prob: Any,
    y_pred: Any,
    pos_label: Any,
    labels: Any,
    groups: Any,
    costs: Any,
    reported: Any,
    rivals: Any,
    models_tried: Any,
    unit: Any,
) -> Evaluation:
    """The evaluation that the arguments of `classification` describe, each checked."""
    true, predicted, score, prob, classes = _predictions(y_true, y_score, y_prob, y_pred, pos_label, labels)
    positive = None if len(classes) > 2 else check.positive_label(classes, pos_label)
    group = group_numbers(groups, y_true=true)
    prices, numbers = _prices(costs, classes, predicted), reported_numbers(reported)
    others = _rivals(rivals, true, predicted)
    tried, name = _all_tried(models_tried, len(others) + 1), _unit(unit)
    return Evaluation(true, classes, positive, predicted, score, prob, group, prices, numbers, others, tried, name)


# ---------------------------------------------------------------- truth and predictions


def _predictions(y_true: Any, y_score: Any, y_prob: Any, y_pred: Any, pos_label: Any, labels: Any) -> tuple[Any, ...]:
    """True labels, predicted labels, scores, probabilities, and all classes; without scores probabilities rank."""
    true = check.labels(y_true, "y_true")
    predicted = None if y_pred is None else _labels_beside(y_pred, "y_pred", true)
    if y_score is None and y_prob is None and predicted is None:
        raise ValueError("y_score, y_prob and y_pred are all missing; expected at least one of the three")
    classes = _classes(true, predicted, labels)
    several = _several(classes, pos_label)
    prob, score = (_scores(values, name, true, several) for values, name in ((y_prob, "y_prob"), (y_score, "y_score")))
    prob = _probabilities(prob, true, classes)
    return true, predicted, prob if score is None else score, prob, classes


def _classes(true: Any, predicted: Any, labels: Any) -> list[Any]:
    """All classes: those that are named, or those that occur."""
    found = check.distinct(true) if predicted is None else check.distinct(true, predicted)
    if labels is None:
        return next((pair for pair in ([0, 1], [-1, 1]) if set(found) <= set(pair)), found)
    named = check.classes(labels, beside=found)
    missing = [label for label in found if label not in named]
    if missing:
        raise ValueError(f"labels leaves out {missing[0]!r}; expected every label that occurs in y_true or y_pred")
    return named


def _several(classes: Sequence[Any], pos_label: Any) -> int:
    """How many classes there are, if they are more than two, of which none is the positive one; otherwise 0."""
    if len(classes) <= 2:
        return 0
    if pos_label is not None:
        raise ValueError(
            f"pos_label={check.shown(pos_label)} is given with {len(classes)} classes; expected two classes: leave "
            f"pos_label out, or review this class against the rest, as in y_true == {check.shown(pos_label)}"
        )
    return len(classes)


def _labels_beside(values: ArrayLike, name: str, true: NDArray[Any]) -> NDArray[Any]:
    """Predicted labels, of the type and the number of the true ones."""
    found = check.labels(values, name)
    check.same_length(**{"y_true": true, name: found})
    check.require_one_type(**{"y_true": true, name: found})
    return found


def _scores(values: ArrayLike | None, name: str, true: NDArray[Any], several: int) -> Any:
    """A score for each sample; of several classes, one for each class."""
    if values is None:
        return None
    if not several:
        found = check.numbers(values, name, f": of two columns take that of the positive class, {name}[:, 1]")
    else:
        found = check.matrix(values, name)
        if found.shape[1] != several:
            raise ValueError(
                f"{name} has {found.shape[1]} columns, but there are {several} classes; expected one column per class, "
                f"and labels= with the class of each column"
            )
    check.same_length(**{"y_true": true, name: found})
    return found


def _probabilities(prob: Any, true: NDArray[Any], classes: list[Any]) -> Any:
    """Scores that are between 0 and 1; the rows of several classes add up to 1."""
    if prob is None:
        return None
    return (
        check.shares(prob, "y_prob") if len(classes) <= 2 else check.class_probabilities(true, prob, classes, None)[1]
    )


# ---------------------------------------------------------------- what belongs to them


def group_numbers(groups: ArrayLike | None, **beside: NDArray[Any]) -> Group:
    """The number of each sample's group."""
    if groups is None:
        return None
    found = check.labels(groups, "groups")
    check.same_length(groups=found, **beside)
    return np.unique(found, return_inverse=True)[1]


def _prices(costs: Any, classes: Sequence[Any], predicted: Any) -> tuple[float, float] | None:
    """What a false positive and a false negative cost; they price the predicted labels of two classes."""
    if costs is None:
        return None
    if not check.is_collection(costs) or len(found := list(costs)) != 2:
        raise ValueError(f"costs is {check.shown(costs)}; expected two numbers, (cost_fp, cost_fn)")
    one, two = (check.sized(cost, f"costs[{place}]", at_least=0) for place, cost in enumerate(found))
    if not one and not two:
        raise ValueError("costs are both 0; expected at least one cost above 0")
    if len(classes) > 2:
        raise ValueError(
            f"costs is given with {len(classes)} classes; expected two classes: leave costs out, or review one "
            f"class against the rest, as in y_true == {check.shown(classes[0])}"
        )
    if predicted is None:
        raise ValueError(
            f"costs is given without y_pred; expected the predicted labels whose cost is asked for, such as y_prob >= "
            f"{one / (one + two):.3g}, which cost least if the probabilities are calibrated"
        )
    return one, two


def _rivals(rivals: Any, true: Any, predicted: Any) -> list[Any]:
    """What the other models predicted, without the model itself, which some hand in with all the others."""
    if rivals is None:
        return []
    found = [_labels_beside(rival, f"rivals[{name!r}]", true) for name, rival in _models(rivals)]
    itself = [place for place, rival in enumerate(found) if predicted is not None and np.array_equal(rival, predicted)]
    return [rival for place, rival in enumerate(found) if place not in itself[:1]]


def _models(rivals: Any) -> list[tuple[Any, Any]]:
    """The predictions of each model: by name in a mapping, or in the columns of a data frame; otherwise by place."""
    if isinstance(rivals, Mapping):
        return list(rivals.items())
    if names := check.column_names(rivals):
        return [(name, rivals[name]) for name in names]
    models: Any = check.as_array(rivals, "rivals", "one array per model") if hasattr(rivals, "shape") else rivals
    if not check.is_collection(models):
        raise TypeError(
            f"rivals is {check.shown(rivals)}; expected predicted labels of several models: a list of arrays, a "
            f"dict from names to arrays, or a data frame with one column per model"
        )
    return list(enumerate(models))


def _all_tried(models_tried: Any, handed_in: int) -> int:
    """How many models were tried; where that is not said, as many as are handed in."""
    tried = check.integer(models_tried, "models_tried", at_least=1)
    if 1 < tried < handed_in:
        raise ValueError(
            f"models_tried is {tried}, but {handed_in} models are handed in with rivals; expected at least {handed_in}"
        )
    return max(tried, handed_in)


def _unit(unit: Any) -> str:
    if not isinstance(unit, str) or not unit.strip():
        raise TypeError(f"unit is {check.shown(unit)}; expected the name of the samples, such as 'tumors'")
    return unit
