"""What *Class skew* concludes; all of it is counted on its page."""

from evalbook_tools.claims import fell, rests

fell(
    "The P-R curve of few positives is reported where guessing gets the base rate.",
    became="gone",
    unlike={
        "The P-R curve: pr_curve.": "says where the curve ends",
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

rests("class-skew-live", exact="5f278ee7")
rests("The same alarms, counted among more negatives", exact="5f278ee7")
rests("Which of nine metrics move with the mix", exact="9dcc0d1e")
rests("What ten times the negatives do to the two curves", exact="a72d5c37")
rests("The P-R curve is the ROC curve", exact="a72d5c37")
rests("Two models, compared", defines="invented")
rests("class-skew-places", exact="4ec71c28")
rests("At one imbalance, the job decides", exact="e9657095")
rests("Probabilities must move", cite="elkan2001")
rests("What stands beside an average precision", defines="base rate")
rests("Precision, F1, MCC and AP", exact="9dcc0d1e")
rests("P-R curve = ROC curve", exact="a72d5c37")
rests("At one imbalance AP and AUC", exact="e9657095")
rests("Probabilities move with the base rate", cite="elkan2001")
