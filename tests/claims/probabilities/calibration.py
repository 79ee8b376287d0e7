"""What *Calibration* concludes of naive Bayes that counts the same evidence several times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.naive_bayes import GaussianNB

from claims.clinics import files
from claims.settings import APART, DRAWS, SHARES, redrawn, with_share
from evalbook_tools.claims import claim, fell, limit, over, rests


class Forecast(NamedTuple):
    """Samples of two classes, half of which teach a naive Bayes, unless it is said how many."""

    x: NDArray[Any]
    y: NDArray[Any]
    seed: int = 0
    train: int | None = None
    copies: float = 5
    """To which power the evidence is raised."""


def tumors(columns: Sequence[int], seed: int = 0, **options: Any) -> Forecast:
    """Some of the thirty measurements; two thirds teach."""
    x, y = files()["tumors, thirty"]
    return Forecast(x[:, list(columns)], y, seed, **{"train": 379} | options)


def other_shares(columns: Sequence[int], seed: int) -> Callable[[int], dict[str, Forecast]]:
    """Malignant or benign tumors are left out by lot; two thirds of those that stay teach."""

    def drawn(draw: int) -> dict[str, Forecast]:
        found = {}
        for i, share in enumerate(SHARES):
            whole = tumors(columns, seed + i + APART * draw)
            kept = with_share(whole.y, share, whole.seed)
            some = whole._replace(x=whole.x[kept], y=whole.y[kept], train=2 * kept.size // 3)
            found[f"{share:.0%} malignant"] = some
        return found

    return drawn


def with_powers(setting: Forecast, powers: Sequence[float]) -> tuple[NDArray[Any], list[NDArray[Any]]]:
    """What the others are, and their log-odds with the evidence raised to each of the powers."""
    size = setting.y.size
    lot = np.random.default_rng(setting.seed).permutation(size)
    train, test = np.split(lot, [setting.train or size // 2])
    joint = GaussianNB().fit(setting.x[train], setting.y[train]).predict_joint_log_proba(setting.x[test])
    log_odds, share = joint[:, 1] - joint[:, 0], setting.y[train].mean()
    start = np.log(share / (1 - share))
    return setting.y[test], [start + t * (log_odds - start) for t in powers]


def losses(setting: Forecast, *powers: float) -> list[float]:
    """The log loss on the others, with the evidence raised to each of the powers."""
    y, raised = with_powers(setting, powers)
    sides = np.where(y == 1, -1, 1)
    return [float(np.logaddexp(0, sides * log_odds).mean()) for log_odds in raised]


def briers(setting: Forecast, *powers: float) -> list[float]:
    """The Brier score on the others, in the same way; from the log-odds, so that nothing is rounded to 0 or 1."""
    y, raised = with_powers(setting, powers)
    sides = np.where(y == 1, -1, 1)
    return [float(np.mean(np.exp(-2 * np.logaddexp(0, -sides * log_odds)))) for log_odds in raised]


def apart(draw: int) -> dict[str, Forecast]:
    """Two independent measurements, in which the classes lie far from each other."""
    found = {}
    for i, shift in enumerate((4, 5, 6, 7, 8)):
        rng = np.random.default_rng(500 + i + APART * draw)
        y = np.tile([0, 1], 250)
        found[f"{shift} standard deviations"] = Forecast(
            rng.standard_normal((500, 2)) + shift * y[:, None], y, seed=400 + i + APART * draw
        )
    return found


# ---------------------------------------------------------------- copies


def other_pairs() -> dict[str, Forecast]:
    """Of the first six measurements."""
    pairs = combinations(range(6), 2)
    return {f"measurements {i} and {j}": tumors([i, j], 2000 + k) for k, (i, j) in enumerate(pairs)}


@claim(
    "With two of the tumors' measurements in five copies each, or more, naive Bayes usually has a higher log loss and"
    " a higher Brier score."
)
@over("other splits of the tumors", lambda: [tumors([1, 4], seed) for seed in range(100)], draws=True)
@over("other pairs of the first six measurements", redrawn(other_pairs), each=DRAWS)
@over(
    "five to thirty copies",
    redrawn(lambda: {f"{k} copies": tumors([1, 4], 2100 + k, copies=k) for k in (5, 7, 10, 20, 30)}),
    each=DRAWS,
)
@over(
    "50 to 400 tumors to learn from",
    redrawn(lambda: {f"{n} tumors": tumors([1, 4], 2200 + n, train=n) for n in (50, 100, 150, 200, 300, 400)}),
    each=DRAWS,
)
@over("5 to 50% malignant", other_shares([1, 4], 2700), each=DRAWS)
@limit(
    "two or three copies",
    redrawn(lambda: {f"{k} copies": tumors([1, 4], 2800 + k, copies=k) for k in (2, 3)}),
    each=DRAWS,
)
@limit("two measurements that hardly overlap", apart, each=DRAWS)
def copies_raise_both_scores(setting: Forecast) -> bool:
    once, often = zip(*(score(setting, 1, setting.copies) for score in (losses, briers)), strict=True)
    return all(b > a for a, b in zip(once, often, strict=True))


# ---------------------------------------------------------------- measurements that depend on each other


def other_sets() -> dict[str, Forecast]:
    """Tens that go together, and fifteens by lot."""
    tens = {"ten means": range(10), "ten errors": range(10, 20), "ten worst": range(20, 30)}
    found = {name: tumors(columns, 500 + i) for i, (name, columns) in enumerate(tens.items())}
    for i in range(10):
        some = np.random.default_rng(510 + i).permutation(30)[:15]
        found[f"fifteen by lot, {i + 1}"] = tumors(some.tolist(), 510 + i)
    return found


POWERS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)


def independent(seed: int) -> Forecast:
    """Thirty measurements that depend on the label only; five tell the classes apart."""
    rng = np.random.default_rng(seed)
    y = rng.integers(2, size=569)
    x = rng.standard_normal((569, 30))
    x[:, :5] += 0.8 * y[:, None]
    return Forecast(x, y, seed, train=379)


@claim(
    "With all thirty measurements naive Bayes has a lower log loss if its evidence is raised to the power ¼, or another"
    " from 0.1 to 0.5."
)
@over("other splits of the tumors", lambda: [tumors(range(30), seed) for seed in range(100)], draws=True)
@over("ten or fifteen of the thirty", redrawn(other_sets), each=DRAWS)
@over(
    "50 to 400 tumors to learn from",
    redrawn(lambda: {f"{n} tumors": tumors(range(30), 600 + n, train=n) for n in (50, 100, 150, 200, 300, 400)}),
    each=DRAWS,
)
@over(
    "powers from 0.1 to 0.5",
    redrawn(lambda: {f"{t}": tumors(range(30), 700 + i, copies=t) for i, t in enumerate(POWERS)}),
    each=DRAWS,
)
@over("5 to 50% malignant", other_shares(range(30), 800), each=DRAWS)
@limit("thirty measurements that do not depend on each other", lambda: [independent(seed) for seed in range(20)])
def damping_lowers_the_log_loss(setting: Forecast) -> bool:
    as_it_is, damped = losses(setting, 1, setting.copies if setting.copies < 1 else 1 / 4)
    return damped < as_it_is


fell(
    "With every measurement in five copies, naive Bayes orders the samples as before, and its log loss is higher.",
    became="copies-raise-both-scores",
)
fell(
    "With all thirty measurements naive Bayes has a lower log loss if its evidence is raised to the power ¼.",
    became="damping-lowers-the-log-loss",
    unlike={
        "Damping the evidence lowers the log loss": "on these tumors, and says where it raises it",
    },
)
fell("Isotonic regression is the better repair: its log loss is slightly lower still.", became="gone")
fell("In twenty other splits the sigmoid of the log-odds wins.", became="gone")
fell("Without the dependence naive Bayes never loses to the base rate.", became="damping-lowers-the-log-loss")
fell("The base rate has the smallest calibration error with every number of bins.", became="gone")
fell("The split with the seed 77 is typical of Bo.", became="gone")
fell(
    "Bo, who counts copies, scores worse than Ana.",
    became="copies-raise-both-scores",
    unlike={
        "On these tumors, then, Bo is worse": "on these tumors; usually, with five copies or more, elsewhere",
    },
)
fell("Copies change the odds and leave the order.", became="gone")
fell("Five copies change the odds and leave the order.", became="gone")
fell(
    "With every measurement of the tumors in several copies, naive Bayes has a higher log loss.",
    became="copies-raise-both-scores",
)
fell("A good order loses to a constant, until its evidence is damped.", became="gone")
fell(
    "The staircase says exactly 0 below its first malignant training tumor and exactly 1 above its last benign one.",
    became="gone",
)
fell("What decides is whether a few tumors contradict its near certainty.", became="gone")

rests("calibration-tickets", once="16c7736a", by="0.57 to 0.81")
rests("Counting evidence five times", exact="5eb1a8cf-assert")
rests("Calibration: of those given 0.7", defines="of those given 0.7, seven in ten")
rests("Bo and Ana have the same order: who scores better?", claim="copies-raise-both-scores")
rests("Thirty measurements depend", exact="6e687d46")
rests("calibration-splits", exact="17c13bdc")
rests("A good order against a constant", exact="17c13bdc")
rests("A sigmoid repairs both", once="c221283b", by="both models in all 100 splits")
rests("What to report with a log loss", defines="the base rate's own score")
rests("Probabilities are calibrated", defines="calibration")
rests("The Brier score (", cite="gneiting2007")
rests("The AUC sees only the order", exact="5eb1a8cf-assert")
rests("A repair is learned", exact="c221283b")
