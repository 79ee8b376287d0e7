"""What *Averaging* concludes: counted exactly of its tables, or cited."""

from __future__ import annotations

from evalbook_tools.claims import fell, rests

# Three normal classes: the model that never calls one of them pays in the precision of the others in 240 of 240
# draws, and leads a model that calls it in 84.
fell("Leaving a class out flatters the model that never calls it.", became="gone")
fell("A class that is never called costs nothing where it is left out.", became="gone")
fell("The gap between the two macro-F1s can reach one half.", became="gone")
fell("Half of the gaps between the two macro-F1s are below .01.", became="gone")

rests("averaging-bet-1", exact="046ef121")
rests("averaging-never-called", exact="0295e4ed")
rests("The same two classes give", exact="80a09b6b")
rests("A rival answers", defines="A rival does not look at the samples")
rests("Which macro-F1 prefers which rule", exact="046ef121")
rests("The mean of two lopsided", exact="80a09b6b")
rests("Added counts", defines="adds the counts of all desks")
rests("Micro is the accuracy", exact="76cf97a9")
rests("Two models share", exact="06d7c8e8")
rests("What happens to the classes that are never called", exact="0295e4ed")
rests("The line to report", defines="the rule for what is undefined")
rests("One-vs-rest (", defines="one-vs-rest")
rests("Macro average (", cite="opitz2019")
rests("Weighted average (", exact="76cf97a9")
rests("The precision of a class", exact="0295e4ed")
