"""The cast: files are what their scripts make, the clinic and Genesis stay as they are, neighbors vote."""

from __future__ import annotations

import csv
import io
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from evalbook import confusion, curves, examples, pages, splits

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
import health_survey as survey_tool
import shop as tool

DATA = Path(examples.__file__).parent / "data"
"""Of the package that is imported, be it these sources or a wheel that was made of them."""


def test_the_file_is_what_the_script_makes():
    made = io.StringIO()
    tool.write(made)
    assert made.getvalue() == (DATA / tool.FILE.name).read_text("utf-8"), "run: python tools/shop.py"


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


@pytest.mark.parametrize("array", examples.shop()._fields)
def test_the_arrays_are_read_only(array):
    with pytest.raises(ValueError, match="read-only"):
        getattr(examples.shop(), array)[0] = 0


# ---------------------------------------------------------------- the module


def test_dir_shows_the_public_names_and_nothing_else():
    assert dir(examples) == sorted(examples.__all__)


@pytest.mark.parametrize("samples", ["four_samples", "eight_samples"])
def test_scored_samples_are_read_only(samples):
    for array in getattr(examples, samples):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


# ---------------------------------------------------------------- the clinic


def test_the_clinic_is_the_same_every_time_and_read_only():
    y_true, y_score = examples.clinic()
    assert (len(y_true), int(y_true.sum())) == (190, 71)
    assert np.array_equal(y_score, examples.clinic().y_score)
    with pytest.raises(ValueError, match="read-only"):
        y_score[0] = 0


def test_a_rival_of_the_clinic_sees_more_of_the_same_tumors():
    (y_true, a), (again, b) = examples.clinic(), examples.clinic("mean compactness")
    assert np.array_equal(y_true, again)
    assert curves.roc_auc(y_true, b) > curves.roc_auc(y_true, a)


def test_a_measurement_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match=r"more holds 'age'; expected some of mean radius, .*worst fractal dimension"):
        examples.clinic("age")


def test_the_pages_know_the_clinic_by_their_own_name():
    assert pages.clinic is examples.clinic


def test_without_scikit_learn_the_clinic_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(ImportError, match=r'pip install "evalbook\[book\] @ …"'):
        examples.clinic()


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


@pytest.mark.parametrize("array", examples.HealthSurvey._fields)
def test_the_answers_of_the_survey_are_read_only(array):
    with pytest.raises(ValueError, match="read-only"):
        getattr(examples.health_survey(), array)[0] = 0


def test_poor_health_is_rare_and_its_score_ranks_better_than_chance():
    y_true, y_score = examples.poor_health()
    assert (len(y_true), int(y_true.sum())) == (2993, 44)
    assert curves.roc_auc(y_true, y_score) == pytest.approx(0.830, abs=0.002)
    assert curves.average_precision(y_true, y_score) == pytest.approx(0.115, abs=0.002)


def test_poor_health_is_judged_on_the_even_households_alone():
    household, _, poor = examples.health_survey()
    assert np.array_equal(examples.poor_health().y_true, poor[household % 2 == 0])


def test_poor_health_is_the_same_every_time_and_read_only():
    y_score = examples.poor_health().y_score
    assert np.array_equal(y_score, examples.poor_health().y_score)
    with pytest.raises(ValueError, match="read-only"):
        y_score[0] = 0


def test_without_scikit_learn_poor_health_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    with pytest.raises(ImportError, match=r'poor_health.*pip install "evalbook\[book\] @ …"'):
        examples.poor_health()


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
    with pytest.raises(ValueError, match="X_new has 2 columns and X 1"):
        examples.nearest_neighbors([[0], [1]], [0, 1])([[0, 1]])
