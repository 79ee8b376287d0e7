"""What *A case* concludes of its 190 tumors. All of it is counted on the page."""

from evalbook_tools.claims import fell, rests

fell("Of the six differences only the AUC's survives Holm's method.", became="gone")
fell(
    "Of the six differences four survive Holm's method.",
    became="gone",
    unlike={"Both findings survive Holm's method": "of two statements, which rest on three metrics"},
)
fell("The only cure for a model that was picked for its results is new tumors.", became="gone")

rests("case-bet-1", once="8386c79e", by="3 p = 0.0638 ± 0.0013")
rests("One table, six differences", once="8386c79e", by="3 p = 0.0638 ± 0.0013")
rests("Near the threshold, name", once="e5207ac8", by="3 p = 0.0638 ± 0.0013")
rests("The cost, which the clinic pays", once="2c954261-assert", by="interval -0.232 to +0.042")
rests("Holm's method counts the p-values", exact="cd588e4f-assert")
rests("The report: what is decided", defines="undecided is not equal")
rests("Several metrics are a family", once="8386c79e", by="3 p = 0.0638 ± 0.0013")
rests("A p-value from random rounds", once="e5207ac8", by="3 p = 0.0638 ± 0.0013")
rests("Undecided is a result", once="case-prices-assert", by="−0.232 | 0.042")
rests("Say what was chosen", exact="cd588e4f-assert")
