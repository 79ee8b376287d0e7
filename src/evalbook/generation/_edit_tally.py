"""The tally of word errors: hits, substitutions, deletions and insertions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._tally import Rows, Tally
from evalbook._undefined import ratio
from evalbook.generation._edit_distance import edits
from evalbook.text._n_grams import Sentence


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EditTally(Tally):
    """The tally of word errors: how many words of the references are right, substituted, deleted, and inserted beside.

    Tallies add (``a + b``, ``sum(list_of_tallies)``), and the word error rate is a formula over the sum.

    Parameters
    ----------
    hits : int
        The number of words of the references that the hypotheses have in their place.
    substitutions : int
        The number of words that are replaced by another word.
    deletions : int
        The number of words of the references that the hypotheses lack.
    insertions : int
        The number of words of the hypotheses that the references lack.

    See Also
    --------
    word_error_rate : for sentences that are all at hand
    evalbook.text.RougeTally : words in common, wherever they are

    Notes
    -----
    1. The number of errors is the least possible. Often several alignments have so few, and they may split them in
       different ways: "b a" for "a b" is two substitutions, or a deletion and an insertion. The alignment that is
       counted is found from the end: it deletes if it can, otherwise it inserts if it can, and only then does it
       substitute. The jiwer package counts in the same way.
    2. `error_rate` is nan if there is no word in the references, without a warning.
    3. The sum of no tallies, ``sum([])``, is the number 0, as always in Python.

    Examples
    --------
    >>> from evalbook.generation import EditTally
    >>> one = EditTally.from_sentences(["the cat sat on the mat"], ["the cat sit on mat"])
    >>> one
    EditTally(hits=4, substitutions=1, deletions=1, insertions=0)
    >>> two = EditTally.from_sentences(["hello"], ["hello hello"])
    >>> (one + two).error_rate  # 3 of 7
    0.42857142857142855
    """

    hits: int
    substitutions: int
    deletions: int
    insertions: int

    def __post_init__(self) -> None:
        for name in self.__match_args__:
            object.__setattr__(self, name, check.integer(getattr(self, name), name, at_least=0))

    @classmethod
    def from_sentences(
        cls,
        references: Sequence[Sentence],
        hypotheses: Sequence[Sentence],
        *,
        tokenize: Callable[[str], Sequence[Any]] | None = None,
    ) -> EditTally:
        """Count all sentences of a corpus.

        Parameters
        ----------
        references : list of sentences
            What was said, one sentence for each hypothesis. A sentence is a string, which is split on white space, or a
            sequence of tokens.
        hypotheses : list of sentences
            What the model heard, in the same form: at least one sentence.
        tokenize : callable, optional
            Makes a list of tokens of a string. ``tokenize=list`` counts characters.
        """
        return cls.rows(references, hypotheses, tokenize=tokenize).sum()

    @classmethod
    def rows(
        cls,
        references: Sequence[Sentence],
        hypotheses: Sequence[Sentence],
        *,
        tokenize: Callable[[str], Sequence[Any]] | None = None,
    ) -> Rows[EditTally]:
        """Count each sentence by itself; ``.sum()`` is the tally of the corpus.

        Parameters
        ----------
        references : list of sentences
            What was said, one sentence for each hypothesis. A sentence is a string, which is split on white space, or a
            sequence of tokens.
        hypotheses : list of sentences
            What the model heard, in the same form: at least one sentence.
        tokenize : callable, optional
            Makes a list of tokens of a string. ``tokenize=list`` counts characters.
        """
        tokenize = check.function_or_none(tokenize, "tokenize", "list")
        counts = chain.from_iterable(starmap(edits, check.sentence_pairs(references, hypotheses, tokenize)))
        return Rows(np.fromiter(counts, dtype=np.int64).reshape(-1, 4), cls._of_row)

    @classmethod
    def _of_row(cls, row: NDArray[Any]) -> EditTally:
        return cls._made(*row.tolist())

    @property
    def errors(self) -> int:
        """The number of substitutions, deletions and insertions."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def reference_total(self) -> int:
        """The number of all words of the references."""
        return self.hits + self.substitutions + self.deletions

    @property
    def hypothesis_total(self) -> int:
        """The number of all words of the hypotheses."""
        return self.hits + self.substitutions + self.insertions

    @property
    def error_rate(self) -> float:
        """The errors per word of the references: it can exceed 1."""
        return float(ratio(self.errors, self.reference_total))
