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
rests("averaging-never-called", exact="0295e4ed-assert")
rests("Two formulas share the name", exact="80a09b6b-assert")
rests("Which macro-F1 prefers which program", exact="046ef121")
rests("Where it stops", exact="averaging-agree-assert")
rests("Balanced accuracy gives ten", exact="6c692b70-assert")
rests("In a micro average", defines="adds up the counts of all the desks")
rests("The micro-F1 is the accuracy", exact="76cf97a9")
rests("Two programs share", exact="06d7c8e8")
rests("What happens to the classes that are never predicted", exact="0295e4ed-assert")
rests("The line to report", defines="the rule for a class whose score is undefined")
rests("One-vs-rest (", defines="one-vs-rest")
rests("Macro-F1 has two formulas", cite="opitz2019")
rests("A weighted average (", exact="76cf97a9")
rests("The precision of a class", exact="0295e4ed-assert")
