"""What *The P-R curve* concludes; all of it is counted on its page."""

from evalbook_tools.claims import fell, rests

fell("Guessing is a flat line at the base rate.", became="gone")
fell("Whatever the number of calls, a curve that encloses others wins.", became="gone")
fell(
    "One find in ten more, .7 against .6, is less than one standard error of a recall of .7 on ten positives.",
    became="gone",
)
fell("The finds at the break-even point move less than the standard error of a fixed threshold says.", became="gone")

rests("pr-end", exact="3d8e57c2")
rests("Down the list, precision", exact="b6b1d948-assert")
rests("The end is known", exact="3d8e57c2")
rests("Each number of calls has its ray", defines="which we call the *ray*")
rests("On the diagonal", exact="8ef0c986")
rests("Two programs can have the same break-even point", exact="d435f165-assert")
rests("pr-even-f1", exact="5c231d68")
rests("What a break-even point says about the confusion matrix", exact="5c231d68")
rests("Where it stops: another test set", exact="pr-curve-other-set-assert")
rests("What to report with a P-R curve", defines="break-even point")
rests("The P-R curve (", exact="3b1ce44f-assert")
rests("All programs that call k samples", defines="which we call the *ray*")
rests("On one test set", exact="pr-curve-other-set-assert")
rests("A curve that encloses", exact="d435f165-assert")
