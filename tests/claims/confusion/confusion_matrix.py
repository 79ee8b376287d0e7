"""What *The confusion matrix* concludes: counted exactly, of its payments and of its digits."""

from __future__ import annotations

from evalbook_tools.claims import fell, rests

# Both were tried on other writers, other numbers of them, and other learners or fewer images: held in 82, 71 and 65%
# of the settings, and in 92, 84 and 70%.
fell(
    "The digit that a model calls least reliably on some writers is usually called less reliably than the accuracy"
    " says on other writers, too.",
    became="gone",
)
fell("Of the nearest mean's calls of 9 a smaller share is right than of all its calls.", became="gone")

rests("confusion-pattern", exact="105a239c-assert")
rests("confusion-sides", exact="857ebe95-assert")
rests("Class imbalance: what does the most accurate detector do", exact="105a239c-assert")
rests("Accuracy treats a miss and a false alarm alike", exact="confusion-price-assert")
rests("Four counts tell", exact="ae10239a")
rests("Better than silence: how many alarms must be right", exact="37b0eea1-assert")
rests("Ten classes make ten rows", exact="810a7131-assert")
rests("Rows and columns: which side holds the true labels", exact="857ebe95-assert")
rests("What to report", defines="the share of the rare class")
rests("Accuracy (", exact="105a239c-assert")
rests("If you name a positive", exact="37b0eea1-assert")
rests("The confusion matrix (", exact="ae10239a")
rests("With the true labels in the rows", exact="857ebe95-assert")
