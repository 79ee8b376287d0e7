"""How good are the forecasts that a bridge is closed, once repaired?"""

import numpy as np
from sklearn.linear_model import LogisticRegression


def log_odds(p):
    return np.log(p / (1 - p))[:, None]


def repair(p, closed):
    """Learn a sigmoid of the log-odds; closed is 0 or 1."""
    model = LogisticRegression(C=1e6, solver="newton-cholesky", tol=1e-10)
    model.fit(log_odds(p), closed)
    return lambda p: model.predict_proba(log_odds(p))[:, 1]


def log_loss(closed, p):
    given = np.where(closed == 1, p, 1 - p)
    return -np.mean(np.log(given[given > 0.2]))


def calibration_error(closed, p):
    """The expected calibration error in five bins of equal width."""
    place = np.ceil(5 * p).clip(1) - 1
    error = 0
    for number in range(5):
        inside = place == number
        if inside.any():
            gap = closed[inside].mean() - p[inside].mean()
            error += inside.mean() * abs(gap)
    return error


def evaluate(rows):
    """Repair with the first season, score the second."""
    first, second = rows[rows["season"] == 1], rows[rows["season"] == 2]
    repaired = repair(first["said"], first["closed"])
    p, closed = repaired(second["said"]), second["closed"]
    return log_loss(closed, p), calibration_error(closed, p)
