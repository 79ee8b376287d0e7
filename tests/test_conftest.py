"""The set-up of all tests: what EVALBOOK_NO_SKIPS makes of a skipped test."""

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


def run(folder: Path, **environment: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(folder)]
    kept = {name: value for name, value in os.environ.items() if name != "EVALBOOK_NO_SKIPS"}
    kept["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take longer to load than the test to run
    command += ["-v", "-ra", "--continue-on-collection-errors", str(folder)]
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
