"""What *ROUGE* concludes; all of it is counted on its page."""

from evalbook_tools.claims import fell, rests

fell("By ROUGE-1, a bag of frequent words beats the story's own opening.", became="gone")
fell("By ROUGE-1 the bag beats every single sentence of the story.", became="gone")
fell("The bag's shortness alone does not explain its score: no sixteen neighboring words get more.", became="gone")
fell("ROUGE-2 prefers the first sixteen words a little, and ROUGE-L the shuffled bag.", became="gone")
fell("Recall alone prefers no summary at all.", became="gone")
fell(
    "Where a candidate tells two sentences in the other order, ROUGE-L keeps one of them, and ROUGE-Lsum both.",
    became="gone",
    unlike={
        "The next cell tries a candidate that tells": "speaks of the two sentences of the next cell",
    },
)
fell("Against the modern sentence the bag beats 49 to 62% of the passages at each of the eight sizes.", became="gone")
fell(
    "A bag of frequent words beats four in five passages where the reference has the story's words.",
    became="gone",
    unlike={
        "A bag of frequent words beat at least": "of this story and of its two summaries in Exodus",
    },
)
fell(
    "Against the modern sentence the bag beats four in five passages at none of the eight sizes.",
    became="gone",
    unlike={
        "A bag of frequent words beat at least": "says that it does at some sizes",
        "Against each of the two summaries": "says at which sizes it does",
    },
)
fell(
    'A paraphrase pays for every word that it replaces; a "not" pays for one word.',
    became="gone",
    unlike={
        "By ROUGE-1, an inserted": "by ROUGE-1",
    },
)
fell('By any ROUGE a wrong number, a swapped name or a "not" costs one word.', became="gone")
fell(
    "By recall alone the whole story beats its summary.",
    became="gone",
    unlike={
        "By the recall of ROUGE-1": "of ROUGE-1",
        "With an infinite β": "of this story and its summary, by ROUGE-L",
    },
)

rests("rouge-bet-1", exact="43124946")
rests('What one "not" costs', exact="43124946")
rests("A model that repeats itself", exact="60b954e5")
rests("rouge-bet-2", exact="60b954e5")
rests("The gunman kills the police", exact="5bf06735-assert")
rests("Which of the editor's two programs", exact="f1e34490-assert")
rests("By ROUGE-1, a bag of frequent words can", exact="6c41d9b2")
rests("What to report with a ROUGE score", defines="lower case,")
rests("ROUGE-N is the recall", exact="43124946")
rests("ROUGE-L also depends on the order", exact="9fb5f903")
rests('By ROUGE-1, an inserted "not" costs one word', exact="rouge-turned-assert")
rests("A bag of frequent words beat", exact="6c41d9b2")
