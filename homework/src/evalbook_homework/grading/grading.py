"""Grades a class: each submission is repaired, run confined, and judged by the key of its release."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from joblib import cpu_count
from nbformat import NotebookNode

from evalbook_homework.grading import child_processes, copy_owners, sanitize
from evalbook_homework.grading.assignments import Assignment, graded, is_given
from evalbook_homework.grading.collect import Attempt, Student, Submission, by_student, submissions_of
from evalbook_homework.grading.execution import NotRunError, run
from evalbook_homework.grading.key import Key, key_for
from evalbook_homework.grading.manual_grades import ManualGrades
from evalbook_homework.grading.points import Mark, marks_within_limit
from evalbook_homework.grading.repair import repair_notebook
from evalbook_homework.grading.sandbox import Limits
from evalbook_homework.grading.shown_questions import ShownQuestion, beside_answer, shown_questions
from evalbook_homework.grading.similarity import Written, written_in
from evalbook_homework.grading.submission_files import Time
from evalbook_homework.grading.terms import COPY, Release, Term, fingerprint
from evalbook_tools.progress_bar import progress_bar


@dataclass(frozen=True)
class Graded:
    """What one student's submission earned."""

    student: Student
    assignment: str
    release: int
    marks: tuple[Mark, ...]
    notes: tuple[str, ...]
    """What was repaired, and what happened when it ran."""
    problem: str = ""
    """Why it could not be graded; a person has to look at it."""
    digest: str = ""
    copy: str = ""
    """The student's own copy of the release, where each got one."""
    withheld: bool = False
    """Whether the points are shown and count for nobody; a note says why."""
    time: Time = ()
    """When it was handed in, as far as the file tells."""
    written: Written | None = None
    """What the student wrote, to compare it with what others did."""
    for_teacher: tuple[str, ...] = ()
    """Notes that name another student: they stand in no feedback."""
    questions: Mapping[str, ShownQuestion] = field(default_factory=dict)
    """The questions with the numbers that the student had."""

    @property
    def points(self) -> float | None:
        """The sum; None while something is not graded, or a person has to decide whose it is."""
        return None if self.problem or self.withheld or any(mark.points is None for mark in self.marks) else self.so_far

    @property
    def all_notes(self) -> tuple[str, ...]:
        return (*self.notes, *self.for_teacher)

    @property
    def so_far(self) -> float:
        """The sum of what is graded."""
        return sum(mark.points or 0.0 for mark in self.marks)

    @property
    def out_of(self) -> float:
        return sum(mark.out_of for mark in self.marks)


class Course:
    """What is needed to grade: the term's releases with their keys, the limits, and the grades given by hand."""

    def __init__(self, term: Term, sources: Iterable[Assignment], limits: Limits, *, confined: bool = True) -> None:
        self.term, self.limits, self.confined = term, limits, confined
        self.sources = {source.name: source for source in sources}
        self._keys: dict[Release, Key | ValueError] = {}
        self._manual_grades: dict[str, ManualGrades] = {}

    def release_of(self, submission: Submission) -> Release | str:
        """The release that a submission answers, or why there is none."""
        assignment = submission.assignment
        if not assignment:
            return "it is not homework of this term, because none of its cells is a question of this term"
        known = {one.number: one for one in self.term.releases(assignment)}
        if not known:
            return f"it belongs to {assignment!r}, which was not released in this term"
        if submission.release and submission.release not in known:
            return f"it belongs to release {submission.release}, but this term has only {', '.join(map(str, known))}"
        release = known[submission.release or max(known)]
        if release.is_for_each and not submission.copy:
            return "each student got a copy of their own, and neither the notebook nor the name says which one this is"
        return release.of(submission.copy)

    def told_by_text(self, notebook: NotebookNode) -> str:
        """The assignment most of whose questions stand in a notebook that lost the marks of its cells."""
        texts = {cell.source.strip() for cell in notebook.cells}
        shares = {name: _share(self.term.releases(name), texts) for name in self.sources}
        best = max(shares, key=lambda name: shares[name], default="")
        return best if best and shares[best] > 0.5 else ""

    def is_untouched(self, submission: Submission) -> bool:
        """Whether all cells are as some release has them, but for the one that says whose copy it is."""
        known = {cell.source.strip() for one in self.term.releases(submission.assignment) for cell in one.student.cells}
        cells = submission.notebook.cells if submission.notebook else []
        return all(
            not cell.source.strip() or cell.source.strip() in known or COPY.search(cell.source) for cell in cells
        )

    def key(self, release: Release) -> Key:
        """The key of a release. Raises ValueError, the same each time, where its source gives none."""
        if release not in self._keys:
            try:
                self._keys[release] = key_for(release, self.sources.get(release.assignment))
            except Exception as error:  # a notebook runs: whatever comes
                self._keys[release] = ValueError(f"no key for {release.name}: {sanitize.line(error)}")
        known = self._keys[release]
        if isinstance(known, ValueError):
            raise known
        return known

    def manual_grades(self, assignment: str) -> ManualGrades:
        """The answers in words of an assignment, with the points that they have by now."""
        if assignment not in self._manual_grades:
            self._manual_grades[assignment] = ManualGrades.read(self.term.grades(assignment), self.term.seed)
        return self._manual_grades[assignment]


