"""Claims, as a chapter's module writes them down.

::

    @claim("With few positives the trapezoid prefers a constant to the model.")
    @over("other splits of the survey", splits_of_the_survey, draws=True)
    @over("other data with at most 3% positives", rare_data, each=20)
    @limit("with 37% positives", splits_of_the_tumors)
    def trapezoid_constant(split):
        return trapezoid(constant(split)) > trapezoid(split)

What varies along an axis is a function that returns the settings: a list, or a dictionary of named ones. With `each`,
the named settings are a function of the draw, and so many draws of each are tried. A claim returns True or False; None
where a setting does not ask the question. A `size` returns a number.

What a page concludes in a heading, a line of its recap or the settled answer of a bet rests on one of five::

    rests("The trapezoid gives a constant", claim="trapezoid-constant")
    rests("Few positives", claim="few-positives", when="With few positives")  # a line of the recap says for whom, too
    rests("area-constant", exact="299feee2")  # the cell of the page whose assert proves it, whatever the data
    rests("Ana is ahead", once="3c9e2a41", by="95% 0.01 to 0.07")  # one data set or simulation, and its interval
    rests("It begins near the base rate", cite="boyd2013")
    rests("Average precision", defines="average precision")  # nothing is concluded
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Settings = Callable[..., Sequence[Any] | Mapping[str, Any]]
"""Of nothing; where each setting is drawn several times, of the draw: 0, 1, 2, …"""
Holds = Callable[[Any], bool | float | None]

NEEDS, LEAST = 0.95, 0.75
HEDGED = re.compile(r"\b(usually|in most|most)\b", re.IGNORECASE)
FEWEST_SETTINGS = 5
KINDS = ("claim", "exact", "once", "cite", "defines")


@dataclass(frozen=True)
class Axis:
    """What varies, in words, and the settings."""

    what: str
    settings: Settings
    draws: bool
    """Whether only the luck of a draw varies: another seed, another split of the same data."""
    each: int = 1
    """How often each of the named settings is drawn."""


@dataclass(frozen=True)
class Claim:
    """A sentence of a page, and the function that tries it."""

    id: str
    chapter: str
    sentence: str
    holds: Holds
    axes: tuple[Axis, ...]
    limits: tuple[Axis, ...]
    needs: float = NEEDS
    """The share of settings in which it has to hold, on each axis."""
    between: tuple[float, float] | None = None
    """For a size: between what the interval of its mean has to lie, on each axis."""
    unit: str = ""

    def __post_init__(self) -> None:
        named = f"claim {self.chapter}: {self.id}"
        if len(self.axes) < 2 or all(axis.draws for axis in self.axes):
            raise ValueError(f"{named} has {len(self.axes)} axes; expected two or more, one of which is no draw")
        if not LEAST <= self.needs <= 1:
            raise ValueError(f"{named} needs {self.needs}; expected {LEAST} to 1")
        if self.needs < NEEDS and not HEDGED.search(self.sentence):
            raise ValueError(f'{named} needs {self.needs}, less than {NEEDS}; expected "usually" or "in most" in it')


@dataclass
class Fallen:
    """A sentence that was first written, and fell when it was tried."""

    chapter: str
    sentence: str
    became: str
    unlike: Mapping[str, str] = field(default_factory=dict)
    """How places begin that have its words and do not say it, and why they do not: see evalbook_tools.prose.revived."""


@dataclass(frozen=True)
class Conclusion:
    """What a page concludes, and what that rests on."""

    chapter: str
    text: str
    """How the heading or the line begins; of a bet, its id."""
    kind: str
    on: str
    """The id of a claim, the id of a cell, a key of the bibliography, or words of it."""
    by: str = ""
    """Of what was seen once: the words of the page that give its interval or its margin, or the id of a claim."""
    when: str = ""
    """Of a line of a recap: the words of its claim that say for whom it holds, which the line says in its own words."""

    def __post_init__(self) -> None:
        if (self.kind == "once") != bool(self.by):
            raise ValueError(
                f"{self.chapter}: {self.text!r} rests on {self.kind}, by {self.by!r}; expected `by` with `once`, and "
                "only there: the words of the page that give an interval or a margin, or the id of a claim"
            )


@dataclass
class Register:
    """All claims that were read, the sentences that fell, and what the pages' conclusions rest on."""

    claims: dict[str, Claim] = field(default_factory=dict)
    fallen: list[Fallen] = field(default_factory=list)
    conclusions: list[Conclusion] = field(default_factory=list)


