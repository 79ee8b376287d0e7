"""The bank for Moodle, read back: every question is there, and Moodle says what the page says."""

from __future__ import annotations

import base64
import re
from html import unescape
from xml.etree import ElementTree as ET

import pytest

from book_pages import DUE, records
from evalbook.teaching.answers import RIGHT, judge
from evalbook_homework.question_bank import answers, markup, moodle, sources
from evalbook_tools import working_copies as copies
from evalbook_tools.contents import chapter_numbers

ADDRESS = "https://example.org/evalbook"
RECORDS = [record for name in [*chapter_numbers(), DUE] for record in records(name)]
MARK = "practice only: answers are public"


def written_for(site, address: str = "") -> bytes:
    return moodle.bank(list(sources.questions(copies.Site(site, address))))


@pytest.fixture(scope="module")
def text(site) -> str:
    return written_for(site).decode()


@pytest.fixture(scope="module")
def bank(text) -> list[ET.Element]:
    return list(ET.fromstring(text))


@pytest.fixture(scope="module")
def questions(bank) -> dict[str, ET.Element]:
    """By the id of the record."""
    return {one.findtext("idnumber").removeprefix("evalbook-"): one for one in bank if one.get("type") != "category"}


def of_kind(*kinds: str) -> list[dict]:
    found = [record for record in RECORDS if record["kind"] in kinds]
    assert found
    return found


# ---------------------------------------------------------------- the whole


def test_every_record_is_a_question_of_its_own(bank, questions):
    asked = [one for one in bank if one.get("type") != "category"]
    assert len(asked) == len(questions) == len(RECORDS) > 300
    assert questions.keys() == {record["id"] for record in RECORDS}
    assert all(questions[record["id"]].get("type") == moodle.kind_of(record) for record in RECORDS)


def test_the_same_notebooks_give_the_same_file(site, text):
    assert written_for(site).decode() == text


def test_a_question_is_known_again_when_its_words_change(site):
    question = next(sources.questions(copies.Site(site)))
    reworded = sources.replace(question, record={**question.record, "question": "Other words?"})
    before, after = map(moodle.element, (question, reworded))
    assert before.findtext("questiontext/text") != after.findtext("questiontext/text")
    name = before.findtext("idnumber")
    assert name == after.findtext("idnumber")
    assert name in [tag.text for tag in after.iterfind("tags/tag/text")]
    assert len(name) <= 100


def test_each_question_is_marked_for_practice_only(questions):
    for one in questions.values():
        assert MARK in one.findtext("name/text")
        assert len(one.findtext("name/text")) <= 255
        assert MARK in one.findtext("questiontext/text").lower()
        assert MARK in [tag.text for tag in one.iterfind("tags/tag/text")]


def test_categories_are_parts_and_chapters_and_stand_before_what_is_in_them(bank):
    paths = [one.findtext("category/text").split("/") for one in bank if one.get("type") == "category"]
    assert len(paths) == len({*map(tuple, paths)})
    assert all(path[:2] == ["$course$", "top"] and MARK in path[2] for path in paths)
    assert all(path[:-1] in paths[:place] for place, path in enumerate(paths) if len(path) > 3)
    chapters = [path[4] for path in paths if len(path) == 5]
    assert len(chapters) == len(chapter_numbers())
    assert chapters == sorted(chapters)
    assert {path[5] for path in paths if len(path) == 6} == {"Bets", "Exercises", "Questions due"}
    assert bank[0].get("type") == "category"


def test_links_lead_to_the_site_where_it_has_an_address(site, text):
    assert "href" not in text
    linked = written_for(site, ADDRESS).decode()
    places = set(re.findall(r'href="([^"]+)"', unescape(linked)))
    assert all(place.startswith(("https://", "http://")) for place in places)
    ours = {place.removeprefix(f"{ADDRESS}/").split("#")[0] for place in places if place.startswith(ADDRESS)}
    assert {f"{page}.html" for page in chapter_numbers()} <= ours
    assert not [place for place in ours if not (site / place).exists()]


# ---------------------------------------------------------------- texts


def test_formulas_and_chinese_survive():
    assert (
        markup.inline("so $x_1 < 2$, *ŷ* 阈值")
        == r'so <span class="math inline">\(x_1 &lt; 2\)</span>, <em>ŷ</em> 阈值'
    )
    assert r"\[\begin{split}a &amp;= b \\ c\end{split}\]" in markup.blocks("$$\na &= b \\\\ c\n$$")


def test_nothing_is_left_of_the_book_s_own_markup(questions):
    for id, one in questions.items():
        html = "".join(node.text or "" for node in one.iter("text"))
        prose = re.sub(r"<(pre|code)>.*?</\1>", "", html, flags=re.DOTALL)
        assert not re.search(r"\{[a-z:]+\}`|:::|```|\]\(|^:label:", prose, re.MULTILINE), id
        assert "$" not in prose or one.get("type") == "essay", id


