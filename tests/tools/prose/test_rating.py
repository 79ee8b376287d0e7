"""Sentences for raters: what is drawn of which page, how a sentence looks, and how ratings are counted."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from evalbook.teaching.answers import QUESTION_MIME
from evalbook_tools.prose.pages import texts
from evalbook_tools.prose.rating import Entry, draw, of_others, of_page, ratings, report, shares, sheet
from evalbook_tools.prose.sentences import Sentence, sentences

ALL = {"new": 100, "old": 100, "others": 100}


def said(text):
    return [one.text for one in sentences(text)]


def some(word, count):
    return [Sentence("Before it.", f"The {word} sentence {place}.") for place in range(count)]


NEW, OLD, OTHERS = {"a": some("new", 30)}, {"a": some("old", 30)}, some("other", 30)
FEW = {"new": 5, "old": 3, "others": 2}


def entries(**marks):
    """Sentences of the kinds, in order, and a rater's marks: new="NR-" are three new ones, of which two are rated."""
    listed = [
        (Entry(kind, "page", Sentence("", f"{kind} {place}")), mark)
        for kind, given in marks.items()
        for place, mark in enumerate(given)
    ]
    rated = {number: mark for number, (_, mark) in enumerate(listed, start=1) if mark != "-"}
    return [one for one, _ in listed], rated


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One is here. evalbook says nan! Is it so? (It is so.)", 4),
        ("The area is .5 on average, e.g. with a coin.", 1),
        ("It is 0.5 of all. So it is.", 2),
        ("# A heading of words\n\nA sentence of words.", 1),
        ("| a table here | b |\n|:--|:--|\n| with some words | d |\n", 0),
        ("```python\nthis is no sentence\n```", 0),
        ("```{csv-table} A title of words\n:header-rows: 1\nthese are, some cells\n```", 0),
        ("- one item here.\n- another item here.", 2),
        ("Too short.", 0),
        ("*35 to 52 minutes to read, 14 to 21 for the exercises.*", 1),
        ("(*Summary of the curve*, 學習總結)", 0),
        ("正负样本之间的预测为正类概率之间的差距越大，则 AUC 越高。", 0),
    ],
)
def test_a_text_has_sentences(text, expected):
    assert len(said(text)) == expected, said(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("The {term}`ROC curve` of $x$ is `y`\n{cite:p}`zhou2016`.", "The ROC curve of X is CODE."),
        ("It {term}`encloses <enclose>` (包住) [the other](o.md).", "It encloses the other."),
        ("All strips have the area\n\n$$\na = b\n$$", "All strips have the area X"),
        ("{cite:t}`hanley1982` give {py:func}`~evalbook.curves.auc`.", "Hanley give auc."),
        (":::{admonition} A title\n:class: note\nWithout it, nothing.\n:::", "Without it, nothing."),
        ("```{glossary}\nAUC\n  曲线下面积, AUROC. The area under it.\n```", "The area under it."),
    ],
)
def test_a_sentence_is_in_plain_words(text, sentence):
    assert said(text) == [sentence]


def test_minutes_are_no_sentence_of_a_page():
    assert of_page("*35 to 52 minutes to read, 14 to 21 for the exercises.*") == []


def test_a_sentence_has_the_one_before_it():
    assert list(sentences("One is here.\n\nTwo are here.")) == [
        Sentence("", "One is here."),
        Sentence("One is here.", "Two are here."),
    ]


def question(**record):
    return {"cell_type": "code", "metadata": {}, "outputs": [{"data": {QUESTION_MIME: record}}]}


def test_the_words_of_a_question_are_read_after_it():
    cell = question(question="Why?", mistakes=[{"answer": 1, "text": "No."}], hint="Look.", why="So.", right=2)
    assert [(text.markdown, text.before) for text in texts(cell)] == [
        ("Why?", ""),
        ("No.", "Why?"),
        ("Look.", "Why?"),
        ("So.", "Why?"),
    ]


def test_the_criteria_of_an_argument_are_words_of_it():
    assert [one.markdown for one in texts(question(question="Why?", kind="argument", right=["A.", "B."]))][1:] == [
        "A.",
        "B.",
    ]


def test_a_caption_is_read():
    cell = {"cell_type": "code", "metadata": {"mystnb": {"figure": {"caption": "All pairs."}}}}
    assert [one.markdown for one in texts(cell)] == ["All pairs."]


def test_only_sentences_that_differ_are_drawn():
    old, new = {"a": some("same", 2) + some("old", 1)}, {"a": some("new", 1) + some("same", 2)}
    drawn = draw(1, old, new, [], ALL)
    assert {(one.kind, one.sentence.text) for one in drawn} == {
        ("new", "The new sentence 0."),
        ("old", "The old sentence 0."),
    }


def test_a_sentence_that_moved_to_another_page_is_not_drawn():
    assert draw(1, {"a": some("same", 1), "b": []}, {"a": [], "b": some("same", 1)}, [], ALL) == []


def test_as_many_are_drawn_of_each_kind_as_asked_for():
    kinds = [one.kind for one in draw(1, OLD, NEW, OTHERS, FEW)]
    assert {kind: kinds.count(kind) for kind in kinds} == FEW


def test_the_same_seed_gives_the_same_sheet():
    assert sheet(draw(1, OLD, NEW, OTHERS, FEW)) == sheet(draw(1, OLD, NEW, OTHERS, FEW))


def test_another_seed_gives_another_sheet():
    assert sheet(draw(1, OLD, NEW, OTHERS, FEW)) != sheet(draw(2, OLD, NEW, OTHERS, FEW))


