"""What *Hold-out* concludes from the digits; what it says of the clinic is counted exactly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claims.settings import APART, DRAWS, LEARNERS, SHARES, Writers, with_share, writers
from evalbook.teaching import examples
from evalbook_tools.claims import claim, fell, over, rests


def other_writers() -> list[Writers]:
    return [writers(seed) for seed in range(50)]


def other_learners(draw: int) -> dict[str, Writers]:
    """Each draw holds out other writers."""
    return {name: writers(100 + i + APART * draw, learner) for i, (name, learner) in enumerate(LEARNERS.items())}


def other_numbers_of_writers(draw: int) -> dict[str, Writers]:
    return {f"{n} of 14": writers(200 + n + APART * draw, tested=n) for n in (5, 6, 7, 8, 9)}


def other_shares(draw: int) -> dict[str, Writers]:
    """Is it an 8? Eights or other digits are left out by lot."""
    return {
        f"{share:.0%} eights": writers(300 + i + APART * draw)._replace(eights=share) for i, share in enumerate(SHARES)
    }


@claim(
    "Images of handwritten digits that are drawn at random usually make an easier test than "
    "five whole writers or more do.",
    needs=0.8,
)
@over("other writers held out", other_writers, draws=True)
@over("other learners", other_learners, each=DRAWS)
@over("other numbers of writers", other_numbers_of_writers, each=DRAWS)
@over("an 8 or none, 5 to 50% eights", other_shares, each=DRAWS)
def by_lot_is_easier(setting: Writers) -> bool:
    return _by_lot_minus_by_writers(setting) > 0


def _by_lot_minus_by_writers(setting: Writers) -> float:
    images, labels, writer = examples.digits()
    if setting.eights is not None:
        labels = (labels == 8).astype(int)
        kept = with_share(labels, setting.eights, setting.seed)
        images, labels, writer = images[kept], labels[kept], writer[kept]
    unseen = np.isin(writer, setting.tested)
    lot = np.random.default_rng(setting.seed).permutation(unseen)  # as many images

    def accuracy(test: NDArray[np.bool_]) -> float:
        model = setting.learner().fit(images[~test], labels[~test])
        return float(np.mean(model.predict(images[test]) == labels[test]))

    return accuracy(lot) - accuracy(unseen)


fell("The others play all data to come: digits drawn by lot from those that are left.", became="by-lot-is-easier")
fell(
    "Drawn by lot, images of handwritten digits usually make an easier exam than three whole writers or more do.",
    became="by-lot-is-easier",
)
fell("± two standard deviations describe the luck tolerably, unless the accuracy is near 0 or 100%.", became="gone")
fell("90% on 30 test samples is ± 11 points.", became="gone")
fell(
    "All of this is luck of the test set alone.",
    became="gone",
    unlike={
        "The last choice was made on the test set.": "a question of another chapter, on a choice",
    },
)
fell("On 400 digits other images learned move the accuracy more than other images tested do.", became="gone")
fell("As a minimum the rule of 30 test samples is sound.", became="gone")

rests("hold-bet-1", exact="9ac5a754-assert")
rests("hold-bet-2", exact="d6ac7941-assert")
rests("Overfitting: a model can be perfect", exact="39a86529")
rests("Hold-out: one random cut", exact="3d9bd1b7")
rests("Chance decides how many", exact="9ac5a754-assert")
rests("Stratified sampling gives", exact="1c811817-assert")
rests("Few test samples leave", exact="b647748e")
rests("Where it stops", claim="by-lot-is-easier")
rests("What to report with an accuracy", defines="the way in which the test set was drawn")
rests("The accuracy (", exact="39a86529")
rests("Hold-out (", exact="9ac5a754-assert")
rests("After 27 of 30", exact="b647748e")
rests("If each writer has many images", claim="by-lot-is-easier", when="five whole writers or more")