def test_a_bet_brings_its_story_and_an_exercise_its_task(questions):
    story = questions["cross-bet-1"].findtext("questiontext/text")
    assert "150 irises" in story
    assert "<pre>one random test set: 0.933</pre>" in story
    assert "minutes to read" not in story
    assert "A confusion matrix of three classes" in questions["averaging-paper"].findtext("questiontext/text")
    for record in RECORDS:
        if record["role"] == "exercise":
            asked = questions[record["id"]].findtext("questiontext/text")
            assert len(asked.split("<strong>")[0]) > 40, record["id"]


def test_a_picture_above_a_bet_is_in_its_question():
    chapter = sources.chapters()[0]
    record = {"version": 1, "id": "x", "role": "bet", "kind": "number", "question": "How many?", "hint": "Look."}
    record |= {"right": 2, "mistakes": []}
    drawn = {"output_type": "display_data", "data": {"image/svg+xml": "<svg></svg>"}}
    above = {"outputs": [drawn], "metadata": {"mystnb": {"image": {"alt": "A line."}}}}
    asked = sources.Question(record, chapter)
    one = moodle.element(sources._Reader(chapter, site=None)._with_scene(asked, "Two models.", above))
    name, alt = re.search(r'@@PLUGINFILE@@/([^"]+)" alt="([^"]+)"', one.findtext("questiontext/text")).groups()
    (file,) = one.findall("questiontext/file")
    assert (file.get("name"), alt) == (name, "A line.")
    assert base64.b64decode(file.text) == b"<svg></svg>"


@pytest.mark.parametrize(
    ("before", "asked", "picture", "needs"),
    [
        ("Move the slider of Figure 1.2.", "Where does it stop?", "", True),
        ("A model and its errors.", "What does Figure 3 show?", "", True),
        ("Figure 1.2 shows it.", "How many?", "<svg></svg>", False),
        ("Removed cases move nobody; she figures it out.", "How many?", "", False),
    ],
)
def test_a_question_about_a_figure_that_is_not_there_says_so(before, asked, picture, needs):
    record = {"version": 1, "id": "x", "role": "exercise", "kind": "number", "question": asked, "hint": "Look."}
    record |= {"right": 2, "mistakes": []}
    chapter = sources.chapters()[0]
    one = moodle.element(sources.Question(record, chapter, before=before, picture=picture))
    assert (moodle.FIGURE_WANTED in one.findtext("questiontext/text")) is needs


# ---------------------------------------------------------------- answers


def test_a_choice_is_right_or_wrong_and_each_has_a_text(questions):
    for record in of_kind("choice"):
        options = questions[record["id"]].findall("answer")
        assert [option.get("fraction") for option in options].count("100") == 1, record["id"]
        assert {option.get("fraction") for option in options} == {"0", "100"}, record["id"]
        assert all(option.findtext("text") and option.findtext("feedback/text") for option in options), record["id"]
        assert [option.findtext("text") for option in options] == [*map(markup.inline, record["choices"])]
        right = next(option for option in options if option.get("fraction") == "100")
        assert right.findtext("text") == markup.inline(record["right"])


def test_what_is_said_to_a_choice_is_what_the_page_says(questions):
    record = next(record for record in RECORDS if record["role"] == "due")
    said = [option.findtext("feedback/text") for option in questions[record["id"]].findall("answer")]
    assert sum(text.startswith("Right. ") for text in said) == 1
    for mistake in record["mistakes"]:
        assert f"No. This {markup.inline(mistake['name'])}. {markup.inline(mistake['text'])}" in said


def in_moodle(alternatives: list[tuple[str, float, float, str]], number: float) -> tuple[float, str]:
    """How Moodle grades a number: by the first answer that is near enough; its grade and what is said."""
    for value, tolerance, grade, said in alternatives:
        if value == "*" or abs(float(value) - number) <= tolerance:
            return grade, said
    return 0, ""


def alternatives_of(question: ET.Element) -> list[tuple[str, float, float, str]]:
    found = []
    for one in question.findall("answer"):
        tolerance, grade = float(one.findtext("tolerance")), float(one.get("fraction"))
        found.append((one.findtext("text"), tolerance, grade, one.findtext("feedback/text")))
    return found


def shortened(value: float) -> list[str]:
    """A number rounded to two and more digits."""
    return [f"{value:.{digits}g}" for digits in range(2, 10)]


def agrees(record, alternatives) -> None:
    """Moodle says of each number what the check says."""
    for text in [*shortened(record["right"]), *shortened(100 * record["right"])]:
        if judge(record, text).state == RIGHT:
            assert in_moodle(alternatives, float(text))[0] == 100, (record["id"], text)
    for mistake in record["mistakes"]:
        grade, said = in_moodle(alternatives, mistake["answer"])
        assert (grade, said) == (0, f"Not yet. {markup.inline(mistake['text'])}"), (record["id"], mistake)
    for factor in (0.987, 1.013):  # farther off than any rounding that the check accepts
        number = factor * record["right"]
        if number:
            assert judge(record, repr(number)).state != RIGHT, record["id"]
            assert in_moodle(alternatives, number)[0] == 0, (record["id"], number)
    anything = 12345.678 * max(1, abs(record["right"]))
    assert in_moodle(alternatives, anything) == (0, markup.inline(judge(record, anything).text))


