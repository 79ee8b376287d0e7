"""What *Hits and reciprocal rank* concludes; all of it is counted on its page."""

from evalbook_tools.claims import fell, rests

fell(
    "The MRR depends most on how many users have their first hit at rank 1, and little on how long the others have to"
    " search.",
    became="gone",
)
fell(
    "A first hit that rises from rank 2 to rank 1 outweighs any fall of another from rank 2.",
    became="gone",
    unlike={
        "So a first hit that rises": "to any later rank of a list, which has one hit",
    },
)
fell("With twelve users neither the lead by mean rank nor that by MRR is certain.", became="gone")

rests("hits-bet-1", exact="d3ea6103")
rests("Ten users, nineteen wishes", exact="d3ea6103")
rests("A list cut at five", exact="3517df55")
rests("Two recommenders reach", exact="ae0fcf56")
rests("The reciprocal rank sees", exact="d99c598c")
rests("hits-bet-3", exact="6e5c3322")
rests("Two users, four ranks", exact="6e5c3322")
rests("What stands beside a hit rate", defines="a random order")
rests("Hit ratio (", exact="d3ea6103")
rests("{py:func}`~evalbook.ranking.precision_at_k` divides", exact="3517df55")
rests("Reciprocal rank (", exact="6e5c3322")
