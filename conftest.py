"""Set-up shared by all tests: no screen, figures that are closed, and EVALBOOK_NO_SKIPS that lets no test be skipped."""

from __future__ import annotations

import os

import matplotlib
import pytest

matplotlib.use("Agg")

import matplotlib.pyplot as plt


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
