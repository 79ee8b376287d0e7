"""What *Class skew* concludes; all of it is counted on its page."""

from evalbook_tools.claims import fell, rests

fell(
    "The P-R curve of few positives is reported where guessing gets the base rate.",
    became="gone",
    unlike={
        "from evalbook import plots": "says what is drawn",
    },
)
fell(
    "If A is tested in a month with much fraud and B in one with little, their APs compare the two "
    "months and not the two models.",
    became="gone",
    unlike={
        "If you test A in a month": "says the months as well, not alone",
    },
)
fell("AP usually rises more near the top of the list.", became="gone")
fell("AUC's lead lies with the children: among adults it is .009.", became="gone")
fell("With the index of a random asked child in their place, .046 of the .075 is left.", became="gone")

fell(
    "If only the mix differs, multiply the odds.",
    became="gone",
    unlike={
        "If a model's probabilities are right": "says what else is needed",
    },
)

rests("class-skew-live", exact="5f278ee7")
rests("The same alarms, counted among more negatives", exact="5f278ee7")
rests("What ten times the negatives do to the two curves", exact="a72d5c37")
rests("Where it stops: negatives of another kind", exact="skew-other-kind-assert")
rests("Which of nine metrics move with the mix", exact="9dcc0d1e")
rests("Two models, compared at every base rate", defines="invented")
rests("class-skew-places", exact="4ec71c28")
rests("Probabilities must move", cite="elkan2001")
rests("What to report with an average precision", defines="base rate")
rests("If negatives become more common", exact="9dcc0d1e")
rests("The P-R curve is the ROC curve", exact="a72d5c37")
rests("If two ROC curves cross", exact="4ec71c28")
rests("If a model's probabilities are right", cite="elkan2001")
