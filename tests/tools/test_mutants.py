"""Mutants: the same seed draws the same ones, and each is found again after lines and files have moved."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from evalbook_tools import mutants

SOURCE = '''
def larger(a, b):
    """The larger one; text and types are left alone."""
    if a > b:
        return a
    return max(a, b)
'''


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "one.py").write_text(SOURCE)
    return tmp_path


def test_the_same_seed_draws_the_same(project):
    drawn = mutants.draw(["old"], 1, 2)
    assert drawn == mutants.draw(["old"], 1, 2)
    assert [entry["number"] for entry in drawn] == [1, 2]
    assert drawn != mutants.draw(["old"], 2, 2)


def test_a_mutant_is_another_program_and_leaves_the_rest_of_the_text(project):
    found = list(mutants.mutants(project / "old" / "one.py"))
    assert {entry["after"].strip() for entry in found} >= {"if a >= b:", "return None", "return min(a, b)"}
    for entry in found:
        changed = mutants.mutant(SOURCE, entry)
        assert [line for line in changed.split("\n") if line not in SOURCE.split("\n")] == [entry["after"]]


def test_a_list_is_tried_where_the_files_are_now(project, tmp_path):
    seen = {"number": 1, "file": "old/one.py", "function": "larger", "occurrence": 1}
    seen |= {"before": "    return max(a, b)", "after": "    return min(a, b)"}
    unseen = {**seen, "number": 2, "before": "    if a > b:", "after": "    if a >= b:"}
    gone = {**seen, "number": 3, "before": "gone"}
    (project / "list.json").write_text(json.dumps([seen, unseen, gone]))
    (project / "new").mkdir()
    moved = project / "new" / "one.py"
    moved.write_text(f"import os\n\n{SOURCE}")
    check = "import runpy; larger = runpy.run_path('new/one.py')['larger']; assert larger(2, 1) == larger(1, 2) == 2"
    out = tmp_path / "out.json"
    options = ["--root", str(project), "--moved", "old/=new/", "--out", str(out)]
    command = [sys.executable, "-m", "evalbook_tools.mutants", "try", str(project / "list.json"), *options]
    subprocess.run([*command, "--", sys.executable, "-B", "-c", check], check=True, capture_output=True)
    assert [row["killed"] for row in json.loads(out.read_text())] == [True, False, "not found"]
    assert moved.read_text() == f"import os\n\n{SOURCE}", "the file is as it was"
