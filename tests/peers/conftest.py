"""Rare peers live in an environment of their own (make peers); elsewhere there is nothing to collect."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("baycomp") else ["*.py"]
