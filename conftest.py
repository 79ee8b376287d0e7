"""Set-up shared by all tests: figures, tests that may not be skipped, and how tests are dealt out to processes."""

from __future__ import annotations

import os
import re

import matplotlib
import pytest
from hypothesis import HealthCheck, settings

matplotlib.use("Agg")

import matplotlib.pyplot as plt

collect_ignore_glob = [
    *("homework/*/*.py", "tests/tools/grading/tiny/*.py"),  # beside a notebook: one name, many folders
    "tests/claims/*",  # tried by tests/tools/claims
]

busy = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no failure
settings.register_profile("busy machine", busy)
settings.register_profile("few", busy, max_examples=15)  # where only other versions run what has been run
settings.load_profile("busy machine")


@pytest.fixture(autouse=True)
def no_figure_stays():
    yield
    plt.close("all")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    return failed_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return failed_if_skipped((yield))


def failed_if_skipped(report):
    """The report of a test or a file; one that was skipped has failed where every tool should be there (.ci/run)."""
    if os.environ.get("EVALBOOK_NO_SKIPS") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"EVALBOOK_NO_SKIPS is set, and this was skipped. {report.longrepr[-1]}"
    return report


def pytest_configure(config):
    if config.pluginmanager.hasplugin("nbval"):  # not where no notebook is run, with the oldest versions
        from kernels import fork_kernels

        fork_kernels()


def pytest_collection_modifyitems(items):
    """The build of the site is first: it keeps one process busy for the longest time."""
    items.sort(key=lambda item: item.name != "test_the_site_builds_without_a_warning")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """One process runs the tests of a page, which it opens once; so with the cells of a notebook and a file's tests.

    Tests of the package have nothing to share: for them xdist's own way, --dist, holds.
    """
    if config.option.dist != "loadscope":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class ByPage(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            page = re.search(r"\[.*?(book/\w+(/\w+)?)\]", nodeid)
            return page[1] if page else nodeid.split("::")[0]

    return ByPage(config, log)
