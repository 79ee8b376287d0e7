"""The working copies of the built site, each made once."""

from __future__ import annotations

from functools import cache

import pytest

from evalbook_tools import working_copies as copies


@pytest.fixture(scope="session")
def copy_of(site):
    """The copy of a notebook, given its path."""
    links = copies.Site(site)
    return cache(lambda path: copies.working_copy(path, links, copies.SetUp()))
