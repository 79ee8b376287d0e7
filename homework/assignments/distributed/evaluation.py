"""Precision, AUC and RMSE of all tiles, from what each station sends."""

import numpy as np


def sent_by(tiles):
    """What a station sends of its own tiles; 49 or more is an alarm."""
    burning, level = tiles["burning"] == 1, tiles["level"].astype(int)
    alarm = level >= 49
    return {
        "tiles": len(tiles),
        "alarms": np.sum(alarm),
        "hits": np.sum(alarm & burning),
        "burning": np.bincount(level[burning], minlength=100),
        "other": np.bincount(level[~burning], minlength=100),
        "squares": np.sum((tiles["predicted"] - tiles["heat"]) ** 2),
    }


def auc(burning, other):
    """From the tiles at each level: pairs in the right order, ties by half."""
    below = np.cumsum(other) - other
    return burning @ (below + other / 2) / (burning.sum() * other.sum())


def evaluate(tiles):
    """Put together what the stations send."""
    stations = np.arange(1, tiles["station"].max())
    sent = [sent_by(tiles[tiles["station"] == one]) for one in stations]
    total = {name: sum(one[name] for one in sent) for name in sent[0]}
    precision = total["hits"] / total["alarms"]
    area = auc(total["burning"], total["other"])
    rmse = np.sqrt(total["squares"] / total["tiles"])
    return precision, area, rmse
