"""Set-up shared by all tests: figures are drawn without a screen, and closed."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import pytest


@pytest.fixture(autouse=True)
def no_figure_stays():
    yield
    plt.close("all")
