"""Who owns the copy that was handed in, where each student got a copy of an assignment with numbers of their own.

The copy says whose it is, whatever the file is called. Where the name of the file or folder names another student, the
points are shown, and count for nobody until a person has decided.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from evalbook_homework.grading import sanitize
from evalbook_homework.grading.collect import Student, Submission
from evalbook_homework.grading.roster import normalized_name
from evalbook_homework.grading.terms import Owner, Release

Owners = dict[str, tuple[Release, Owner]]
"""The release of each copy, and whose it is."""


def match_copies(found: list[Submission], releases_of: Callable[[str], list[Release]]) -> list[Submission]:
    """The submissions, each with its copy, where its assignment was released in copies."""
    owners = {name: _owners(releases_of(name)) for name in {one.assignment for one in found} if name}
    told = [_told(one, owners[one.assignment]) if owners.get(one.assignment) else one for one in found]
    return _shared(told, found, owners)


def _owners(releases: list[Release]) -> Owners:
    return {code: (release, owner) for release in releases for code, owner in release.copies.items()}


def _told(one: Submission, owners: Owners) -> Submission:
    """A submission by the copy that it says it is; else by the name of its file or folder."""
    known = [code for code in one.copies if code in owners]
    own = [code for code in known if _same(one.student.name, owners[code][1].name)]
    if not known:
        return _told_by_name(one, owners)
    copy = (own or known)[0]
    release, owner = owners[copy]
    one = replace(one, copy=copy, release=release.number)
    names = list(dict.fromkeys(owners[code][1].name for code in known))
    if len(names) > 1:
        return _withheld(one, f"it has the marks of several copies, those of {_list(names)}")
    if own or (one.student.is_anonymous and not _has_copy(one.student, owners)):
        return one
    if _is_somebody(one.student, owners):
        return _withheld(one, f"this is the copy of {sanitize.quoted(owner.name)}, handed in by another student")
    note = f"handed in as {sanitize.quoted(one.student.name)}; its copy tells whose it is"
    return replace(one, student=Student(owner.name), notes=(note, *one.notes))


def _told_by_name(one: Submission, owners: Owners) -> Submission:
    """A submission that is no known copy: as the copy of whoever has the name, if that is one student."""
    last = max(release.number for release, _ in owners.values())
    meant = one.release or last
    mine = [
        code
        for code, (release, owner) in owners.items()
        if release.number == meant and _same(one.student.name, owner.name)
    ]
    if len(mine) != 1:
        return one
    said = (
        f"says that it is copy {_list(one.copies)}, which nobody got" if one.copies else "does not say whose copy it is"
    )
    return replace(one, copy=mine[0], release=meant, notes=(f"the notebook {said}, so the name decides", *one.notes))


def _shared(told: list[Submission], found: list[Submission], owners: dict[str, Owners]) -> list[Submission]:
    """What several handed in as one student's: it counts if one of them has the name, else for nobody."""
    by_owner: dict[tuple[str, Owner], list[int]] = defaultdict(list)
    for place, one in enumerate(told):
        if one.copy:
            by_owner[one.assignment, owners[one.assignment][one.copy][1]].append(place)
    result = list(told)
    for (_, owner), places in by_owner.items():
        as_own = [place for place in places if _same(found[place].student.name, owner.name)]
        for place in places if len(places) > 1 else ():
            others = _list([found[other].student.name for other in places if other != place])
            one = replace(told[place], student=found[place].student)
            if as_own == [place]:
                result[place] = replace(one, for_teacher=(f"this copy was handed in as {others}, too",))
            elif not one.withheld:
                result[place] = _withheld(
                    one, f"the copy of {sanitize.quoted(owner.name)} was handed in as {others}, too"
                )
    return result


def _withheld(one: Submission, why: str) -> Submission:
    return replace(one, withheld=True, notes=(f"withheld: {why}", *one.notes))


def _is_somebody(student: Student, owners: Owners) -> bool:
    """Whether a name is certain to be a student's: Moodle gave it, or a copy belongs to it."""
    return bool(student.id) or _has_copy(student, owners)


def _has_copy(student: Student, owners: Owners) -> bool:
    return any(_same(student.name, owner.name) for _, owner in owners.values())


def _same(name: str, other: str) -> bool:
    """Whether two names may be one person's: the same words, or two or more words that are among the other's."""
    mine, yours = (set(normalized_name(one).split()) for one in (name, other))
    return mine == yours or (min(len(mine), len(yours)) > 1 and (mine <= yours or yours <= mine))


def _list(names: list[str] | tuple[str, ...]) -> str:
    return ", ".join(sanitize.quoted(name) for name in names)
