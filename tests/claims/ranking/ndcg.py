"""What *NDCG* concludes; all of it is counted on its page."""

from evalbook_tools.claims import fell, rests

fell("An NDCG of 0.65 against a floor of 0.17 is a greater achievement than 0.90 against 0.85.", became="gone")
fell("Where the ideal is made of the returned list, finding little costs nothing.", became="gone")
fell(
    "As with average precision, the worst order is not 0.",
    became="gone",
)
fell("NDCG has no value that always means useless.", became="gone")
fell(
    "The cumulative gain is a sum that no order changes.",
    became="gone",
    unlike={
        "Cumulative gain: the sum of the gains": "of the first k ranks, among which the order does not matter",
        "The cumulative gain is the sum": "of the first k ranks, among which the order does not matter",
    },
)
fell("Where a model only reorders a fixed list that is shown whole, both ideals agree.", became="gone")
fell(
    "At the top a swap of the same two items costs 31 times as much as at ranks 9 and 10.",
    became="gone",
    unlike={
        "If the list is not cut and": "not cut, and one discount",
    },
)
fell("A list is compared with itself: what it missed costs nothing.", became="gone")
fell(
    "In NDCG the base of the logarithm cancels.",
    became="gone",
    unlike={
        "The base of the logarithm cancels if every rank": "with one discount, and not with another",
    },
)
fell(
    "The more items a list has, the lower is the NDCG of a random order.",
    became="gone",
)

rests("ndcg-bet-1", exact="ndcg-weights")
rests("Every rank has a weight", exact="ndcg-weights")
rests("CG and DCG", exact="ndcg-gains-assert")
rests("Where it stops: a list that is cut", exact="ca886293-assert")
rests("IDCG and NDCG", exact="ca886293-assert")
rests("A swap depends on the gains", exact="ndcg-gains-assert")
rests("The gain decides", exact="74eee65c-assert")
rests("A user without a relevant item", exact="43b0fbd4-assert")
rests("Eleven users leave it open", once="e8399d27-assert", by="0.105 ± 0.220")
rests("ndcg-bet-2", exact="43b0fbd4-assert")
rests("A baseline: the worst order", exact="43b0fbd4-assert")
rests("Where it stops: other lists", exact="43b0fbd4-assert")
rests("What to report with an NDCG", defines="the gain, the discount")
rests("CG (", exact="ndcg-gains-assert")
rests("NDCG (", exact="ca886293-assert")
rests("The gain can decide", exact="ndcg-original-assert")
rests("The score of a random order depends", exact="ndcg-same-mix-assert")
