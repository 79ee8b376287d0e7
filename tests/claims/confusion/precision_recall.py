"""What *Precision and recall* concludes: counted exactly, of its test and of the clinic."""

from __future__ import annotations

from evalbook_tools.claims import fell, rests

# Held in each of its 226 settings, and in none of eight where negatives spread four or six times as wide.
fell(
    "If seven of ten positives or more score above the median negative, most pairs of thresholds pay for more recall"
    " with precision.",
    became="gone",
)
# With two positives among 200 it held in 84 of 119 lists one deviation apart: both tenths may hold none.
fell(
    "If seven of ten positives score above the median negative, and the surest tenth of the list is right as often as"
    " the next or more, most pairs of thresholds pay for more recall with precision.",
    became="gone",
)
fell("Where the top of the list is best, more recall mostly costs precision.", became="gone")
# Naive Bayes on thirty measurements: 11 of 19 splits; trees of depth five: 3 of 20; logistic regression: each.
fell("Where a model's calls at 0.5 are not all right, those at 0.9 are usually right more often.", became="gone")
fell("From 0.8 to 0.9 the clinic gains no precision.", became="gone")
fell("For precision the advice to raise the threshold to 0.9 buys nothing.", became="gone")
fell(
    "No step that raises the recall lowers the precision.",
    became="gone",
    unlike={
        "A positive raises the recall": "says what adds to the recall",
    },
)
fell(
    "A precision without its base rate says nothing.",
    became="gone",
    unlike={
        "An average precision says little without the base rate": "of the average precision, and says little",
        "The AUC of this rule shows": "of a constant, and of other metrics",
        "In least squares, the leverage": "two definitions that share words",
    },
)

rests("precision-positive-test", exact="2dec7166-assert")
rests("Count the alarms, and see how many are right", exact="2dec7166-assert")
rests("Recall is a share of a row", exact="d3c984a9")
rests("The same test where every second person is sick", exact="15ff1efb-assert")
rests("Where it stops", exact="precision-recall-kinds-assert")
rests("precision-third-patient", exact="83a1cf67-assert")
rests("A threshold turns scores into predictions", defines="threshold")
rests("The trade-off: at 0.9 instead of 0.5", exact="15d25cf3")
rests("The line to report", defines="base rate")
rests("Recall (", exact="d3c984a9")
rests("Precision depends on the base rate", exact="precision-recall-kinds-assert")
rests("A threshold (", exact="15d25cf3")
rests("Report a precision with its base rate", defines="base rate")
