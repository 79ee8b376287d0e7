"""What *BLEU* concludes: counted or proved on its page, and once seen on the five verses of Genesis."""

from evalbook_tools.claims import fell, rests

fell(
    "The order of neighbors may be luck: drawn for each translation by itself, their intervals overlap.", became="gone"
)
fell("Five verses drawn anew give a BLEU its interval.", became="gone")
fell(
    "As printed, chrF puts the King James first, so the order of two close texts can depend on the metric.",
    became="gone",
)
fell("The order of the four does not hang on which verses are taken.", became="gone")
fell("Tokens alone move a score from .445 to .618.", became="gone")
fell(
    "BLEU counts a wrong ending like a wrong word, and chrF does not.",
    became="gone",
    unlike={
        "Of 7 runs of four": "of a wrong word, by its place",
        "BLEU counts a wrong ending like": "of BLEU alone",
    },
)
fell("Of the rubble's new neighbors several match by chance.", became="gone")

rests("bleu-bet-1", exact="22ee5c3a")
rests("How often a word counts", exact="22ee5c3a")
rests("Pairs of words notice the order", exact="19c3bf39-assert")
rests("BLEU multiplies the precisions", exact="de551c9a-assert")
rests("Published translations get", exact="a1e9735a-assert")
rests("A text in pieces", exact="b7de9d0a-assert")
rests("bleu-bet-2", exact="b7de9d0a-assert")
rests("Where it stops: cuts inside a phrase", exact="bleu-blocks-assert")
rests("What to report with a BLEU score", defines="closest length")
rests("BLEU compares the n-grams", exact="22ee5c3a")
rests("BLEU is the brevity penalty", exact="5a437fad-assert")
rests("BLEU measures how near", once="b1e07c52-assert", by="loses at least 0.108")
rests("If you cut a translation only where", exact="b7de9d0a-assert")
