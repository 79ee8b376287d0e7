"""What *AUC* concludes; all of it is counted on its page."""

from evalbook_tools.claims import fell, rests

fell("Buying is the stronger signal than a click, so its pairs are easier to order, for any model.", became="gone")
fell("An AUC of 0.5 is no better than chance.", became="gone")

rests("auc-tie", exact="6d4957fe-assert")
rests("Every pair is a square", exact="8b91025a")
rests("Strip by strip: how many squares make the area", exact="6d4957fe-assert")
rests("The AUC is a probability", exact="437d5e3c-assert")
rests("An update narrows the range", exact="72b16db8-assert")
rests("auc-squeeze", exact="72b16db8-assert")
rests("When two ROC curves cross", exact="4d2553b9-assert")
rests("On other tumors, texture and symmetry", once="dc80974e", by="from −0.33 to −0.10")
rests("What to report with an AUC", defines="random scores get 0.5")
rests("The AUC is the area", exact="6d4957fe-assert")
rests("Only the order of the scores counts", exact="72b16db8-assert")
rests("A curve that encloses", exact="4d2553b8-assert")
rests("Pairs share their samples", defines="two models")
