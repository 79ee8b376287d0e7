"""What an answer is: how questions are recorded, and how answers are read, judged and handed in.

Three programs speak this language, so that they agree on every answer: the notebook (`pages`), the site, whose scripts
do the same in the page, and homework, which grades. It needs NumPy alone; `pages` shows what it says.

- The *record* of a question is one JSON value (``question_record``) that lies in the outputs of the cell that asks.
- *Reading* finds what an answer may mean, however it is written: ``readings_of_answer``.
- ``judge`` compares an answer with a record, and says what to tell who gave it.
- The *texts* are what Python and the page's script have to say alike: ``SHARED``.
- The *key* of a working copy holds the records that its cells do not: ``open_key`` and ``known_question``.
- ``plain_answer`` is what `pages.hand_in` leaves in the notebook for grading, and ``worth`` what that earns.
"""

from evalbook.teaching.answers._handing_in import ANSWER_MIME, LONGEST, plain_answer, said_of, shown
from evalbook.teaching.answers._judge import (
    NEARLY,
    OPEN,
    RIGHT,
    WRITTEN,
    WRONG,
    Judgment,
    exactly,
    has_form,
    judge,
    rounded,
    says,
    with_reason,
)
from evalbook.teaching.answers._key import (
    CHANGED,
    NoKeyError,
    digest,
    is_changed,
    key_name,
    key_text,
    known_question,
    open_key,
    packed_inputs,
    read_key,
    unpacked_inputs,
)
from evalbook.teaching.answers._reading import Number, readings_of_answer
from evalbook.teaching.answers._record import (
    INPUTS_MIME,
    QUESTION_MIME,
    mistakes_of,
    question_record,
    stored,
)
from evalbook.teaching.answers._texts import SAYS, SHARED, as_script, refusal
from evalbook.teaching.answers._worth import Worth, shares, worth

__all__ = [
    "ANSWER_MIME",
    "CHANGED",
    "INPUTS_MIME",
    "LONGEST",
    "NEARLY",
    "OPEN",
    "QUESTION_MIME",
    "RIGHT",
    "SAYS",
    "SHARED",
    "WRITTEN",
    "WRONG",
    "Judgment",
    "NoKeyError",
    "Number",
    "Worth",
    "as_script",
    "digest",
    "exactly",
    "has_form",
    "is_changed",
    "judge",
    "key_name",
    "key_text",
    "known_question",
    "mistakes_of",
    "open_key",
    "packed_inputs",
    "plain_answer",
    "question_record",
    "read_key",
    "readings_of_answer",
    "refusal",
    "rounded",
    "said_of",
    "says",
    "shares",
    "shown",
    "stored",
    "unpacked_inputs",
    "with_reason",
    "worth",
]


def __dir__() -> list[str]:
    return __all__
