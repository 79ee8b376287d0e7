"""What a review holds: the line to report, findings, and what was not checked; and how all checks are run."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import fill
from typing import Any, Literal, TypeAlias

import numpy as np

from evalbook import _input as check
from evalbook._record import Record
from evalbook._undefined import no_warning

Severity: TypeAlias = Literal["error", "warning", "note"]
SEVERITIES = ("error", "warning", "note")
PRINTED = 5
"""So many findings a review prints; `findings` and `as_dict` have all."""
BLIND = (
    "The arrays cannot show leakage from an earlier step, such as feature selection or scaling before the split, early "
    "stopping on test rows, or columns that will not exist in use."
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Finding(Record):
    """A mistake that the arrays reveal: what it is, how large it is, and which chapter is about it."""

    check: str
    """The name of the check that found it, which ``ignore=`` takes."""
    severity: Severity
    """"error" for an exact fact, "warning" for the result of a test or an estimate, "note" for something to look at."""
    value: float
    """The size of the effect in one number, which the message explains."""
    message: str
    """What was found, with numbers, why it matters, and what to do."""
    chapter: str
    """The chapter of the book that explains it, such as "splits/leakage"."""
    evidence: dict[str, Any]
    """Plain values by name: p-values, sizes, and under "rows" the positions of the rows concerned."""

    def as_dict(self) -> dict[str, Any]:
        """All parts as plain Python values for JSON: nan becomes None, infinity becomes "inf" or "-inf"."""
        return {name: _for_json(getattr(self, name)) for name in self.__match_args__}

    def __repr__(self) -> str:
        return _indented(self._sentence(), "", "    ")

    def _sentence(self) -> str:
        return f"{self.severity}: {self.check}. {self.message} (chapter {self.chapter})"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Review(Record):
    """The result of a review: the line to report, the findings, and what was not checked."""

    line: str
    """The sentence to report, with its computed numbers."""
    findings: tuple[Finding, ...]
    """The findings, the most severe first."""
    ignored: tuple[tuple[Finding, str], ...]
    """The findings that are ignored, each with the reason that was given."""
    checked: tuple[str, ...]
    """The names of the checks that were made."""
    not_checked: tuple[tuple[str, str], ...]
    """The names of the checks that could not be made, or only in part, each with the reason."""

    def as_dict(self) -> dict[str, Any]:
        """All parts as plain Python values, for a JSON file or a table of many reviews; nan becomes None."""
        reasons: dict[str, list[str]] = {}
        for name, why in self.not_checked:
            reasons.setdefault(name, []).append(why)
        return {
            "line": self.line,
            "findings": [found.as_dict() for found in self.findings],
            "ignored": [found.as_dict() | {"reason": reason} for found, reason in self.ignored],
            "checked": list(self.checked),
            "not_checked": {name: "; ".join(whys) for name, whys in reasons.items()},
        }

    def raise_for(self, severity: Severity = "error") -> None:
        """Raise an AssertionError if there is a finding of this severity or worse; for automatic tests.

        Parameters
        ----------
        severity : {"error", "warning", "note"}, default "error"
            The mildest severity that raises an error.
        """
        at_least = SEVERITIES.index(check.choice(severity, "severity", SEVERITIES))
        found = [one for one in self.findings if SEVERITIES.index(one.severity) <= at_least]
        if found:
            told = f"{_how_many(found, 'finding')} of severity {severity}{' or worse' * (at_least > 0)}:"
            raise AssertionError("\n".join([told, *map(repr, found)]))

    def __add__(self, other: Review) -> Review:
        if type(other) is not type(self):
            return NotImplemented
        checked = tuple(dict.fromkeys(self.checked + other.checked))
        not_checked = tuple(dict.fromkeys(self.not_checked + other.not_checked))
        findings = _worst_first(self.findings + other.findings)
        return Review(f"{self.line}\n{other.line}", findings, self.ignored + other.ignored, checked, not_checked)

    def __radd__(self, other: Any) -> Review:
        return self if isinstance(other, int) and other == 0 else NotImplemented  # so that sum() can start at 0

    def __repr__(self) -> str:
        lines = [_indented(line, "", "  ") for line in self.line.splitlines()]
        lines += [_indented(text, "- ", "  ") for text in self._findings_as_text()]
        return "\n".join([*lines, *(_indented(text, "", "  ") for text in self._limits())])

    def _repr_html_(self) -> str:
        lines = "<br>".join(map(escape, self.line.splitlines()))
        items = [f"<li>{escape(text)}</li>" for text in self._findings_as_text()]
        limits = [f"<p><small>{escape(text)}</small></p>" for text in self._limits()]
        listed = f"<ul>{''.join(items)}</ul>" if items else ""
        return f'<div class="evalbook-review"><p><strong>{lines}</strong></p>{listed}{"".join(limits)}</div>'

    def _findings_as_text(self) -> list[str]:
        printed, more = [one._sentence() for one in self.findings[:PRINTED]], len(self.findings) - PRINTED
        if more > 0:
            printed.append(f"{more} more {'finding is' if more == 1 else 'findings are'} in the attribute `findings`.")
        ignored = [f"ignored ({reason}): {one.check}. {one.message}" for one, reason in self.ignored]
        return printed + ignored

    def _limits(self) -> list[str]:
        """What silence does not say."""
        checks = f"{_how_many(self.checked, 'check')} {'was' if len(self.checked) == 1 else 'were'} made"
        found = _how_many(self.findings, "finding")
        aside = f", not counting {len(self.ignored):,} that {'is' if len(self.ignored) == 1 else 'are'} ignored"
        made = f"{checks} ({', '.join(self.checked)}), with {found.lower()}{aside * bool(self.ignored)}."
        limits = [made if self.checked else "No check could be made."]
        for how, in_part in (("Not checked", False), ("Checked in part", True)):
            reasons: dict[str, list[str]] = {}
            for name, why in self.not_checked:
                if (name in self.checked) == in_part:
                    reasons.setdefault(why, []).append(name)
            left = "; ".join(f"{', '.join(names)} ({why})" for why, names in reasons.items())
            limits += [f"{how}: {left}."] if left else []
        return [*limits, BLIND]


def _for_json(value: Any) -> Any:
    """A value as JSON holds it: neither nan nor infinite, in lists and by texts."""
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if isinstance(value, Mapping):
        return {str(name): _for_json(each) for name, each in value.items()}
    return [_for_json(each) for each in value] if isinstance(value, list | tuple) else value


def _how_many(things: Sequence[Any], name: str) -> str:
    return f"{len(things) or 'No'} {name}{'s' * (len(things) != 1)}"


def _indented(text: str, first: str, then: str) -> str:
    return fill(text, 96, initial_indent=first, subsequent_indent=then, break_long_words=False, break_on_hyphens=False)


def _worst_first(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda one: SEVERITIES.index(one.severity)))


# ---------------------------------------------------------------- running checks

Outcome: TypeAlias = Finding | str | list[Finding | str] | None
"""What a check returns: what it found, why it could not look, or nothing; in a list also what it could not look at."""
Check: TypeAlias = Callable[[Any], Outcome]
KINDS = ("split", "classification", "regression", "ranking", "folds", "tries", "comparisons")
_CHECKS: dict[str, tuple[Check, ...]] = {}


def checks_of(kind: str, *checks: Check) -> tuple[Check, ...]:
    """The checks of one kind of review, whose names ``ignore=`` then knows."""
    _CHECKS[kind] = checks
    return checks


def all_checks() -> dict[str, Check]:
    """The checks of all kinds by name: each may be ignored everywhere, so that reviews can share the argument."""
    found: dict[str, Check] = {}
    for kind in KINDS:
        for each in _CHECKS[kind]:
            found.setdefault(each.__name__, each)  # some are made in several kinds
    return found


def make_review(evaluation: Any, line: Callable[[Any], str], checks: Sequence[Check], ignore: Any) -> Review:
    """The review of an evaluation: its line, and what these checks say of it."""
    reasons = _reasons(ignore)
    with no_warning(), np.errstate(all="ignore"):  # undefined values are said in words
        outcomes = {each.__name__: each(evaluation) for each in checks}
        text = line(evaluation)
    said = [(name, one) for name, outcome in outcomes.items() for one in _as_list(outcome)]
    findings = [one for _, one in said if isinstance(one, Finding)]
    return Review(
        text,
        _worst_first(tuple(one for one in findings if one.check not in reasons)),
        tuple((one, reasons[one.check]) for one in findings if one.check in reasons),
        tuple(name for name, outcome in outcomes.items() if not isinstance(outcome, str)),
        tuple((name, one) for name, one in said if isinstance(one, str)),
    )


def _as_list(outcome: Outcome) -> list[Finding | str]:
    return outcome if isinstance(outcome, list) else [] if outcome is None else [outcome]


def _reasons(ignore: Any) -> dict[str, str]:
    """The checks to ignore, with reasons."""
    if isinstance(ignore, str) or not check.is_collection(ignore):
        raise TypeError(
            f"ignore is {check.shown(ignore)}; expected a list of names of checks, or a dict from names to reasons"
        )
    names, known = list(ignore), all_checks()
    for name in names:
        if not isinstance(name, str) or name not in known:
            raise ValueError(f"ignore holds {check.shown(name)}; expected names of these checks: {', '.join(known)}")
    return {name: str(ignore[name]) if isinstance(ignore, Mapping) else "no reason given" for name in names}
