"""`make class-report`: what students exported becomes a table of mistakes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from book_pages import ROOT, records

ROC = "book/curves/roc_curve"


def report(folder):
    command = [sys.executable, str(ROOT / "tools" / "class_report.py"), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def hand_in(folder, student, **firsts):
    answers = {id.replace("_", "-"): {"first": {"choice": choice, "right": False}} for id, choice in firsts.items()}
    progress = {"version": 1, "everything": False, "answers": {ROC: answers}}
    (folder / f"{student}.json").write_text(json.dumps(progress))


def test_each_named_mistake_is_counted_the_most_missed_bet_first(tmp_path):
    hand_in(tmp_path, "ana", roc_rules="8", roc_alarms="29%")
    hand_in(tmp_path, "bo", roc_rules="9", roc_alarms="29%")
    hand_in(tmp_path, "cy", roc_rules="9")
    hand_in(tmp_path, "di", roc_rules="10")
    lines = [" ".join(line.split()) for line in report(tmp_path).stdout.splitlines() if line]
    rules, alarms = (next(one for one in records(ROC) if one["id"] == id) for id in ("roc-rules", "roc-alarms"))
    said = {one["answer"]: one["text"] for one in rules["mistakes"]}
    assert lines[0] == "4 students"
    assert lines[1] == f"{ROC}: {alarms['question']}"
    assert lines[2] == "2 bets, 0 won (0%)"
    assert lines[3].startswith("2 29%: You let the alarms grow as fast")
    assert lines[4] == f"{ROC}: {rules['question']}"
    assert lines[5] == "4 bets, 1 won (25%)"
    assert " ".join(lines[6:8]) == f"2 9: {said['9']}"
    assert "1 8: right" in lines
    assert "1 10: a choice of another release" in lines


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "holds no .json file; expected what students exported, one file a student"),
        ("{", "x.json is no exported progress"),
        ("[]", "x.json is no exported progress"),
        ('{"version": 2, "answers": {}}', "x.json has version 2; expected 1"),
    ],
)
def test_a_folder_without_progress_is_told_so_in_one_line(tmp_path, text, said):
    if text is not None:
        (tmp_path / "x.json").write_text(text)
    result = report(tmp_path)
    assert result.returncode == 1
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
