"""The set-up of all tests: what EVALBOOK_NO_SKIPS makes of a skipped test, and a third of the slow ones."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"
SOURCES = {
    "test_one.py": "import pytest\ndef test(): pytest.skip('no tool')",
    "test_file.py": "import pytest\npytest.importorskip('no_such_tool')\ndef test(): pass",
    "test_expected.py": "import pytest\n@pytest.mark.xfail\ndef test(): assert False",
}


def run(folder: Path, *options: str, **environment: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(folder)]
    kept = {name: value for name, value in os.environ.items() if name != "EVALBOOK_NO_SKIPS"}
    kept["PYTHONPATH"] = str(CONFTEST.parent / "tests")  # shared fixtures
    kept["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take longer to load than the test to run
    command += ["-v", "-ra", "--continue-on-collection-errors", *options, str(folder)]
    return subprocess.run(command, env=kept | environment, capture_output=True, text=True)


def test_a_skipped_test_or_file_fails_where_no_skips_are_allowed_and_an_expected_failure_does_not(tmp_path):
    shutil.copy(CONFTEST, tmp_path)
    for name, source in SOURCES.items():
        (tmp_path / name).write_text(source)
    free, strict = run(tmp_path), run(tmp_path, EVALBOOK_NO_SKIPS="1")
    assert (free.returncode, "2 skipped, 1 xfailed" in free.stdout) == (0, True), free.stdout
    assert strict.returncode == 1, strict.stdout
    assert re.search(r"1 failed, 1 xfailed, (\d+ warnings, )?1 error", strict.stdout)
    assert strict.stdout.count("EVALBOOK_NO_SKIPS is set") >= 2
    assert "no tool" in strict.stdout
    assert "no_such_tool" in strict.stdout


def test_each_file_is_in_one_third_and_the_others_are_deselected(tmp_path):
    shutil.copy(CONFTEST, tmp_path)
    for place in range(9):
        (tmp_path / f"test_{place}.py").write_text("def test(): pass\n")
    thirds = [run(tmp_path, "--third", str(commits)).stdout for commits in (300, 301, 302, 303)]
    ran = [set(re.findall(r"(test_\d\.py)::test PASSED", said)) for said in thirds]
    assert ran[0] == ran[3], "the same turn comes again after three commits"
    assert sorted(name for names in ran[:3] for name in names) == [f"test_{place}.py" for place in range(9)]
    assert all(ran)
    for third, said in enumerate(thirds[:3]):
        assert f"slow tests of third {third} of 0 to 2" in said
        assert f"{9 - len(ran[third])} deselected" in said
        assert "skipped" not in said
