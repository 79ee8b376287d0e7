"""What *A proportion* concludes. What it says of 30 patients is counted on the page."""

from __future__ import annotations

from evalbook_tools.claims import fell, rests

fell(
    "The binomial distribution comes closer to a normal curve when neither right nor wrong answers are few.",
    became="gone",
)
fell("Wilson's coverage swings around 95%.", became="gone")
fell(
    "Wald's promise holds for large samples and rates far from 0 and 1.",
    became="gone",
)
fell("At a confidence of 95% the rate may be as high as 11.6%.", became="gone")
fell(
    "Where thirty errors and thirty right answers or more are expected, Wald's 95% interval holds 93% or more.",
    became="gone",
)
fell(
    "Where one error and one right answer or more are expected, Wilson's 95% interval holds 90% or more.", became="gone"
)
fell("The exact interval keeps the promise at every rate, and pays with wider intervals.", became="gone")
fell("Wilson's interval reaches further up than down.", became="gone")
fell("With 200 patients and a rate of 10% Wald's interval still stays below the promise.", became="gone")

rests("proportion-bet-1", exact="63ce6933")
rests("Try every rate, and see which ones fit", exact="63ce6933")
rests("The usual formula promises certainty", exact="131e4c04")
rests("Move the errors and the patients", defines="Leave the errors at 0")
rests("proportion-bet-2", exact="545b9198")
rests("How often does a 95% interval hold the truth?", exact="545b9198")
rests("What stands beside an error rate", defines="Each part of the line")
rests("The exact", exact="63ce6933")
rests("Wald puts the estimate", exact="131e4c04")
rests("{py:func}`~evalbook.comparison.binomial_test` (二项检验)", exact="f834af2d")
rests("Intervals for any metric", defines="by drawing the samples again")
