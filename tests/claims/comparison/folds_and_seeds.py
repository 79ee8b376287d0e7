"""What *Folds and seeds* concludes of two recipes that are equally good."""

from __future__ import annotations

from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from claims.recipes import LEARNERS, LINE, Array, Score
from claims.settings import SHARES
from evalbook import comparison
from evalbook_tools.claims import claim, fell, limit, over, rests

STUDIES = 100


# ---------------------------------------------------------------- studies of two instruments, equally good


class Equals(NamedTuple):
    """Studies in which each recipe has five of ten measurements that count alike."""

    seed: int
    learner: Score = LINE
    n: int = 200
    signal: float | None = None  # how far the label shifts each measurement; None: the label is made from all ten
    sick: float = 0.5  # the share with the label 1


def drawn(setting: Equals, rng: np.random.Generator) -> tuple[Array, Array]:
    x = rng.standard_normal((STUDIES, setting.n, 10))
    if setting.signal is None:
        least = NormalDist(0, 14**0.5).inv_cdf(1 - setting.sick)
        return x, np.sign(x.sum(axis=2) + 2 * rng.standard_normal(x.shape[:2]) - least)
    y = rng.choice([-1.0, 1.0], x.shape[:2], p=[1 - setting.sick, setting.sick])
    return x + setting.signal * y[..., None], y


def called_different(setting: Equals) -> tuple[float, float]:
    """How often the plain t-test over ten times ten folds has p < .05; on how many patients the recipes disagree."""
    rng = np.random.default_rng(setting.seed)
    x, y = drawn(setting, rng)
    differences, disagree = [], 0.0
    for _ in range(10):
        fold = rng.permuted(np.tile(np.arange(setting.n) % 10, (len(y), 1)), axis=1)
        gain = setting.learner(x[..., 5:], y, fold).astype(float) - setting.learner(x[..., :5], y, fold)
        disagree += float(np.mean(gain != 0))
        differences += [np.sum(gain * (fold == k), axis=1) / (setting.n / 10) for k in range(10)]
    found = [d for d in np.transpose(differences) if np.ptp(d) > 0]  # without any difference, no test calls one
    called = sum(comparison.corrected_t_test(d, test_share=0).p_value < 0.05 for d in found)
    return called / len(y), disagree / 10


def other_learners() -> dict[str, Equals]:
    return {name: Equals(100 + seed, learner) for seed, (name, learner) in enumerate(LEARNERS.items())}


def other_sizes() -> dict[str, Equals]:
    return {f"{n} patients": Equals(200 + n, n=n) for n in (50, 100, 200, 300, 400)}


def other_signals() -> dict[str, Equals]:
    """From none to a line that hardly errs."""
    shifts = (0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1, 1.1)
    return {f"shift {s}": Equals(300 + i, signal=s) for i, s in enumerate(shifts)}


def other_shares() -> dict[str, Equals]:
    """The label is made from all measurements, or shifts them."""
    choices = [(share, signal) for share in SHARES for signal in (None, 0.5)]
    return {
        f"{share:.0%} sick, {'made from all ten' if signal is None else 'shifted'}": Equals(
            350 + i, signal=signal, sick=share
        )
        for i, (share, signal) in enumerate(choices)
    }


def rarely_disagree() -> dict[str, Equals]:
    return {f"shift {s}": Equals(400 + i, signal=s) for i, s in enumerate((1.4, 1.5, 1.6, 1.8, 2))}


@claim(
    "Over ten times ten folds the plain t-test calls two recipes different in two of five studies or more that are"
    " equally good, look at different measurements and disagree on 2% of the patients or more."
)
@over("other learners", other_learners)
@over("50 to 400 patients", other_sizes)
@over("no signal to a strong one", other_signals)
@over("5 to 50% sick", other_shares)
@limit("recipes that disagree on fewer", rarely_disagree)
def ten_times_ten_alarms(setting: Equals) -> bool | None:
    called, disagree = called_different(setting)
    if disagree < 0.02 and setting.seed < 400:
        return None
    return called >= 0.4


fell(
    "Over ten times ten folds the plain t-test calls two recipes different that are equally good in "
    "two of five studies or more.",
    became="ten-times-ten-alarms",
    unlike={
        "Over 10 × 10 folds, a plain t-test calls": "has the claim's condition",
        "A hundred folds of one data set": "counted on the page, for one design",
    },
)
fell("The correction is on the careful side here.", became="gone")
fell("The correction counts what folds share.", became="gone")
fell("Two rules that are never trained get four fifths of these false alarms, or more.", became="gone")
fell("Both tests over five times two halves are near the promised 5%.", became="gone")
fell("A tree that is good on one half of the images tends to be good on the other.", became="gone")
fell("A nearest neighbor changes more with its training patients than a fitted line does.", became="gone")
fell(
    "Of twenty trees' pairs more than 5% are usually called different.",
    became="gone",
    unlike={
        "If all twenty trees were equally good": "what would be so if they were; nothing about pairs of other trees",
        "The twenty trees of one recipe form 190 pairs.": "counted on the page, of these twenty trees",
        "McNemar's test, at a level of 5%, calls some": "the question, of these twenty trees",
        "How many of the 190 pairs": "the question, of these twenty trees",
    },
)
fell("The test is right: some of the trees really are better than others.", became="gone")
fell("The correction is a rule of thumb, and for the nearest neighbor it is not enough.", became="gone")
fell(
    "A paired t-test over the ten folds of one cross-validation keeps its level of 5%.",
    became="gone",
    unlike={
        "Models are trained on the measurements of": "the question, of all hundred differences",
    },
)
fell(
    "Dietterich's t is near the promised 5%, and F a little above it.",
    became="gone",
    unlike={
        "In our studies, Dietterich's t": "one design, with the intervals above it; the table after it shows others",
    },
)

rests("folds-bet-1", claim="ten-times-ten-alarms")
rests("Ten repetitions of one study agree", once="533604b4-assert", by="0.92, 95% from 0.91 to 0.92")
rests("The paired t-test, on ten differences", once="d98345d2-assert", by="54.6% [52.4%, 56.8%]")
rests("A correction for a hundred differences", once="d2c77e9d-assert", by="corrected: 4.5% [3.7%, 5.5%]")
rests("Other learners: none of four tests", once="folds-safe-assert", by="the standard errors of the rates")
rests("Twenty seeds of one recipe", once="5cf097fd-assert", by="95% from 10.8 to 19.5")
rests("folds-bet-2", exact="5cf097fd-assert")
rests("What to report with a comparison of recipes", defines="corrected t-test, 10 × 10 folds")
rests(
    "Repetitions test the same samples again",
    claim="ten-times-ten-alarms",
    when="equally good, look at different measurements and disagree on 2% of the patients or more",
)
rests("{py:func}`~evalbook.comparison.corrected_t_test` adds", exact="d2c77e9d")
rests("None of these tests keeps a level", once="folds-safe-assert", by="the standard errors of the rates")
rests("A test on one test set compares two models", defines="these two trees")
