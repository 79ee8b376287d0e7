"""Set-up shared by all tests: figures are drawn without a screen, and how the tests are dealt out to processes."""

import re

import matplotlib
import pytest

matplotlib.use("Agg")


def pytest_collection_modifyitems(items):
    """The build of the site is first: it keeps one process busy for the longest time."""
    items.sort(key=lambda item: item.name != "test_the_site_builds_without_a_warning")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """One process runs the tests of a page, which it opens once; so with the cells of a notebook and a file's tests."""
    from xdist.scheduler import LoadScopeScheduling

    class ByPage(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            page = re.search(r"\[.*?(book/\w+(/\w+)?)\]", nodeid)
            return page[1] if page else nodeid.split("::")[0]

    return ByPage(config, log)
