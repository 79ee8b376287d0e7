"""The numbers of the tiny assignment that the tests of grading hand out."""

import json

import numpy as np


def draw(rng: np.random.Generator) -> dict[str, str]:
    wrong, n = int(rng.integers(3, 40)), int(rng.integers(50, 100))
    letters = [str(letter) for letter in rng.permutation(["a", "b", "c"])]
    return {"case.json": json.dumps({"wrong": wrong, "n": n, "letters": letters})}
