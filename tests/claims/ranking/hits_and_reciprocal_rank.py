"""What *Hits and reciprocal rank* concludes; all but the lead of one recommender is counted on its page."""

from evalbook_tools.claims import fell, rests

fell(
    "The MRR depends most on how many users have their first hit at rank 1, and little on how long the others have to"
    " search.",
    became="gone",
)
fell(
    "A first hit that rises from rank 2 to rank 1 outweighs any fall of another from rank 2.",
    became="gone",
)
fell("With twelve users neither the lead by mean rank nor that by MRR is certain.", became="gone")

rests("hits-bet-1", exact="d3ea6103")
rests("Ten users, nineteen wishes", exact="d3ea6103")
rests("Two recommenders reach", exact="ae0fcf56-assert")
rests("Twelve users do not decide", once="hits-lead-assert", by="0.67 ± 1.03")
rests("A list cut at five", exact="3517df55")
rests("The reciprocal rank depends", exact="d99c598c")
rests("hits-bet-3", exact="6e5c3322-assert")
rests("Two users, four ranks", exact="6e5c3322-assert")
rests("Where it stops: two users who fall below rank 4", exact="hits-mrr-stops-assert")
rests("A random order already reaches half", exact="hits-chance-shop-assert")
rests("What to report with a hit rate", defines="The report has to name the formula")
rests("The hit ratio (", exact="ae0fcf56-assert")
rests("{py:func}`~evalbook.ranking.precision_at_k` divides", exact="3517df55")
rests("The reciprocal rank (", exact="6e5c3322-assert")
rests("A random order already reaches many", exact="hits-chance-shop-assert")
