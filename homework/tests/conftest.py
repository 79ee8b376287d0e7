"""A reader of the page of questions due, whose answers the class report counts."""

from __future__ import annotations

from test_due_page import asked  # noqa: F401
