"""Our camera on two production lines: the four numbers of the report. The positive class is "defective"."""

import numpy as np

from evalbook import confusion, curves


def report(parts):
    validation, test = (parts[parts["use"] == use] for use in ("validation", "test"))
    return {
        "AUC": auc(test),
        "TPR": tpr(test),
        "precision": precision(test),
        "F1": f1(validation, test),
    }


def auc(test):
    """The mean over the lines of the AUC of a line's test parts."""
    lines = [test[test["line"] == line] for line in np.unique(test["line"])]
    areas = [curves.roc_auc(parts["state"], parts["p_defective"], pos_label="defective") for parts in lines]
    return np.mean(areas)


def tpr(test):
    """The TPR among all test parts, at the lowest threshold with an FPR of 0.1 or less."""
    curve = curves.roc_curve(test["state"], test["p_good"], pos_label="good")
    return curve.tpr[curve.fpr <= 0.1][-1]


def precision(test):
    """The precision among all test parts, at the highest threshold with a recall of 0.8 or more."""
    curve = curves.pr_curve(test["state"], test["p_defective"], pos_label="defective")
    return curve.precision[curve.recall >= 0.8][0]


def f1(validation, test):
    """The F1 of the test parts, at that score of the validation parts which has the highest F1 among them."""
    curve = curves.pr_curve(validation["state"], validation["p_defective"], pos_label="defective")
    threshold = curve.thresholds[np.argmax(curve.counts.f1)]
    calls = np.where(test["p_defective"] >= threshold, "defective", "good")
    return confusion.f1(test["state"], calls, pos_label="defective")
