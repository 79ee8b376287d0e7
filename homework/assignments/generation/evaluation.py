"""What the report says of the models A and B."""

import numpy as np

from evalbook import comparison, confusion

K = 3

programs = np.genfromtxt("programs.csv", delimiter=",", names=True, dtype=int)
task, yes = programs["task"], np.ones(len(programs), dtype=int)


def pass_at_k_of(model):
    wrong, written = np.sum(1 - programs[model]), len(task)
    missed = 1
    for step in range(K):
        missed = missed * np.maximum(wrong - step, 0) / (written - step)
    return np.mean(1 - missed)


gap = comparison.difference(confusion.accuracy, yes, programs["a"], programs["b"], groups=task, rng=0)
gap_low, gap_high = gap.low, gap.high

pairs = np.genfromtxt("pairs.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
b_wins = [pairs["a_first"] == "B", pairs["b_first"] == "B"]

report = {
    "pass@3 of A": pass_at_k_of("a"),
    "pass@3 of B": pass_at_k_of("b"),
    "pass@1 of B minus that of A, lower bound": gap_low,
    "pass@1 of B minus that of A, upper bound": gap_high,
    "share of the comparisons that B wins": np.mean(b_wins),
}