def _share(releases: list[Release], texts: set[str]) -> float:
    """The share of the last release's given cells that are among the texts."""
    given = [cell.source.strip() for cell in releases[-1].student.cells if is_given(cell)] if releases else []
    return sum(text in texts for text in given) / len(given) if given else 0.0


def grade(course: Course, handed_in: list[Attempt]) -> dict[str, list[Graded]]:
    """The grades by assignment; under "" whatever belongs to none."""
    by_name = by_student(handed_in).items()
    found = [
        one
        for student, files in by_name
        for one in submissions_of(student, files, course.told_by_text, course.is_untouched)
    ]
    found = copy_owners.match_copies(found, course.term.releases)
    _prepare(course, [course.release_of(submission) for submission in found if submission.notebook])
    results: dict[str, list[Graded]] = defaultdict(list)
    with ThreadPoolExecutor(cpu_count()) as pool:
        waiting = [pool.submit(_graded, course, submission) for submission in found]
        try:
            for done in progress_bar(as_completed(waiting), "Grading", len(waiting), "student"):
                results[done.result().assignment].append(done.result())
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            while not all(one.done() for one in waiting):
                child_processes.end_all()
                time.sleep(0.05)
            raise
    return {name: sorted(some, key=lambda one: one.student) for name, some in sorted(results.items())}


def _prepare(course: Course, releases: list[Release | str]) -> None:
    """Build the keys first: they run alone, and are shared."""
    needed = list(dict.fromkeys(one for one in releases if isinstance(one, Release)))

    def build(release: Release) -> None:
        with suppress(ValueError):  # each of its students is told
            course.key(release)

    for release in needed:
        course.manual_grades(release.assignment)
    with ThreadPoolExecutor(cpu_count()) as pool:
        list(progress_bar(pool.map(build, needed), "Keys", len(needed), "key"))


def _graded(course: Course, submission: Submission) -> Graded:
    """Never raises: what goes wrong with one submission stops no other."""
    given: dict[str, Any] = {"student": submission.student, "digest": submission.digest, "time": submission.time}
    if submission.notebook is None:
        return Graded(assignment="", release=0, marks=(), notes=(), problem="; ".join(submission.notes), **given)
    release = course.release_of(submission)
    if isinstance(release, str):
        return Graded(assignment="", release=0, marks=(), notes=submission.notes, problem=release, **given)
    given |= {"assignment": release.assignment, "release": release.number, "copy": release.copy}
    given |= {"withheld": submission.withheld, "for_teacher": submission.for_teacher}
    notes = list(submission.notes)
    if not submission.release:
        notes.append("the notebook does not say which release it is, so its cells decide")
    if submission.term not in ("", course.term.mark(release.assignment)):
        notes.append("it is a release of another term, which has other numbers")
    try:
        key = course.key(release)
        whole = repair_notebook(submission.notebook, release.student)
        ran = run(whole.notebook, release.files, course.limits, confined=course.confined)
        given["questions"] = shown_questions(release.solved)
        marks = _marks(course, release, whole.notebook, marks_within_limit(ran, key), given["questions"])
    except Exception as error:
        kind = "" if isinstance(error, NotRunError) else f"grading it failed: {type(error).__name__}: "
        return Graded(marks=(), notes=tuple(notes), problem=kind + sanitize.line(error), **given)
    if not any(mark.answer for mark in marks):
        notes.append("no question is answered")
    given["written"] = written_in(whole.notebook, release.student, release.solved)
    return Graded(marks=marks, notes=(*notes, *whole.notes, *ran.notes), **given)


