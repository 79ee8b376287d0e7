"""Splits: which samples a model is trained on, and which samples test it.

A split is two arrays of sample numbers (:class:`Split`). :func:`hold_out` makes one split. The other functions return a
sequence of splits (:class:`Splits`), which makes each split only when it is needed. Everything random is settled at the
call, so every pass over the sequence sees the same splits, even in another process.
"""

from __future__ import annotations

import contextlib
import heapq
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._hints import explain_names, with_hints
from evalbook._input import FloatArray
from evalbook._record import short_repr
from evalbook._undefined import warn, warn_undefined

__all__ = [
    "Split",
    "Splits",
    "bootstrap",
    "bootstrap_632",
    "cross_validate",
    "forward_chaining",
    "group_k_fold",
    "hold_out",
    "k_fold",
    "leave_one_out",
    "probability_never_drawn",
    "repeated_k_fold",
]

Indices: TypeAlias = NDArray[np.intp]
Predict: TypeAlias = Callable[[Any], Any]

_MOST = sys.maxsize // np.dtype(np.intp).itemsize
"""The length of the longest array of sample numbers that there can be."""

# ---------------------------------------------------------------- the sequence of splits


class Split(NamedTuple):
    """The training samples and the test samples, as two sorted arrays of sample numbers that start at 0."""

    train: Indices
    """The numbers of the training samples in rising order. In a bootstrap some of them are repeated."""
    test: Indices
    """The numbers of the test samples in rising order."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple) and len(other) == 2 and all(map(np.array_equal, self, other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __repr__(self) -> str:
        return short_repr(self)


class Splits(Sequence[Split]):
    """A sequence of splits, each of which is made only when it is needed.

    A slice of it is again such a sequence. It can be pickled and sent to other processes, because `make` is a function
    of a module or a partial of one.
    """

    __slots__ = ("_make", "_places")
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Splits):
            return NotImplemented
        return len(self) == len(other) and all(map(Split.__eq__, self, other))

    def __init__(self, make: Callable[[int], Split], places: range) -> None:
        self._make = make
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Split: ...
    @overload
    def __getitem__(self, index: slice) -> Splits: ...
    def __getitem__(self, index: int | slice) -> Split | Splits:
        if isinstance(index, slice):
            return Splits(self._make, self._places[index])
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no split {index}; expected an index below {len(self)}")
        return self._make(self._places[index])

    def __repr__(self) -> str:
        return f"<{len(self)} splits>"


# ---------------------------------------------------------------- hold-out


@with_hints
def hold_out(n: int, test_size: float = 0.3, *, stratify: ArrayLike | None = None, rng: Any = None) -> Split:
    r"""One random split: a part of the samples is set aside for testing.

    .. math:: D = S \cup T, \quad S \cap T = \emptyset

    .. math:: |T| = \lceil n \cdot \mathrm{test\_size} \rceil

    Parameters
    ----------
    n : int
        The number of samples, at least 2.
    test_size : float, default 0.3
        The share of the samples that become the test set, above 0 and below 1.
    stratify : array_like of shape (n,), optional
        The class of each sample. Each part then has the classes in the same proportions as all samples, to within one
        sample.
    rng : None, int or numpy.random.Generator, optional
        The source of the random numbers. Pass an int for a reproducible result.

    Returns
    -------
    Split
        ``(train, test)``.

    See Also
    --------
    k_fold : tests on every sample once
    group_k_fold : keeps the samples of a group together
    forward_chaining : for samples in order of time

    Notes
    -----
    1. The size of the test set is rounded up, but the rounding error of a float does not count: 0.3 of 10 samples is 3,
       even if it is written as ``1 - 0.7``, which is 0.30000000000000004.
    2. `test_size` is never a number of samples. For 30 test samples, give ``30 / n``.
    3. With `stratify`, each class gets its share of the test samples, rounded down. The test samples that are left over
       go to the classes with the largest remainders, and among equal remainders to the first label in sorted order.
       Every class is within one sample of its share, so a rare class may be missing from one side.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.2.1.

    Examples
    --------
    >>> import numpy as np
    >>> from evalbook import splits
    >>> y = np.repeat([0, 1], 500)
    >>> train, test = splits.hold_out(1000, 0.3, stratify=y, rng=0)
    >>> np.bincount(y[train]), np.bincount(y[test])
    (array([350, 350]), array([150, 150]))
    """
    n = check.integer(n, "n", at_least=2, at_most=_MOST, bound="the longest array there can be")
    share = check.real(test_size, "test_size")
    if not 0 < share < 1:
        hint = f": for {test_size} of {n} samples, give {test_size} / {n}" if 1 <= share < n else ""
        raise ValueError(f"test_size is {test_size}; expected a share of the samples, above 0 and below 1{hint}")
    n_test = math.ceil(round(n * share, 9))
    if not 0 < n_test < n:
        lacking = "training" if n_test else "test"
        raise ValueError(
            f"test_size={test_size} of {n} samples leaves no {lacking} sample; expected at least one on each side"
        )
    classes = _classes(stratify, n)
    sizes = np.bincount(classes)
    order = _class_by_class(classes, check.generator(rng))
    place_in_class = np.arange(n) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    in_test = np.empty(n, dtype=np.bool_)
    in_test[order] = place_in_class < np.repeat(_shares(n_test, sizes), sizes)
    return _split_at(in_test)


def _classes(stratify: ArrayLike | None, n: int) -> NDArray[Any]:
    """The class of each sample, numbered 0, 1, … in sorted order; one class for all where none are given."""
    if stratify is None:
        return np.zeros(n, dtype=np.uint8)
    labels = check.labels(stratify, "stratify")
    if len(labels) != n:
        raise ValueError(f"stratify has {len(labels)} labels; expected one for each of n = {n} samples")
    return _numbered(labels)


def _numbered(labels: NDArray[Any]) -> NDArray[Any]:
    """Labels as 0, 1, … in sorted order, in the narrowest type: NumPy sorts 16 bits and less in linear time."""
    if labels.dtype.kind == "U" or int(labels.max()) - int(labels.min()) >= 2**16:
        found, numbers = np.unique(labels, return_inverse=True)
        return numbers.astype(np.min_scalar_type(len(found) - 1))
    above_lowest: NDArray[np.int64] = np.subtract(labels, labels.min(), dtype=np.int64, casting="unsafe")
    number_of = np.cumsum(np.bincount(above_lowest) > 0) - 1  # close the gaps
    return number_of.astype(np.min_scalar_type(number_of[-1]))[above_lowest]


def _class_by_class(classes: NDArray[Any], rng: np.random.Generator | None) -> Indices:
    """The samples, class after class; those of one class at random, or in their order if there is no `rng`."""
    if rng is None:
        return np.argsort(classes, kind="stable")
    order = rng.permutation(len(classes))
    return order[np.argsort(classes[order], kind="stable")]


def _shares(total: int, sizes: Indices) -> Indices:
    """`total` divided in proportion to `sizes`, by largest remainder; of equal remainders the first wins."""
    shares, remainders = np.divmod(total * sizes, sizes.sum())
    shares[np.argsort(-remainders, kind="stable")[: total - shares.sum()]] += 1
    return shares


def _split_at(in_test: NDArray[np.bool_]) -> Split:
    return Split(np.flatnonzero(~in_test), np.flatnonzero(in_test))


# ---------------------------------------------------------------- cross-validation


@with_hints
def k_fold(n: int, k: int = 10, *, stratify: ArrayLike | None = None, shuffle: bool = True, rng: Any = None) -> Splits:
    r"""k-fold cross-validation: each of k folds is the test set once, while the other folds train the model.

    .. math:: D = D_1 \cup \dots \cup D_k

    .. math:: D_i \cap D_j = \emptyset \quad (i \ne j)

    Parameters
    ----------
    n : int
        The number of samples, at least 2.
    k : int, default 10
        The number of folds, from 2 to `n`.
    stratify : array_like of shape (n,), optional
        The class of each sample. Each part then has the classes in the same proportions as all samples, to within one
        sample.
    shuffle : bool, default True
        Whether the samples are assigned to the folds at random. Otherwise neighbors share a fold (with `stratify`,
        neighbors within a class). If the samples are sorted by class, a fold may then hold one class only.
    rng : None, int or numpy.random.Generator, optional
        The source of the random numbers. Pass an int for a reproducible result. It is allowed only with
        ``shuffle=True``.

    Returns
    -------
    Splits
        A sequence of `k` splits.

    Warns
    -----
    UserWarning
        If a class has fewer samples than there are folds, so that some folds have none of them to test on.

    See Also
    --------
    repeated_k_fold : repeats it with new folds
    group_k_fold : keeps the samples of a group together
    leave_one_out : has as many folds as samples
    cross_validate : fits and scores a model on each split

    Notes
    -----
    1. The first ``n % k`` folds have one sample more than the others.
    2. With `stratify`, the samples are dealt out like cards, one class after the other. Two folds differ by at most one
       sample in each class, and by at most one sample in total.
    3. ``k = n`` is leave-one-out, for which :func:`leave_one_out` needs less memory.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.2.2; Kohavi (1995).

    Examples
    --------
    >>> from evalbook import splits
    >>> for train, test in splits.k_fold(5, k=2, shuffle=False):
    ...     print(train, test)
    [3 4] [0 1 2]
    [0 1 2] [3 4]
    >>> splits.k_fold(7, k=2, stratify=[1, 1, 1, 0, 0, 0, 0], shuffle=False)[0].test
    array([0, 1, 3, 4])
    """
    n = check.integer(n, "n", at_least=2, at_most=_MOST, bound="the longest array there can be")
    k = check.integer(k, "k", at_least=2, at_most=n, bound="the number of samples")
    shuffle = check.flag(shuffle, "shuffle")
    if not shuffle and rng is not None:
        raise ValueError("rng is given with shuffle=False, which draws nothing; expected shuffle=True, or no rng")
    generator = check.generator(rng) if shuffle else None
    classes = _classes(stratify, n)
    _warn_of_rare_classes(stratify, classes, k)
    fold_of = _dealt(classes, k, generator)
    return Splits(partial(_fold, fold_of), range(k))


def _fold(fold_of: NDArray[Any], fold: int) -> Split:
    """Test on one fold, learn from the others."""
    return _split_at(fold_of == fold)


def _dealt(classes: NDArray[Any], k: int, rng: np.random.Generator | None) -> NDArray[Any]:
    """The fold of each sample, dealt out in turn, class after class: every class and all folds come out even."""
    n = len(classes)
    order = _class_by_class(classes, rng)
    fold_type = np.min_scalar_type(k - 1)
    folds = np.tile(np.arange(k, dtype=fold_type), -(-n // k))[:n]
    if rng is None:  # keep neighbors together: the first samples of a class go to the first folds
        key_type = np.min_scalar_type((int(classes.max()) + 1) * k)
        folds = np.sort(classes[order].astype(key_type) * k + folds, kind="stable") % k
    fold_of = np.empty(n, dtype=fold_type)
    fold_of[order] = folds
    return fold_of


def _warn_of_rare_classes(stratify: ArrayLike | None, classes: NDArray[Any], k: int) -> None:
    """Called by the public functions themselves, so that the warning points at their caller."""
    sizes = np.bincount(classes)
    if stratify is None or sizes.min() >= k:
        return
    found = check.distinct(check.labels(stratify, "stratify"))
    rare = [f"{found[place]!r} ({sizes[place]})" for place in np.flatnonzero(sizes < k)]
    named = ", ".join(rare[:5]) + (", …" if len(rare) > 5 else "")
    warn(
        f"class {named} has fewer samples than there are folds (k = {k}), so some folds have none to test on: choose a "
        f"smaller k"
    )


@with_hints
def repeated_k_fold(
    n: int, k: int = 10, repeats: int = 10, *, stratify: ArrayLike | None = None, rng: Any = None
) -> Splits:
    r"""k-fold cross-validation that is repeated several times, with new random folds each time.

    .. math:: D = D_1^{(r)} \cup \dots \cup D_k^{(r)}

    for each repetition :math:`r`.

    Parameters
    ----------
    n : int
        The number of samples, at least 2.
    k : int, default 10
        The number of folds, from 2 to `n`.
    repeats : int, default 10
        How often the samples are divided into folds, at least once.
    stratify : array_like of shape (n,), optional
        The class of each sample. Each part then has the classes in the same proportions as all samples, to within one
        sample.
    rng : None, int or numpy.random.Generator, optional
        The source of the random numbers. Pass an int for a reproducible result.

    Returns
    -------
    Splits
        A sequence of ``repeats * k`` splits. The first `k` splits are the folds of the first repetition.

    Warns
    -----
    UserWarning
        If a class has fewer samples than there are folds, so that some folds have none of them to test on.

    See Also
    --------
    k_fold : one repetition
    cross_validate : fits and scores a model on each split
    evalbook.comparison.corrected_t_test : compares two models by the scores of repeated splits

    Notes
    -----
    1. The scores of different repetitions come from the same samples, so they are not independent. A standard error
       that is computed as if they were independent is too small.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.2.2.

    Examples
    --------
    >>> from evalbook import splits
    >>> ten_times = splits.repeated_k_fold(50, k=5, repeats=10, rng=0)
    >>> len(ten_times)
    50
    >>> len(ten_times[0].train), len(ten_times[0].test)
    (40, 10)
    """
    n = check.integer(n, "n", at_least=2, at_most=_MOST, bound="the longest array there can be")
    k = check.integer(k, "k", at_least=2, at_most=n, bound="the number of samples")
    repeats = check.integer(repeats, "repeats", at_least=1, at_most=_MOST // k)
    seeds = _seeds(rng, repeats)
    classes = _classes(stratify, n)
    _warn_of_rare_classes(stratify, classes, k)

    return Splits(_Repetitions(classes, k, seeds), range(repeats * k))


class _Repetitions:
    """Makes a split of any repetition; keeps the folds of the last one, because its k splits follow one another."""

    def __init__(self, classes: NDArray[Any], k: int, seeds: NDArray[np.int64]) -> None:
        self.classes = classes
        self.k = k
        self.seeds = seeds
        self.kept: tuple[int, NDArray[Any]] | None = None

    def __call__(self, place: int) -> Split:
        repetition, fold = divmod(place, self.k)
        kept = self.kept  # read once: another thread may be at another repetition
        if kept is None or kept[0] != repetition:
            kept = repetition, _dealt(self.classes, self.k, np.random.default_rng(self.seeds[repetition]))
            self.kept = kept
        return _fold(kept[1], fold)


def _seeds(rng: Any, count: int) -> NDArray[np.int64]:
    """One seed per repetition: any of them can be made again, alone and in any order."""
    return check.generator(rng).integers(2**63, size=count)


@with_hints
def leave_one_out(n: int) -> Splits:
    r"""Leave-one-out cross-validation: each sample is the test set once, while all others train the model.

    .. math:: T_i = \{i\}, \quad S_i = D \setminus \{i\}

    Parameters
    ----------
    n : int
        The number of samples, at least 2.

    Returns
    -------
    Splits
        A sequence of `n` splits. Each of them is made only when it is needed, because all together hold n² numbers.

    See Also
    --------
    k_fold : needs fewer models
    cross_validate : fits and scores a model on each split

    Notes
    -----
    1. Nothing is random, but the estimate still varies from one data set to the next.
    2. A learner can be fooled. On balanced classes the majority vote is always wrong, because the sample that is left
       out makes its own class the smaller one.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.2.2.

    Examples
    --------
    >>> from evalbook import splits
    >>> for train, test in splits.leave_one_out(3):
    ...     print(train, test)
    [1 2] [0]
    [0 2] [1]
    [0 1] [2]
    """
    n = check.integer(n, "n", at_least=2, at_most=_MOST, bound="the longest array there can be")
    return Splits(partial(_all_but, n), range(n))


def _all_but(n: int, i: int) -> Split:
    return Split(np.concatenate([np.arange(i), np.arange(i + 1, n)]), np.array([i]))


# ---------------------------------------------------------------- splits that respect the data


@with_hints
def group_k_fold(groups: ArrayLike, k: int = 5) -> Splits:
    r"""k-fold cross-validation by groups: no patient, user or document is in both training and test set.

    .. math:: g_s \ne g_t \quad \text{for all } s \in S,\ t \in T

    Parameters
    ----------
    groups : array_like of shape (n,)
        The group of each sample. Groups are integers, booleans or strings.
    k : int, default 5
        The number of folds, from 2 to the number of groups.

    Returns
    -------
    Splits
        A sequence of `k` splits.

    See Also
    --------
    k_fold : for samples without groups
    forward_chaining : for samples in order of time
    cross_validate : fits and scores a model on each split

    Notes
    -----
    1. The groups are assigned from the largest to the smallest, each to the fold with the fewest samples so far. The
       sizes of two folds differ by no more than the largest group.
    2. Nothing is random. Among groups of the same size, the first label in sorted order is assigned first.

    References
    ----------
    Graham, *Bounds on multiprocessing timing anomalies* (1969), for the rule that balances the folds.

    Examples
    --------
    >>> from evalbook import splits
    >>> for train, test in splits.group_k_fold(["ann", "ann", "bob", "cat", "cat", "cat"], k=2):
    ...     print(train, test)
    [0 1 2] [3 4 5]
    [3 4 5] [0 1 2]
    """
    group_of = _numbered(check.labels(groups, "groups"))
    sizes = np.bincount(group_of)
    k = check.integer(k, "k", at_least=2, at_most=len(sizes), bound="the number of groups")
    fold_of = _balanced(sizes, k)[group_of]
    return Splits(partial(_fold, fold_of), range(k))


def _balanced(sizes: Indices, k: int) -> NDArray[Any]:
    """The fold of each group: from the largest group down, the fold with the least load."""
    fold_of = np.empty(len(sizes), dtype=np.min_scalar_type(k - 1))
    loads = [(0, fold) for fold in range(k)]
    for group in np.argsort(-sizes, kind="stable").tolist():
        load, fold = loads[0]
        fold_of[group] = fold
        heapq.heapreplace(loads, (load + int(sizes[group]), fold))
    return fold_of


@with_hints
def forward_chaining(n: int, k: int = 5) -> Splits:
    r"""Forward chaining for a time series: each test set comes after all of its training samples.

    .. math::

        \begin{aligned}
        S_i &= \{0, \dots, t_i - 1\} \\
        T_i &= \{t_i, \dots, t_i + m - 1\} \\
        t_i &= n - (k - i)\,m, \quad m = \Bigl\lfloor \frac{n}{k + 1} \Bigr\rfloor
        \end{aligned}

    Parameters
    ----------
    n : int
        The number of samples, which are in order of time. There are more than `k`.
    k : int, default 5
        The number of splits, at least 1.

    Returns
    -------
    Splits
        A sequence of `k` splits, from the earliest test set to the latest.

    See Also
    --------
    hold_out : one split, at random
    k_fold : for samples without an order of time
    cross_validate : fits and scores a model on each split

    Notes
    -----
    1. All test sets have ``n // (k + 1)`` samples. The samples that are left over go to the first training set, which
       is never tested on.

    References
    ----------
    Tashman, *Out-of-sample tests of forecasting accuracy* (2000).

    Examples
    --------
    >>> from evalbook import splits
    >>> for train, test in splits.forward_chaining(7, k=2):
    ...     print(train, test)
    [0 1 2] [3 4]
    [0 1 2 3 4] [5 6]
    """
    n = check.integer(n, "n", at_least=2, at_most=_MOST, bound="the longest array there can be")
    k = check.integer(k, "k", at_least=1, at_most=n - 1, bound="one less than the number of samples")
    return Splits(partial(_stretch, n, k), range(k))


def _stretch(n: int, k: int, i: int) -> Split:
    size = n // (k + 1)
    start = n - (k - i) * size
    return Split(np.arange(start), np.arange(start, start + size))


# ---------------------------------------------------------------- bootstrap


@with_hints
def bootstrap(n: int, rounds: int = 1, *, rng: Any = None) -> Splits:
    r"""Bootstrap splits: n samples drawn with replacement train the model, and those never drawn test it.

    .. math:: T = D \setminus D', \qquad D' = n \text{ draws from } D

    Parameters
    ----------
    n : int
        The number of samples, at least 1.
    rounds : int, default 1
        How many splits to draw, at least one.
    rng : None, int or numpy.random.Generator, optional
        The source of the random numbers. Pass an int for a reproducible result.

    Returns
    -------
    Splits
        A sequence of `rounds` splits. `train` has `n` sorted entries, some of them repeated. `test` holds the samples
        that were never drawn ("out-of-bag").

    See Also
    --------
    bootstrap_632 : combines the training error and the out-of-bag error
    probability_never_drawn : how likely a sample is in the test set
    evalbook.comparison.interval : resamples a test set to get a confidence interval

    Notes
    -----
    1. A sample is out of the bag with probability (1 - 1/n)ⁿ, about 0.368: see :func:`probability_never_drawn`.
    2. If every sample is drawn, the test set is empty. With 5 samples this happens in 4 of 100 rounds, and with 20
       samples almost never.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.2.3; Efron (1979).

    Examples
    --------
    >>> from evalbook import splits
    >>> train, test = splits.bootstrap(1000, rng=0)[0]
    >>> len(train), len(set(train.tolist())) + len(test)
    (1000, 1000)
    """
    n = check.integer(n, "n", at_least=1, at_most=_MOST, bound="the longest array there can be")
    seeds = _seeds(rng, check.integer(rounds, "rounds", at_least=1, at_most=_MOST))
    return Splits(partial(_draw, n, seeds), range(len(seeds)))


def _draw(n: int, seeds: NDArray[np.int64], place: int) -> Split:
    times_drawn = np.bincount(np.random.default_rng(seeds[place]).integers(n, size=n), minlength=n)
    return Split(np.repeat(np.arange(n), times_drawn), np.flatnonzero(times_drawn == 0))


@with_hints
def probability_never_drawn(n: int) -> float:
    r"""The probability that a given sample is missed by n draws with replacement from n samples.

    .. math:: \Bigl(1 - \frac1n\Bigr)^n \;\longrightarrow\; \frac1e \approx 0.368

    Parameters
    ----------
    n : int
        The number of samples and of draws, at least 1.

    Returns
    -------
    float
        Between 0 and 1/e.

    See Also
    --------
    bootstrap : draws such samples

    Notes
    -----
    1. For n = 1 it is 0, because the only sample is always drawn.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.1.

    Examples
    --------
    >>> from evalbook import splits
    >>> splits.probability_never_drawn(2)
    0.25
    >>> round(splits.probability_never_drawn(1000), 4)
    0.3677
    """
    n = check.integer(n, "n", at_least=1)
    return math.exp(n * math.log1p(-1 / n)) if n > 1 else 0.0  # by logarithm: 1 - 1/n rounds where n is large


@with_hints
def bootstrap_632(train_error: float, out_of_bag_error: float) -> float:
    r"""The .632 bootstrap estimate of the error, a weighted mean of training and out-of-bag error.

    .. math:: E_{.632} = 0.368\, E_\mathrm{train} + 0.632\, E_\mathrm{out\text{-}of\text{-}bag}

    Parameters
    ----------
    train_error : float
        The error, on all samples, of a model trained on all samples.
    out_of_bag_error : float
        The mean error of the bootstrap models, each on the samples that it did not see.

    Returns
    -------
    float
        An error between the two.

    See Also
    --------
    bootstrap : the splits that give the out-of-bag error

    Notes
    -----
    1. The training error is usually too low and the out-of-bag error too high, so the estimate lies between them.
    2. Some libraries use another training error: the mean error of the bootstrap models, each on its own training
       samples or on all samples. Efron uses the one above.
    3. A model that memorizes has a training error of 0. If the labels are coin flips, the estimate is then 0.316, but
       the true error is 0.5. Efron and Tibshirani's .632+ gives the out-of-bag error more weight, the closer it comes
       to the no-information rate p (1 - q) + (1 - p) q. Here p is the share of a class among the true labels, and q is
       its share among the predictions.

    References
    ----------
    Efron, *Estimating the error rate of a prediction rule* (1983); Efron and Tibshirani (1997).

    Examples
    --------
    >>> from evalbook import splits
    >>> splits.bootstrap_632(0, 0.5)
    0.316
    """
    train_error = check.real(train_error, "train_error", at_least=0)
    out_of_bag_error = check.real(out_of_bag_error, "out_of_bag_error", at_least=0)
    return 0.368 * train_error + 0.632 * out_of_bag_error


# ---------------------------------------------------------------- running the splits


@with_hints
def cross_validate(
    fit: Callable[[Any, Any], Predict],
    X: Any,  # noqa: N803  the name that everyone uses
    y: Any,
    splits: Iterable[tuple[ArrayLike, ArrayLike]],
    score: Callable[[Any, Any], Any],
) -> Any:
    r"""The score of each split: a model is fitted on the training part, and scored on the test part.

    .. math:: s_i = \mathrm{score}\bigl(y_{T_i},\ \mathrm{fit}(X_{S_i}, y_{S_i})(X_{T_i})\bigr)

    Parameters
    ----------
    fit : callable
        ``fit(X_train, y_train)`` returns a function ``predict(X_test)``. Every step that learns from data, such as
        scaling or choosing features, belongs into this function.
    X : list, array, data frame or sparse matrix with n rows
        The samples. `fit` and `predict` receive rows of the same type: a list for a list, whatever it holds, and
        compressed rows for a sparse matrix.
    y : list, array or series of length n
        The true labels or values, which are passed on in the same way.
    splits : iterable of (train, test)
        Pairs of arrays of sample numbers from 0 to n - 1, as the functions of this module return them. Masks are
        refused.
    score : callable
        ``score(y_test, y_pred)`` returns a number, or a tally that can be added, such as a confusion matrix.

    Returns
    -------
    ndarray or list
        One score per split: an array if all scores are numbers, otherwise a list.

    Warns
    -----
    UndefinedMetricWarning
        Once, if any test part is empty.

    See Also
    --------
    k_fold : the most common splits
    repeated_k_fold : several k-fold splits
    group_k_fold : keeps the samples of a group together
    forward_chaining : for samples in order of time

    Notes
    -----
    1. If a test part is empty, `fit` is not called and the score is nan, even among tallies. Leave it out before you
       add them.
    2. Tallies keep what a mean of ratios loses. For example, ``sum(cross_validate(…, score=confusion_matrix))`` counts
       every test sample once.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.2.2.

    Examples
    --------
    >>> from collections import Counter
    >>> from evalbook import confusion, splits
    >>> def majority(X, y):
    ...     most_common = Counter(y).most_common(1)[0][0]
    ...     return lambda X_test: [most_common] * len(X_test)
    >>> X, y = range(6), [0, 0, 0, 1, 1, 1]
    >>> splits.cross_validate(majority, X, y, splits.leave_one_out(6), confusion.accuracy)
    array([0., 0., 0., 0., 0., 0.])
    >>> sum(splits.cross_validate(majority, X, y, splits.leave_one_out(6), confusion.confusion_matrix))
    truth \ predicted  0  1
                    0  0  3
                    1  3  0
    """
    _require_callable(fit, "fit", "a function fit(X_train, y_train)")
    _require_callable(score, "score", "a function score(y_true, y_pred)")
    (rows_of_x, n), (rows_of_y, n_y) = check.picker(X, "X"), check.picker(y, "y")
    if n != n_y:
        raise ValueError(f"different lengths: X has {n}, y has {n_y}; expected one row per sample")
    scores, untested = [], []
    for number, (train, test) in enumerate(_pairs(splits, n)):
        if test.size:
            predict = fit(rows_of_x(train), rows_of_y(train))
            _require_callable(predict, "what fit returns", "a function predict(X_test)")
            scores.append(score(rows_of_y(test), predict(rows_of_x(test))))
        else:
            untested.append(number)
            scores.append(math.nan)
    if not scores:
        raise ValueError("splits is empty; expected at least one split")
    if untested:
        warn_undefined(f"the score is nan for each split without a test sample: {', '.join(map(str, untested))}")
    return _gathered(scores)


def _require_callable(function: Any, name: str, expected: str) -> None:
    if not callable(function):
        raise TypeError(f"{name} is of type {type(function).__name__}; expected {expected}")


def _pairs(splits: Any, n: int) -> Iterable[Split]:
    """The splits, each checked on its way."""
    if isinstance(splits, Split):
        raise TypeError("splits is a single Split; expected a sequence of them, as in [split]")
    if not check.is_collection(splits):
        raise TypeError(
            f"splits is of type {type(splits).__name__}; expected pairs (train, test), as splits.k_fold returns"
        )
    for number, pair in enumerate(splits):
        if not (isinstance(pair, tuple | list) and len(pair) == 2):
            raise TypeError(f"splits[{number}] is {type(pair).__name__}; expected a pair (train, test)")
        train, test = (_sample_numbers(part, f"splits[{number}]", n) for part in pair)
        if not train.size:
            raise ValueError(f"splits[{number}] has no training sample; expected at least one")
        yield Split(train, test)


def _sample_numbers(values: ArrayLike, name: str, n: int) -> Indices:
    numbers = check.as_array(values, name, "sample numbers")
    if not numbers.size:
        return np.empty(0, dtype=np.intp)
    if numbers.dtype.kind == "b":
        raise TypeError(f"{name} holds a mask of type bool; expected sample numbers: np.flatnonzero(mask) gives them")
    if numbers.dtype.kind not in "iu" or numbers.ndim != 1:
        raise TypeError(
            f"{name} holds {numbers.ndim}-dimensional values of type {numbers.dtype}; expected a list of sample numbers"
        )
    if not 0 <= numbers.min() <= numbers.max() < n:
        raise ValueError(f"{name} holds {numbers.min()} to {numbers.max()}; expected sample numbers from 0 to {n - 1}")
    return numbers.astype(np.intp, copy=False)


def _gathered(scores: list[Any]) -> FloatArray | list[Any]:
    """Numbers as an array, anything else as the list that it is."""
    if all(map(check.is_real, scores)):
        with contextlib.suppress(OverflowError):  # an integer that no float can hold
            return np.array(scores, dtype=np.float64)
    return scores


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)
