"""The rate of right answers by a model as judge, corrected by the labels that people gave to some of the answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._distributions import normal_quantile
from evalbook._formula import NoFormula, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._record import Record
from evalbook._undefined import warn_undefined

Method: TypeAlias = Literal["prediction_powered", "power_tuned", "rogan_gladen"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CorrectedRate(Record):
    """The rate of right answers, with its interval and what it was found from."""

    rate: float
    """The corrected rate of right answers; nan where there is none."""
    low: float
    """The lower bound of the rate; nan where there is none."""
    high: float
    """The upper bound of the rate; nan where there is none."""
    level: float
    """The confidence level, such as 0.95."""
    method: str
    """How the rate was corrected."""
    judged_rate: float
    """The rate by the judge alone, among the answers without a label."""
    labeled_rate: float
    """The rate by the labels alone, among the labeled answers."""
    sensitivity: float
    """The share of the answers labeled right that the judge takes for right; nan if no answer is labeled right."""
    specificity: float
    """The share of the answers labeled wrong that the judge takes for wrong; nan if no answer is labeled wrong."""
    weight: float
    """By how much the rate changes when the judged rate changes by 1; nan where there is no rate."""
    n: int
    """The number of answers, with and without a label."""
    labeled: int
    """The number of answers with a label."""

    def __repr__(self) -> str:
        return (
            f"rate of right answers {self.rate:.3f}, {100 * self.level:g}% from {self.low:.3f} to {self.high:.3f} "
            f"({self.method})\n"
            f"  judge alone   {self.judged_rate:.3f} of {self.n - self.labeled} answers without a label\n"
            f"  labels alone  {self.labeled_rate:.3f} of {self.labeled} answers\n"
            f"  the judge has sensitivity {self.sensitivity:.3f} and specificity {self.specificity:.3f}"
        )


class Judge(NamedTuple):
    """What the verdicts and the labels say."""

    verdicts: FloatArray
    """Of the labeled answers."""
    labels: FloatArray
    unlabeled: FloatArray
    """The verdicts on the answers without a label."""

    @property
    def right(self) -> FloatArray:
        """The verdicts on the answers that are labeled right."""
        return np.asarray(self.verdicts[self.labels == 1])

    @property
    def wrong(self) -> FloatArray:
        """How far the judge takes each answer for wrong that is labeled wrong."""
        return np.asarray(1 - self.verdicts[self.labels == 0])


class Estimate(NamedTuple):
    """The rate, its standard error, and how much the judged rate counts in it."""

    rate: float
    error: float
    weight: float


NONE = Estimate(math.nan, math.nan, math.nan)


def _error_of_mean(values: FloatArray) -> float:
    return float(values.var() / values.size)


def _prediction_powered(judge: Judge, weight: float = 1.0) -> Estimate:
    corrections = judge.labels - weight * judge.verdicts
    rate = weight * judge.unlabeled.mean() + corrections.mean()
    variance = weight**2 * _error_of_mean(judge.unlabeled) + _error_of_mean(corrections)
    return Estimate(float(rate), math.sqrt(variance), weight)


def _power_tuned(judge: Judge) -> Estimate:
    """With the weight that should make the interval the shortest, from 0 to 1."""
    spread = np.concatenate([judge.verdicts, judge.unlabeled]).var(ddof=1)
    together = np.mean((judge.labels - judge.labels.mean()) * (judge.verdicts - judge.verdicts.mean()))
    share = 1 + judge.labels.size / judge.unlabeled.size
    return _prediction_powered(judge, min(max(float(together / (share * spread)), 0.0), 1.0) if spread else 0.0)


def _rogan_gladen(judge: Judge) -> Estimate:
    if not (judge.right.size and judge.wrong.size):
        lacking = "right" if judge.wrong.size else "wrong"
        warn_undefined(
            f"the rate is undefined, so nan is returned: no answer in labels is {lacking}, so the judge has no "
            f"{'sensitivity' if lacking == 'right' else 'specificity'}; label more answers, or choose "
            f'method="prediction_powered", which needs neither'
        )
        return NONE
    sensitivity, specificity = float(judge.right.mean()), float(judge.wrong.mean())
    better = sensitivity + specificity - 1
    if better <= 1e-12:
        warn_undefined(
            f"the rate is undefined, so nan is returned: the judge is no better than chance, because its sensitivity "
            f"{sensitivity:.3g} and its specificity {specificity:.3g} add up to no more than 1, so its verdicts do not "
            f'say how many answers are right; choose method="power_tuned", or report the labels alone'
        )
        return NONE
    rate = (float(judge.unlabeled.mean()) + specificity - 1) / better
    variance = _error_of_mean(judge.unlabeled)
    variance += rate**2 * _error_of_mean(judge.right) + (1 - rate) ** 2 * _error_of_mean(judge.wrong)
    return Estimate(rate, math.sqrt(variance) / better, 1 / better)


_METHODS: dict[str, Callable[[Judge], Estimate]] = {
    "prediction_powered": _prediction_powered,
    "power_tuned": _power_tuned,
    "rogan_gladen": _rogan_gladen,
}


@on(
    NoFormula(
        "its result has an interval already, from low to high: to draw whole tasks, hand in a function that returns "
        "one number, as in interval(lambda *answers: corrected_rate(*answers).rate, judged, labels, groups=task)",
        drawn=False,
    )
)
@with_hints
def corrected_rate(
    judged: ArrayLike, labels: ArrayLike, *, method: Method = "prediction_powered", level: float = 0.95
) -> CorrectedRate:
    r"""The rate of right answers, from a judge's verdicts on all answers and human labels for some of them.

    .. math::

        \begin{aligned}
        \text{prediction-powered:}\quad & \hat\theta = \bar j_U + \overline{(y - j)}_L \\
        \text{power-tuned:}\quad & \hat\theta = \lambda\, \bar j_U + \overline{(y - \lambda j)}_L \\
        & \lambda = \frac{\operatorname{cov}_L(y, j)}{(1 + n_L / n_U) \operatorname{var}(j)} \\
        \text{Rogan–Gladen:}\quad & \hat\theta = \frac{\bar j_U + \mathit{sp} - 1}{\mathit{se} + \mathit{sp} - 1}
        \end{aligned}

    where j are the verdicts and y the labels, L the labeled answers and U those without a label, and se and sp are the
    sensitivity and the specificity of the judge on L. The interval is :math:`\hat\theta \pm z\, s` with the normal
    quantile z. For the first two, :math:`s^2 = \lambda^2 \operatorname{var}_U(j) / n_U + \operatorname{var}_L(y -
    \lambda j) / n_L`, and for Rogan–Gladen the delta method gives

    .. math::

        s^2 = \frac{\operatorname{var}(\bar j_U) + \hat\theta^2 \operatorname{var}(\mathit{se})
            + (1 - \hat\theta)^2 \operatorname{var}(\mathit{sp})}{(\mathit{se} + \mathit{sp} - 1)^2}

    Parameters
    ----------
    judged : array_like of shape (n,)
        The judge's verdict on each answer: 1 (True) for right and 0 (False) for wrong, or the probability that the
        judge gives to right.
    labels : array_like of shape (n,)
        The human label of each answer: 1 for right, 0 for wrong, and nan (None) if no human looked at the answer. At
        least two answers have a label, and at least one has none.
    method : {"prediction_powered", "power_tuned", "rogan_gladen"}, default "prediction_powered"
        "prediction_powered" adds to the judged rate by how much the labels exceed the verdicts on average.
        "power_tuned" gives the verdicts the weight that should make the interval the shortest. "rogan_gladen" inverts
        what the sensitivity and specificity of the judge do to a rate.
    level : float, default 0.95
        The confidence level, above 0 and below 1.

    Returns
    -------
    CorrectedRate
        The rate with its bounds, and the rates, the sensitivity and the specificity that it was found from.

    Warns
    -----
    UndefinedMetricWarning
        If the Rogan–Gladen rate is undefined, as notes 4 and 5 explain.

    See Also
    --------
    krippendorff_alpha : how far judges agree, without saying who is right
    evalbook.confusion.recall : the sensitivity alone
    evalbook.comparison.proportion_interval : an interval if every answer has a label

    Notes
    -----
    1. The first two methods need labels for answers that were drawn at random from all answers. "rogan_gladen" needs
       less: the judge has to be as sensitive and as specific on the labeled answers as on the others. So the labels may
       be of another test set, or contain more wrong answers, but not only the answers that are easy to judge.
    2. If the judge is poor, or has read few answers without a label, "prediction_powered" has a wider interval than the
       labels alone. "power_tuned" hardly ever does, because its weight falls toward 0 for such a judge. But it chooses
       the weight with the same labels, so with few of them its interval contains the true rate less often than `level`
       says (in a simulation with 30 labels 92%, and with 200 labels 95%). "prediction_powered" has no bias for any
       number of labels, and you can check it by hand, so it is the default.
    3. The rate and the bounds may be below 0 or above 1, and are left so, because a clipped rate is biased. A rate
       beyond its bounds usually says that there are too few labels. To report it, clip it.
    4. If the labels contain only one of the two classes, the sensitivity or the specificity is undefined (nan), and so
       is the rate of "rogan_gladen". The other methods need neither.
    5. If sensitivity and specificity add up to 1 or less, the judge is no better than chance. Then the rate of
       "rogan_gladen" is undefined (nan).
    6. If the verdicts are probabilities, the sensitivity is the mean verdict on the answers that are labeled right, and
       the specificity is 1 minus the mean verdict on those that are labeled wrong.
    7. The intervals are normal approximations. They are too narrow for a handful of labels, or if the judge makes no
       error on them. They also take answers as independent. If several answers belong to one task, hand in one per
       task, or draw whole tasks:
       ``interval(lambda *answers: corrected_rate(*answers).rate, judged, labels, groups=task)``.
    8. The verdicts on the labeled answers enter only through the comparison with their labels, so that the parts are
       independent. `judged_rate` is the rate among the other answers.

    References
    ----------
    Rogan and Gladen, *Estimating prevalence from the results of a screening test* (1978); Angelopoulos, Bates,
    Fannjiang, Jordan and Zrnic, *Prediction-powered inference* (2023), algorithm 1; Angelopoulos, Duchi and Zrnic,
    *PPI++: Efficient prediction-powered inference* (2023), for "power_tuned".

    Examples
    --------
    >>> import numpy as np
    >>> from evalbook import generation
    >>> judged = np.repeat([1, 0, 1, 0, 1, 0], [54, 6, 8, 32, 620, 380])
    >>> labels = np.repeat([1, 0, np.nan], [60, 40, 1000])
    >>> generation.corrected_rate(judged, labels)
    rate of right answers 0.600, 95% from 0.521 to 0.679 (prediction_powered)
      judge alone   0.620 of 1000 answers without a label
      labels alone  0.600 of 100 answers
      the judge has sensitivity 0.900 and specificity 0.800
    >>> found = generation.corrected_rate(judged, labels, method="rogan_gladen")
    >>> round(found.rate, 3), round(found.low, 3), round(found.high, 3)
    (0.6, 0.495, 0.705)
    """
    method, level = check.choice(method, "method", _METHODS), check.confidence(level)
    verdicts, truth, known = check.verdicts(judged, labels)
    judge = Judge(verdicts[known], truth[known], verdicts[~known])
    rate, error, weight = _METHODS[method](judge)
    half = normal_quantile((1 + level) / 2) * error
    sensitivity, specificity = (float(part.mean()) if part.size else math.nan for part in (judge.right, judge.wrong))
    return CorrectedRate(
        *(rate, rate - half, rate + half, level, method),
        *(float(judge.unlabeled.mean()), float(judge.labels.mean()), sensitivity, specificity, weight),
        *(verdicts.size, judge.labels.size),
    )
