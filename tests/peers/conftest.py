"""The peers of comparison live in an environment of their own (make peers); elsewhere there is nothing to collect."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tables of the other tests

collect_ignore_glob = [] if find_spec("baycomp") else ["*.py"]
