"""What *Leave-one-out* concludes of its spread, beside that of ten stratified folds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from claims.clinics import (
    DISTRIBUTIONS,
    Clinics,
    best_measurement,
    files,
    gap,
    right_answers,
    right_by_folds,
    samples,
    stratified,
)
from claims.settings import SHARES
from evalbook_tools.claims import claim, fell, limit, over, rests


def estimates(setting: Clinics) -> tuple[NDArray[Any], NDArray[Any]]:
    """Of each clinic the accuracy by leave-one-out, and by ten stratified folds."""
    x, y = samples(setting)
    folds = np.broadcast_to(np.arange(setting.n), y.shape), stratified(y, setting.seed + 1) % 10
    one, ten = (right_by_folds(x, y, fold, setting.learner) for fold in folds)
    return one, ten


# ---------------------------------------------------------------- a choice among measurements that say little

SHIFTS = [(0, 0), (1, 0.25), (1, 0.5), (2, 0.5), (3, 0.5), (5, 0.25), (5, 0.5), (10, 0.25), (10, 0.5)]


def ten_copies(rng: np.random.Generator, shape: tuple[int, ...]) -> NDArray[Any]:
    return np.broadcast_to(rng.standard_normal((*shape[:-1], 1)), shape)


CHOICES = {
    "largest gap, in spreads": best_measurement(),
    "largest gap, cut at the mean of all": best_measurement(cut_at_the_mean=True),
    "largest gap, as measured": best_measurement(gap),
    "most right answers": best_measurement(right_answers),
    "most right answers, cut at the mean of all": best_measurement(right_answers, cut_at_the_mean=True),
}


def labels_by_coin() -> dict[str, Clinics]:
    wide = {name: file for name, file in files().items() if file[0].shape[1] >= 10}
    return {name: Clinics(600 + i, file=file, coins=True) for i, (name, file) in enumerate(wide.items())}


@claim(
    "Of 100 patients or fewer, where the classes lie half a standard deviation apart or less in each of ten"
    " measurements or more that do not repeat each other, a learner that keeps only the best of them spreads more by"
    " leave-one-out than by ten stratified folds."
)
@over("other draws", lambda: [Clinics(seed) for seed in range(20)], draws=True)
@over("20 to 100 patients", lambda: {f"{n} patients": Clinics(100 + n, n=n) for n in (20, 25, 30, 40, 50, 70, 100)})
@over(
    "20 to 100 patients, one of ten measurements shifted by half",
    lambda: {f"{n} patients": Clinics(800 + n, n=n, shift=0.5, shifted=1) for n in (20, 25, 30, 40, 50, 70, 100)},
)
@over(
    "20 to 100 patients, all ten shifted by half",
    lambda: {f"{n} patients": Clinics(900 + n, n=n, shift=0.5, shifted=10) for n in (20, 25, 30, 40, 50, 70, 100)},
)
@over(
    "ten to a hundred measurements", lambda: {f"{p}": Clinics(200 + p, measured=p) for p in (10, 15, 20, 30, 50, 100)}
)
@over(
    "none to ten of ten measurements that the label shifts",
    lambda: {f"{m} by {d}": Clinics(300 + i, shift=d, shifted=m) for i, (m, d) in enumerate(SHIFTS)},
)
@over(
    "other distributions",
    lambda: {name: Clinics(400 + i, drawn=drawn) for i, (name, drawn) in enumerate(DISTRIBUTIONS.items())},
)
@over(
    "20 to 80% sick",
    lambda: {f"{p:.0%}": Clinics(500 + i, sick=p) for i, p in enumerate((0.2, 0.3, 0.4, 0.6, 0.7, 0.8))},
)
@over(
    "5 to 50% sick, of 100 patients",
    lambda: {f"{share:.0%}": Clinics(550 + i, n=100, sick=share) for i, share in enumerate(SHARES)},
)
@over("measurements of other files, labels by coin", labels_by_coin)
@over("other choices", lambda: {name: Clinics(700 + i, learner) for i, (name, learner) in enumerate(CHOICES.items())})
@limit(
    "ten copies of one measurement",
    lambda: {f"{n} patients": Clinics(1000 + n, n=n, shift=0.5, shifted=10, drawn=ten_copies) for n in (30, 70, 100)},
)
def a_choice_spreads_more(setting: Clinics) -> bool:
    one, ten = estimates(setting)
    return bool(one.std() > ten.std())


fell(
    "Where the classes lie half a standard deviation apart or less in every measurement, a learner that keeps only the"
    " best of ten measurements or more spreads more by leave-one-out than by ten stratified folds.",
    became="a-choice-spreads-more",
    unlike={
        "If there are 20 to 100 patients and ten or more": "it says so of 20 to 100 patients only",
    },
)
fell(
    "Where a learner gets 85% or more right in ten stratified folds, its estimates by leave-one-out spread at most a"
    " tenth more than those of the folds.",
    became="gone",
)
fell("A textbook is right where a learner chooses blindly.", became="gone")
fell("In 200 clinics of three neighbors the two ways are level in the typical miss, too.", became="gone")
fell(
    "Where a learner gets 85% or more right in ten stratified folds, its estimates by leave-one-out spread as much, to"
    " a tenth.",
    became="gone",
)
fell("For few patients, three stratified folds do as well as twelve trainings.", became="gone")
fell("The higher variance appears where one patient turns all answers at once.", became="a-choice-spreads-more")
fell("In all other cases one run of ten folds is no steadier.", became="gone")

fell(
    "In these clinics the spreads of leave-one-out and ten folds are alike: their ratio's ± holds 1.",
    became="gone",
)
fell(
    "The variance of three neighbors over 200 clinics was that of ten stratified folds: asked again it repeats itself,"
    " with other patients it does not.",
    became="gone",
)

rests("leave-bet-1", exact="c25db438")
rests("Who votes, and who waits outside", exact="e8014713")
rests("Run again", exact="32807535")
rests("leave-bet-2", once="4a1c90de-assert", by="in 200 clinics: 1.04 ± 0.06")
rests("Ten folds and leave-one-out, side by side", once="fb8d37d1-assert", by="95% interval 63% to 76%")
rests("What 5,000 more clinics show", once="loo-more-clinics-assert", by="1.021 ± 0.012")
rests("A textbook says the opposite", once="293d5e9a-assert", by="1.605 | 0.050")
rests("What to report with", defines="the data, the model, the interval, and the baseline")
rests("{term}`Leave-one-out <leave-one-out>` (", exact="32807535")
rests("On two classes of equal size", exact="loo-baseline-assert")
rests("Leave-one-out had a slightly larger", once="loo-more-clinics-assert", by="1.021 ± 0.012")
rests("On coins, leave-one-out", once="293d5e9a-assert", by="1.605 | 0.050")
