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
        "If it divides by the hits on the page, cutting off": "when the precision at the hit is below the mean",
        "If the precision at a late hit is below": "of a hit whose precision is below the mean",
    },
)
fell("A system judged by its own pool wins.", became="gone")
fell("A system whose items nobody judged loses score for the relevant items that it alone found.", became="gone")
fell("By eleven users the personal recommender is probably better on average.", became="gone")
fell(
    "By MAP, whatever the order of the tied items, the lead of the personal recommender is smaller than its ±.",
    became="gone",
)
fell("In a long list a random order gets hardly more than the share relevant.", became="gone")
fell("No order of the hits scores 0.", became="gone")
fell("A swap of a hit with the miss below it costs less the farther down it happens.", became="gone")

rests("average-bet-1", exact="cb32396a")
rests("average-bet-2", exact="12f3229e")
rests("Average precision looks at every hit", exact="cb32396a")
rests("What the worst order and a random order score", exact="a2ef3b82-assert")
rests("Where it stops", exact="average-precision-random-assert")
rests("A swap at ranks 1 and 2", exact="swap-cost-assert")
rests("A user without a relevant item", exact="e9a3edaf-assert")
rests("What is AP@k divided by", exact="12f3229e")
rests("What to report with a MAP", defines="The order of ties matters as well")
rests("Average precision (", exact="cb32396a")
rests("With hits at ranks 6 to 10", exact="average-precision-random-assert")
rests("Mean average precision (", exact="e9a3edaf-assert")
rests("AP@k is divided by", exact="12f3229e")
