"""Make the book's shop: how 12 users grade 40 items, and how two recommenders score them.

``python -m evalbook_tools.data.shop`` writes it.

The shop is invented, by a seeded generator, so that anybody may use the file and make it again.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import TextIO

import numpy as np

from evalbook_tools import ROOT

FILE = ROOT / "src" / "evalbook" / "teaching" / "data" / "shop.csv"
USERS, ITEMS, TASTES = 12, 40, 3
GRADES = [0.85, 0.93, 0.98]  # the quantiles of appeal from which an item is graded 1, 2 and 3


def rows() -> Iterator[tuple[str, str, int, float, float]]:
    """One row per user and item: the user's grade, 0 to 3, and the scores of the two recommenders."""
    rng = np.random.default_rng(0)
    tastes, traits = rng.standard_normal((USERS, TASTES)), rng.standard_normal((ITEMS, TASTES))
    popularity = 0.7 * rng.exponential(size=ITEMS)
    appeal = tastes @ traits.T + popularity + 0.5 * rng.standard_normal((USERS, ITEMS))
    grades = np.searchsorted(np.quantile(appeal, GRADES), appeal)
    grades[-1] = 0  # the last user came by mistake and wants nothing
    popular = np.broadcast_to(popularity.round(1), appeal.shape)  # the same for all users, with ties
    personal = (appeal + 1.5 * rng.standard_normal(appeal.shape)).round(3)  # each user's own, and noisy
    for user, item in np.ndindex(*appeal.shape):
        scores = float(popular[user, item]), float(personal[user, item])
        yield f"u{user + 1:02}", f"i{item + 1:02}", int(grades[user, item]), *scores


def write(file: TextIO) -> None:
    """The rows as comma-separated values, with a header."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["user", "item", "grade", "popular", "personal"])
    writer.writerows(rows())


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    with FILE.open("w", encoding="utf-8", newline="") as target:
        write(target)
    print(FILE.name)
