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
fell(
    "At a confidence of 95% the rate may be as high as 11.6%.",
    became="gone",
    unlike={
        "The exact confidence interval contains": "of the two-sided interval, which ends there",
    },
)
fell(
    "Where thirty errors and thirty right answers or more are expected, Wald's 95% interval holds 93% or more.",
    became="gone",
)
fell(
    "Where one error and one right answer or more are expected, Wilson's 95% interval holds 90% or more.", became="gone"
)
fell("The exact interval keeps the promise at every rate, and pays with wider intervals.", became="gone")
fell(
    "Wilson's interval reaches further up than down.",
    became="gone",
    unlike={
        "Wilson's interval does reach 95%": "of coverage, on average over these sizes",
        "When no errors were seen, Wilson's": "where no error was seen",
        "But Wilson's interval for 29 of 29": "counted for this result",
    },
)
fell("With 200 patients and a rate of 10% Wald's interval still stays below the promise.", became="gone")

rests("proportion-bet-1", exact="63ce6933")
rests("Try every error rate, and keep", exact="63ce6933")
rests("Wald's interval claims certainty", exact="131e4c04")
rests("proportion-bet-2", exact="545b9198-assert")
rests("How often does a 95% interval contain", exact="proportion-lowest-assert")
rests("Where it stops", exact="proportion-images-assert")
rests("What to report with an error rate", defines="Each part of this report")
rests("The exact {term}`confidence interval`", exact="63ce6933")
rests("Wald's interval puts the observed", exact="131e4c04")
rests("The {term}`coverage`", exact="proportion-images-assert")
rests("The function {py:func}`~evalbook.comparison.binomial_test`", exact="f834af2d-assert")
