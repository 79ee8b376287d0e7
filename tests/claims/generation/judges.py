"""What *A judge is a classifier* concludes; how often the corrected interval contains the true rate is tried."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evalbook import generation
from evalbook_tools.claims import claim, limit, over, rests

STUDIES = 4000


class Judged(NamedTuple):
    """Studies of one judge: the rate of right answers, and how many answers have a label and how many have none."""

    seed: int
    rate: float = 0.6
    sensitivity: float = 0.9
    specificity: float = 0.8
    labels: int = 200
    others: int = 2000
    chosen: bool = False
    """Whether people label only answers that the judge calls right."""


def contained(setting: Judged) -> float:
    """The share of the studies whose prediction-powered interval contains the true rate."""
    rng = np.random.default_rng(setting.seed)
    right, wrong = setting.rate * setting.sensitivity, (1 - setting.rate) * (1 - setting.specificity)
    boxes = np.array([right, setting.rate - right, wrong, 1 - setting.rate - wrong])
    if setting.chosen:
        boxes = np.array([right, 0, wrong, 0]) / (right + wrong)
    found = 0
    for (tp, fn, fp, tn), called in zip(
        rng.multinomial(setting.labels, boxes, STUDIES),
        rng.binomial(setting.others, right + wrong, STUDIES),
        strict=True,
    ):
        judged = np.repeat([1, 0, 1, 0, 1, 0], [tp, fn, fp, tn, called, setting.others - called])
        labels = np.repeat([1, 0, np.nan], [tp + fn, fp + tn, setting.others])
        one = generation.corrected_rate(judged, labels)
        found += one.low <= setting.rate <= one.high
    return found / STUDIES


def other_rates() -> dict[str, Judged]:
    rates = (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.8, 0.9)
    return {f"{rate:.0%} right": Judged(100 + i, rate) for i, rate in enumerate(rates)}


def other_judges() -> dict[str, Judged]:
    """From a good one to a weak one, lenient or severe."""
    rates = [
        (0.95, 0.8),
        (0.8, 0.95),
        (0.9, 0.9),
        (0.8, 0.8),
        (0.7, 0.7),
        (0.6, 0.6),
        (0.99, 0.5),
        (0.5, 0.99),
        (1, 0.7),
    ]
    return {f"{se} and {sp}": Judged(200 + i, sensitivity=se, specificity=sp) for i, (se, sp) in enumerate(rates)}


def other_labels() -> dict[str, Judged]:
    return {f"{m} labels": Judged(300 + m, labels=m, others=5 * m) for m in (100, 120, 150, 300, 400, 600, 1000)}


def other_sizes() -> dict[str, Judged]:
    """From two to ten times as many answers without a label as with one."""
    return {f"{n:,} others": Judged(400 + i, others=n) for i, n in enumerate((400, 500, 800, 1000, 1500, 2000))}


def rates_and_few_labels() -> dict[str, Judged]:
    """100 labels and 200 or 1,000 others, by judges that err on 10% of the answers or more."""
    return {
        f"{rate:.0%} right, {se} and {sp}, {n:,} others": Judged(n + 10 * i + j, rate, se, sp, labels=100, others=n)
        for n in (200, 1000)
        for i, rate in enumerate((0.1, 0.3, 0.7, 0.9))
        for j, (se, sp) in enumerate([(0.9, 0.8), (0.7, 0.7), (0.85, 0.9), (0.8, 0.8), (1, 0.6), (0.6, 1)])
        if rate * (1 - se) + (1 - rate) * (1 - sp) >= 0.1 - 1e-9
    }


def few_labels() -> dict[str, Judged]:
    return {f"{m} labels": Judged(600 + m, labels=m) for m in (10, 15, 20, 30, 40)}


def few_others() -> dict[str, Judged]:
    return {f"{n} others": Judged(900 + n, labels=100, others=n) for n in (5, 10, 20)}


def errors_of_one_kind() -> dict[str, Judged]:
    """A judge that only rejects right answers, with a hundred times as many answers as labels."""
    return {
        f"{rate:.0%} right, {se} and 1": Judged(950 + i, rate, se, 1, labels=100, others=10_000)
        for i, (rate, se) in enumerate([(0.5, 0.8), (0.12, 0.16), (0.11, 0.05)])
    }


def rare_errors() -> dict[str, Judged]:
    """A judge that misses 1 to 5% of the right answers, which are 90%, and makes no other error."""
    return {
        f"misses {missed:.0%}": Judged(700 + i, 0.9, 1 - missed, 1, labels=100, others=20_000)
        for i, missed in enumerate((0.01, 0.02, 0.03, 0.04, 0.05))
    }


def only_those_called_right() -> dict[str, Judged]:
    return {
        f"{rate:.0%} right, chosen by the verdict": Judged(800 + i, rate, chosen=True)
        for i, rate in enumerate((0.2, 0.4, 0.6, 0.8, 0.9))
    }


@claim(
    "If at least 100 answers, one to a question, are drawn at random and labeled, and two to ten times as many "
    "are not, if at least 10% are right and 10% wrong, and if the judge is better than chance but errs on at least "
    "10%, the prediction-powered 95% interval contains the model's true rate in 93% to 97% of all studies."
)
@over("10 to 90% right", other_rates)
@over("other judges", other_judges)
@over("100 to 1,000 labels", other_labels)
@over("400 to 2,000 answers without a label, 200 with one", other_sizes)
@over("100 labels and 200 or 1,000 others, other rates and judges", rates_and_few_labels)
@limit("10 to 40 labels", few_labels)
@limit("100 labels and 5 to 20 others", few_others)
@limit("errors of one kind, 100 labels and 10,000 others", errors_of_one_kind)
@limit("a judge that misses 1 to 5% and makes no other error, 100 labels and 20,000 others", rare_errors)
@limit("labels only for answers that the judge calls right", only_those_called_right)
def the_corrected_interval_keeps_its_promise(setting: Judged) -> bool:
    return 0.93 <= contained(setting) <= 0.97


rests("judges-bet-order", exact="judges-swap-assert")
rests("Position bias: have each pair judged", exact="judges-swap-assert")
rests("Sensitivity and specificity: what does the judge", exact="judges-rates-assert")
rests("judges-bet-rate", exact="judges-rates-assert")
rests("Human labels correct the judged rate", exact="judges-function-assert")
rests("The judge alone has a narrow interval", once="judges-coverage-counts-assert", by="54.9% [52.7%, 57.1%]")
rests("Where it stops: a judge can make", exact="judges-helps-assert")
rests("High agreement does not make a good judge", exact="judges-agreement-assert")
rests("What to report with a corrected rate", defines="prediction-powered")
rests("A {term}`judge` (裁判模型) that compares", exact="judges-swap-assert")
rests("A judge is a classifier with", exact="judges-rates-assert")
rests(
    "If at least 100 answers",
    claim="the-corrected-interval-keeps-its-promise",
    when="If at least 100 answers, one to a question, are drawn at random and labeled, and two to ten times as many "
    "are not, if at least 10% are right and 10% wrong, and if the judge is better than chance but errs on at least 10%",
)
rests("High agreement alone does not", exact="judges-agreement-assert")
