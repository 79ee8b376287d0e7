"""The examples of the book by name: its data sets, and a model that is simple enough to be read.

>>> from evalbook.teaching import examples
>>> y_true, y_score = examples.four_samples
>>> y_true
array([0, 0, 1, 1])
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module, resources
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._extras import missing_extra
from evalbook._input import FloatArray

# ---------------------------------------------------------------- scored samples


class ScoredSamples(NamedTuple):
    """True labels (1 is positive) and the scores a model gave; the arrays are read-only."""

    y_true: NDArray[np.int64]
    """Whether each sample is positive: 1, or 0."""
    y_score: NDArray[np.float64]
    """Its score: the higher, the more positive it seems."""


def _read_only(*arrays: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    for array in arrays:
        array.flags.writeable = False
    return arrays


def _scored(y_true: Sequence[int], y_score: Sequence[float]) -> ScoredSamples:
    return ScoredSamples(*_read_only(np.array(y_true), np.array(y_score)))


four_samples = _scored([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
"""Two negatives and two positives; one negative (0.4) outranks one positive (0.35)."""

eight_samples = _scored([1, 0, 1, 1, 0, 0, 1, 0], [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15])
"""Four positives and four negatives, in falling order of score; at 0.47 a positive and a negative tie."""


# A typical split: the first of 500 seeds whose ROC AUC, average precision, accuracy, precision, recall, F1, Brier score
# and log loss all lie between the quartiles of the 500. tests/teaching/test_examples.py finds it anew.
_TYPICAL_SPLIT = 7


def clinic(*more: str) -> ScoredSamples:
    """The screening clinic: which of 190 tumors are malignant, and the probabilities of a plain model.

    The breast cancer data that come with scikit-learn, a third of them held out; a logistic regression on two of the
    thirty measurements (texture and smoothness), so that there is something left to get wrong.

    Parameters
    ----------
    *more : str
        Further measurements that the model uses, by scikit-learn's names, such as "mean compactness". This makes a
        rival on the same tumors.

    Returns
    -------
    ScoredSamples

    Notes
    -----
    1. It needs scikit-learn (the extra ``book``). Without scikit-learn, an ImportError says so.
    2. An unknown measurement raises a ValueError that lists all known ones.
    3. The split was chosen to be typical: its headline metrics lie between the quartiles of 500 splits. Intervals on
       these 190 tumors therefore say nothing about the luck of the split; other splits do.
    4. Where the book's rival comes from: Compactness is one of 28 measurements that model A does not use. It was chosen
       for this book after twelve of them had been tried on the 190 test tumors of another split, because the metrics
       disagreed about it there. Of those tumors, 58 are also among the 190 here. Ranked by the gain in AUC, compactness
       is 14th of the 28 on both splits.

    References
    ----------
    Street, Wolberg and Mangasarian (1993).

    Examples
    --------
    >>> from evalbook.teaching import examples
    >>> y_true, y_score = examples.clinic()
    >>> len(y_true), int(y_true.sum())
    (190, 71)
    """
    data = _of_scikit_learn("datasets", "clinic").load_breast_cancer()
    known = [str(name) for name in data.feature_names]
    if unknown := set(more) - set(known):
        raise ValueError(f"more holds {sorted(unknown)[0]!r}; expected names of these measurements: {', '.join(known)}")
    measurements = data.data[:, [known.index(name) for name in ("mean texture", "mean smoothness", *more)]]
    malignant = (data.target == 0).astype(int)
    lot = {"test_size": 1 / 3, "stratify": malignant, "random_state": _TYPICAL_SPLIT}
    train, test = _of_scikit_learn("model_selection", "clinic").train_test_split(np.arange(malignant.size), **lot)
    return _scored_by_a_plain_model(measurements, malignant, train, test, "clinic")


def poor_health() -> ScoredSamples:
    """Rare positives: which of 2,993 persons report poor health, and the probabilities of a plain model.

    The households of :func:`health_survey` with an even number; a logistic regression on age, limitation and diseases
    that learned from the others. 44 persons, or 1.5 %, are positive.

    Returns
    -------
    ScoredSamples

    Notes
    -----
    1. It needs scikit-learn (the extra ``book``). Without scikit-learn, an ImportError says so.
    2. Many persons are tied, because a score depends on only three answers.
    3. The diseases of 1,224 of the persons, 41 %, are averages in the place of a missing answer; see
       :func:`health_survey`.

    Examples
    --------
    >>> from evalbook.teaching import examples
    >>> y_true, y_score = examples.poor_health()
    >>> len(y_true), int(y_true.sum())
    (2993, 44)
    """
    household, answers, poor = health_survey()
    test = household % 2 == 0
    return _scored_by_a_plain_model(answers, poor, ~test, test, "poor_health")


def _scored_by_a_plain_model(
    measurements: FloatArray, positive: NDArray[np.int64], train: Any, test: Any, example: str
) -> ScoredSamples:
    """The samples of `test` and their probabilities, by a logistic regression that learned from those of `train`."""
    scaler = _of_scikit_learn("preprocessing", example).StandardScaler().fit(measurements[train])
    model = _of_scikit_learn("linear_model", example).LogisticRegression()
    model.fit(scaler.transform(measurements[train]), positive[train])
    return ScoredSamples(*_read_only(positive[test], model.predict_proba(scaler.transform(measurements[test]))[:, 1]))


def _of_scikit_learn(module: str, example: str) -> Any:
    try:
        return import_module(f"sklearn.{module}")
    except ImportError as error:
        raise missing_extra(f"teaching.examples.{example}", "scikit-learn", "book") from error


class Digits(NamedTuple):
    """Images of handwritten digits, and who wrote them; the arrays are read-only."""

    images: NDArray[np.float64]
    """A row an image: 8 times 8 gray values, from 0 to 16."""
    labels: NDArray[np.int64]
    """The digit that each image shows."""
    writer: NDArray[np.int64]
    """The number of the form that it was written on, 0 to 13: one writer each, as far as is known."""


_FIRST_OF_FORM = (0, 130, 256, 386, 516, 646, 776, 906, 1029, 1157, 1287, 1415, 1545, 1667)
"""Where each form of the digits begins: so the fewest digits are lost, added or changed (a test looks for it)."""


def digits() -> Digits:
    """The 1,797 digits that come with scikit-learn, by their writers: images of one hand resemble each other.

    Every writer copied one printed form of 130 digits, and the images stand in its order, form after form. So the
    labels repeat themselves 14 times, with a few digits lost, and show where each form begins.

    Returns
    -------
    Digits

    Notes
    -----
    1. The source names 13 writers, and there are 14 forms. Two of them may be of one hand; which is not known.
    2. Some forms lack digits: the shortest has 122. The one that begins at image 906 has lost its first 0. The course
       of scikit-learn, which uses the digits to teach groups, counts nine of its images to the form before it.
    3. To ask how a model does on people whose hand it has not seen, split by writers.
    4. It needs scikit-learn (the extra ``book``). Without scikit-learn, an ImportError says so.

    References
    ----------
    Alpaydin and Kaynak (1998).

    Examples
    --------
    >>> from evalbook.teaching import examples
    >>> images, labels, writer = examples.digits()
    >>> images.shape, int(writer.max()) + 1
    ((1797, 64), 14)
    >>> labels[writer == 1][:12]
    array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1])
    """
    images, labels = _of_scikit_learn("datasets", "digits").load_digits(return_X_y=True)
    writer = np.searchsorted(_FIRST_OF_FORM, np.arange(labels.size), side="right") - 1
    return Digits(*_read_only(images, labels.astype(np.int64), writer))


# ---------------------------------------------------------------- data of the package's own files


def _rows_of(name: str) -> list[list[str]]:
    """The rows of a file of the package, without the first, which names the columns."""
    with (resources.files("evalbook.teaching") / "data" / name).open(encoding="utf-8") as file:
        return list(csv.reader(file))[1:]


class Shop(NamedTuple):
    """Twelve users, forty items, and two recommenders; the arrays are read-only."""

    users: NDArray[np.str_]
    """The names of the users, which are the rows of the other arrays."""
    items: NDArray[np.str_]
    """The names of the items, which are their columns."""
    grade: NDArray[np.int64]
    """What a user thinks of an item, from 0 (nothing) to 3."""
    popular: NDArray[np.float64]
    """An item's score by its sales: the same for all users, and with ties."""
    personal: NDArray[np.float64]
    """An item's score for each user."""


