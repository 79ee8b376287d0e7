"""The set-up of all tests: what EVALBOOK_NO_SKIPS makes of a skipped test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"
SKIPPED = {
    "a test": "import pytest\ndef test(): pytest.skip('no tool')",
    "a file": "import pytest\npytest.importorskip('no_such_tool')\ndef test(): pass",
}


def run(folder: Path, source: str, **environment: str) -> subprocess.CompletedProcess:
    shutil.copy(CONFTEST, folder)
    (folder / "test_it.py").write_text(source)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(folder)]
    kept = {name: value for name, value in os.environ.items() if name != "EVALBOOK_NO_SKIPS"}
    kept["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take longer to load than the test to run
    return subprocess.run([*command, str(folder)], env=kept | environment, capture_output=True, text=True)


@pytest.mark.parametrize("source", SKIPPED.values(), ids=SKIPPED)
def test_a_skipped_test_fails_where_no_skips_are_allowed(source, tmp_path):
    assert "1 skipped" in run(tmp_path, source).stdout
    result = run(tmp_path, source, EVALBOOK_NO_SKIPS="1")
    assert result.returncode not in (0, 5)
    assert "EVALBOOK_NO_SKIPS is set" in result.stdout
    assert "no tool" in result.stdout or "no_such_tool" in result.stdout


def test_an_expected_failure_is_no_skip(tmp_path):
    source = "import pytest\n@pytest.mark.xfail\ndef test(): assert False"
    result = run(tmp_path, source, EVALBOOK_NO_SKIPS="1")
    assert (result.returncode, "1 xfailed" in result.stdout) == (0, True), result.stdout
