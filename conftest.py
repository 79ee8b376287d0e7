"""Set-up shared by all tests: figures, tests that may not be skipped, and how tests are dealt out to processes."""

from __future__ import annotations

import os
import re
import sys
import zlib

# Modules are compiled once and kept, whatever the environment says: or each of hundreds of processes would do it again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

import matplotlib  # noqa: E402
import pytest  # noqa: E402

matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402

pytest_plugins = ["site_fixtures"]  # the built site and a browser, for the tests of the book and of homework
collect_ignore_glob = [
    *("homework/assignments/*/*.py", "homework/tests/grading/tiny/*.py"),  # beside a notebook: one name, many folders
    "tests/claims/*",  # tried by tests/tools/claims
    "**/conftest.py",  # as a file with examples it would be one name, many folders
]


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


THIRDS = 3


def third_of(path: str) -> int:
    """Which third of the slow tests the tests of a file belong to: the same on every machine.

    Of some suffixes this one was chosen because with it the thirds took about the same time.
    """
    return zlib.crc32(f"{path} 254".encode()) % THIRDS


def pytest_addoption(parser):
    parser.addoption("--third", type=int, help="only the files of one third: 0, 1, 2, or the number of commits")


def pytest_report_header(config):
    if (third := config.option.third) is not None:
        return f"slow tests of third {third % THIRDS} of 0 to {THIRDS - 1}; the others are deselected"
    return None


def pytest_collection_modifyitems(config, items):
    """The build of the site is first, since it takes the longest, and what does not need the site comes meanwhile."""
    if (third := config.option.third) is not None:
        parts: dict[bool, list[pytest.Item]] = {True: [], False: []}
        for item in items:
            parts[third_of(item.nodeid.partition("::")[0]) == third % THIRDS].append(item)
        items[:] = parts[True]
        config.hook.pytest_deselected(items=parts[False])
    items.sort(key=lambda item: (item.name != "test_the_site_builds_without_a_warning", may_need_site(item.nodeid)))


def may_need_site(nodeid: str) -> bool:
    """Whether a test, or another one that goes to the same process, may open the built site."""
    return nodeid.startswith(("tests/book/", "tests/tools/", "homework/tests/"))


def is_of_the_package(nodeid: str) -> bool:
    return nodeid.startswith(("src/", "tests/")) and not nodeid.startswith(("tests/book/", "tests/tools/"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """One process runs the tests of a page, which it opens once; so with the cells of a notebook and a file's tests.

    Tests of the package have nothing to share: each function, with all its arguments, goes where there is time.
    """
    if config.option.dist != "loadscope":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class ByPage(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            if is_of_the_package(nodeid):
                return nodeid.partition("[")[0]
            page = re.search(r"\[.*?(book/\w+(/\w+)?)\]", nodeid)
            return page[1] if page else nodeid.partition("::")[0]

    return ByPage(config, log)