def shop() -> Shop:
    """The shop of the chapters on ranking: an invented one, from the package's file ``data/shop.csv``.

    Returns
    -------
    Shop

    Notes
    -----
    1. For the last user no item is relevant: every grade is 0.

    Examples
    --------
    >>> from evalbook.teaching import examples
    >>> examples.shop().grade.shape
    (12, 40)
    """
    user, item, grade, popular, personal = map(np.array, zip(*_rows_of("shop.csv"), strict=True))
    users, items = np.unique(user), np.unique(item)
    numbers = grade.astype(np.int64), popular.astype(np.float64), personal.astype(np.float64)
    return Shop(*_read_only(users, items, *(column.reshape(users.size, items.size) for column in numbers)))


class HealthSurvey(NamedTuple):
    """What 5,912 persons answered about their health; the arrays are read-only."""

    household: NDArray[np.int64]
    """The number of each person's household; persons of one family never have two numbers."""
    answers: NDArray[np.float64]
    """A row a person: age in years, physical limitation (1, or 0), and an index of chronic diseases (0 to 58.6)."""
    poor: NDArray[np.int64]
    """Whether the person rates their health as poor: 1, or 0."""


def health_survey() -> HealthSurvey:
    """The persons of the RAND Health Insurance Experiment, of whom 92 rate their health as poor: 1.6 %.

    The file ``data/health_survey.csv``; its ``data/README.md`` says how it was made. In the public domain.

    Returns
    -------
    HealthSurvey

    Notes
    -----
    1. Where an answer was missing, the source has an average: 433 limitations between 0 and 1, and 2,387 indices of
       diseases (10.0, 10.6, 11.8 and 13.7), two persons in five and most of them children; nobody under 13 has an
       index of their own. A ranking by diseases puts these children, nearly all of them healthy, into its middle, above
       most of the children who were asked: compare it among adults alone, too.
    2. Persons of one household resemble each other: split households, not persons.
    3. Nobody is older than 62; 2,601 are under 18.

    References
    ----------
    Cameron and Trivedi, *Microeconometrics* (2005), chapter 20.

    Examples
    --------
    >>> from evalbook.teaching import examples
    >>> household, answers, poor = examples.health_survey()
    >>> answers.shape, int(poor.sum())
    ((5912, 3), 92)
    """
    columns = np.array(_rows_of("health_survey.csv"), dtype=float).T
    household, poor = columns[[0, 4]].astype(np.int64)
    return HealthSurvey(*_read_only(household, columns[1:4].T, poor))


