"""What *Average precision* concludes; all of it is counted on its page."""

from __future__ import annotations

from evalbook_tools.claims import fell, rests

fell("Four digits never miss at rank 1.", became="gone")
fell(
    "Searched among the images of other writers, digits differ more in average precision than at rank 1.",
    became="gone",
)
fell(
    "Searched among the images of two other writers or more, digits differ more in average precision than at rank 1.",
    became="gone",
)
fell("They divide by the hits on the page: MAP has risen from .69 to .74 on shorter pages.", became="gone")
fell(
    "Cutting off a late hit raises a mean over the hits on the page.",
    became="gone",
    unlike={
        "By the hits on the page, cutting off": "of a hit of low precision",
        "A late hit whose precision": "of a hit whose precision lies below the mean",
    },
)
fell("A system judged by its own pool wins.", became="gone")
fell("A system whose items nobody judged loses score for the relevant items that it alone found.", became="gone")
fell("By eleven users the personal recommender is probably better on average.", became="gone")
fell(
    "By MAP, whatever the order of the tied items, the lead of the personal recommender is smaller than its ±.",
    became="gone",
)

rests("average-bet-1", exact="cb32396a")
rests("average-bet-2", exact="12f3229e")
rests("Every hit brings the precision at its rank", exact="cb32396a")
rests("What the worst order scores, and a shuffled page", exact="a2ef3b82")
rests("Here a swap at the top costs", exact="fa595374")
rests("A user who wants nothing", exact="e9a3edaf")
rests("AP@k is divided by one of three", exact="12f3229e")
rests("The 1 loses .02 to the 0 at rank 1", exact="6cac1e1a")
rests("What stands beside a MAP", defines="a random order of the 40 items")
rests("Average precision (", exact="cb32396a")
rests("Mean average precision (", exact="e9a3edaf")
rests("The second page gets .354", exact="a2ef3b82")
rests("AP@k is divided by R", exact="12f3229e")
