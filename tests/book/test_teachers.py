"""The pages for teachers and students keep up with the book: chapters, minutes, bets, explorers, homework, links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from os.path import normpath
from pathlib import Path

import numpy as np
import pytest
from test_extension import build_page

from book_pages import CHAPTERS, PHONE, ROOT, cells_of, has, records
from evalbook_tools import minutes
from evalbook_tools.minutes import size
from evalbook_tools.working_copies import config, wheel

NAME, HOMEWORK, OWN_COPY, STUDENTS = (
    f"book/{name}" for name in ("teachers", "homework_and_grading", "your_own_copy", "students")
)
TEXTS = {name: (ROOT / f"{name}.md").read_text("utf-8") for name in (NAME, HOMEWORK, OWN_COPY, STUDENTS)}
PAGE = TEXTS[NAME]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
WELCOME_WORDS = 450
"""At most so many words greet a student."""
LESSON = 45
"""Minutes on one chapter in a lecture, in a lab, or in a session without a lab."""
CLASS_CHAPTERS, COURSES = 2, {"Twelve weeks": 12, "Fourteen sessions": 14, "Six sessions": 6}
HELD_BACK = ["comparison"]
"""The assignment that the twelve weeks keep for the exam."""
WEEKS_FOR_HOMEWORK = 2
ASSIGNMENTS = dict.fromkeys(chapter.split("/")[1] for chapter in CHAPTERS)
"""Each part has its assignment."""
MISCONCEPTIONS = 20
LINK = re.compile(r"\[([^\]]+)\]\((\S+?)\.ipynb\)")
BET, EXPLORER = re.compile(r"\{bet\}`[^`<]+<([\w-]+)>`"), re.compile(r"\{ref\}`explorer: [^`<]+<(fig-[\w-]+)>`")
ENTRY = re.compile(r"^\[[^\]]+\]\((\S+)\.ipynb\)\n((?:: .+\n)+)", re.MULTILINE)
"""What stands under *Lessons* on a chapter: its link, and a paragraph a line."""


def part(heading: str, page: str = NAME) -> str:
    """What stands below a heading of a page, up to the next of its level or above."""
    level, text = re.search(rf"^(#+) {re.escape(heading)}\n(.+)", TEXTS[page], re.MULTILINE | re.DOTALL).groups()
    return re.split(rf"^#{{1,{len(level)}}} ", text, maxsplit=1, flags=re.MULTILINE)[0]


def chapters_in(text: str) -> list[str]:
    return [normpath(f"book/{path}") for _, path in LINK.findall(text)]


def timed(text: str) -> list[str]:
    """The chapters whose minutes stand in a text."""
    return [f"book/{chapter}" for found in re.findall(r"\{minutes\}`([^`]+)`", text) for chapter in found.split()]


# ---------------------------------------------------------------- the courses


@dataclass(frozen=True)
class Session:
    """A row of a syllabus."""

    number: int
    taught: list[str]
    timed: list[str]
    read: list[str]
    read_timed: list[str]
    homework: list[str]
    points: list[int]
    due: list[str]


def course(heading: str) -> list[Session]:
    rows = re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \|(.*)\|$", part(heading), re.MULTILINE)
    return [
        Session(
            int(number),
            chapters_in(taught),
            timed(stated),
            chapters_in(home),
            timed(home),
            re.findall(r"\bon (\w+)", home),
            [int(points) for points in re.findall(r"(\d+) points", home)],
            re.findall(r"\w+", home.rpartition("|")[2]),
        )
        for number, taught, stated, home in rows
    ]


SESSIONS = [(heading, session) for heading in COURSES for session in course(heading)]
each_course = pytest.mark.parametrize("heading", COURSES)
each_session = pytest.mark.parametrize(
    ("heading", "session"), SESSIONS, ids=[f"{heading} {session.number}" for heading, session in SESSIONS]
)


@each_course
def test_the_sessions_are_numbered(heading):
    assert [session.number for session in course(heading)] == [*range(1, COURSES[heading] + 1)]


@each_session
def test_a_session_names_chapters_that_exist(heading, session):
    assert len(session.taught) == CLASS_CHAPTERS
    assert set(session.taught + session.read) <= set(CHAPTERS)


@each_session
def test_the_minutes_are_those_of_its_chapters(heading, session):
    assert (session.timed, session.read_timed) == (session.taught, session.read)


def test_a_session_has_a_lesson_for_each_of_its_chapters():
    assert f"A lecture, a lab and a session have {CLASS_CHAPTERS * LESSON} minutes each." in PAGE
    lesson = " ".join(part("Lessons").split())
    assert (
        f"Each chapter gets {LESSON} minutes of a lecture and {LESSON} minutes of a lab, or {LESSON} minutes" in lesson
    )


def test_the_page_says_how_the_minutes_are_counted():
    words = {1: "one", 2: "two", 3: "three", 5: "five", 6: "six", 8: "eight"}
    bet, figure, explorer, question = (
        words[minutes_of] for minutes_of in (minutes.BET, minutes.FIGURE, minutes.EXPLORER, minutes.QUESTION)
    )
    code, argument = (words[minutes.EXERCISE[kind]] for kind in ("code", "argument"))
    told = " ".join(part("A syllabus").split())
    assert f"{minutes.WORDS} words or {words[minutes.LINES]} lines of visible code take a minute" in told
    assert f"a bet takes {bet} minutes, a figure {figure} and an explorer {explorer}." in told
    assert f"a question takes {question} minutes, a function {code} and an argument {argument}." in told
    slower = {1.5: "50% higher"}[minutes.SLOWER]
    assert f"The upper end is {slower}" in told


@each_course
def test_an_elective_that_is_read_at_home_can_be_left_out(heading):
    left = {chapter for session in course(heading) for chapter in session.read} - set(CORE)
    kept = {chapter for session in course(heading) for chapter in session.taught + session.read} - left
    assert {chapter: needs for chapter in kept if (needs := left & set(ENTRIES[chapter].needs))} == {}


def test_the_long_course_holds_every_chapter_once():
    found = [chapter for session in course("Fourteen sessions") for chapter in session.taught + session.read]
    left = set(CHAPTERS) - set(found)
    has(", ".join(left), not left, f"no place in the syllabus of {NAME}.md")
    assert sorted(found) == sorted(CHAPTERS)


def test_the_page_counts_what_is_taught_and_what_is_left_for_home():
    words = {13: "thirteen", 28: "Twenty-eight"}
    taught, read = (sum(len(getattr(one, name)) for one in course("Fourteen sessions")) for name in ("taught", "read"))
    assert f"{words[taught]} chapters are taught, and {words[read]} are left for reading at home" in PAGE


def test_the_twelve_weeks_teach_the_core_in_its_order():
    assert [chapter for week in course("Twelve weeks") for chapter in week.taught] == CORE


def test_the_twelve_weeks_give_each_assignment_of_the_core_but_the_one_for_the_exam():
    given = [name for week in course("Twelve weeks") for name in week.homework]
    assert sorted(given + HELD_BACK) == sorted({chapter.split("/")[1] for chapter in CORE})


def test_homework_is_due_two_weeks_after_it_is_given():
    weeks = course("Twelve weeks")
    due = {name: week.number for week in weeks for name in week.due}
    assert due == {name: week.number + WEEKS_FOR_HOMEWORK for week in weeks for name in week.homework}


def test_every_part_has_homework_in_the_long_course():
    given = [name for session in course("Fourteen sessions") for name in session.homework]
    assert sorted(given) == sorted(ASSIGNMENTS)


@each_session
def test_homework_asks_about_chapters_that_were_taught_or_read(heading, session):
    known = {chapter for one in course(heading) if one.number <= session.number for chapter in one.taught + one.read}
    packed = CORE if heading == "Twelve weeks" else CHAPTERS
    asked = {chapter for chapter in packed if chapter.split("/")[1] in session.homework}
    has(", ".join(asked - known), asked <= known, f"not taught or read before its homework in {NAME}.md")


# ---------------------------------------------------------------- what stands on each chapter


@dataclass(frozen=True)
class Entry:
    """What stands under *Lessons* on a chapter."""

    aim: str
    needs: list[str]
    bets: str
    """The paragraph with its bets and explorers."""
    lesson: str
    """Empty for an elective."""


def entry(told: str) -> Entry:
    aim, *others = [line.removeprefix(": ") for line in told.splitlines()]
    needs = [line for line in others if line.startswith("It builds on ")]
    lesson = [line for line in others if line.startswith("**Run**")]
    (about_bets,) = [line for line in others if line not in needs + lesson]
    return Entry(aim, chapters_in("".join(needs)), about_bets, "".join(lesson))


class Entries(dict[str, Entry]):
    """What the page says of each chapter; where it says nothing, the failure names the chapter."""

    def __missing__(self, chapter: str) -> Entry:
        return has(chapter, None, f"no entry under Lessons in {NAME}.md")


ENTRIES = Entries({normpath(f"book/{path}"): entry(told) for path, told in ENTRY.findall(part("Lessons"))})


def bets(chapter: str) -> list[str]:
    return [record["id"] for record in records(chapter) if record["role"] == "bet"]


def explorers(chapter: str) -> list[str]:
    """Names of the explorers before the exercises."""
    found = []
    for cell in cells_of(chapter):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown" and "## Exercises" in source:
            break
        if cell["cell_type"] == "code" and re.search(r"\bexplorers\.\w+\(", source):
            found.append(cell["metadata"]["mystnb"]["figure"]["name"])
    return found


def test_each_chapter_has_an_entry_in_the_order_of_the_book():
    left = set(CHAPTERS) - set(ENTRIES)
    has(", ".join(left), not left, f"no entry under Lessons in {NAME}.md")
    assert [*ENTRIES] == CHAPTERS


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_an_entry_says_what_students_can_do(chapter):
    assert re.fullmatch(r"Students can .+\.", ENTRIES[chapter].aim)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_an_entry_names_every_bet_of_its_chapter(chapter):
    assert BET.findall(ENTRIES[chapter].bets) == bets(chapter)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_an_entry_names_every_explorer_of_its_chapter(chapter):
    assert EXPLORER.findall(ENTRIES[chapter].bets) == explorers(chapter)


@each_session
def test_a_bet_that_is_made_before_a_session_has_a_mistake_to_look_for(heading, session):
    for chapter in session.taught:
        assert re.match(r"The (first )?bet is .+?\. Look for students who ", ENTRIES[chapter].bets), chapter


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_minutes_of_a_chapter_count_its_explorers(chapter):
    """Here they are known by the code, there by what it shows."""
    assert size(cells_of(chapter)).explorers == len(explorers(chapter))


# ---------------------------------------------------------------- the core, and a lesson for each chapter of it

CORE = [f"book/{name}" for name in config()["sphinx"]["config"]["evalbook_core"]]
PLACE = re.compile(r"\[([^\]]+)\]\((\S+)\.ipynb#[\w-]+\)")


def test_each_core_chapter_has_a_lesson_and_no_other():
    assert [chapter for chapter in CHAPTERS if ENTRIES[chapter].lesson] == CORE


@pytest.mark.parametrize("kind", ["lecture", "lab", "alone"])
def test_the_steps_of_a_lesson_take_45_minutes(kind):
    head, _, *rows = [line.strip("|").split("|") for line in part("Lessons").splitlines() if line.startswith("|")]
    place = [name.strip() for name in head].index(kind)
    assert sum(int(row[place]) for row in rows if row[place].strip()) == LESSON


def test_the_page_counts_the_core():
    assert f"{len(CORE)} of the {len(CHAPTERS)} chapters are the core" in PAGE


@pytest.mark.parametrize("chapter", CORE)
def test_a_lesson_has_a_section_a_line_and_an_exercise_of_its_chapter(chapter):
    lesson = re.fullmatch(
        r"\*\*Run\*\* (.+?) \*\*Change\*\* (.+) \*\*Ask:\*\* (.+) \*\*In pairs:\*\* (.+) \*\*Exit question:\*\* (.+)",
        ENTRIES[chapter].lesson,
    )
    run, change, ask, pairs, leave = lesson.groups()
    texts = ["".join(cell["source"]) for cell in cells_of(chapter)]
    text, further = "\n".join(texts).partition("\n## Further")[::2]
    ((section, place),) = PLACE.findall(run)
    assert (normpath(f"book/{place}"), f"\n## {section}\n" in f"\n{text}\n") == (chapter, True)
    before, after = re.findall(r"`([^`]+)`", change)[:2]
    code = [text for cell, text in zip(cells_of(chapter), texts, strict=True) if cell["cell_type"] == "code"]
    assert any(before in line for cell in code for line in cell.splitlines())
    assert after != before
    (exercise,) = re.findall(r"\{ref\}`[^`<]+<([\w-]+)>`", pairs)
    assert f":label: {exercise}\n" in text
    assert f":label: {exercise}\n" not in further
    assert ask.endswith(("?", ")"))
    assert re.search(r"\? \(.+\)$", leave)


# ---------------------------------------------------------------- prerequisites, misconceptions


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_what_a_chapter_needs_comes_before_it(chapter):
    assert set(ENTRIES[chapter].needs) <= set(CHAPTERS[: CHAPTERS.index(chapter)])


@each_course
def test_no_course_teaches_a_chapter_before_what_it_needs(heading):
    known: list[str] = []
    for session in course(heading):
        for chapter in session.taught + session.read:
            assert set(ENTRIES[chapter].needs) <= set(known), chapter
            known.append(chapter)


@pytest.mark.parametrize(("text", "chapter"), dict.fromkeys(LINK.findall(PAGE)))
def test_a_link_bears_the_name_of_its_chapter(text, chapter):
    title = "".join(cells_of(normpath(f"book/{chapter}"))[0]["source"]).partition("\n")[0]
    assert title.removeprefix("# ").startswith(text)


def test_each_misconception_has_one_cell_that_cures_it():
    rows = re.findall(r"^\| (.+?) \| (.+?) \| .+\. \|$", part("Common misconceptions"), re.MULTILINE)
    assert len(rows) >= MISCONCEPTIONS
    assert len({thought for thought, _ in rows}) == len({cure for _, cure in rows}) == len(rows)
    for thought, cure in rows:
        assert re.fullmatch(rf"{BET.pattern}|{EXPLORER.pattern}|\[[^\]]+\]\(\S+\.ipynb#\S+\)", cure), thought


# ---------------------------------------------------------------- what is said of the tools


def test_the_lines_that_install_the_package_name_its_file():
    assert set(re.findall(r"evalbook-[\w.]+-py3-none-any\.whl", TEXTS[OWN_COPY])) == {wheel()}


OPTIONS = re.findall(r"^\| (`[A-Z_]+=.+?) \| (.+?) \|", part("The options of the commands", HOMEWORK), re.MULTILINE)


@pytest.mark.parametrize(("names", "targets"), OPTIONS)
def test_an_option_belongs_to_its_commands(names, targets):
    """The rule of a command has the option, or one of the shorthands that the Makefile begins with."""
    for target in re.findall(r"[a-z-]+", targets):
        rule = re.search(rf"^{target}:.*?(?=^[.\w-]+:|\Z)", MAKEFILE, re.MULTILINE | re.DOTALL)[0]
        for name in re.findall(r"([A-Z_]+)=", names):
            shorthand = {"TERM": "TERM_NAME", "ASSIGNMENTS": "FROM"}.get(name, name)
            assert f"$({shorthand})" in rule, (name, target)


def test_the_table_has_every_option_of_homework_and_grading():
    told = {name for names, _ in OPTIONS for name in re.findall(r"([A-Z_]+)=", names)}
    used = set(re.findall(r"\b([A-Z_]+)=", "".join(TEXTS[name] for name in (NAME, HOMEWORK))))
    assert used - told - {"UPPER"} == set()


COMMAND = re.compile(r"(?:^|`|evalbook )make ([a-z-]+)", re.MULTILINE)


@pytest.mark.parametrize("target", dict.fromkeys(COMMAND.findall("\n".join(TEXTS.values()))))
def test_every_command_is_there(target):
    assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)


# ---------------------------------------------------------------- links to bets


def test_a_bet_that_no_chapter_makes_is_a_warning_at_its_line(tmp_path):
    html, warnings = build_page(tmp_path, "# Page\n\nSee {bet}`a wager <no-such-bet>`.\n")
    assert "index.md:3: WARNING: no chapter has the bet 'no-such-bet'" in warnings
    assert "a wager" in html


def test_the_page_leads_to_every_bet_that_it_names(site):
    html = (site / f"{NAME}.html").read_text("utf-8")
    places = re.findall(r'href="(\S+?)\.html\?class#q-([\w-]+)"', html)
    assert [bet for _, bet in places] == BET.findall(PAGE)
    for place, bet in set(places):
        assert bet in bets(normpath(f"book/{place}"))


@pytest.mark.parametrize("bet", ["hold-bet-1", "hold-bet-2"])
def test_a_link_opens_its_bet_for_a_class(reader, bet):
    page = reader(NAME)
    page.locator(f'a[href$="#q-{bet}"]').first.click()
    form = page.locator(f"#q-{bet}")
    form.get_by_role("button", name="Show the answer").wait_for()
    assert form.evaluate("form => form.getBoundingClientRect().top < innerHeight")


@pytest.mark.parametrize("name", TEXTS)
def test_on_a_phone_the_page_is_as_wide_as_the_window(reader, name):
    page = reader(name, viewport=dict(zip(("width", "height"), PHONE, strict=True)))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("name", TEXTS)
def test_the_landing_page_leads_here(name):
    assert f"]({Path(name).name}.md)" in "".join(line for cell in cells_of("book/intro") for line in cell["source"])


@pytest.mark.parametrize("name", [NAME, HOMEWORK, OWN_COPY])
def test_the_readme_leads_here(name):
    assert f"]({name}.md" in Path(ROOT / "README.md").read_text("utf-8")


def test_the_welcome_to_students_is_short():
    assert len(TEXTS[STUDENTS].split()) <= WELCOME_WORDS


MOVED = {
    "homework": HOMEWORK,
    "your-own-copy": OWN_COPY,
    "one-machine-in-a-classroom": OWN_COPY,
    "statement-of-need": NAME,
}
"""What was a heading of the one page for teachers, and on which page it is told now."""


@pytest.mark.parametrize("anchor", MOVED)
def test_a_link_to_a_heading_that_moved_finds_the_way_to_it(site, anchor):
    html = (site / f"{NAME}.html").read_text("utf-8")
    _, below = html.split(f'id="{anchor}"')
    assert MOVED[anchor] == NAME or f'href="{Path(MOVED[anchor]).name}.html' in below.partition("</section>")[0]


def test_the_review_of_a_class_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "projects").mkdir()
    truth, groups = np.tile([0, 1], 40), np.arange(80) // 2
    np.savez("projects/ana.npz", y_true=truth, y_score=truth, groups=groups)
    exec(re.search(r"```python\n(.+?)```", part("Projects", HOMEWORK), re.DOTALL)[1], {})
    assert "[('hard_labels_as_scores', 1)]" in capsys.readouterr().out
