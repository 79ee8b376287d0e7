"""Why a right answer is right goes to the page with the question."""

from __future__ import annotations

import json
import re

from evalbook.teaching import answers
from evalbook_tools.site.questions import exercise_form

WHY = "Five of the `8` pairs are in order, and $a < b$."


def sent(**more):
    record = answers.question_record("exercise", "number", "How many?", id="pairs", right=5, hint="Count.", **more)
    (script,) = re.findall(r'<script type="application/json">(.*?)</script>', exercise_form(record, "pairs", "book/x"))
    return json.loads(script)


def test_the_script_gets_it_as_html():
    why = sent(why=WHY)["why"]
    assert ">8</code>" in why
    assert "katex" in why


def test_a_question_without_one_is_as_light_as_before():
    assert "why" not in sent()
