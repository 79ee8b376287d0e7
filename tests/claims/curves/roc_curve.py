"""What *The ROC curve* concludes; all of it is counted on its page."""

from evalbook_tools.claims import fell, rests

fell(
    "Beyond the threshold 0.5, and until 95% of the positives are found, a find costs more false alarms than the finds"
    " before it.",
    became="gone",
)
fell(
    "Where most of those called at 0.5 are positive, a find beyond this threshold, until 95% are found, costs more"
    " false alarms on average than a find before it.",
    became="gone",
)
fell("A model clearly below the diagonal knows the classes, and its answers must be reversed.", became="gone")
fell("A smooth ROC curve in a textbook is a model of the scores, or a drawing.", became="gone")
fell("The point (0.7, 0.2) lies far below the diagonal, so the model separates the classes.", became="gone")

rests("roc-rules", exact="cd55903f-assert")
rests("A threshold turns scores into four counts", exact="8a04052f")
rests("Each rule is a point", exact="cd55903f-assert")
rests("All thresholds, counted with one sort", exact="cd55903f-assert")
rests("A tie between a sick and a healthy patient makes a slope", exact="f6a3e07b")
rests("The corners of the plot", exact="fdeaaf6f")
rests("The trade-off", exact="dcf274ea-assert")
rests("roc-alarms", exact="dcf274ea-assert")
rests("What to report with a point", defines="Wilson interval")
rests("A threshold (", exact="cd55903f-assert")
rests("The ROC curve (", exact="f6a3e07b")
rests("Random guessing lands on the diagonal on average", exact="72dd5137")
rests("There is a trade-off", exact="roc-overlap-assert")
