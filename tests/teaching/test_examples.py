"""The cast: files are what their scripts make, the clinic and Genesis stay as they are, neighbors vote."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import sys
from pathlib import Path
from pydoc_data import topics

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

from claims import settings
from evalbook import confusion, curves, probabilities, splits
from evalbook.teaching import examples
from evalbook_tools.data import health_survey as survey_tool
from evalbook_tools.data import python_manual as manual_tool
from evalbook_tools.data import shop as tool

DATA = Path(examples.__file__).parent / "data"
"""Of the package that is imported, be it these sources or a wheel that was made of them."""


def test_the_file_is_what_the_script_makes():
    made = io.StringIO()
    tool.write(made)
    assert made.getvalue() == (DATA / tool.FILE.name).read_text("utf-8"), "run: python -m evalbook_tools.data.shop"


def test_each_row_of_the_file_is_a_cell_of_the_arrays():
    shop = examples.shop()
    cells = zip(*(column.ravel().tolist() for column in shop[2:]), strict=True)
    assert [row[2:] for row in tool.rows()] == list(cells)
    assert [row[0] for row in tool.rows()] == np.repeat(shop.users, len(shop.items)).tolist()
    assert [row[1] for row in tool.rows()] == np.tile(shop.items, len(shop.users)).tolist()


def test_the_last_user_alone_wants_nothing():
    assert np.flatnonzero(examples.shop().grade.max(axis=1) == 0).tolist() == [11]


def test_sales_tie_and_personal_scores_do_not():
    shop = examples.shop()
    assert len(np.unique(shop.popular[0])) < len(shop.items)
    assert all(len(np.unique(row)) == len(shop.items) for row in shop.personal)


# ---------------------------------------------------------------- the module


def test_dir_shows_the_public_names_and_nothing_else():
    assert dir(examples) == sorted(examples.__all__)


SAMPLES = [examples.shop, examples.health_survey, examples.poor_health, examples.clinic, examples.digits]


@pytest.mark.parametrize("samples", [lambda: examples.four_samples, lambda: examples.eight_samples, *SAMPLES])
def test_arrays_are_read_only(samples):
    for array in samples():
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("samples", SAMPLES)
def test_samples_are_the_same_every_time(samples):
    assert all(map(np.array_equal, samples(), samples()))


@pytest.mark.parametrize(
    ("samples", "module"),
    [
        (examples.clinic, "sklearn.datasets"),
        (examples.digits, "sklearn.datasets"),
        (examples.poor_health, "sklearn.linear_model"),
    ],
)
def test_without_scikit_learn_it_says_what_to_install(monkeypatch, samples, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=rf'{samples.__name__}.*pip install "evalbook\[book\] @ …"'):
        samples()


# ---------------------------------------------------------------- the clinic


def test_the_clinic_has_71_malignant_tumors_of_190():
    y_true, _ = examples.clinic()
    assert (len(y_true), int(y_true.sum())) == (190, 71)


@pytest.mark.slow
def test_the_split_of_the_clinic_is_the_first_typical_one_of_500():
    found = np.array([_headline_metrics(*split) for split in settings.splits_of_the_tumors(500)])
    low, high = np.quantile(found, [0.25, 0.75], axis=0)
    typical = ((low <= found) & (found <= high)).all(axis=1)
    assert np.flatnonzero(typical)[0] == examples._TYPICAL_SPLIT


def _headline_metrics(y_true, y_score):
    called = y_score >= 0.5
    at_one_half = [metric(y_true, called) for metric in (confusion.accuracy, confusion.precision, confusion.recall)]
    curve = [curves.roc_auc(y_true, y_score), curves.average_precision(y_true, y_score)]
    errors = [probabilities.brier_score(y_true, y_score), probabilities.log_loss(y_true, y_score)]
    return [*curve, *at_one_half, confusion.f1(y_true, called), *errors]


def test_the_claims_try_the_split_of_the_clinic_among_others():
    split = settings.splits_of_the_tumors(1 + examples._TYPICAL_SPLIT)[-1]
    assert all(map(np.array_equal, split, examples.clinic()))


def test_a_rival_of_the_clinic_sees_more_of_the_same_tumors():
    (y_true, a), (again, b) = examples.clinic(), examples.clinic("mean compactness")
    assert np.array_equal(y_true, again)
    assert curves.roc_auc(y_true, b) > curves.roc_auc(y_true, a)


@pytest.mark.parametrize("seed", [0, examples._TYPICAL_SPLIT], ids=["where it was chosen", "here"])
def test_compactness_is_the_14th_rival_of_28(seed):
    data = load_breast_cancer()
    names = list(data.feature_names)
    seen = [names.index(name) for name in ("mean texture", "mean smoothness")]
    areas = {
        names[more]: curves.roc_auc(*settings.third_of_the_tumors([*seen, more], LogisticRegression(), seed))
        for more in set(range(30)) - set(seen)
    }
    assert sorted(areas, key=areas.__getitem__, reverse=True).index("mean compactness") + 1 == 14
    assert len(areas) == 28


def test_of_the_tumors_where_compactness_was_chosen_58_are_in_the_clinic():
    malignant = load_breast_cancer().target == 0
    lot = {"test_size": 1 / 3, "stratify": malignant}
    tested = [train_test_split(np.arange(569), random_state=seed, **lot)[1] for seed in (0, examples._TYPICAL_SPLIT)]
    assert np.array_equal(malignant[tested[1]], examples.clinic().y_true)
    assert np.intersect1d(*tested).size == 58


def test_a_measurement_that_there_is_not_is_refused():
    with pytest.raises(
        ValueError,
        match=r"more holds 'age'; expected names of these measurements: mean radius, .*worst fractal dimension",
    ):
        examples.clinic("age")


# ---------------------------------------------------------------- the digits and their writers


def first_of_each_form(labels, form):
    """Where the copies of a form begin if as few digits as possible were lost, added or changed."""
    places = len(form) + 1
    cost, begun = np.arange(places), np.zeros(places, dtype=int)  # and where this copy begins; by place
    before: dict[int, int] = {}
    for n, label in enumerate(labels, start=1):
        copied = np.append(n + places, cost[:-1] + (form != label))
        begun = np.where(copied <= cost + 1, np.append(0, begun[:-1]), begun)
        cost = np.minimum(copied, cost + 1)
        lose_digits(cost, begun)
        before[n] = int(begun[-1])
        if cost[-1] <= cost[0]:  # the next digit begins another copy
            cost[0], begun[0] = cost[-1], n
            lose_digits(cost, begun)
    first = [before[len(labels)]]
    while first[0] > 0:
        first.insert(0, before[first[0]])
    return first


def lose_digits(cost, begun):
    for place in range(1, len(cost)):
        if cost[place - 1] + 1 < cost[place]:
            cost[place], begun[place] = cost[place - 1] + 1, begun[place - 1]


def test_the_forms_are_those_that_leave_the_fewest_digits_to_explain():
    _, labels, writer = examples.digits()
    first = np.flatnonzero(np.diff(writer, prepend=-1))
    assert first_of_each_form(labels, form=labels[:130]) == first.tolist()


def test_the_digits_are_those_of_scikit_learn_in_its_order():
    images, labels, writer = examples.digits()
    theirs = pytest.importorskip("sklearn.datasets").load_digits()
    assert np.array_equal(images, theirs.data)
    assert np.array_equal(labels, theirs.target)
    assert np.bincount(writer).tolist() == [130, 126, 130, 130, 130, 130, 130, 123, 128, 130, 128, 130, 122, 130]


def test_the_nearest_image_is_most_often_of_the_same_hand():
    images, _, writer = examples.digits()
    distance = np.sum(images**2, axis=1) - 2 * images @ images.T  # of each other image, without what is common to a row
    np.fill_diagonal(distance, np.inf)
    assert np.mean(writer[distance.argmin(axis=1)] == writer) > 0.5 > 5 * np.mean(np.bincount(writer) / len(writer))


# ---------------------------------------------------------------- the survey of health

PERSON_YEARS = """zper,year,site,plan,income,xage,physlm,disea,hlthp
11,1,1,3,9000.5,42.9,0,13.73189,0
11,2,1,3,9000.5,43.9,0,13.73189,0
12,1,1,3,9000.5,16.6,.144292,0,0
21,2,2,3,9000.5,61.2,1,58.6,1
13,1,1,3,9000.5,0.4,0,4.3,0
"""


def test_the_survey_has_a_row_a_person_and_a_number_a_household():
    made = io.StringIO()
    survey_tool.write(io.StringIO(PERSON_YEARS), made)
    assert made.getvalue().splitlines() == [
        "household,age,limited,diseases,poor",
        "1,42,0,13.7,0",
        "1,16,0.14,0,0",
        "2,61,1,58.6,1",
        "1,0,0,4.3,0",
    ]


def test_the_survey_is_its_file():
    with (DATA / survey_tool.FILE.name).open(encoding="utf-8") as file:
        rows = [[float(value) for value in row] for row in list(csv.reader(file))[1:]]
    assert np.column_stack(examples.health_survey()).tolist() == rows


def test_of_5912_persons_in_1806_households_92_are_in_poor_health():
    household, answers, poor = examples.health_survey()
    assert np.array_equal(np.unique(household), np.arange(1806) + 1)
    assert (len(poor), int(poor.sum()), int((answers[:, 0] < 18).sum())) == (5912, 92, 2601)
    assert answers.min(axis=0).tolist() == [0, 0, 0]
    assert answers.max(axis=0).tolist() == [62, 1, 58.6]


def test_the_numbers_stand_in_the_readme_of_the_data():
    readme = (DATA / "README.md").read_text("utf-8")
    _, answers, _ = examples.health_survey()
    averages = (answers[:, 1] % 1 != 0).sum(), np.isin(answers[:, 2], [10.0, 10.6, 11.8, 13.7]).sum()
    numbers = ("5,912", "92 persons", "1,806", *(f"{count:,}" for count in averages))
    assert all(number in readme for number in numbers)


def test_poor_health_is_rare_and_its_score_ranks_better_than_chance():
    y_true, y_score = examples.poor_health()
    assert (len(y_true), int(y_true.sum())) == (2993, 44)
    assert curves.roc_auc(y_true, y_score) == pytest.approx(0.830, abs=0.002)
    assert curves.average_precision(y_true, y_score) == pytest.approx(0.115, abs=0.002)


def test_poor_health_is_judged_on_the_even_households_alone():
    household, _, poor = examples.health_survey()
    assert np.array_equal(examples.poor_health().y_true, poor[household % 2 == 0])


# ---------------------------------------------------------------- Genesis


def test_four_translations_tell_the_same_five_verses():
    genesis = examples.genesis()
    assert [len(verses) for verses in genesis.values()] == [34, 5, 5, 5]
    for verse in zip(*genesis.values(), strict=False):
        assert len(set(verse)) > 1  # no two translations were pasted into one
    assert all(text == text.strip() and text for verses in genesis.values() for text in verses)


def test_the_king_james_story_has_its_864_words():
    story = " ".join(examples.genesis()["King James 1611"])
    assert len(re.findall("[a-z]+", story.lower())) == 864
    assert len(re.findall("and the evening and the morning were the", story.lower())) == 6


def test_genesis_cannot_be_changed():
    with pytest.raises(TypeError):
        examples.genesis()["King James 1611"] = ()


def test_the_readme_of_the_data_names_every_file_and_translation():
    folder = Path(examples.__file__).parent / "data"
    readme = (folder / "README.md").read_text("utf-8")
    assert all(f"`{path.name}`" in readme for path in folder.glob("*.csv"))
    assert all(f"*{name}*" in readme for name in examples.genesis())


# ---------------------------------------------------------------- Python's manual


BLOCKS = """Headings are short
******************

