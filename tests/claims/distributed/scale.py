"""What *More machines, better model?* concludes of payments dealt by lot; the rest is counted on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from claims.settings import Scored, half_of_the_survey, third_of_the_tumors
from evalbook import curves
from evalbook_tools.claims import claim, fell, limit, over, rests

Array = NDArray[Any]


class Dealt(NamedTuple):
    """Scores of a test set, and to how many machines they are dealt."""

    scored: Scored
    seed: int
    machines: int = 100


def payments(
    seed: int,
    positive: float = 0.01,
    apart: float = 2,
    machines: int = 100,
    drawn: Callable[[np.random.Generator, int], Array] = np.random.Generator.standard_normal,
    digits: int = 12,
) -> Dealt:
    rng, n = np.random.default_rng(seed), 20_000
    y_true = (np.arange(n) < positive * n).astype(int)
    return Dealt(Scored(y_true, np.round(drawn(rng, n) + apart * y_true, digits)), seed, machines)


SCORES: dict[str, Callable[[np.random.Generator, int], Array]] = {
    "uniform": lambda rng, n: 4 * rng.random(n),
    "heavy tails (t, 3 degrees)": lambda rng, n: rng.standard_t(3, n),
    "skewed to the right (exponential)": lambda rng, n: rng.exponential(size=n),
    "skewed to the left": lambda rng, n: -rng.exponential(size=n),
    "two humps": lambda rng, n: rng.normal(rng.choice([-2, 2], n), 1),
}


def other_data() -> dict[str, Dealt]:
    """Poor health told by some of three answers, 5% of the people; tumors, by some of their measurements."""
    answers = [(0, 1, 2), (0, 1), (0, 2), (1, 2), (0,)]
    found = {
        f"survey, answers {', '.join(map(str, some))}": Dealt(half_of_the_survey(LogisticRegression(), i, some), i, 50)
        for i, some in enumerate(answers)
    }
    pairs = [(1, 4), (1, 9), (4, 8), (8, 9)]
    for i, pair in enumerate(pairs):
        found[f"tumors, {pair}"] = Dealt(third_of_the_tumors(pair, LogisticRegression(), i), 10 + i, 10)
    return found


@claim(
    "Dealt by lot to five machines or more, scores with 30% positives or fewer, not all of them on top, have a higher"
    " mean AP, weighted by their positives, than in one list."
)
@over("other draws", lambda: [payments(5000 + seed) for seed in range(20)], draws=True)
@over(
    "0.2 to 30% positives",
    lambda: {f"{p:.1%}": payments(5100 + i, p) for i, p in enumerate((0.002, 0.005, 0.02, 0.05, 0.1, 0.2, 0.3))},
)
@over(
    "classes less and further apart",
    lambda: {f"{d}": payments(5200 + i, apart=d) for i, d in enumerate((0, 0.5, 1, 1.5, 2.5, 3, 4))},
)
@over("5 to 1,000 machines", lambda: {f"{k}": payments(5300 + k, machines=k) for k in (5, 10, 20, 50, 200, 500, 1000)})
@over("other scores", lambda: {name: payments(5400 + i, drawn=drawn) for i, (name, drawn) in enumerate(SCORES.items())})
@over("rounded scores", lambda: {f"{d} digits": payments(5500 + d, digits=d) for d in (0, 1, 2, 3, 4)})
@over("other data", other_data)
@limit("a model without an error", lambda: {f"{seed}": payments(5600 + seed, apart=100) for seed in range(5)})
def mean_ap_grows(dealt: Dealt) -> bool:
    y_true, y_score = dealt.scored
    order = np.random.default_rng(dealt.seed + 1).permutation(len(y_true))
    parts = [part for part in np.array_split(order, dealt.machines) if y_true[part].any()]
    apart = [curves.average_precision(y_true[part], y_score[part]) for part in parts]
    together = curves.average_precision(y_true, y_score)
    return bool(np.average(apart, weights=[y_true[part].sum() for part in parts]) > together + 1e-9)


fell(
    "Dealt by lot to several machines, the same scores have a higher mean AP, weighted by their positives, than in one"
    " list.",
    became="mean-ap-grows",
)
fell(
    "Dealt by lot to several machines, the same scores have a higher mean AP than in one list.", became="mean-ap-grows"
)
fell("1,000 equally full bins prove an AUC to within .001, whatever the scores.", became="gone")
fell("All patients and scanners drawn anew, ten times, give the same winner.", became="gone")
fell("The formula explains most of the rise; what it misses is luck.", became="gone")

rests("scale-dealt", exact="cell-7")
rests("scale-hospitals", exact="cell-21")
rests("The same scores, on more and more machines", claim="mean-ap-grows")
rests("Pairs across two shards are never compared", exact="cell-11")
rests("A fraud always counts itself", exact="cell-13")
rests("Twenty hospitals, two models", exact="cell-21")
rests("Counts add, scores do not", exact="cell-24")
rests("A million payments, 100 blocks, one tally", exact="cell-32")
rests("What stands beside a number from many machines", defines="Two widths stand beside it")
rests("Scores of shards", claim="mean-ap-grows")
rests("Counts add.", exact="cell-30")
rests("distributed.tally and", exact="cell-32")
rests("The Poisson bootstrap", cite="chamandy2012")
