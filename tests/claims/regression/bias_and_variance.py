"""What *Bias and variance* concludes of votes and of bagged lines; the rest is algebra, or counted on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.tree import DecisionTreeClassifier

from claims.settings import APART, DRAWS, SHARES, SPLITS, redrawn, with_share
from evalbook import comparison
from evalbook.teaching import examples
from evalbook_tools.claims import claim, fell, limit, over, rests

Array = NDArray[Any]


# ---------------------------------------------------------------- votes


class Forest(NamedTuple):
    """Trees, each trained on patients of its own, drawn from two thirds; the others test them."""

    measured: Array
    label: Array
    seed: int
    size: int = 40
    trees: int = 101
    depth: int | None = None
    outside: bool = False  # asked, however often its trees are right


def tumors(columns: tuple[int, ...] = (4, 9), seed: int = 0, **others: Any) -> Forest:
    data = load_breast_cancer()
    return Forest(data.data[:, list(columns)], data.target, seed, **others)


def other_draws() -> list[Forest]:
    return [tumors(seed=seed, trees=51) for seed in range(SPLITS)]


def other_measurements() -> dict[str, Forest]:
    """Each pair of the ten means."""
    pairs = [(a, b) for b in range(10) for a in range(b)]
    return {f"measurements {a} and {b}": tumors((a, b), 200 + i, trees=51) for i, (a, b) in enumerate(pairs)}


def other_sizes() -> dict[str, Forest]:
    return {f"{n} patients": tumors(seed=300 + n, size=n) for n in (10, 20, 40, 80, 160)}


def single_questions() -> list[Forest]:
    """Each tree asks one question, of most of the irises."""
    iris = load_iris()
    return [Forest(iris.data, iris.target, 400 + i, size=90, depth=1, outside=True) for i in range(DRAWS)]


def noisy_labels(draw: int) -> dict[str, Forest]:
    """A share of the labels, drawn by lot, is wrong, in training and test."""
    found = {}
    for i, share in enumerate((0.05, 0.1, 0.2, 0.3, 0.4)):
        clean = tumors((0, 1), 500 + i + APART * draw)
        wrong = np.random.default_rng(clean.seed).random(clean.label.size) < share
        found[f"{share:.0%} wrong"] = clean._replace(label=np.where(wrong, 1 - clean.label, clean.label))
    return found


def other_data() -> dict[str, Forest]:
    """Two classes to ten; one of twenty households in poor health."""
    images, digit, _ = examples.digits()
    survey, sugar = examples.health_survey(), load_diabetes()
    iris, wine, every = load_iris(), load_wine(), load_breast_cancer()
    return {
        "iris": Forest(iris.data[:, :2], iris.target, 600),
        "wine": Forest(wine.data, wine.target, 601),
        "digits": Forest(images, digit, 602, size=200),
        "an 8 or none": Forest(images, (digit == 8).astype(int), 603, size=200),
        "diabetes, above the median": Forest(sugar.data, (sugar.target > np.median(sugar.target)).astype(int), 604),
        "health survey": Forest(survey.answers[:3000], survey.poor[:3000].astype(int), 605, size=200),
        "all measurements": Forest(every.data, every.target, 606),
    }


def coins() -> dict[str, Forest]:
    label = [np.random.default_rng(700 + i).integers(2, size=569) for i in range(20)]
    return {
        f"coins {i}": tumors(seed=700 + i, trees=51)._replace(label=one, outside=True) for i, one in enumerate(label)
    }


def sick_and_healthy(share: float, shift: float, seed: int, **others: Any) -> Forest:
    """Two measurements, which the sickness shifts by so many standard deviations."""
    rng = np.random.default_rng(seed)
    sick = (rng.random(2000) < share).astype(int)
    return Forest(rng.standard_normal((2000, 2)) + shift * sick[:, None], sick, seed, **({"trees": 51} | others))


def other_shares(draw: int) -> dict[str, Forest]:
    choices = [(share, shift) for share in (0.1, 0.2, 0.3, 0.4, 0.5) for shift in (0.5, 1, 1.5)]
    return {
        f"{share:.0%} sick, shifted by {shift}": sick_and_healthy(share, shift, 800 + i + APART * draw)
        for i, (share, shift) in enumerate(choices)
    }


def other_shares_of_the_tumors(draw: int) -> dict[str, Forest]:
    """Malignant or benign tumors are left out by lot."""
    found = {}
    for i, share in enumerate(SHARES):
        whole = tumors(seed=850 + i + APART * draw, trees=51)
        kept = with_share(1 - whole.label, share, whole.seed)
        found[f"{share:.0%} malignant"] = whole._replace(measured=whole.measured[kept], label=whole.label[kept])
    return found


def rare_and_easily_told(draw: int) -> dict[str, Forest]:
    choices = [(0.02, 4, 30), (0.02, 6, 30), (0.02, 6, 20), (0.05, 6, 12), (0.05, 6, 10)]
    return {
        f"{share:.0%} sick, {size} patients a tree, shifted by {shift}": sick_and_healthy(
            share, shift, 900 + i + APART * draw, size=size, trees=201, outside=True
        )
        for i, (share, shift, size) in enumerate(choices)
    }


@claim(
    "A vote of full-grown trees of continuous measurements that are right on 50 to 90% of the patients, each trained on"
    " half of them or fewer, is usually wrong less often than they are on average.",
    needs=0.9,
)
@over("other trees and patients", other_draws, draws=True)
@over("other pairs of measurements", redrawn(other_measurements), each=DRAWS)
@over("trained on 10 to 160 patients", redrawn(other_sizes), each=DRAWS)
@over("a share of the labels wrong", noisy_labels, each=DRAWS)
@over("other data", redrawn(other_data), each=DRAWS)
@over("10 to 50% sick, a weak signal", other_shares, each=DRAWS)
@over("5 to 50% malignant", other_shares_of_the_tumors, each=DRAWS)
@limit("labels by the throw of a coin", coins)
@limit("few sick, easily told, and few patients a tree", rare_and_easily_told, each=DRAWS)
@limit("three sorts of irises, and one question a tree", single_questions)
def a_vote_errs_less_than_its_trees(one: Forest) -> bool | None:
    rng = np.random.default_rng(one.seed)
    train, test = np.split(rng.permutation(one.label.size), [2 * one.label.size // 3])
    answers = []
    for seed in range(one.trees):
        drawn = rng.choice(train, min(one.size, train.size), replace=False)
        tree = DecisionTreeClassifier(max_depth=one.depth, random_state=seed)
        answers.append(tree.fit(one.measured[drawn], one.label[drawn]).predict(one.measured[test]))
    parts = comparison.bias_variance(one.label[test], answers, loss="0-1")
    return bool(parts.bias < parts.loss) if one.outside or 0.1 <= parts.loss <= 0.5 else None


# ---------------------------------------------------------------- bagged lines

TRUTHS: dict[str, Callable[[Array], Array]] = {
    "a wave": lambda x: np.sin(2 * np.pi * x),
    "a line": lambda x: 2 * x,
    "a constant": np.zeros_like,
    "a parabola": lambda x: 4 * (x - 0.5) ** 2,
    "a step": lambda x: (x > 0.3).astype(float),
    "exponential growth": lambda x: np.exp(3 * x) / 10,
}
PLACES: dict[str, Callable[[np.random.Generator, int], Array]] = {
    "even": lambda rng, n: (np.arange(n) + 0.5) / n,
    "random": lambda rng, n: rng.random(n),
    "at the ends": lambda rng, n: rng.beta(0.3, 0.3, n),
    "in the middle": lambda rng, n: rng.beta(5, 5, n),
    "to the right": lambda rng, n: rng.beta(5, 1, n),
}


class Bagged(NamedTuple):
    """Data sets to fit a line to."""

    seed: int
    truth: Callable[[Array], Array] = TRUTHS["a wave"]
    n: int = 20
    noise: float = 0.3
    places: Callable[[np.random.Generator, int], Array] = PLACES["random"]
    heavy: bool = False  # t-distributed noise, with 3 degrees of freedom


def other_truths() -> dict[str, Bagged]:
    return {name: Bagged(i, truth) for i, (name, truth) in enumerate(TRUTHS.items())}


def other_numbers_of_points() -> dict[str, Bagged]:
    choices = [(n, name) for n in (20, 30, 50, 100, 200) for name in ("a wave", "a line")]
    return {f"{n} points of {name}": Bagged(100 + i, TRUTHS[name], n) for i, (n, name) in enumerate(choices)}


def other_noise() -> dict[str, Bagged]:
    choices = [(noise, heavy) for noise in (0.03, 0.1, 0.3, 1, 3) for heavy in (False, True)]
    return {
        f"{noise}, {'heavy-tailed' if heavy else 'normal'}": Bagged(200 + i, noise=noise, heavy=heavy)
        for i, (noise, heavy) in enumerate(choices)
    }


def other_places() -> dict[str, Bagged]:
    choices = [(name, truth) for name in PLACES for truth in ("a wave", "a line")]
    return {
        f"places {name}, {truth}": Bagged(300 + i, TRUTHS[truth], places=PLACES[name])
        for i, (name, truth) in enumerate(choices)
    }


def one_far_away(rng: np.random.Generator, n: int) -> Array:
    return np.append(rng.random(n - 1) / 50, 1)


def far_places() -> dict[str, Bagged]:
    return {f"19 together and one far away, {name}": Bagged(400, TRUTHS[name], places=one_far_away) for name in TRUTHS}


def lines(x: Array, y: Array, weight: Array, at: Array) -> Array:
    """Weighted least squares: a row a weighting."""
    total = weight.sum(axis=1)
    x_mean, y_mean = weight @ x / total, weight @ y / total
    slope = (weight @ (x * y) / total - x_mean * y_mean) / (weight @ x**2 / total - x_mean**2)
    found: Array = y_mean[:, None] + slope[:, None] * (at - x_mean[:, None])
    return found


@claim(
    "For a straight line through 20 points or more, none far from the others, bagging changes the squared loss by less"
    " than a tenth, on average over data sets."
)
@over("other truths", other_truths)
@over("20 to 200 points", other_numbers_of_points)
@over("other noise", other_noise)
@over("other places", other_places)
@limit("one place far away", far_places)
def bagging_hardly_moves_a_line(one: Bagged) -> bool:
    rng = np.random.default_rng(one.seed)
    losses = []
    for _ in range(200):
        x, at = one.places(rng, one.n), one.places(rng, 100)
        noise = rng.standard_t(3, one.n) if one.heavy else rng.standard_normal(one.n)
        y = one.truth(x) + one.noise * noise
        drawn = rng.multinomial(one.n, np.full(one.n, 1 / one.n), size=200).astype(float)
        of_all, bagged = lines(x, y, np.ones((1, one.n)), at)[0], lines(x, y, drawn, at).mean(axis=0)
        losses.append([np.mean((line - one.truth(at)) ** 2) for line in (of_all, bagged)])
    alone, together = np.mean(losses, axis=0)
    return bool(abs(together - alone) < alone / 10)


fell(
    "A vote of trees that are right on 50 to 90% of the patients is wrong less often than they are on average.",
    became="a-vote-errs-less-than-its-trees",
    unlike={
        "If full-grown trees of continuous measurements": "says usually, and of which trees",
    },
)
fell("Degree 5 is right on average and wrong each time.", became="gone")
fell("A polynomial of degree 5 misses at the ends, where it has points on one side only.", became="gone")
fell("Bagging hardly moves a line, as its loss is nearly all bias.", became="bagging-hardly-moves-a-line")

fell(
    "A vote of trees that are right more often than not is wrong less often than they are on average.",
    became="a-vote-errs-less-than-its-trees",
    unlike={
        "Most trees are right on average": "says that it need not be so",
        "If full-grown trees of continuous measurements": "says usually, and of which trees",
    },
)
fell("In a decomposition of 0-1 loss noise counts as bias.", became="gone")
fell("A vote makes what most models say nearly certain: 40% right becomes 2%.", became="gone")
fell(
    "For a straight line through 20 points or more, bagging changes the squared loss by less than a tenth, on average"
    " over data sets.",
    became="bagging-hardly-moves-a-line",
)

rests("bias-bet-1", exact="5fe51167-assert")
rests("The vote of three trees", exact="4242b987-assert")
rests("Squared loss is the sum of squared bias and variance", exact="d56cf944-assert")
rests("Choosing the degree", once="d6429833-assert", by="0.0024 ± 0.0004")
rests("With 0-1 loss, variance can also make", exact="73d96510")
rests("Where it stops: few sick patients", once="bias-rare-assert", by="the vote adds 53 ± 8 errors")
rests("What to report with bias and variance", defines="the size of their training sets and how these were drawn")
rests("The bias (", defines="the difference between the mean of many models and the truth")
rests("With squared loss, the loss is the sum", exact="d56cf944-assert")
rests("The degree of a polynomial is a trade-off", once="bias-200-assert", by="-0.00379 ± 0.00004")
rests("If there are two classes", exact="5fe51167-assert")
