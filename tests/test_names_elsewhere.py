"""What people type who know another library: the error names ours, and what it advises gives their number."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import re
from typing import Any

import numpy as np
import pytest
import sacrebleu
import scipy.stats
import sklearn
import sklearn.calibration
import sklearn.model_selection
import sklearn.utils
from nltk.translate import bleu_score, gleu_score, meteor_score
from rouge_score import rouge_scorer
from sklearn import metrics

import evalbook
from calls import METRIC_MODULES, PUBLIC, public
from evalbook import confusion, curves, probabilities, ranking, regression, splits, text
from evalbook._names_elsewhere import ATTRIBUTES, INDICATORS, NAMES, OPTIONS, PARTS, VALUES, Meant
from evalbook.confusion import confusion_matrix

FUNCTIONS = {name: value for name, value in PUBLIC.items() if inspect.isfunction(value) and name.split(".")[0] in PARTS}
CLASSES = {name: value for name, value in PUBLIC.items() if inspect.isclass(value) and name.split(".")[0] in PARTS}
METHODS = {
    f"{name}.{method}": value
    for name, one in CLASSES.items()
    for method, value in inspect.getmembers(one, inspect.isroutine)
    if (method == "__init__" or not method.startswith("_")) and getattr(value, "__module__", "").startswith("evalbook")
}
"""What the public classes add to the functions: methods, methods of the class, and how an object is made."""
THEIRS: dict[str, list[Any]] = {
    "scikit-learn": [metrics, sklearn.model_selection, sklearn.calibration, sklearn.utils],
    "sacrebleu": [sacrebleu],
    "nltk": [bleu_score, gleu_score, meteor_score],
    "rouge-score": [rouge_scorer, importlib.import_module("rouge_score")],
    "SciPy": [scipy.stats],
}
"""The libraries that are installed here, and where the names are."""
SINCE = {"d2_brier_score": (1, 8), "confusion_matrix_at_thresholds": (1, 9), "metric_at_thresholds": (1, 9)}
"""The release of scikit-learn that brought a name, for those that the oldest allowed one lacks."""
RELEASE = tuple(map(int, sklearn.__version__.split(".")[:2]))


def theirs(library: str, name: str) -> Any:
    return next((getattr(module, name) for module in THEIRS[library] if hasattr(module, name)), None)


# ---------------------------------------------------------------- the table


TEXTS = {
    **{f"{library}: {name}": told for library, names in NAMES.items() for name, told in names.items()},
    **{key: str(told) for key, told in OPTIONS.items()},
    **{"=".join(key): told for key, told in VALUES.items()},
    **ATTRIBUTES,
    **INDICATORS,
}
OURS = re.compile(rf"\b({'|'.join([*PARTS, 'plots'])})\.([A-Za-z_]\w*(?:\.\w+)*)")


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_each_name_of_ours_in_the_table_exists(text):
    for module, path in OURS.findall(text):
        assert public(f"{module}.{path}") is not None
    for function in re.findall(r"(?<![\"\w])([a-z_0-9]+_[a-z_0-9]+)\b(?!=)", text):  # in the middle of a sentence
        known = {name.split(".")[-1] for name in PUBLIC} | PARAMETERS | {"as_dict", "one_vs_rest", "make_scorer"}
        assert function in known, function


PARAMETERS = {name for function in PUBLIC.values() for name in inspect.signature(function).parameters} | {"X_train"}


@pytest.mark.parametrize("option", sorted({told.option for told in OPTIONS.values() if isinstance(told, Meant)}))
def test_an_option_that_may_be_meant_is_one_of_ours(option):
    assert any(option in inspect.signature(one).parameters for one in FUNCTIONS.values())


def test_a_table_of_names_names_ours_or_says_that_there_is_none():
    for names in NAMES.values():
        for told in names.values():
            assert OURS.search(told) or told.startswith("not in evalbook")


def test_every_public_name_of_scikit_learns_metrics_is_ours_or_in_the_table():
    ours = {name.split(".")[-1] for name in FUNCTIONS}
    assert set(metrics.__all__) - ours <= set(NAMES["scikit-learn"])


@pytest.mark.parametrize("library", THEIRS)
def test_what_the_table_says_of_a_library_is_there(library):
    missing = {name for name in NAMES[library] if theirs(library, name) is None}
    assert missing <= {name for name, release in SINCE.items() if library == "scikit-learn" and release > RELEASE}


def test_no_name_of_the_table_is_ours_in_every_part():
    for names in NAMES.values():
        assert not set(names) & {name.split(".")[-1] for name in FUNCTIONS}


# ---------------------------------------------------------------- what it advises gives their number


RNG = np.random.default_rng(0)
LABELS, CALLED = RNG.integers(0, 2, (2, 60))
SCORES = RNG.random(60)
NUMBERS, PREDICTED = RNG.random((2, 60))
CURVES = {"calibration_curve", "confusion_matrix_at_thresholds", "precision_recall_curve", "classification_report"}
SAME = {
    name: told
    for name, told in NAMES["scikit-learn"].items()
    if told in FUNCTIONS and not told.startswith("splits") and name not in CURVES
}
MORE = {"fbeta_score": ({"beta": 2}, {"beta": 2}), "mean_pinball_loss": ({"alpha": 0.25}, {"quantile": 0.25})}
"""What some need beside the samples, there and here."""


@pytest.mark.parametrize("name", SAME)
def test_a_metric_of_another_name_gives_the_same_number(name):
    ours, (there, here) = FUNCTIONS[SAME[name]], MORE.get(name, ({}, {}))
    true, predicted = (NUMBERS, PREDICTED) if SAME[name].startswith("regression") else (LABELS, CALLED)
    predicted = predicted if "y_pred" in inspect.signature(ours).parameters else SCORES
    assert ours(true, predicted, **here) == pytest.approx(theirs("scikit-learn", name)(true, predicted, **there))


ROWS, ITEM_SCORES = RNG.integers(0, 2, (9, 6)), RNG.random((9, 6))
ROWS[:, :2] = 1, 0  # each has a relevant item, and one that is not
RANKED = ranking.rank_by_score(ROWS, ITEM_SCORES)
CLASSES, CALLED_CLASSES = RNG.integers(0, 6, (2, 40))
CLASS_SCORES = RNG.random((40, 6))
OUTPUTS, PREDICTED_OUTPUTS = RNG.random((2, 20, 3))


def constant(number: float) -> Any:
    return np.full(60, number)


ADVICE = {
    "class_likelihood_ratios": lambda: (
        metrics.class_likelihood_ratios(LABELS, CALLED),
        (
            confusion.recall(LABELS, CALLED) / confusion.false_positive_rate(LABELS, CALLED),
            confusion.false_negative_rate(LABELS, CALLED) / confusion.specificity(LABELS, CALLED),
        ),
    ),
    "d2_absolute_error_score": lambda: (
        metrics.d2_absolute_error_score(NUMBERS, PREDICTED),
        1
        - regression.mean_absolute_error(NUMBERS, PREDICTED)
        / regression.mean_absolute_error(NUMBERS, constant(np.median(NUMBERS))),
    ),
    "d2_log_loss_score": lambda: (
        metrics.d2_log_loss_score(LABELS, SCORES),
        1 - probabilities.log_loss(LABELS, SCORES) / probabilities.log_loss(LABELS, constant(LABELS.mean())),
    ),
    "dcg_score": lambda: (metrics.dcg_score(ROWS, ITEM_SCORES), np.mean(ranking.dcg(RANKED, gain="linear"))),
    "ndcg_score": lambda: (
        metrics.ndcg_score(ROWS, ITEM_SCORES),
        np.mean(ranking.ndcg_from_scores(ROWS, ITEM_SCORES, gain="linear")),
    ),
    "explained_variance_score": lambda: (
        metrics.explained_variance_score(NUMBERS, PREDICTED),
        regression.r2(NUMBERS, PREDICTED - np.mean(PREDICTED - NUMBERS)),
    ),
    "jaccard_score": lambda: (
        metrics.jaccard_score(LABELS, CALLED),
        (f := confusion.f1(LABELS, CALLED)) / (2 - f),
    ),
    "label_ranking_average_precision_score": lambda: (
        metrics.label_ranking_average_precision_score(ROWS, ITEM_SCORES),
        ranking.mean_average_precision(RANKED),
    ),
    "label_ranking_loss": lambda: (
        metrics.label_ranking_loss(ROWS, ITEM_SCORES),
        np.mean([curves.rank_loss(*row) for row in zip(ROWS, ITEM_SCORES, strict=True)]),
    ),
    "top_k_accuracy_score": lambda: (
        metrics.top_k_accuracy_score(CLASSES, CLASS_SCORES, k=2),
        ranking.hit_rate(ranking.rank_by_score(np.eye(6)[CLASSES], CLASS_SCORES), 2),
    ),
    "multilabel_confusion_matrix": lambda: (
        metrics.multilabel_confusion_matrix(CLASSES, CALLED_CLASSES)[:, 1, 0],
        confusion_matrix(CLASSES, CALLED_CLASSES).one_vs_rest().fn,
    ),
    "adjusted=": lambda: (
        metrics.balanced_accuracy_score(CLASSES, CALLED_CLASSES, adjusted=True),
        (confusion.balanced_accuracy(CLASSES, CALLED_CLASSES) - 1 / 6) / (1 - 1 / 6),
    ),
    "normalize=": lambda: (
        metrics.confusion_matrix(CLASSES, CALLED_CLASSES, normalize="true"),
        (counts := confusion_matrix(CLASSES, CALLED_CLASSES).counts) / counts.sum(axis=1, keepdims=True),
    ),
    "normalize= of a mean": lambda: (
        metrics.zero_one_loss(LABELS, CALLED, normalize=False),
        confusion.error_rate(LABELS, CALLED) * len(LABELS),
    ),
    "specificity of several classes": lambda: (
        [metrics.recall_score(c != CLASSES, c != CALLED_CLASSES) for c in range(6)],
        confusion_matrix(CLASSES, CALLED_CLASSES).one_vs_rest().specificity,
    ),
    "log_base=": lambda: (
        metrics.dcg_score(ROWS, ITEM_SCORES, log_base=10),
        np.mean(ranking.dcg(RANKED, gain="linear")) / np.log10(2),
    ),
    "ignore_ties=": lambda: (
        metrics.ndcg_score(ROWS, np.sort(ITEM_SCORES.round(1)), ignore_ties=False),
        np.mean(ranking.ndcg_from_scores(ROWS, np.sort(ITEM_SCORES.round(1)), gain="linear")),
    ),
    "variance_weighted": lambda: (
        metrics.r2_score(OUTPUTS, PREDICTED_OUTPUTS, multioutput="variance_weighted"),
        np.average(
            regression.r2(OUTPUTS, PREDICTED_OUTPUTS, multioutput="raw_values"), weights=np.var(OUTPUTS, axis=0)
        ),
    ),
    "several labels a sample": lambda: (
        metrics.f1_score(ROWS, ROWS[::-1], average="micro"),
        confusion.micro_average(
            [confusion_matrix(*columns, labels=[0, 1]) for columns in zip(ROWS.T, ROWS[::-1].T, strict=True)]
        ).f1,
    ),
    "columns of one class each": lambda: (
        metrics.accuracy_score(np.eye(6)[CLASSES], np.eye(6)[CALLED_CLASSES]),
        confusion.accuracy(np.argmax(np.eye(6)[CLASSES], axis=1), np.argmax(np.eye(6)[CALLED_CLASSES], axis=1)),
    ),
    "ravel": lambda: (
        metrics.confusion_matrix(LABELS, CALLED).ravel(),
        confusion_matrix(LABELS, CALLED).counts.ravel(),
    ),
    "tp, fp, fn and tn by name": lambda: (
        metrics.confusion_matrix(LABELS, CALLED).ravel(),
        [getattr(confusion_matrix(LABELS, CALLED).binary(1), name) for name in ("tn", "fp", "fn", "tp")],
    ),
    "char_order=": lambda: (
        sacrebleu.sentence_chrf("the cat sat", ["the cat is"], char_order=6).score / 100,
        text.chrf(["the cat is"], "the cat sat"),
    ),
}


@pytest.mark.parametrize("told", ADVICE)
def test_what_the_table_advises_gives_their_number(told):
    expected, found = ADVICE[told]()
    assert np.asarray(found) == pytest.approx(np.asarray(expected))


# ---------------------------------------------------------------- names: what a user sees


def imported(module: str, name: str) -> None:
    exec(f"from {module} import {name}", {})


NAMED = [
    ("evalbook.confusion", "f1_score", "what scikit-learn calls f1_score is confusion.f1"),
    ("evalbook", "f1_score", "what scikit-learn calls f1_score is confusion.f1"),
    ("evalbook.splits", "KFold", "what scikit-learn calls KFold is splits.k_fold"),
    ("evalbook.costs", "F1Score", "what torchmetrics calls F1Score is confusion.f1"),
    ("evalbook.regression", "mse", "mse is regression.mean_squared_error"),
    ("evalbook.text", "silhouette_score", "scikit-learn calls silhouette_score is not in evalbook, which measures no"),
    ("evalbook.confusion", "roc_auc", "it is curves.roc_auc"),
    ("evalbook", "average_precision", "it is curves.average_precision or ranking.average_precision"),
]


@pytest.mark.parametrize(("module", "name", "words"), NAMED)
def test_a_name_of_others_is_told_where_it_is_imported_and_where_it_is_used(module, name, words):
    with pytest.raises(ImportError, match=f"{module} has no {name}: .*{re.escape(words)}") as of_import:
        imported(module, name)
    with pytest.raises(AttributeError, match=f"{module} has no {name}: .*{re.escape(words)}") as of_attribute:
        getattr(importlib.import_module(module), name)
    assert (of_import.value.name, of_attribute.value.name) == (module, name)


@pytest.mark.parametrize("module", ["evalbook", *(f"evalbook.{part}" for part in PARTS)])
def test_every_part_tells_and_still_says_truly_what_it_has(module):
    part = importlib.import_module(module)
    with pytest.raises(ImportError, match="scikit-learn calls make_scorer is not in evalbook: functions take"):
        imported(module, "make_scorer")
    assert not hasattr(part, "make_scorer")
    assert getattr(part, "make_scorer", None) is None
    assert sorted(dir(part)) == sorted(part.__all__)


def test_the_parts_of_the_table_are_those_of_the_package():
    assert set(PARTS) == set(METRIC_MODULES) - {"review"}


@pytest.mark.parametrize("module", ["evalbook", "evalbook.curves"])
def test_a_name_that_nobody_has_gets_the_error_of_python(module):
    with pytest.raises(ImportError, match=f"cannot import name 'pressure' from '{module}'"):
        imported(module, "pressure")
    with pytest.raises(AttributeError, match=f"module '{module}' has no attribute 'pressure'"):
        importlib.import_module(module).pressure  # noqa: B018


def test_the_review_is_loaded_when_it_is_used():
    assert evalbook.review is importlib.import_module("evalbook.review")


# ---------------------------------------------------------------- options


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_an_argument_that_nobody_has_is_told_from_those_that_there_are(function):
    parameters = ", ".join(inspect.signature(function).parameters)
    with pytest.raises(TypeError) as caught:
        function(pressure=1)
    assert str(caught.value) == f"{function.__name__} has no argument pressure: its arguments are {parameters}"


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_function_that_tells_is_still_the_function_that_it_was(function):
    assert pickle.loads(pickle.dumps(function)) is function
    assert inspect.signature(function) == inspect.signature(inspect.unwrap(function))
    assert all(one.kind is not one.VAR_KEYWORD for one in inspect.signature(function).parameters.values())
    assert function.__doc__ == inspect.unwrap(function).__doc__
    assert f"def {function.__name__}(" in inspect.getsource(function)


def own_parameters(method: Any) -> list[inspect.Parameter]:
    """What a caller of a method gives: neither the object, which a method of the class has, nor a private argument."""
    parameters = list(inspect.signature(method).parameters.values())
    return [one for one in parameters[not inspect.ismethod(method) :] if not one.name.startswith("_")]


@pytest.mark.parametrize("name", METHODS)
def test_an_argument_that_a_method_has_not_is_told_from_those_that_there_are(name):
    method = METHODS[name]
    called = method.__qualname__.removesuffix(".__init__")
    known = ", ".join(one.name for one in own_parameters(method))
    with pytest.raises(TypeError) as caught:
        method(*([] if inspect.ismethod(method) else [None]), pressure=1)
    told = f"its arguments are {known}" if known else "it takes no arguments"
    assert str(caught.value) == f"{called} has no argument pressure: {told}"


@pytest.mark.parametrize("name", METHODS)
def test_a_method_that_tells_is_still_the_method_that_it_was(name):
    method = METHODS[name]
    plain = inspect.unwrap(getattr(method, "__func__", method))
    assert method.__doc__ == plain.__doc__
    assert inspect.signature(getattr(method, "__func__", method)) == inspect.signature(plain)
    assert not inspect.ismethod(method) or pickle.loads(pickle.dumps(method)) == method


BLEU_TALLY = text.BleuTally.from_sentence(["a b c d e"], "a b c d e")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: text.BleuTally.from_sentence(["a"], "a", max_ngram_order=2),
            "BleuTally.from_sentence has no argument max_ngram_order: did you mean max_n=?",
        ),
        (lambda: BLEU_TALLY.score(smooth_method="exp"), "BleuTally.score has no argument smooth_method: did you mean"),
        (
            lambda: curves.ScoreTally.rows([0, 1], [0, 1], weights=[1, 1]),
            "ScoreTally.rows has no argument weights: did you mean sample_weight=, one weight for each sample?",
        ),
        (
            lambda: confusion.ConfusionMatrix(y_true=[0, 1], y_pred=[0, 1]),
            "ConfusionMatrix has no argument y_true: its arguments are counts, labels",
        ),
        (
            lambda: confusion.Counts.rows([0, 1], [0, 1], [1, 1]),
            "Counts.rows is given 3 arguments by position; expected y_true, y_pred",
        ),
        (lambda: BLEU_TALLY.score("exp"), "BleuTally.score is given 1 argument by position; expected none"),
    ],
)
def test_a_method_tells_what_to_write_instead(call, words):
    with pytest.raises(TypeError, match=f"^{re.escape(words)}"):
        call()


COUNTERPARTS = [
    *((told, theirs("scikit-learn", name)) for name, told in NAMES["scikit-learn"].items() if told in FUNCTIONS),
    *((f"curves.{name}", getattr(metrics, name)) for name in ("auc", "roc_curve")),
    *((f"regression.{name}", getattr(metrics, name)) for name in regression.__all__ if hasattr(metrics, name)),
    ("probabilities.log_loss", metrics.log_loss),
    ("confusion.confusion_matrix", metrics.confusion_matrix),
    ("curves.roc_auc", metrics.roc_auc_score),
    ("curves.multiclass_roc_auc", metrics.roc_auc_score),
    ("ranking.ndcg_from_scores", metrics.ndcg_score),
    ("ranking.dcg", metrics.dcg_score),
    ("splits.repeated_k_fold", sklearn.model_selection.RepeatedStratifiedKFold),
    ("splits.k_fold", sklearn.model_selection.StratifiedKFold),
    ("text.corpus_bleu", sacrebleu.corpus_bleu),
    ("text.bleu", sacrebleu.sentence_bleu),
    ("text.bleu", bleu_score.sentence_bleu),
    ("text.corpus_bleu", bleu_score.corpus_bleu),
    ("text.corpus_chrf", sacrebleu.corpus_chrf),
    ("text.chrf", sacrebleu.sentence_chrf),
]
ELSEWHERE = sorted(
    {
        (told, option)
        for told, function in COUNTERPARTS
        if function is not None
        for option in set(inspect.signature(function).parameters) - set(inspect.signature(FUNCTIONS[told]).parameters)
    }
)
MORE_OPTIONS = [
    *(("splits.hold_out", option) for option in ("random_state", "train_size", "shuffle", "n_splits")),
    *((name, "random_state") for name, one in FUNCTIONS.items() if "rng" in inspect.signature(one).parameters),
    *((name, "alpha") for name in ("comparison.interval", "comparison.proportion_interval")),
    *(("comparison.interval", option) for option in ("n_resamples", "confidence_level", "n_bootstraps")),
    *((f"confusion.{name}", "average") for name in ("specificity", "false_positive_rate", "false_negative_rate")),
    *(("confusion.f1", option) for option in ("threshold", "num_classes", "task", "preds", "target")),
    *(("text.rouge_l", option) for option in ("use_stemmer", "rouge_types", "prediction", "tokenizer")),
    *(("regression.mean_squared_error", option) for option in ("squared", "preds", "target")),
    ("probabilities.log_loss", "eps"),
    ("ranking.hit_rate", "top_k"),
]


@pytest.mark.parametrize(("name", "option"), sorted({*ELSEWHERE, *MORE_OPTIONS}))
def test_an_option_of_others_is_told(name, option):
    with pytest.raises(TypeError, match=f"has no argument {option}: ") as caught:
        FUNCTIONS[name](**{option: 1})
    assert "its arguments are" not in str(caught.value)


SEEDED = [name for name, one in FUNCTIONS.items() if "rng" in inspect.signature(one).parameters]


@pytest.mark.parametrize("option", ["seed", "random_state", "random_seed", "generator"])
@pytest.mark.parametrize("name", SEEDED)
def test_a_seed_by_another_name_is_told_that_it_is_rng(name, option):
    with pytest.raises(TypeError, match=rf"has no argument {option}: did you mean rng=, which takes None, an int or "):
        FUNCTIONS[name](**{option: 0})


@pytest.mark.parametrize("option", ["seed", "random_state", "rng"])
@pytest.mark.parametrize("name", sorted({*FUNCTIONS} - {*SEEDED}))
def test_a_function_that_draws_nothing_does_not_send_anybody_to_rng(name, option):
    with pytest.raises(TypeError, match=rf"has no argument {option}: it draws no random numbers") as caught:
        FUNCTIONS[name](**{option: 0})
    assert "rng=" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "option", "meant"),
    [
        ("confusion.f1", "sample_weights", "sample_weight"),
        ("curves.roc_auc", "yscore", "y_score"),
        ("splits.hold_out", "test_sise", "test_size"),
        ("probabilities.reliability_curve", "bins", "n_bins"),
    ],
)
def test_a_misspelled_option_is_told_which_one_may_be_meant(name, option, meant):
    with pytest.raises(TypeError, match=rf"has no argument {option}: did you mean {meant}=\?$"):
        FUNCTIONS[name](**{option: 1})


def test_every_option_of_one_function_in_the_table_is_not_one_of_its_own():
    for key in OPTIONS:
        *path, option = key.split(".")
        functions = [FUNCTIONS[".".join(path)]] if len(path) == 2 else []
        assert all(option not in inspect.signature(function).parameters for function in functions), key


def test_more_arguments_by_position_than_there_are_are_told():
    with pytest.raises(TypeError, match=r"f1 is given 3 arguments by position; expected y_true, y_pred$"):
        confusion.f1([0, 1], [0, 1], [0, 1])


def test_an_error_from_within_stays_as_it_is():
    with pytest.raises(TypeError, match="y_true is a single int"):
        confusion.f1(5, 5)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'y_pred'"):
        confusion.f1([0, 1])
    with pytest.raises(TypeError, match="of the fit"):
        splits.cross_validate(failing, [[1], [2]], [0, 1], splits.leave_one_out(2), confusion.accuracy)


def failing(*_: Any) -> None:
    raise TypeError("of the fit")


# ---------------------------------------------------------------- values, columns, attributes


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: confusion.f1([0, 1], [0, 1], average="samples"), VALUES["average", "samples"]),
        (lambda: curves.multiclass_roc_auc([0, 1, 2], np.eye(3), multi_class="raise"), VALUES["multi_class", "raise"]),
        (lambda: regression.r2([0, 1], [0, 1], multioutput="variance_weighted"), "weights=np.var(y_true, axis=0)"),
        (
            lambda: evalbook.comparison.interval(np.mean, [0, 1], method="BCa"),
            'expected "percentile", "basic" or "bca": ',
        ),
        (lambda: evalbook.comparison.bias_variance([0], [[0]], loss="mse"), 'did you mean "squared"?'),
        (lambda: confusion.f1([[0], [1]], [0, 1]), "y_true has shape (2, 1); expected one dimension: np.ravel(y_true)"),
        (lambda: confusion.f1([0, 1], [[0, 1]]), "y_pred has shape (1, 2); expected one dimension: np.ravel(y_pred)"),
        (lambda: curves.roc_auc([0, 1], [[0.2], [0.7]]), "expected one dimension: np.ravel(y_score) has one"),
        (lambda: probabilities.log_loss([0, 1], [[0.2], [0.7]]), "or one probability per sample: np.ravel(y_prob)"),
        (lambda: regression.r2([[0], [1]], [0, 1]), "and y_pred (2,); expected the same shape in both: np.ravel"),
        (lambda: confusion.f1(ROWS, ROWS), "y_true has shape (9, 6); expected one dimension" + INDICATORS["y_true"]),
        (lambda: confusion.f1(LABELS[:9], ROWS), "with several labels a sample, give macro_average or micro_average"),
    ],
)
def test_values_and_shapes_of_others_are_told(call, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        call()


def test_groups_in_columns_are_no_classes():
    with pytest.raises(ValueError, match=r"groups has shape \(2, 2\); expected one dimension$"):
        splits.group_k_fold([[0, 1], [1, 0]], k=2)


MATRIX = confusion_matrix([0, 1, 1], [0, 1, 0])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ravel", "; matrix.binary(1) has tp, fp, fn and tn by name"),
        ("flatten", "matrix.counts.ravel() is tn, fp, fn, tp"),
        ("T", "; its counts are an array: matrix.counts.T"),
        ("shape", "; its counts are an array: matrix.counts.shape"),
    ],
)
def test_a_confusion_matrix_tells_where_the_attributes_of_an_array_are(name, words):
    with pytest.raises(AttributeError) as caught:
        getattr(MATRIX, name)
    assert str(caught.value).startswith(f"'ConfusionMatrix' object has no attribute '{name}'")
    assert words in str(caught.value)
    assert not hasattr(MATRIX, name)


@pytest.mark.parametrize("name", ["pressure", "__array_interface__"])
def test_a_confusion_matrix_tells_no_more_than_python_of_other_attributes(name):
    with pytest.raises(AttributeError, match=f"^'ConfusionMatrix' object has no attribute '{name}'$"):
        getattr(MATRIX, name)


def test_a_confusion_matrix_that_tells_is_still_copied_and_pickled():
    assert copy.deepcopy(MATRIX) == copy.copy(MATRIX) == pickle.loads(pickle.dumps(MATRIX)) == MATRIX
    assert np.asarray(MATRIX).tolist() == MATRIX.counts.tolist()
