"""A chapter that is being written asks nothing yet: not in the class report, not in Moodle, not in homework."""

from __future__ import annotations

from argparse import Namespace

import pytest

from evalbook_homework import class_report
from evalbook_homework.grading.__main__ import hand_out
from evalbook_homework.grading.assignments import HOMEWORK
from evalbook_homework.question_bank import sources


def test_the_class_report_and_the_question_bank_leave_a_draft_out(draft):
    page = f"book/curves/{draft.stem}"
    assert page not in {page for page, _ in class_report.bets()}
    assert page not in {chapter.page for chapter in sources.chapters()}


def test_no_homework_is_on_a_draft(draft):
    wanted = Namespace(term="none", only="", assignments=HOMEWORK, roster=None, chapters=draft.stem)
    with pytest.raises(ValueError, match=f"CHAPTERS has '{draft.stem}'"):
        hand_out(wanted)
