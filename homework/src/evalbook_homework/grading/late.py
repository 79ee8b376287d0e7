"""What came after it was due is marked. It costs no points: those are the teacher's."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time, timedelta

from evalbook_homework.grading.grading import Graded
from evalbook_homework.grading.roster import DUE, Roster
from evalbook_homework.grading.submission_files import handed_in_at


def due_at(text: str, where: str) -> datetime:
    """A day, to its end, or a time on it. Raises ValueError that says where another text stands."""
    try:
        due = datetime.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError as error:
        raise ValueError(f"{where} is {text!r}; expected a day or a time, such as 2027-05-01T23:59") from error
    return due if len(text.strip()) > len("2027-05-01") else datetime.combine(due, time.max)


def with_late_notes(results: list[Graded], roster: Roster | None, due: datetime | None) -> list[Graded]:
    """The results, with a note on what came late: by the student's own due date in the roster, else by that of all."""
    return [replace(one, notes=(*one.notes, *_note(one, _due_of(one, roster) or due))) for one in results]


def _due_of(one: Graded, roster: Roster | None) -> datetime | None:
    places = roster.places_of(one.student) if roster else []
    if roster is None or len(places) != 1:
        return None
    return _own_due(roster, places[0])


def _own_due(roster: Roster, place: int) -> datetime | None:
    own = {name.strip().lower(): value for name, value in roster.rows[place].items()}.get(DUE) or ""
    return due_at(own, f"the column {DUE} of ROSTER for {roster.students[place].name}") if own.strip() else None


def all_was_due(roster: Roster | None, due: datetime | None, now: datetime) -> bool:
    """Whether nobody may hand in on time any more, neither by the date of all nor by one of their own."""
    own = [_own_due(roster, place) for place in range(len(roster.rows))] if roster else []
    return due is not None and now > max([due, *filter(None, own)])


def _note(one: Graded, due: datetime | None) -> list[str]:
    came = handed_in_at(one.time)
    if due is None or came is None or came <= due:
        return []
    return [
        f"late by {_long(came - due)}: the file is from {came:%Y-%m-%d %H:%M}, and it was due by {due:%Y-%m-%d %H:%M}"
    ]


def _long(late: timedelta) -> str:
    hours, minutes = divmod(int(late.total_seconds()) // 60, 60)
    days, hours = divmod(hours, 24)
    parts = [f"{number} {unit}" for number, unit in ((days, "d"), (hours, "h"), (minutes, "min")) if number]
    return " ".join(parts) or "less than a minute"
