"""Generated answers beside the libraries that have a part of it, each at the version in requirements/peers.txt."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest

from evalbook import generation


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
@pytest.mark.parametrize("seed", range(20))
def test_alpha_is_that_of_krippendorff_with_missing_ratings(level, seed):
    rng = np.random.default_rng(seed)
    ratings = rng.integers(0, rng.integers(2, 12), (rng.integers(2, 8), 40)) * rng.choice([1, 0.1, 100])
    ratings[rng.random(ratings.shape) < 0.7 * rng.random()] = np.nan
    expected = krippendorff.alpha(ratings, level_of_measurement=level)
    assert generation.krippendorff_alpha(ratings, level=level) == pytest.approx(expected, abs=1e-12)


def test_alpha_of_names_is_that_of_krippendorff():
    names = np.random.default_rng(0).choice(["right", "partly", "wrong", "nan"], (5, 60), p=[0.4, 0.1, 0.3, 0.2])
    ours = [[None if name == "nan" else name for name in row] for row in names.tolist()]
    expected = krippendorff.alpha(names, level_of_measurement="nominal")
    assert generation.krippendorff_alpha(ours) == pytest.approx(expected, abs=1e-12)
