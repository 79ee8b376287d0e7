"""What *A case* concludes of its 190 tumors. All of it is counted on the page."""

from evalbook_tools.claims import fell, rests

fell("Of the six differences only the AUC's survives Holm's method.", became="gone")
fell(
    "Of the six differences four survive Holm's method.",
    became="gone",
    unlike={"Both findings survive Holm's method": "of two statements, which rest on three metrics"},
)
fell("The only cure for a model that was picked for its results is new tumors.", became="gone")

rests("case-bet-1", exact="8386c79e")
rests("One table, six differences", exact="8386c79e")
rests("Near the threshold, name", exact="e5207ac8")
rests("The cost, which the clinic pays", exact="2c954261-assert")
rests("Holm's method counts the p-values", exact="cd588e4f-assert")
rests("The report: what is decided", defines="undecided is not equal")
rests("Several metrics are a family", exact="8386c79e")
rests("A p-value from random rounds", exact="e5207ac8")
rests("Undecided is a result", exact="case-prices-assert")
rests("Say what was chosen", exact="cd588e4f-assert")
