"""What *BLEU* concludes; all of it is counted on its page."""

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
fell(
    "Tokens alone move a score from .445 to .618.",
    became="gone",
    unlike={
        "Tokens and case move": "and case",
    },
)
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
rests("Pairs of words notice the repetition", exact="19c3bf39")
rests("BLEU multiplies", exact="de551c9a")
rests("A fragment is perfectly precise", exact="5a437fad")
rests("Human translators get", exact="a1e9735a")
rests("Tokens and case move a score", exact="30e08bb0")
rests("Tallies add", exact="c0b9e722")
rests("BLEU reads four words at a time", exact="b7de9d0a")
rests("bleu-bet-2", exact="b7de9d0a")
rests("What stands beside a BLEU", defines="closest length")
rests("Candidate (", exact="22ee5c3a")
rests("BLEU is the brevity penalty", exact="de551c9a")
rests("Add tallies", exact="c0b9e722")
rests("Say what a token is", exact="a1e9735a")
rests("BLEU does not punish another order", exact="b7de9d0a")
rests("How far a BLEU moves", defines="bootstrap intervals")
