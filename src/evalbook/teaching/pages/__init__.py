"""What the pages of the book share: their set-up, bets, checks and tables.

``from evalbook.teaching import pages`` in the first cell sets a notebook up: figures as deterministic SVG in the style
of the book, arrays with four digits, and warnings without the path of a file. No other module imports this one; it
needs the extra ``book``.

A bet or a check leaves a record of its question beside what it shows (`answers`), which the site turns into a
question that is answered in the page.
"""

from evalbook._extras import missing_extra

try:
    from IPython.core.getipython import get_ipython

    from evalbook.teaching.answers import open_key
    from evalbook.teaching.pages._handing_in import hand_in
    from evalbook.teaching.pages._notebook import set_up
    from evalbook.teaching.pages._questions import Verdict, bet, check, due_question
    from evalbook.teaching.pages._tables import table
except ImportError as error:  # pragma: no cover
    raise missing_extra("teaching.pages", "what the book needs", "book") from error

__all__ = [
    "Verdict",
    "bet",
    "check",
    "due_question",
    "hand_in",
    "open_key",
    "table",
]


def __dir__() -> list[str]:
    return __all__


if get_ipython() is not None:  # elsewhere an import changes nothing
    set_up()  # pragma: no cover  (the notebooks do)
