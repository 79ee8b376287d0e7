"""What is handed in about a classification, checked once: the arrays, and what follows from them at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import confusion
from evalbook._input import FloatArray
from evalbook.confusion import Counts
from evalbook.probabilities import brier_score, log_loss
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

    @property
    def has_both(self) -> bool:
        return bool(self.positive.any() and not self.positive.all())

    @cached_property
    def counts(self) -> Counts:
        return confusion.confusion_matrix(self.positive, self.called, labels=[False, True]).binary(True)

    @cached_property
    def area(self) -> tuple[float, FloatArray]:
        """The AUC, and how each sample pulls at it."""
        assert self.score is not None
        return pulls_of_auc(self.positive, self.score)

    @cached_property
    def losses(self) -> tuple[float, float]:
        """The log loss and the Brier score."""
        if self.of_two:
            return log_loss(self.positive, self.prob), brier_score(self.positive, self.prob)
        arrays = self.true, self.prob
        return log_loss(*arrays, labels=self.classes), brier_score(*arrays, labels=self.classes)

    @cached_property
    def right(self) -> FloatArray:
        return np.asarray(self.true == self.predicted, dtype=np.float64)

    @cached_property
    def ranks(self) -> bool:
        """Whether there are scores of two classes that both occur."""
        return self.of_two and self.score is not None and self.has_both


def labels_beside(values: ArrayLike, name: str, true: NDArray[Any]) -> NDArray[Any]:
    """Predicted labels, of the type and the number of the true ones."""
    found = check.labels(values, name)
    check.same_length(**{"y_true": true, name: found})
    check.require_one_type(**{"y_true": true, name: found})
    return found


def numbered(groups: ArrayLike | None, name: str = "groups", **beside: NDArray[Any]) -> NDArray[np.intp] | None:
    """The number of each sample's group."""
    if groups is None:
        return None
    found = check.labels(groups, name)
    check.same_length(**{name: found}, **beside)
    return np.unique(found, return_inverse=True)[1]


def scores_of(values: ArrayLike | None, name: str, true: NDArray[Any], several: int) -> NDArray[Any] | None:
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


def probabilities_of(
    values: ArrayLike | None, true: NDArray[Any], several: int, classes: list[Any]
) -> FloatArray | None:
    """Probabilities: between 0 and 1, and rows of several classes add up to 1."""
    found = scores_of(values, "y_prob", true, several)
    if found is None:
        return None
    if several:
        return check.class_probabilities(true, found, classes, None)[1]
    return check.shares(found, "y_prob")
