"""pass@k: how often at least one of k tries is right, from more tries than k."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import OfSums, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray

Average: TypeAlias = Literal["mean"] | None
LOST = 2.0**-60
"""A chance below this changes no digit of 1."""


def chance_of_a_right_one(n: NDArray[np.int64], c: NDArray[np.int64], k: int) -> FloatArray:
    """How likely k of n samples, drawn without replacement, hold at least one of the c right ones.

    A draw of k misses c right ones as often as a draw of c misses k: the shorter one is followed, step by step.
    """
    shorter, longer = np.minimum(c, k), np.maximum(c, k)
    found = np.where(n - c < k, 1.0, 0.0)  # too few are wrong to fill the draw
    for step in range(int(shorter.max())):
        if (1 - found[shorter > step] < LOST).all():
            break
        left = np.maximum(n - step, 1)
        found += np.where(shorter > step, (1 - found) * longer / left, 0.0)
    return found


def _values(n: ArrayLike, c: ArrayLike, k: int, average: Average = "mean") -> Any:
    return (chance_of_a_right_one(*check.tries(n, c, k)),), lambda mean: mean


@on(OfSums(_values))
@with_hints
def pass_at_k(n: ArrayLike, c: ArrayLike, *, k: int, average: Average = "mean") -> Any:
    r"""pass@k: how often at least one of k samples of a task is right, from n samples of which c are right.

    .. math:: \mathrm{pass@}k = \frac1T \sum_{t=1}^{T} \left[ 1 - \binom{n_t - c_t}{k} \Big/ \binom{n_t}{k} \right]

    Parameters
    ----------
    n : int or array_like of shape (tasks,)
        How many samples (answers, programs) the model gave for each task: one whole number for all tasks, or one per
        task. Each is at least `k` and at most a billion.
    c : int or array_like of shape (tasks,)
        How many samples of each task are right, from 0 to `n`. A single number is one task.
    k : int
        How many samples are drawn from the n of a task, at least 1.
    average : {"mean", None}, default "mean"
        The mean over the tasks, or None for one value per task.

    Returns
    -------
    float or ndarray of shape (tasks,)
        Between 0 and 1. A single task gives a float.

    See Also
    --------
    evalbook.comparison.interval : its interval, for which whole tasks are drawn
    evalbook.ranking.hit_rate : the share of ranked lists with a hit among the first k

    Notes
    -----
    1. The k samples are drawn without replacement, so the mean over all draws is computed, and no chance is left. This
       makes the estimate unbiased. The plug-in :math:`1 - (1 - c/n)^k` draws with replacement, and is too low.
    2. With ``k=1`` it is the share of right samples, c/n, and with ``k=n`` it is 1 for each task with a right sample.
    3. A task with fewer than `k` wrong samples has the value 1, and a task without a right sample the value 0. This 0
       says only that none of n samples was right.
    4. If a task has fewer than `k` samples, there is no unbiased estimate, so an error is raised.
    5. Each task has the same weight in the mean, however many samples it has.
    6. The samples of one task are not independent of each other, so an interval has to draw tasks:
       ``interval(partial(pass_at_k, k=5), n, c)`` with one entry per task in both. One n for all tasks is bound, as in
       ``interval(partial(pass_at_k, n=20, k=5), c)``.

    References
    ----------
    Chen et al., *Evaluating large language models trained on code* (2021), section 2.1.

    Examples
    --------
    >>> from evalbook import generation
    >>> round(generation.pass_at_k(10, 2, k=5), 2)
    0.78
    >>> generation.pass_at_k([10, 10, 20], [2, 0, 5], k=1, average=None)
    array([0.2 , 0.  , 0.25])
    >>> generation.pass_at_k([10, 10, 20], [2, 0, 5], k=1)
    0.15
    """
    check.choice(average, "average", ("mean", None))
    values = chance_of_a_right_one(*check.tries(n, c, k))
    return float(values.mean()) if average or values.ndim == 0 else values
