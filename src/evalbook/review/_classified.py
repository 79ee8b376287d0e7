"""What is handed in about a classification, checked once: the arrays, and what follows from them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import confusion
from evalbook._input import FloatArray
from evalbook.confusion import Counts
from evalbook.review._reported import Claim
from evalbook.review._spread import pulls_of_auc


@dataclass
class Classified:
    """A test set of two classes, of which one is positive, or of several."""

    true: NDArray[Any]
    classes: list[Any]
    pos_label: Any
    """The positive class; None where there are several."""
    predicted: Any = None
    """An array, where it is given; so with the scores."""
    score: Any = None
    """Of the positive class; of several classes a column each."""
    prob: Any = None
    group: NDArray[np.intp] | None = None
    costs: tuple[float, float] | None = None
    claims: Sequence[Claim] = ()
    rivals: list[NDArray[Any]] = field(default_factory=list)
    models_tried: int = 1
    unit: str = "samples"

    @property
    def of_two(self) -> bool:
        return self.pos_label is not None

    @cached_property
    def positive(self) -> NDArray[np.bool_]:
        return np.asarray(self.true == self.pos_label)

    @cached_property
    def called(self) -> NDArray[np.bool_]:
        return np.asarray(self.predicted == self.pos_label)

    @cached_property
    def has_both(self) -> bool:
        return bool(self.positive.any() and not self.positive.all())

    @property
    def ranks(self) -> bool:
        """Whether there are scores of two classes that both occur."""
        return self.of_two and self.score is not None and self.has_both

    @cached_property
    def counts(self) -> Counts:
        return confusion.confusion_matrix(self.positive, self.called, labels=[False, True]).binary(True)

    @cached_property
    def area(self) -> tuple[float, FloatArray]:
        """The AUC, and how each sample pulls at it; of several classes, the mean of each against the rest."""
        if self.of_two:
            return pulls_of_auc(self.positive, self.score)
        each = [pulls_of_auc(self.true == label, self.score[:, place]) for place, label in enumerate(self.classes)]
        areas, pulls = zip(*each, strict=True)
        return float(np.mean(areas)), np.mean(pulls, axis=0)

    @cached_property
    def losses(self) -> tuple[FloatArray, FloatArray]:
        """The logarithmic loss and the Brier score of each sample."""
        truth = self.positive if self.of_two else np.stack([self.true == label for label in self.classes], axis=1)
        apart = (truth - self.prob) ** 2
        if self.of_two:
            return -np.log(np.where(truth, self.prob, 1 - self.prob)), apart
        return -np.log(self.prob[truth]), apart.sum(axis=1)

    @cached_property
    def right(self) -> FloatArray:
        return np.asarray(self.true == self.predicted, dtype=np.float64)


def classified(y_true: Any, y_score: Any, y_prob: Any, y_pred: Any, pos_label: Any, labels: Any) -> Classified:
    """Truth and predictions, checked."""
    true = check.labels(y_true, "y_true")
    predicted = None if y_pred is None else labels_beside(y_pred, "y_pred", true)
    if y_score is None and y_prob is None and predicted is None:
        raise ValueError("y_score, y_prob and y_pred are all missing; expected at least one of them")
    classes = _classes(true, predicted, labels)
    several = len(classes) if len(classes) > 2 else 0
    if several and pos_label is not None:
        raise ValueError(
            f"pos_label={check.shown(pos_label)} is given with {several} classes; expected two classes: leave it out, "
            f"or hand in whether each label is {check.shown(pos_label)}, to review this class against the rest"
        )
    prob, score = (_scores(values, name, true, several) for values, name in ((y_prob, "y_prob"), (y_score, "y_score")))
    if prob is not None:  # between 0 and 1; rows of several classes add up to 1
        prob = check.class_probabilities(true, prob, classes, None)[1] if several else check.shares(prob, "y_prob")
    positive = None if several else check.positive_label(classes, pos_label)
    return Classified(true, classes, positive, predicted, prob if score is None else score, prob)


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


def labels_beside(values: ArrayLike, name: str, true: NDArray[Any]) -> NDArray[Any]:
    """Predicted labels, of the type and the number of the true ones."""
    found = check.labels(values, name)
    check.same_length(**{"y_true": true, name: found})
    check.require_one_type(**{"y_true": true, name: found})
    return found


def numbered(groups: ArrayLike | None, **beside: NDArray[Any]) -> NDArray[np.intp] | None:
    """The number of each sample's group."""
    if groups is None:
        return None
    found = check.labels(groups, "groups")
    check.same_length(groups=found, **beside)
    return np.unique(found, return_inverse=True)[1]


def _scores(values: ArrayLike | None, name: str, true: NDArray[Any], several: int) -> NDArray[Any] | None:
    """A score for each sample; of several classes, one for each class."""
    if values is None:
        return None
    if not several:
        found = check.numbers(values, name, f": of two columns take that of the positive class, {name}[:, 1]")
    else:
        found = check.matrix(values, name)
        if found.shape[1] != several:
            raise ValueError(
                f"{name} has {found.shape[1]} columns and there are {several} classes; expected one column per class, "
                f"and labels= with the class of each column"
            )
    check.same_length(**{"y_true": true, name: found})
    return found


def costs_of(costs: Any, evaluation: Classified) -> tuple[float, float] | None:
    """What a false positive and a false negative cost; they price the calls of two classes."""
    if costs is None:
        return None
    if not check.is_collection(costs) or len(found := list(costs)) != 2:
        raise ValueError(f"costs is {check.shown(costs)}; expected two numbers, (cost_fp, cost_fn)")
    one, two = (check.sized(cost, f"costs[{place}]", at_least=0) for place, cost in enumerate(found))
    if not one and not two:
        raise ValueError("costs are both 0; expected at least one positive cost")
    if not evaluation.of_two:
        raise ValueError(
            f"costs is given with {len(evaluation.classes)} classes; expected two classes: leave it out, or hand in "
            f"whether each label is one class, to price it against the rest"
        )
    if evaluation.predicted is None:
        raise ValueError(
            f"costs is given without y_pred; expected the predicted labels that are priced, such as y_prob >= "
            f"{one / (one + two):.3g}, which cost least if the probabilities are right"
        )
    return one, two


def rivals_of(rivals: Any, true: Any, predicted: Any) -> list[Any]:
    """What the other models predicted, without the model itself, which some hand in with all the others."""
    if rivals is None:
        return []
    found = [labels_beside(rival, f"rivals[{name!r}]", true) for name, rival in _models(rivals)]
    itself = [place for place, rival in enumerate(found) if predicted is not None and np.array_equal(rival, predicted)]
    return [rival for place, rival in enumerate(found) if place not in itself[:1]]


def _models(rivals: Any) -> list[tuple[Any, Any]]:
    """The predictions of each model: by name in a mapping, or in the columns of a data frame; otherwise by place."""
    if isinstance(rivals, Mapping):
        return list(rivals.items())
    if names := check.column_names(rivals):
        return [(name, rivals[name]) for name in names]
    models: Any = check.as_array(rivals, "rivals", "one array a model") if hasattr(rivals, "shape") else rivals
    if not check.is_collection(models):
        raise TypeError(
            f"rivals is {check.shown(rivals)}; expected predicted labels of several models: a list of arrays, a "
            f"mapping of names to arrays, or a data frame with a column a model"
        )
    return list(enumerate(models))
