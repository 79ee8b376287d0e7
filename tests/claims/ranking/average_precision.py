"""What *Average precision* concludes from the digits."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from claims.settings import writers
from evalbook import ranking
from evalbook.teaching import examples
from evalbook_tools.claims import claim, fell, limit, over, rests


class Search(NamedTuple):
    """Whose images are searched, and how far two of them are from each other."""

    writers: NDArray[np.int64]
    metric: str = "sqeuclidean"
    gray_values: int = 16
    """How many steps a pixel has above 0."""


ALL = np.arange(14)
METRICS = ("sqeuclidean", "cityblock", "cosine", "correlation", "braycurtis", "canberra")


@claim(
    "Searched among the images of two other writers or more, digits differ more in average precision than at rank 1."
)
@over("ten of the writers", lambda: [Search(writers(seed, tested=10).tested) for seed in range(20)], draws=True)
@over(
    "three to eight of the writers",
    lambda: [Search(writers(200 + 10 * n + i, tested=n).tested) for n in (3, 4, 5, 6, 8) for i in range(6)],
    draws=True,
)
@over("other distances", lambda: {metric: Search(ALL, metric) for metric in METRICS})
@over(
    "coarser images", lambda: {f"{steps} steps of gray": Search(ALL, gray_values=steps) for steps in (1, 2, 4, 8, 16)}
)
@limit("two of the writers", lambda: [Search(writers(300 + i, tested=2).tested) for i in range(20)])
def digits_differ_more_in_map(search: Search) -> bool:
    first, whole = _by_digit(search)
    return bool(np.ptp(whole) > np.ptp(first))


def _by_digit(search: Search) -> tuple[list[float], list[float]]:
    """Precision at rank 1, and mean average precision, of each digit."""
    images, digit, writer = examples.digits()
    chosen = np.isin(writer, search.writers)
    images, digit, writer = np.round(images[chosen] * search.gray_values / 16), digit[chosen], writer[chosen]
    others = writer[:, np.newaxis] != writer
    same = (digit[:, np.newaxis] == digit) & others
    nearness = -np.nan_to_num(cdist(images, images, search.metric))
    found = ranking.rank_by_score(same, np.where(others, nearness, nearness.min() - 1))
    rows = [found[digit == d] for d in range(10)]
    return [float(np.mean(one[:, 0])) for one in rows], [ranking.mean_average_precision(one) for one in rows]


fell("Four digits never miss at rank 1.", became="digits-differ-more-in-map")
fell(
    "Searched among the images of other writers, digits differ more in average precision than at rank 1.",
    became="digits-differ-more-in-map",
)
fell("Cutting off a late hit raises a mean over the hits on the page.", became="gone")
fell("A system judged by its own pool wins.", became="gone")
fell("A system whose items nobody judged loses score for the relevant items that it alone found.", became="gone")
fell("By eleven users the personal recommender is probably better on average.", became="gone")

rests("average-bet-1", exact="cb32396a")
rests("average-bet-2", exact="12f3229e")
rests("Every hit brings the precision at its rank", exact="cb32396a")
rests("No order scores 0", exact="a2ef3b82")
rests("At the top a swap costs", exact="fa595374")
rests("A user who wants nothing", exact="e9a3edaf")
rests("AP@k is divided by one of three", exact="12f3229e")
rests("The digits differ by .07 at rank 1", claim="digits-differ-more-in-map")
rests("What stands beside a MAP", defines="a random order of the 40 items")
rests("Average precision (", exact="cb32396a")
rests("Mean average precision (", exact="e9a3edaf")
rests("The second page gets .354", exact="a2ef3b82")
rests("AP@k is divided by R", exact="12f3229e")