def _marks(
    course: Course,
    release: Release,
    notebook: NotebookNode,
    judged: list[Mark],
    questions: Mapping[str, ShownQuestion],
) -> tuple[Mark, ...]:
    """The marks of all questions in their order: those that a machine judged, and those that a person gives."""
    by_hand = course.manual_grades(release.assignment)
    beside = partial(beside_answer, questions, judged)
    given = by_hand.marks(release.copy, notebook, release.student, beside)
    marks = {mark.question: mark for mark in (*judged, *given)}
    return tuple(marks[name] for name, _, _ in graded(release.student) if name in marks)


# ---------------------------------------------------------------- compared with the run before


@dataclass(frozen=True)
class Change:
    """A question whose points are other than in the run before."""

    student: Student
    question: str
    before: float | None
    after: float | None
    why: str


def changes(before: dict[str, Any], now: list[Graded], keys: dict[str, str]) -> list[Change]:
    """Whose points changed since the run that was kept as `before`, and why."""
    found = []
    for one in now:
        old = before.get("students", {}).get(_label(one.student))
        if old is None:
            continue
        marks = {mark.question: mark for mark in one.marks}
        for question in {**old["points"], **marks}:  # not every question of then has a mark now
            was, mark = old["points"].get(question), marks.get(question)
            points = mark.points if mark else None
            if was != points:
                found.append(Change(one.student, question, was, points, _why(before, old, one, question, keys)))
    return found


def missing_students(before: dict[str, Any], now: list[Graded]) -> list[str]:
    """Who was in the run that was kept as `before`, and is not in this one."""
    return sorted(set(before.get("students", {})) - {_label(one.student) for one in now})


def _why(before: dict[str, Any], old: dict[str, Any], one: Graded, question: str, keys: dict[str, str]) -> str:
    if one.problem:
        return f"not graded: {one.problem}"
    if old["digest"] != one.digest:
        return "another file was handed in"
    if any(mark.question == question and mark.by_hand for mark in one.marks):
        return "graded by hand"
    name = f"{_edition(one)}:{question}"
    return "the test was corrected" if before["keys"].get(name) != keys.get(name) else "the run had another result"


def keys_of(course: Course, now: list[Graded]) -> dict[str, str]:
    """A fingerprint of each question's key, in each edition that was graded."""
    editions = {_edition(one): (one.release, one.copy) for one in now}
    releases = {one.number: one for one in course.term.releases(now[0].assignment)} if now else {}
    return {
        f"{edition}:{name}": fingerprint(record)
        for edition, (number, copy) in sorted(editions.items())
        for name, record in course.key(releases[number].of(copy)).items()
    }


def _edition(one: Graded) -> str:
    """The release, and the copy of it."""
    return f"{one.release} {one.copy}".strip()


def _label(student: Student) -> str:
    return f"{student.name} {student.id}".strip()


def run_record(now: list[Graded], keys: dict[str, str]) -> dict[str, Any]:
    """What the next run compares with."""
    students = {
        _label(one.student): {"digest": one.digest, "points": {mark.question: mark.points for mark in one.marks}}
        for one in now
    }
    return {"keys": keys, "students": students}