def test_a_sheet_shows_number_context_and_sentence():
    one = Entry("new", "a", Sentence("word " * 40 + "the end.", "A sentence."))
    number, rated = sheet([one]).splitlines()[-2:]
    assert number.startswith("1  […") and number.endswith("word the end.]") and len(number) < 90
    assert rated == "   A sentence."


def test_a_sheet_does_not_tell_where_a_sentence_is_from():
    shown = [sheet([Entry(kind, page, Sentence("", "A."))]) for kind, page in [("new", "a"), ("others", "b")]]
    assert shown[0] == shown[1]


def test_other_sentences_stand_after_a_tab():
    assert of_others("Before it.\tThe sentence.\n\nAlone.\n") == [
        Sentence("Before it.", "The sentence."),
        Sentence("", "Alone."),
    ]


def test_a_file_of_ratings_is_read():
    assert ratings("# Anna\n12 N\n\n 13 s\n14. R a remark\n", "anna.txt", 20) == {12: "N", 13: "S", 14: "R"}


@pytest.mark.parametrize("line", ["12 X", "N", "0 N", "21 N", "12N"])
def test_a_line_that_is_no_rating_is_named(line):
    with pytest.raises(SystemExit, match=rf"anna.txt.*1 to 20.*'{line}'"):
        ratings(f"1 N\n{line}\n", "anna.txt", 20)


def test_ratings_are_counted_by_kind():
    listed, rated = entries(new="NNSR", old="RR")
    assert shares(listed, rated, "new") == {"N": 0.5, "S": 0.25, "R": 0.25, "not rated": 0}
    assert shares(listed, rated, "old") == {"N": 0, "S": 0, "R": 1, "not rated": 0}


def test_an_unrated_sentence_is_counted_as_not_rated():
    assert shares(*entries(new="N-R-"), "new") == {"N": 0.5, "S": 0, "R": 0.5, "not rated": 2}


def test_nothing_rated_has_no_shares():
    assert shares(*entries(new="--"), "new") == {"not rated": 2}


def test_the_mean_is_over_raters():
    listed, rated = entries(new="NNNN")
    shown = report(listed, {"anna": rated, "ben": {1: "R", 2: "N"}}).splitlines()
    assert next(line for line in shown if line.startswith("mean") and "new" in line).split() == [
        "mean",
        "new",
        "75%",
        "0%",
        "25%",
        "1",
    ]


@pytest.mark.parametrize(("marks", "named"), [("R" + 9 * "N", False), ("R" + 8 * "N", True)])
def test_a_page_with_more_than_one_r_in_ten_is_named(marks, named):
    listed, rated = entries(new=marks)
    assert ("page  11% of 9 ratings" in report(listed, {"anna": rated})) == named


def test_old_sentences_name_no_page():
    listed, rated = entries(new="N", old="RRR")
    assert "% of" not in report(listed, {"anna": rated})


def test_sentences_that_two_raters_marked_r_are_told():
    listed, rated = entries(new="RRN", old="R")
    told = report(listed, {"anna": rated, "ben": {1: "R", 2: "S", 4: "R"}}).partition("marked R:\n")[2]
    assert told == "1  page  new 0\n"


@pytest.fixture
def repository(tmp_path):
    """A page in Markdown, committed and rewritten."""
    git = ["git", "-C", tmp_path, "-c", "user.name=A", "-c", "user.email=a@example.org"]
    (tmp_path / "a.md").write_text("".join(f"The old sentence {place}. " for place in range(9)) + "It stays so.\n")
    for command in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "One"]]:
        subprocess.run([*git, *command], check=True)
    (tmp_path / "a.md").write_text("".join(f"The new sentence {place}. " for place in range(9)) + "It stays so.\n")
    (tmp_path / "others.txt").write_text("Before.\tAnother sentence here.\n")
    return tmp_path


def run(what, *arguments, folder, hash_seed="0"):
    command = [sys.executable, "-m", "evalbook_tools.prose", what, "7", "HEAD", "a.md", *arguments]
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_sheet_does_not_depend_on_the_order_of_hashes(repository):
    assert run("sheet", folder=repository, hash_seed="1") == run("sheet", folder=repository, hash_seed="2")


def test_a_page_that_is_new_has_no_old_sentences(repository):
    (repository / "b.md").write_text("A sentence of the new page.\n")
    assert "A sentence of the new page." in run("sheet", "b.md", folder=repository)


def test_score_draws_what_the_sheet_has_shown(repository):
    options = ["--others", "others.txt", "--new", "4", "--old", "2"]
    shown = run("sheet", *options, folder=repository)
    lines = shown.splitlines()
    rows = [(lines[at - 1].split()[0], line) for at, line in enumerate(lines) if line.startswith("   ")]
    assert len(rows) == 7
    marks = {"new": "N", "old": "R", "Ano": "S"}
    (repository / "anna.txt").write_text(
        "".join(f"{number} {next(mark for word, mark in marks.items() if word in line)}\n" for number, line in rows)
    )
    scored = run("score", *options, "--", "anna.txt", folder=repository)
    assert scored.splitlines()[0] == lines[0]
    assert [line.split() for line in scored.splitlines() if line.startswith("anna.txt")] == [
        ["anna.txt", "new", "100%", "0%", "0%", "0"],
        ["anna.txt", "old", "0%", "0%", "100%", "0"],
        ["anna.txt", "others", "0%", "100%", "0%", "0"],
    ]