def genesis() -> Mapping[str, tuple[str, ...]]:
    """The opening of Genesis in four old translations, of the chapters on text: the file ``data/genesis.csv``.

    Returns
    -------
    mapping of str to tuple of str
        The verses of each translation, by its name and year; it cannot be changed. King James, 1611: chapter 1 and the
        first three verses of chapter 2, the whole story of the seven days. Challoner's revision of the Douay Bible,
        1750; Young's literal translation, 1898; the American Standard Version, 1901: the first five verses.

    Notes
    -----
    1. In today's spelling, without the numbers of the verses. All four are in the public domain.

    References
    ----------
    The file ``data/README.md`` names the editions.

    Examples
    --------
    >>> from evalbook.teaching import examples
    >>> {name: len(verses) for name, verses in examples.genesis().items()}
    {'King James 1611': 34, 'Challoner 1750': 5, 'Young 1898': 5, 'American 1901': 5}
    >>> examples.genesis()["Challoner 1750"][2]
    'And God said: Be light made. And light was made.'
    """
    verses: dict[str, tuple[str, ...]] = {}
    for translation, _, text in _rows_of("genesis.csv"):
        verses[translation] = (*verses.get(translation, ()), text)
    return MappingProxyType(verses)


def python_manual() -> Mapping[str, str]:
    """Ten topics of Python's language reference, for the models of the chapters on generated answers.

    The file ``data/python_manual.csv``; its ``data/README.md`` says how it was made. Copyright 2001 to 2023 Python
    Software Foundation, under the license in ``data/LICENSE-python-manual``.

    Returns
    -------
    mapping of str to str
        The prose of each topic, by its name in ``pydoc_data.topics``; it cannot be changed. Words are separated by
        single spaces, and a topic ends in a space, too.

    Notes
    -----
    1. No paragraph occurs in two topics. Code, grammar, tables and headings are left out.

    References
    ----------
    The Python Language Reference, of CPython 3.11.7.

    Examples
    --------
    >>> from evalbook.teaching import examples
    >>> manual = examples.python_manual()
    >>> len(manual), len(manual["execmodel"].split())
    (10, 1375)
    >>> manual["objects"][:44]
    '*Objects* are Python’s abstraction for data.'
    """
    topics: dict[str, str] = {}
    for topic, paragraph in _rows_of("python_manual.csv"):
        topics[topic] = f"{topics.get(topic, '')}{paragraph} "
    return MappingProxyType(topics)


