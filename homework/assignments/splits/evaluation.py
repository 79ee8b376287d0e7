"""Which parcels will be late? Asked in the morning, before a parcel leaves."""

import numpy as np

from evalbook import confusion
from evalbook.teaching import examples


def deal(n):
    """The numbers of n samples in three parts: a half and two quarters."""
    order = np.random.default_rng(183).permutation(n)
    return np.split(order, [n // 2, 3 * n // 4])


def with_copies(part, late):
    """A part, with two more copies of each late parcel: they are rare."""
    return np.append(part, np.repeat(part[late[part] == 1], 2))


def widest_gaps(measured, late):
    """The eight columns in which late and punctual parcels differ most."""
    of_late = measured[late == 1].mean(axis=0)
    of_punctual = measured[late == 0].mean(axis=0)
    return np.argsort(-abs(of_late - of_punctual))[:8]


def evaluate(rows):
    """The first part learns, and it alone has copies; the second chooses
    the number of neighbors; the third tests."""
    names = [name for name in rows.dtype.names if name.startswith("m")]
    measured = np.array([rows[name] for name in names]).T
    late = rows["late"].astype(int)
    parts = deal(len(late))
    learn = with_copies(parts[0], late)
    kept = widest_gaps(measured[learn], late[learn])
    measured = measured / measured[learn].std(axis=0)

    def accuracy(k, asked):
        predict = examples.nearest_neighbors(
            measured[learn][:, kept],
            late[learn],
            k,
        )
        return confusion.accuracy(
            late[asked],
            predict(measured[asked][:, kept]),
        )

    best = max([1, 3, 5, 9, 15, 25], key=lambda k: accuracy(k, parts[2]))
    return accuracy(best, parts[2])