def test_a_number_is_right_within_what_the_check_accepts(questions):
    for record in of_kind("number"):
        agrees(record, alternatives_of(questions[record["id"]]))


GAP = re.compile(r"\{1:NUMERICAL:((?:[^}\\]|\\.)+)\}")
ALTERNATIVE = re.compile(r"(=|%0%)([^:#]+)(?::([^#]+))?#((?:[^~\\]|\\.)*)(?:~|$)")


def gaps_of(question: ET.Element) -> list[list[tuple[str, float, float, str]]]:
    """The gaps of a text, read by Moodle's rules: = is right, ~ parts, # begins the feedback, } ends."""

    def said(text: str) -> str:
        return unescape(text).replace(r"\}", "}").replace(r"\#", "#")

    return [
        [
            (value, float(tolerance or 0), 100 if sign == "=" else 0, said(feedback))
            for sign, value, tolerance, feedback in ALTERNATIVE.findall(gap)
        ]
        for gap in GAP.findall(question.findtext("questiontext/text"))
    ]


def test_several_numbers_are_gaps_and_each_agrees_with_the_check(questions):
    for record in of_kind("numbers"):
        gaps = gaps_of(questions[record["id"]])
        wanted = [part for row in answers.one_by_one(record) for part in row]
        assert len(gaps) == len(wanted), record["id"]
        flat = [value for row in record["right"] for value in (row if isinstance(row, list) else [row])]
        assert [part["right"] for part in wanted] == flat
        for part, gap in zip(wanted, gaps, strict=True):
            agrees(part, gap)


def test_a_mistake_that_several_make_at_one_place_is_not_guessed_at():
    record = {
        "version": 1, "id": "x", "role": "exercise", "kind": "numbers", "question": "", "hint": "Divide.",
        "right": [1, 2],
        "mistakes": [{"answer": [2, 3], "text": "A"}, {"answer": [2, 2], "text": "B"}, {"answer": [4], "text": "C"}],
    }  # fmt: skip
    ((first, second),) = answers.one_by_one(record)
    assert first["mistakes"] == []
    assert second["mistakes"] == [{"answer": 3, "text": "A"}]


def test_a_tolerance_ends_halfway_to_the_next_answer():
    record = {"id": "x", "role": "exercise", "kind": "number", "question": "", "hint": "Divide.", "right": 20.2468}
    alone, *_ = answers.numeric_answers({**record, "mistakes": []})
    assert alone.tolerance == pytest.approx(0.0468)  # 20.2
    beside, *_ = answers.numeric_answers({**record, "mistakes": [{"answer": 20.2470, "text": "A"}]})
    assert beside.tolerance <= 0.0001 + 1e-9


def test_no_answer_is_infinite():
    with pytest.raises(ValueError, match="not a finite number"):
        answers.numeric_answers({"id": "x", "right": "inf", "mistakes": []})


def test_a_word_is_right_without_capitals_and_other_words_get_the_hint(questions):
    for record in of_kind("word"):
        options = questions[record["id"]].findall("answer")
        assert [(option.findtext("text"), option.get("fraction")) for option in options[:1]] == [
            (record["right"], "100")
        ]
        assert questions[record["id"]].findtext("usecase") == "0"
        assert options[-1].findtext("text") == "*"
        assert markup.inline(record["hint"]) in options[-1].findtext("feedback/text")
        assert len(options) == len(record["mistakes"]) + 2


def test_what_a_person_grades_comes_with_criteria_and_solution(questions):
    for record in of_kind("argument", "code"):
        one = questions[record["id"]]
        info = one.findtext("graderinfo/text")
        points = (
            record["right"] if record["kind"] == "argument" else [mistake["text"] for mistake in record["mistakes"]]
        )
        assert all(markup.inline(point) in info for point in points), record["id"]
        assert info.split("<p>Solution:</p>")[1].strip(), record["id"]
        assert bool(one.findtext("responsetemplate/text")) == (record["kind"] == "code"), record["id"]
        assert "solution" not in (one.findtext("responsetemplate/text") or "").lower()


def test_a_solution_in_words_and_code_comes_whole(questions):
    told = questions["auc-ranks"].findtext("graderinfo/text").split("<p>Solution:</p>")[1]
    assert told.index("<p>") < told.index("def auc_by_ranks_solution")


def test_the_reason_of_several_numbers_is_told_once_after_the_question():
    record = {"kind": "numbers", "why": "Two pairs of $n < 8$."}
    assert moodle._reason(record) == '<p>Two pairs of <span class="math inline">\\(n &lt; 8\\)</span>.</p>'
    assert not moodle._reason({**record, "kind": "number"}), "it is said to the right answer"
    assert not moodle._reason({"kind": "numbers"})
