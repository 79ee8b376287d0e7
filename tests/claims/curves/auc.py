"""What *AUC* concludes; all of it is counted on its page."""

from evalbook_tools.claims import fell, rests

fell("Buying is the stronger signal than a click, so its pairs are easier to order, for any model.", became="gone")
fell("An AUC of 0.5 is no better than chance.", became="gone")

rests("auc-tie", exact="6d4957fe")
rests("Strip by strip", exact="6d4957fe")
rests("Every pair is a square", exact="8b91025a")
rests("AUC is a probability you can sample", exact="437d5e3c")
rests("An update narrows the range", exact="72b16db8")
rests("auc-squeeze", exact="72b16db8")
rests("Two curves that cross are two answers", exact="4d2553b9")
rests("With other tumors texture and symmetry", exact="dc80974e")
rests("What stands beside an AUC", defines="guessing gets .5")
rests("AUC: the area", exact="6d4957fe")
rests("Rank loss (", exact="8b91025a")
rests("Only the order counts", exact="72b16db8")
rests("A curve that encloses", exact="4d2553b8")
rests("Whether two AUCs on the same patients differ", defines="two models")
