"""Set-up shared by all tests: figures are drawn without a screen."""

import matplotlib

matplotlib.use("Agg")
