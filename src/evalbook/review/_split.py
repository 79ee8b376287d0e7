"""The review of a split into training and test rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook.review._divided import Divided, groups_of, pair_of, rows_of, targets_of
from evalbook.review._findings import Review, reviewed
from evalbook.review._overlap import group_overlap, prevalence_shift, temporal_leakage
from evalbook.review._rows import duplicates, near_duplicates
from evalbook.review._times import times_of
from evalbook.review._words import counted, joined, short

CHECKS = (duplicates, near_duplicates, group_overlap, temporal_leakage, prevalence_shift)


def split(
    X_train: ArrayLike,  # noqa: N803  the names that everyone uses
    X_test: ArrayLike,  # noqa: N803
    *,
    y: tuple[ArrayLike, ArrayLike] | None = None,
    groups: tuple[ArrayLike, ArrayLike] | None = None,
    times: tuple[ArrayLike, ArrayLike] | None = None,
    ignore: Mapping[str, str] | Sequence[str] = (),
) -> Review:
    r"""Review a split: whether rows, groups or times stand on both sides, and whether classes have other shares.

    .. math:: \{x : x \in \text{training} \wedge x \in \text{test}\} \overset{?}{=} \emptyset

    Checked are `duplicates`, `near_duplicates`, `group_overlap`, `temporal_leakage` and `prevalence_shift`.

    Parameters
    ----------
    X_train, X_test : array_like of shape (n, d) and (m, d)
        The rows that models learn from and the rows that test them, as numbers; more dimensions are laid in a row.
        Columns of two data frames go by their names, all others by their order.
    y : pair of array_like of shape (n,) and (m,), optional
        What is to be predicted: ``(of training, of test)``; labels, or numbers, of which no shares are compared.
    groups : pair of array_like of shape (n,) and (m,), optional
        What rows belong to, such as a patient.
    times : pair of array_like of shape (n,) and (m,), optional
        When each row was known: numbers, dates, datetimes, or texts such as 2027-03-01 and 2027-03-01T14:30+02:00.
    ignore : mapping of str to str, or sequence of str, default ()
        Checks whose findings are set aside, with reasons: they are kept in `ignored`, and printed.

    Returns
    -------
    Review
        ``.line``, ``.findings``, ``.not_checked``; it prints itself, and reviews add.

    Notes
    -----
    1. What is optional and missing is no error: the checks that need it stand in `not_checked`.
    2. Columns so coarse that rows coincide by chance, or a single column: `duplicates` cannot tell, and says so.
    3. Of very many rows `near_duplicates` looks at a random sample of the test part, and says so; everything else looks
       at all rows.
    4. Under ``evidence["rows"]`` stand the places of the rows concerned: test rows, and of `temporal_leakage` training
       rows.
    5. Times with a time zone are ordered by their instants; beside times without one they are refused, because nothing
       says where those were taken. A date is its first moment.

    References
    ----------
    Levina and Bickel, *Maximum likelihood estimation of intrinsic dimension* (2004); Kapoor and Narayanan, *Leakage and
    the reproducibility crisis* (2023).

    Examples
    --------
    >>> import numpy as np
    >>> from evalbook import review
    >>> rows = np.random.default_rng(0).normal(size=(30, 4))
    >>> found = review.split(rows, rows[:3], groups=(np.arange(30), [50, 51, 52]))
    >>> found.line
    '30 training and 3 test rows of 4 columns; 30 and 3 groups'
    >>> [finding.check for finding in found.findings]
    ['duplicates']
    """
    train = rows_of(X_train, "X_train")
    test = rows_of(check.in_columns_of(X_train, X_test, "X_train", "X_test"), "X_test")
    if train.shape[1] != test.shape[1]:
        ours, theirs = (counted(part.shape[1], "columns") for part in (train, test))
        raise ValueError(f"X_train has {ours} and X_test {theirs}; expected the same columns")
    targets = None if y is None else targets_of(pair_of(y, "y", train, test))
    group = None if groups is None else groups_of(pair_of(groups, "groups", train, test))
    moments = None if times is None else times_of(times, train, test)
    return reviewed(Divided(train, test, targets, group, moments), _line, CHECKS, ignore)


def _line(split: Divided) -> str:
    """How many rows, of which classes, groups and times."""
    rows = f"{len(split.train):,} training and {counted(len(split.test), 'test rows')}"
    clauses = [f"{rows} of {counted(split.test.shape[1], 'columns')}"]
    if split.labels is not None:
        labels, count = np.unique(np.concatenate(split.labels), return_counts=True)
        label = labels[count.argmin()]
        shares = (short(float(np.mean(part == label))) for part in split.labels)
        clauses.append(f"class {label} makes {' and '.join(shares)} of them")
    if split.groups is not None:
        ours, theirs = (len(np.unique(part)) for part in split.groups)
        clauses.append(f"{ours:,} and {counted(theirs, 'groups')}")
    if split.times is not None:
        clauses.append(f"training until {split.times[0].last}, test from {split.times[1].first}")
    return joined(clauses)