REGISTER = Register()
_AXES, _LIMITS = "_claim_axes", "_claim_limits"


def over(what: str, settings: Settings, *, draws: bool = False, each: int = 1) -> Callable[[Holds], Holds]:
    """An axis along which a claim is tried; `draws`: only a seed or a split varies; `each`: draws of each setting."""
    return _noted(_AXES, Axis(what, settings, draws, each))


def limit(what: str, settings: Settings, *, each: int = 1) -> Callable[[Holds], Holds]:
    """Settings outside the sentence's condition, where it is counted and need not hold."""
    return _noted(_LIMITS, Axis(what, settings, draws=False, each=each))


def _noted(name: str, axis: Axis) -> Callable[[Holds], Holds]:
    def note(holds: Holds) -> Holds:
        setattr(holds, name, (axis, *getattr(holds, name, ())))  # decorators are applied from the last to the first
        return holds

    return note


def claim(sentence: str, *, needs: float = NEEDS) -> Callable[[Holds], Holds]:
    """A claim that holds in a share of the settings; the function's name is its id."""
    return _registered(sentence, needs=needs)


def size(sentence: str, *, unit: str, between: tuple[float, float]) -> Callable[[Holds], Holds]:
    """A claim about a size: the 95% interval of its mean over the settings lies in `between`."""
    return _registered(sentence, unit=unit, between=between)


def _registered(sentence: str, **options: Any) -> Callable[[Holds], Holds]:
    def register(holds: Holds) -> Holds:
        chapter = _chapter(inspect.getfile(holds))
        id = holds.__name__.replace("_", "-")
        if id in REGISTER.claims and REGISTER.claims[id].chapter != chapter:
            raise ValueError(f"two claims have the id {id}: in {REGISTER.claims[id].chapter} and in {chapter}")
        axes, limits = vars(holds).pop(_AXES, ()), vars(holds).pop(_LIMITS, ())
        REGISTER.claims[id] = Claim(id, chapter, sentence, holds, axes, limits, **options)
        return holds

    return register


def fell(sentence: str, *, became: str, unlike: Mapping[str, str] | None = None) -> None:
    """A sentence that was first written and fell, and what it became: the id of a claim, or "gone".

    `unlike` names places that have its words and do not say it, by how they begin, and says what makes the difference.
    """
    caller = sys._getframe(1).f_code.co_filename
    REGISTER.fallen.append(Fallen(_chapter(caller), sentence, became, unlike or {}))


def rests(text: str, *, by: str = "", when: str = "", **on: str) -> None:
    """What a conclusion rests on: a `claim`, an `exact` cell, what it may `cite`, or what it only `defines`.

    Or the cell that saw it `once`, on one data set or in one simulation, `by` an interval, a margin or a claim. A line
    of a recap that rests on a claim names the words of the claim that say `when` it holds.
    """
    caller = sys._getframe(1).f_code.co_filename
    (kind, name), *others = on.items()
    if others or kind not in KINDS:
        raise ValueError(f"{_chapter(caller)}: {text!r} rests on {', '.join(on)}; expected one of {', '.join(KINDS)}")
    REGISTER.conclusions.append(Conclusion(_chapter(caller), text, kind, name, by, when))


def _chapter(file: str) -> str:
    """The chapter, "curves/area_under_pr", that a file of claims belongs to."""
    return f"{Path(file).parent.name}/{Path(file).stem}"
