"""The cast of the book that needs scikit-learn."""

from __future__ import annotations

import numpy as np

from evalbook.examples import ScoredSamples


def clinic() -> ScoredSamples:
    """The screening clinic: which of 190 tumors are malignant, and how probable a plain model finds it.

    The breast cancer data that come with scikit-learn, a third of them held out; a logistic regression on two of the
    thirty measurements (texture and smoothness), so that there is something left to get wrong.
    """
    from sklearn.datasets import load_breast_cancer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import train_test_split
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    data = load_breast_cancer()
    measurements = data.data[:, [list(data.feature_names).index(name) for name in ("mean texture", "mean smoothness")]]
    malignant = (data.target == 0).astype(int)
    train, test = train_test_split(np.arange(malignant.size), test_size=1 / 3, stratify=malignant, random_state=0)
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(measurements[train], malignant[train])
    return ScoredSamples(malignant[test], model.predict_proba(measurements[test])[:, 1])
