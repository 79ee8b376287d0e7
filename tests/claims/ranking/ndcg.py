"""What *NDCG* concludes; all of it is counted on its page."""

from evalbook_tools.claims import fell, rests

fell("An NDCG of 0.65 against a floor of 0.17 is a greater achievement than 0.90 against 0.85.", became="gone")
fell("Where the ideal is made of the returned list, finding little costs nothing.", became="gone")
fell(
    "As with average precision, the worst order is not 0.",
    became="gone",
    unlike={
        "As with average precision, the worst order of a whole": "of a whole list",
        "A shop's list of ten": "two lists, counted on the page",
    },
)
fell("NDCG has no value that always means useless.", became="gone")
fell(
    "The cumulative gain is a sum that no order changes.",
    became="gone",
    unlike={
        "Cumulative gain: what the first": "of the first k ranks, among which the order does not matter",
    },
)
fell("Where a model only reorders a fixed list that is shown whole, both ideals agree.", became="gone")
fell(
    "At the top a swap of the same two items costs 31 times as much as at ranks 9 and 10.",
    became="gone",
    unlike={
        "Uncut, a swap of the same": "says uncut",
    },
)
fell("A list is compared with itself: what it missed costs nothing.", became="gone")

rests("ndcg-bet-1", exact="7057bcf0")
rests("C and G: a sum", exact="32136020")
rests("D: every rank counts less", exact="8cfc3de4")
rests("I: the ideal list", exact="18d29934")
rests("N: the base cancels", exact="48983660")
rests("The user who wants nothing", exact="ca38eb19")
rests("ndcg-bet-2", exact="9c822491")
rests("Four items have 24 orders", exact="9c822491")
rests("Shuffled, the shop's lists", exact="da8b9a8d")
rests("A swap depends on the gains", exact="7057bcf0")
rests("What stands beside an NDCG", defines="the random order beside the score")
rests("CG (", exact="7057bcf0")
rests("IDCG (", exact="18d29934")
rests("Say which gain", exact="74eee65c")
rests("As with average precision", exact="9c822491")
rests("How far an NDCG moves", defines="bootstrap intervals")
