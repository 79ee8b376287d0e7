"""What *The ROC curve* concludes; all but one is counted on its page."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from sklearn.datasets import load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from claims.settings import Scored, splits_of_the_tumors, third_of_the_tumors
from evalbook import curves
from evalbook.teaching import examples
from evalbook_tools.claims import claim, fell, over, rests

TEXTURE_AND_SMOOTHNESS = 1, 4
LEARNERS = {
    "naive Bayes": GaussianNB(),
    "linear discriminant": LinearDiscriminantAnalysis(),
    "15 neighbors": KNeighborsClassifier(15),
    "50 neighbors": KNeighborsClassifier(50),
    "tree of depth 3": DecisionTreeClassifier(max_depth=3, random_state=0),
    "forest": RandomForestClassifier(random_state=0),
}


def other_learners() -> dict[str, Scored]:
    return {name: third_of_the_tumors(TEXTURE_AND_SMOOTHNESS, learner, 7) for name, learner in LEARNERS.items()}


def other_measurements() -> dict[str, Scored]:
    """Each two of the ten means."""
    pairs = combinations(range(10), 2)
    return {f"{a} and {b}": third_of_the_tumors((a, b), LogisticRegression(), 7) for a, b in pairs}


def side_by_side() -> dict[str, Scored]:
    """Two of the ten errors, or of the ten worst measurements."""
    return {f"{a} and {a + 1}": third_of_the_tumors((a, a + 1), LogisticRegression(), 7) for a in range(10, 29, 2)}


def two_pixels() -> dict[str, Scored]:
    """Of images of two digits; all images of a writer are tested together."""
    images, labels, writer = examples.digits()
    model, found = make_pipeline(StandardScaler(), LogisticRegression()), {}
    for one, other in ((3, 8), (1, 7), (4, 9), (0, 6), (2, 5)):
        these = np.isin(labels, (one, other))
        for pixel in (20, 28, 36, 42):
            x, y = images[these][:, [pixel, pixel + 1]], (labels[these] == one).astype(int)
            prob = cross_val_predict(model, x, y, groups=writer[these], cv=GroupKFold(5), method="predict_proba")[:, 1]
            found[f"{one} or {other}, pixels {pixel} and {pixel + 1}"] = Scored(y, prob)
    return found


def other_files() -> dict[str, Scored]:
    """Two measurements that stand side by side, of wines and of irises, each class against the rest, ten folds."""
    found = {}
    for name, load in {"wine": load_wine, "iris": load_iris}.items():
        data, model = load(), make_pipeline(StandardScaler(), LogisticRegression())
        for label in range(3):
            for first in range(0, data.data.shape[1] - 1, 2):
                x, y = data.data[:, [first, first + 1]], (data.target == label).astype(int)
                prob = cross_val_predict(model, x, y, cv=10, method="predict_proba")[:, 1]
                found[f"{name}, class {label}, measurements {first} and {first + 1}"] = Scored(y, prob)
    return found


@claim(
    "Where most of those called at 0.5 are positive, a find beyond this threshold, until 95% are found, costs more"
    " false alarms on average than a find before it."
)
@over("other splits of the tumors", splits_of_the_tumors, draws=True)
@over("other two of the ten mean measurements", other_measurements)
@over("other learners", other_learners)
@over("wines and irises", other_files)
@over("other two measurements of the tumors, side by side", side_by_side)
@over("two pixels of digits", two_pixels)
def last_finds_cost_more(test: Scored) -> bool | None:
    counts = curves.roc_curve(*test).counts
    half = int(np.sum(curves.roc_curve(*test).thresholds >= 0.5)) - 1
    careful = int(np.argmax(counts.tpr >= 0.95))
    finds, alarms = counts.tp[careful] - counts.tp[half], counts.fp[careful] - counts.fp[half]
    if counts.tp[half] <= counts.fp[half] or finds <= 0:
        return None
    return bool(alarms / finds > counts.fp[half] / counts.tp[half])


fell(
    "Beyond the threshold 0.5, and until 95% of the positives are found, a find costs more false alarms than the finds"
    " before it.",
    became="last-finds-cost-more",
)
fell("A model clearly below the diagonal knows the classes, and its answers must be reversed.", became="gone")
fell("A smooth ROC curve in a textbook is a model of the scores, or a drawing.", became="gone")
fell("The point (0.7, 0.2) lies far below the diagonal, so the model separates the classes.", became="gone")

rests("roc-rules", exact="cd55903f")
rests("A threshold turns scores into four counts", exact="8a04052f")
rests("Each rule is a point", exact="cd55903f")
rests("The highest threshold calls nobody", exact="cd55903f")
rests("A tie of sick and healthy makes a slope", exact="f6a3e07b")
rests("The corners have names", exact="fdeaaf6f")
rests("Two overlapping classes", exact="dcf274ea")
rests("roc-alarms", exact="dcf274ea")
rests("What stands beside a point", defines="Wilson interval")
rests("A threshold (", defines="threshold")
rests("The ROC curve (", defines="ROC curve")
rests("There is one rule for each", exact="cd55903f")
rests("Guessing lies on the diagonal on average", exact="72dd5137")
