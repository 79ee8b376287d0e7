"""The numbers and the answers of the tiny assignment that the tests of grading hand out."""

import numpy as np

from evalbook_homework.grading.drawing import Key, case_here, json_text, question, which


def draw(rng: np.random.Generator) -> dict[str, str]:
    wrong, n = int(rng.integers(3, 40)), int(rng.integers(50, 100))
    letters = [str(letter) for letter in rng.permutation(["a", "b", "c"])]
    return {"case.json": json_text({"wrong": wrong, "n": n, "letters": letters})}


def answers() -> Key:
    case = case_here()
    wrong, n = case["wrong"], case["n"]
    return {
        "tiny-1": question([wrong / n, 1 - wrong / n], "Divide by all.", "This is the share that is right."),
        "tiny-2": question([[wrong, n - wrong]], "Count."),
        "tiny-3": which("abc", case["letters"][0], dict.fromkeys("abc", "It does not."), "Look at the list."),
    }
