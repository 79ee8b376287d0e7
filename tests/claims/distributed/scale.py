"""What *More machines, better model?* concludes; all of it is counted on its page."""

from evalbook_tools.claims import fell, rests

fell(
    "Dealt by lot to five machines or more, scores with 30% positives or fewer, not all of them on top, have a higher"
    " mean AP, weighted by their positives, than in one list.",
    became="gone",
)
fell(
    "Dealt by lot to several machines, the same scores have a higher mean AP, weighted by their positives, than in one"
    " list.",
    became="gone",
)
fell(
    "Dealt by lot to several machines, the same scores have a higher mean AP than in one list.",
    became="gone",
)
fell("1,000 equally full bins prove an AUC to within .001, whatever the scores.", became="gone")
fell("All patients and scanners drawn anew, ten times, give the same winner.", became="gone")
fell("The formula explains most of the rise; what it misses is luck.", became="gone")
fell("On one machine the mean AP has a ± of 0.00.", became="gone")
fell(
    "Scores of shards do not average to the score of the whole.",
    became="gone",
    unlike={
        "Each run is right on 90%": "the next row quotes a mistake of students as one",
    },
)
fell("What other payments would change shrinks only with more payments.", became="gone")
fell(
    "Finer bins narrow only the bounds.",
    became="gone",
    unlike={
        "Finer bins narrow the bounds": "without only, and says when the interval means something",
    },
)

rests("scale-dealt", once="cell-7", by="ten deals: mean AP 0.207 to 0.228")
rests("scale-hospitals", exact="cell-21-assert")
rests(
    "The same scores, on more and more machines", once="scale-more-deals-assert", by="ten deals: mean AP 0.207 to 0.228"
)
rests("A fraud always counts itself", exact="cell-13-assert")
rests("Where it stops", once="scale-many-frauds-assert", by="by less than 0.01")
rests("Pairs across two shards are never compared", exact="cell-11-assert")
rests("Twenty hospitals, two models", exact="cell-21-assert")
rests("Counts add, but AUCs and APs do not", exact="cell-24")
rests("A million payments, 100 blocks, one tally", exact="cell-32")
rests("What to report from many machines", exact="cell-41-assert")
rests("Metrics of shards", once="scale-more-deals-assert", by="ten deals: mean AP 0.207 to 0.228")
rests("If shards differ", exact="cell-21-assert")
rests("Counts add.", exact="cell-30")
rests("The Poisson bootstrap", cite="chamandy2012")
