"""What a review holds: the line to report, findings, and what was not checked; and how checks are run."""

from __future__ import annotations

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
SHOWN = 5
"""Findings that a review shows; `findings` and `as_dict` have all."""
BLIND = (
    "Arrays cannot show what leaked before them: selection or scaling before the split, early stopping on test rows, "
    "columns that will not exist in use."
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Finding(Record):
    """A mistake that the arrays show: what, how large, and the chapter about it."""

    check: str
    """The check that found it, by the name that ``ignore=`` takes."""
    severity: Severity
    """"error": an exact fact; "warning": a test or an estimate says so; "note": to be looked at."""
    value: float
    """The effect in one number; the message says of what."""
    message: str
    """What was found, and what it does to the score: two sentences, a number in each."""
    chapter: str
    """The chapter of the book about it, such as "splits/leakage"."""
    evidence: dict[str, Any]
    """Plain values by name: p-values, sizes, and under "rows" the places of the rows concerned."""

    def as_dict(self) -> dict[str, Any]:
        """All parts as plain Python values."""
        return {name: getattr(self, name) for name in self.__match_args__}

    def __repr__(self) -> str:
        return _indented(f"{self.severity}: {self.check}. {self.message} (chapter {self.chapter})", "", "    ")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Review(Record):
    """What `classification`, `regression`, `ranking`, `split` and `folds` return: the line, and the findings."""

    line: str
    """The sentence to report, computed."""
    findings: tuple[Finding, ...]
    """What was found, the worst first."""
    ignored: tuple[tuple[Finding, str], ...]
    """What was found and is ignored, each with the reason that was given."""
    checked: tuple[str, ...]
    """The checks that could be made."""
    not_checked: tuple[tuple[str, str], ...]
    """The checks that could not be made, each with the reason."""

    def as_dict(self) -> dict[str, Any]:
        """All parts as plain Python values, for a file or a table of many reviews."""
        return {
            "line": self.line,
            "findings": [found.as_dict() for found in self.findings],
            "ignored": [found.as_dict() | {"reason": reason} for found, reason in self.ignored],
            "checked": list(self.checked),
            "not_checked": dict(self.not_checked),
        }

    def raise_for(self, severity: Severity = "error") -> None:
        """Raise an AssertionError if there is a finding of this severity, or of a worse one: for automatic tests.

        Parameters
        ----------
        severity : {"error", "warning", "note"}, default "error"
            The mildest finding that raises.
        """
        at_least = SEVERITIES.index(check.choice(severity, "severity", SEVERITIES))
        found = [one for one in self.findings if SEVERITIES.index(one.severity) <= at_least]
        if found:
            raise AssertionError("\n".join([f"{len(found)} of severity {severity} or worse:", *map(repr, found)]))

    def __add__(self, other: Review) -> Review:
        if type(other) is not type(self):
            return NotImplemented
        checked = tuple(dict.fromkeys(self.checked + other.checked))
        open_ = tuple((name, why) for name, why in self.not_checked + other.not_checked if name not in checked)
        findings = _worst_first(self.findings + other.findings)
        line = f"{self.line}\n{other.line}"
        return Review(line, findings, self.ignored + other.ignored, checked, tuple(dict.fromkeys(open_)))

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
        shown = [f"{one.severity}: {one.check}. {one.message} (chapter {one.chapter})" for one in self.findings[:SHOWN]]
        more = [f"{len(self.findings) - SHOWN} more, milder ones: see findings"] if self.findings[SHOWN:] else []
        ignored = [f"ignored ({reason}): {one.check}. {one.message}" for one, reason in self.ignored]
        return shown + more + ignored

    def _limits(self) -> list[str]:
        """What silence does not say."""
        told = f"{_counted(self.findings, 'finding')} by {_counted(self.checked, 'check')}: {', '.join(self.checked)}."
        reasons: dict[str, list[str]] = {}
        for name, why in self.not_checked:
            reasons.setdefault(why, []).append(name)
        left = "; ".join(f"{', '.join(names)} ({why})" for why, names in reasons.items())
        return [
            told if self.checked else "No check could be made.",
            *([f"Not checked: {left}."] if left else []),
            BLIND,
        ]


def _counted(things: Sequence[Any], name: str) -> str:
    return f"{len(things) or 'No'} {name}{'s' * (len(things) != 1)}"


def _indented(text: str, first: str, then: str) -> str:
    return fill(text, 96, initial_indent=first, subsequent_indent=then, break_long_words=False, break_on_hyphens=False)


def _worst_first(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda one: SEVERITIES.index(one.severity)))


# ---------------------------------------------------------------- running checks

Outcome: TypeAlias = Finding | list[Finding] | str | None
"""What a check returns: what it found, once or several times, why it could not look, or nothing."""
Check: TypeAlias = Callable[[Any], Outcome]


def reviewed(evaluation: Any, line: Callable[[Any], str], checks: Sequence[Check], ignore: Any) -> Review:
    """The review of what an evaluation holds, by these checks."""
    reasons = _reasons(ignore)
    with no_warning(), np.errstate(all="ignore"):  # undefined values are said in words
        outcomes = {each.__name__: each(evaluation) for each in checks}
        text = line(evaluation)
    found = [one for outcome in outcomes.values() for one in _listed(outcome)]
    return Review(
        text,
        _worst_first(tuple(one for one in found if one.check not in reasons)),
        tuple((one, reasons[one.check]) for one in found if one.check in reasons),
        tuple(name for name, outcome in outcomes.items() if not isinstance(outcome, str)),
        tuple((name, outcome) for name, outcome in outcomes.items() if isinstance(outcome, str)),
    )


def _listed(outcome: Outcome) -> list[Finding]:
    return outcome if isinstance(outcome, list) else [outcome] if isinstance(outcome, Finding) else []


CHECKS = (
    *("duplicates", "near_duplicates", "group_overlap", "temporal_leakage", "prevalence_shift"),
    *("hard_labels_as_scores", "inverted_scores", "miscalibration", "reported_number"),
    *("selection_optimism", "few_rows_dominate", "ties_at_cutoff", "uncorrected_t_test"),
)
"""All checks by name; one may be ignored where it is not made, so that reviews of many kinds share the argument."""


def _reasons(ignore: Any) -> dict[str, str]:
    """The checks to ignore, with reasons."""
    if isinstance(ignore, str) or not check.is_collection(ignore):
        raise TypeError(f"ignore is {check.shown(ignore)}; expected names of checks, or a mapping of names to reasons")
    names = list(ignore)
    for name in names:
        if not isinstance(name, str) or name not in CHECKS:
            raise ValueError(f"ignore holds {check.shown(name)}; expected names of checks: {', '.join(CHECKS)}")
    return {name: str(ignore[name]) if isinstance(ignore, Mapping) else "no reason given" for name in names}
