"""What the report says of the recipe B."""

import numpy as np

from evalbook import comparison, confusion

RUNS = ["b1", "b2", "b3", "b4"]
DIFFERENCES = [
    [0.002, 0.035, 0.008, -0.023, 0.042],
    [0.036, 0.062, 0.001, 0.062, 0.022],
    [-0.058, 0.02, 0.023, 0.041, 0.044],
    [0.001, -0.018, 0.005, 0.055, 0.039],
    [0.003, -0.01, 0.001, 0.031, 0.021],
]

clips = np.genfromtxt("clips.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
validation, test = clips[clips["use"] == "validation"], clips[clips["use"] == "test"]
picked = max(RUNS, key=lambda run: np.mean(validation[run]))
right, yes = test[picked], np.ones(len(test), dtype=int)

served = right.reshape(-1, 5).sum(axis=1) >= 4
served_low, served_high = comparison.proportion_interval(served.sum(), len(served))
gap = comparison.difference(confusion.accuracy, yes, test["a"], right, groups=test["speaker"], rng=0)
gap_low, gap_high = gap.low, gap.high
recipes = comparison.corrected_t_test(np.ravel(DIFFERENCES), test_share=0)

report = {
    "accuracy of the run": np.mean(right),
    "share of speakers who are served, lower bound": served_low,
    "share of speakers who are served, upper bound": served_high,
    "accuracy of the run minus that of A, lower bound": gap_low,
    "accuracy of the run minus that of A, upper bound": gap_high,
    "recipe B against recipe A, p-value": recipes.p_value,
}
