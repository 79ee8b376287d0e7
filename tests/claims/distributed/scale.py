"""What *More machines, better model?* concludes of payments dealt by lot; the rest is algebra, or counted on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from claims.settings import Scored, half_of_the_survey, third_of_the_tumors
from evalbook import curves
from evalbook_tools.claims import claim, limit, over

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


@claim("Dealt by lot to several machines, the same scores have a higher mean AP than in one list.")
@over("other draws", lambda: [payments(seed) for seed in range(20)], draws=True)
@over(
    "0.2 to 30% positives",
    lambda: {f"{p:.1%}": payments(100 + i, p) for i, p in enumerate((0.002, 0.005, 0.02, 0.05, 0.1, 0.2, 0.3))},
)
@over(
    "classes less and further apart",
    lambda: {f"{d}": payments(200 + i, apart=d) for i, d in enumerate((0, 0.5, 1, 1.5, 2.5, 3, 4))},
)
@over("5 to 1,000 machines", lambda: {f"{k}": payments(300 + k, machines=k) for k in (5, 10, 20, 50, 200, 500, 1000)})
@over("other scores", lambda: {name: payments(400 + i, drawn=drawn) for i, (name, drawn) in enumerate(SCORES.items())})
@over("rounded scores", lambda: {f"{d} digits": payments(500 + d, digits=d) for d in (0, 1, 2, 3, 4)})
@over("other data", other_data)
@limit("a model without an error", lambda: {f"{seed}": payments(600 + seed, apart=100) for seed in range(5)})
def mean_ap_grows(dealt: Dealt) -> bool:
    y_true, y_score = dealt.scored
    order = np.random.default_rng(dealt.seed + 1).permutation(len(y_true))
    parts = [part for part in np.array_split(order, dealt.machines) if y_true[part].any()]
    whole = curves.average_precision(y_true, y_score)
    return bool(np.mean([curves.average_precision(y_true[part], y_score[part]) for part in parts]) > whole)