A paragraph of the first topic, over
two lines, which is long enough to stay.

   code = "a line with an indent, which is no prose of the manual at all"

   name ::= "grammar, which is no prose, however long the line may be here"

Too short to stay.

* An item of a list, which is a paragraph by itself, of sixty letters or more."""
STAYS = "A paragraph of the first topic, over two lines, which is long enough to stay."
ITEM = "* An item of a list, which is a paragraph by itself, of sixty letters or more."


def test_only_prose_of_the_manual_stays_and_once():
    topics = dict.fromkeys(manual_tool.TOPICS, BLOCKS)
    assert list(manual_tool.rows(topics)) == [(manual_tool.TOPICS[0], STAYS), (manual_tool.TOPICS[0], ITEM)]


def test_the_manual_is_what_the_script_makes():
    """All of it with the Python whose manual it is; another Python has most of its paragraphs."""
    made, stored = io.StringIO(), (DATA / manual_tool.FILE.name).read_text("utf-8")
    manual_tool.write(topics.topics, made)
    if hashlib.sha256(Path(topics.__file__).read_bytes()).hexdigest() == manual_tool.SOURCE_SHA256:
        assert made.getvalue() == stored
    else:
        assert len({*made.getvalue().splitlines()} & {*stored.splitlines()}) > len(stored.splitlines()) / 2


def test_words_of_the_manual_have_one_space_after_each():
    manual = examples.python_manual()
    assert list(manual) == manual_tool.TOPICS
    assert all(re.fullmatch(r"(\S+ )+", text) for text in manual.values())
    assert sum(len(text.encode()) for text in manual.values()) < 60_000


def test_the_manual_cannot_be_changed():
    with pytest.raises(TypeError):
        examples.python_manual()["import"] = ""


def test_the_manual_has_its_license_beside_it():
    license_text = (DATA / "LICENSE-python-manual").read_text("utf-8")
    assert license_text.startswith("PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2")
    assert re.findall(r"^(\d)\. ", license_text, re.MULTILINE) == list("12345678")
    readme = (DATA / "README.md").read_text("utf-8")
    assert f"{sum(1 for _ in csv.reader((DATA / 'python_manual.csv').open(encoding='utf-8'))) - 1} paragraphs" in readme
    assert "What was changed" in readme


# ---------------------------------------------------------------- nearest neighbors


@pytest.mark.parametrize("k", [1, 3, 5])
@pytest.mark.parametrize("standardize", [False, True])
def test_neighbors_vote_as_in_scikit_learn(k, standardize):
    neighbors = pytest.importorskip("sklearn.neighbors")
    rng = np.random.default_rng(k)
    known, new = rng.normal(size=(60, 4)) * [1, 10, 0.1, 1], rng.normal(size=(200, 4)) * [1, 10, 0.1, 1]
    y = rng.integers(2, size=60)
    scale = known.std(axis=0) if standardize else 1
    peer = neighbors.KNeighborsClassifier(k).fit(known / scale, y)
    ours = examples.nearest_neighbors(known, y, k, standardize=standardize)(new)
    assert np.array_equal(ours, peer.predict(new / scale))


def test_neighbors_fit_into_cross_validation():
    samples, y = np.array([[0], [1], [2], [10], [11], [12]]), np.array([0, 0, 0, 1, 1, 1])
    scores = splits.cross_validate(examples.nearest_neighbors, samples, y, splits.leave_one_out(6), confusion.accuracy)
    assert scores.tolist() == [1] * 6


@pytest.mark.parametrize("y", [[True, False, True], ["a", "b", "c"], [3, 1, 2]])
def test_one_neighbor_gives_the_samples_their_own_labels(y):
    assert examples.nearest_neighbors([[0], [1], [2]], y)([[0], [1], [2]]).tolist() == y


def test_of_samples_equally_near_the_first_is_taken():
    assert examples.nearest_neighbors([[0], [2]], ["right", "left"])([[1]]).tolist() == ["right"]


def test_of_labels_with_equal_votes_the_first_in_order_wins():
    assert examples.nearest_neighbors([[0], [2]], ["right", "left"], k=2)([[0]]).tolist() == ["left"]


def test_a_measurement_without_spread_does_not_upset_the_scale():
    predict = examples.nearest_neighbors([[7, 0], [7, 1]], [0, 1], standardize=True)
    assert predict([[7, 0.2], [7, 0.9]]).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([0, 1], [0, 1]), ValueError, "X has shape"),
        (([[0], [1]], [0]), ValueError, "different lengths"),
        (([[0], [np.nan]], [0, 1]), ValueError, "X.*nan"),
        (([[0], [1]], [0.5, 1]), ValueError, "y holds 0.5"),
        (([[0], [1]], [0, 1], 3), ValueError, "k is 3"),
        (([[0], [1]], [0, 1], 0), ValueError, "k is 0"),
        (([[0], [1]], [0, 1], 1.5), TypeError, "k is"),
    ],
)
def test_neighbors_refuse_what_cannot_be_learned_from(arguments, error, message):
    with pytest.raises(error, match=message):
        examples.nearest_neighbors(*arguments)


def test_neighbors_refuse_other_measurements_than_they_learned_from():
    with pytest.raises(ValueError, match="X_new has 2 columns, but X has 1"):
        examples.nearest_neighbors([[0], [1]], [0, 1])([[0, 1]])