# ---------------------------------------------------------------- a model


def nearest_neighbors(
    X: ArrayLike,  # noqa: N803  the name that everyone uses
    y: ArrayLike,
    k: int = 1,
    *,
    standardize: bool = False,
) -> Callable[[ArrayLike], NDArray[Any]]:
    r"""Train a nearest-neighbor model, which predicts the majority label of the k nearest training samples.

    .. math:: d(a, b) = \sqrt{\textstyle\sum_j (a_j - b_j)^2}

    It has the form that :func:`~evalbook.splits.cross_validate` takes. For another `k`, wrap it in a function of `X`
    and `y`.

    Parameters
    ----------
    X : array_like of shape (n, d)
        The training samples: d measurements of each.
    y : array_like of shape (n,)
        Their labels.
    k : int
        The number of neighbors that vote, from 1 to n.
    standardize : bool
        If True, each measurement is divided by its standard deviation in the training set before distances are
        computed.

    Returns
    -------
    callable
        ``predict(X_new)``: the predicted label of each row of `X_new`.

    Notes
    -----
    1. If samples are equally near, the one that comes first in `X` is taken. If labels have equally many votes, the
       first in sorted order is predicted.
    2. A measurement whose standard deviation is 0 is not divided.

    References
    ----------
    Cover and Hart, *Nearest neighbor pattern classification* (1967).

    Examples
    --------
    >>> from evalbook.teaching import examples
    >>> predict = examples.nearest_neighbors([[0], [1], [5], [6]], ["low", "low", "high", "high"])
    >>> predict([[0.2], [7]]).tolist()
    ['low', 'high']
    """
    X, y = check.matrix(X, "X"), check.labels(y, "y")  # noqa: N806
    check.same_length(X=X, y=y)
    k = check.integer(k, "k", at_least=1, at_most=len(y), bound="the number of training samples")
    scale = X.std(axis=0) if check.flag(standardize, "standardize") else np.ones(X.shape[1])
    scale[scale == 0] = 1
    labels, number = np.unique(y, return_inverse=True)

    def predict(X_new: ArrayLike) -> NDArray[Any]:  # noqa: N803
        rows = check.matrix(X_new, "X_new")
        if rows.shape[1] != X.shape[1]:
            raise ValueError(
                f"X_new has {rows.shape[1]} columns, but X has {X.shape[1]}; expected the same measurements"
            )
        distances = _squared_distances(rows / scale, X / scale)
        nearest = np.argsort(distances, axis=1, kind="stable")[:, :k] if k > 1 else distances.argmin(axis=1)[:, None]
        votes = (number[nearest][:, :, np.newaxis] == np.arange(len(labels))).sum(axis=1)
        predicted: NDArray[Any] = labels[votes.argmax(axis=1)]
        return predicted

    return predict


def _squared_distances(a: FloatArray, b: FloatArray) -> FloatArray:
    """The squared distance of each row of `a` from each row of `b`, added up one measurement at a time."""
    total = np.zeros((len(a), len(b)))
    for measured, known in zip(a.T, b.T, strict=True):
        total += (measured[:, np.newaxis] - known) ** 2
    return total


__all__ = [
    "Digits",
    "HealthSurvey",
    "ScoredSamples",
    "Shop",
    "clinic",
    "digits",
    "eight_samples",
    "four_samples",
    "genesis",
    "health_survey",
    "nearest_neighbors",
    "poor_health",
    "python_manual",
    "shop",
]


def __dir__() -> list[str]:
    return __all__
