"""What users rely on: names and parameters, docstrings, the shape of the package, and tests that cover all of it."""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name

import pytest
from numpydoc.docscrape import NumpyDocString
from numpydoc.validate import validate

import evalbook
from calls import METRIC_MODULES, PUBLIC
from evalbook._extras import missing_extra
from peer_cases import CASES

PACKAGE = Path(evalbook.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))

# ---------------------------------------------------------------- names and parameters

SW = "sample_weight=None"
ZD = 'zero_division="warn"'
PL = "pos_label=None"
TRUE_PRED, TRUE_SCORE, TRUE_PROB = "y_true, y_pred, *", "y_true, y_score, *", "y_true, y_prob, *"
BINS = 'n_bins=10, strategy="uniform"'
OUTPUTS = f'{SW}, multioutput="uniform_average"'
CLASSES = f'{PL}, average="binary", labels=None, {SW}, {ZD}'
CHRF = "*, word_order=0, beta=2.0"
LEVEL, ALPHA = "level=0.95", "alpha=0.05"
DRAWS = "rounds=10_000, groups=None, stratify=None, rng=None, progress=False"
BLEU = "*, max_n=4, weights=None, smoothing=None, smoothing_value=None, effective_order=False"

# More parameters may follow; none of these may change its name, its place or its default.
CONTRACT = {
    "splits": """
        hold_out(n, test_size=0.3, *, stratify=None, rng=None)
        k_fold(n, k=10, *, stratify=None, shuffle=True, rng=None)
        repeated_k_fold(n, k=10, repeats=10, *, stratify=None, rng=None)
        leave_one_out(n)
        group_k_fold(groups, k=5)
        forward_chaining(n, k=5)
        bootstrap(n, rounds=1, *, rng=None)
        probability_never_drawn(n)
        cross_validate(fit, X, y, splits, score)
        bootstrap_632(train_error, out_of_bag_error)
        Split(train, test)
    """,
    "confusion": f"""
        Counts(tp, fp, fn, tn)
        ConfusionMatrix(counts, labels)
        confusion_matrix({TRUE_PRED}, labels=None, {SW})
        accuracy({TRUE_PRED}, {SW})
        error_rate({TRUE_PRED}, {SW})
        precision({TRUE_PRED}, {CLASSES})
        recall({TRUE_PRED}, {CLASSES})
        f1({TRUE_PRED}, {CLASSES})
        f_beta({TRUE_PRED}, beta, {CLASSES})
        specificity({TRUE_PRED}, {PL}, {SW}, {ZD})
        false_positive_rate({TRUE_PRED}, {PL}, {SW}, {ZD})
        false_negative_rate({TRUE_PRED}, {PL}, {SW}, {ZD})
        balanced_accuracy({TRUE_PRED}, {SW}, {ZD})
        matthews_correlation({TRUE_PRED}, {SW}, {ZD})
        cohen_kappa({TRUE_PRED}, {SW}, {ZD})
        macro_average(matrices, *, {ZD})
        micro_average(matrices, *, {ZD})
        Averages(precision, recall, f1)
        report({TRUE_PRED}, labels=None, {SW}, {ZD})
        Report.from_matrix(matrix, *, {ZD})
        Counts.rows({TRUE_PRED}, {PL}, {SW})
        ConfusionMatrix.rows({TRUE_PRED}, labels=None, {SW})
    """,
    "curves": f"""
        threshold_counts({TRUE_SCORE}, {PL}, {SW})
        ThresholdCounts(thresholds, counts)
        roc_curve({TRUE_SCORE}, {PL}, {SW})
        RocCurve(fpr, tpr, thresholds)
        encloses(a, b)
        pr_curve({TRUE_SCORE}, {PL}, {SW})
        PrCurve(precision, recall, thresholds)
        auc(x, y)
        roc_auc({TRUE_SCORE}, {PL}, {SW}, max_fpr=None, {ZD})
        rank_loss({TRUE_SCORE}, {PL}, {SW}, {ZD})
        average_precision({TRUE_SCORE}, {PL}, {SW}, {ZD})
        break_even_point({TRUE_SCORE}, {PL}, {SW}, {ZD})
        roc_convex_hull(fpr, tpr)
        best_threshold({TRUE_SCORE}, cost_fp=1, cost_fn=1, {PL}, {SW})
        OperatingPoint(threshold, fpr, tpr)
        iso_accuracy_slope(*, n_neg, n_pos)
        multiclass_roc_auc({TRUE_SCORE}, average="macro", multi_class="ovr", labels=None, {ZD})
        multiclass_roc_curve({TRUE_SCORE}, average="threshold", labels=None)
        logit_edges(n_bins=10_000)
        quantile_edges(y_score, n_bins=10_000)
        ScoreTally(edges, positives=None, negatives=None)
        ScoreTally.from_arrays({TRUE_SCORE}, edges=None, {PL}, {SW})
        ScoreTally.rows({TRUE_SCORE}, edges=None, {PL}, {SW})
        ScoreTally.roc_auc_bounds(self)
        ScoreTally.average_precision_bounds(self)
        ScoreTally.roc_curve_bounds(self)
        ScoreTally.pr_curve_bounds(self, recall)
        ScoreTally.refined_edges(self, n_bins=10_000)
        RefinedTally(first, metric, scores, positives, negatives, at_most=10_000_000)
        RefinedTally.from_arrays({TRUE_SCORE}, first, metric="roc_auc", at_most=10_000_000, {PL}, {SW})
    """,
    "probabilities": f"""
        log_loss({TRUE_PROB}, {PL}, labels=None, {SW})
        brier_score({TRUE_PROB}, {PL}, labels=None, {SW})
        reliability_curve({TRUE_PROB}, {BINS}, {PL}, {SW})
        ReliabilityCurve(prob_true, prob_pred)
        expected_calibration_error({TRUE_PROB}, {BINS}, {PL}, {SW})
        ProbabilityTally(edges, weight, positives, probability, log_loss_sum, squared_error_sum)
        ProbabilityTally.from_arrays({TRUE_PROB}, n_bins=10, edges=None, {PL}, {SW})
        ProbabilityTally.rows({TRUE_PROB}, n_bins=10, edges=None, {PL}, {SW})
    """,
    "costs": f"""
        cost_sensitive_error({TRUE_PRED}, cost_fn, cost_fp, {PL}, {SW})
        expected_cost(matrix, *, costs)
        probability_cost(p, *, cost_fn, cost_fp)
        normalized_cost(fpr, fnr, *, probability_cost)
        cost_curve({TRUE_SCORE}, {PL}, {SW})
        CostCurve(probability_cost, normalized_cost, thresholds)
    """,
    "regression": f"""
        mean_squared_error({TRUE_PRED}, {OUTPUTS})
        root_mean_squared_error({TRUE_PRED}, {OUTPUTS})
        mean_absolute_error({TRUE_PRED}, {OUTPUTS})
        mean_squared_log_error({TRUE_PRED}, offset=1.0, {OUTPUTS})
        root_mean_squared_log_error({TRUE_PRED}, offset=1.0, {OUTPUTS})
        minkowski_error(y_true, y_pred, k, *, {OUTPUTS})
        max_error({TRUE_PRED}, {OUTPUTS})
        median_absolute_error({TRUE_PRED}, {OUTPUTS})
        r2({TRUE_PRED}, {OUTPUTS}, {ZD})
        mean_absolute_percentage_error({TRUE_PRED}, {OUTPUTS}, {ZD})
        mean_absolute_scaled_error({TRUE_PRED}, y_train, season=1, {OUTPUTS}, {ZD})
        symmetric_mean_absolute_percentage_error({TRUE_PRED}, {OUTPUTS}, {ZD})
        pinball_loss(y_true, y_pred, quantile, *, {OUTPUTS})
        coverage(y_true, lower, upper, *, {SW})
        interval_score(y_true, lower, upper, *, level, {SW})
        conformal_quantile(scores, *, level)
        RegressionTally(n)
        RegressionTally.from_arrays(y_true, y_pred, *, {SW})
        RegressionTally.rows(y_true, y_pred, *, {SW})
    """,
    "ranking": f"""
        relevance_of(relevant, ranked)
        rank_by_score(y_true, y_score)
        precision_at_k(relevance, k)
        recall_at_k(relevance, k, *, n_relevant=None, {ZD})
        hit_ratio(relevance, k, *, n_relevant=None, {ZD})
        hit_rate(relevance, k)
        average_precision(relevance, *, k=None, n_relevant=None, {ZD})
        mean_average_precision(relevance, *, k=None, n_relevant=None, {ZD})
        reciprocal_rank(relevance, *, k=None)
        mean_reciprocal_rank(relevance, *, k=None)
        cg(relevance, *, k=None, gain="exponential")
        dcg(relevance, *, k=None, gain="exponential")
        idcg(relevance, *, k=None, gain="exponential", ideal=None, {ZD})
        ndcg(relevance, *, k=None, gain="exponential", ideal=None, {ZD})
        ndcg_from_scores(y_true, y_score, *, k=None, gain="exponential", ties="average", {ZD})
        RankingTally(queries)
        RankingTally.from_arrays(relevance, *, k=None, n_relevant=None, gain="exponential", ideal=None, {ZD})
        RankingTally.rows(relevance, *, k=None, n_relevant=None, gain="exponential", ideal=None, {ZD})
    """,
    "text": f"""
        ngrams(tokens, n)
        clipped_counts(references, candidate, n)
        modified_precision(references, candidate, n)
        brevity_penalty(*, reference_length, candidate_length)
        bleu(references, candidate, {BLEU})
        corpus_bleu(references_per_candidate, candidates, {BLEU})
        BleuTally(matches)
        BleuTally.from_sentence(references, candidate, *, max_n=4)
        BleuTally.rows(references_per_candidate, candidates, *, max_n=4)
        chrf(references, candidate, {CHRF})
        corpus_chrf(references_per_candidate, candidates, {CHRF})
        ChrfTally(matches, candidate_totals, reference_totals, word_order=0)
        ChrfTally.from_sentence(references, candidate, {CHRF})
        ChrfTally.rows(references_per_candidate, candidates, {CHRF})
        lcs_length(a, b)
        lcs(a, b)
        rouge_n(references, candidate, n)
        rouge_l(references, candidate, *, beta=1.0)
        rouge_lsum(references, candidate)
        RougeScore(precision, recall, f)
        RougeTally(hits)
        RougeTally.from_ngrams(references, candidate, n)
        RougeTally.from_lcs(references, candidate)
        RougeTally.from_summaries(references, candidate)
        RougeTally.ngram_rows(references_per_candidate, candidates, n)
        RougeTally.lcs_rows(references_per_candidate, candidates)
        RougeTally.summary_rows(references_per_candidate, candidates)
    """,
    "comparison": f"""
        Interval(value, low, high, level, method, rounds=0, undefined=0)
        Difference(a, b, value, low, high, p_value, level, rounds=0, undefined=0)
        PermutationTest(a, b, value, p_value, rounds, undefined, exact)
        BinomialTest(errors, most, p_value)
        PairTest(only_a, only_b, statistic, p_value)
        DeLong(areas, covariance)
        DeLong.interval(self, i=0, *, {LEVEL}, scale="logit")
        DeLong.difference(self, i=0, j=1, *, {LEVEL})
        TTest(value, low, high, statistic, df, p_value)
        RankTest(mean_ranks, statistic, p_value, method)
        CriticalDifference(mean_ranks, q, critical_difference, p_values)
        SignedRank(statistic, p_value, a_better, equivalent, b_better, rope)
        BiasVariance(loss, bias, variance, net_variance)
        GroupTally(groups, tallies)
        GroupTally.from_arrays(make, groups, *columns)
        proportion_interval(successes, n, *, {LEVEL}, method="wilson")
        binomial_test(errors, n, *, error_rate, {ALPHA})
        interval(metric, *arrays, {LEVEL}, method="percentile", {DRAWS})
        difference(metric, y_true, a, b, *, {LEVEL}, method="percentile", {DRAWS})
        permutation_test(metric, y_true, a, b, *, rounds=10_000, groups=None, rng=None, progress=False)
        mcnemar(y_true, a, b, *, method="exact")
        delong(y_true, *scores, {PL})
        sample_size(gain, *, disagreement, power=0.8, {ALPHA})
        corrected_t_test(differences, *, test_share, {LEVEL})
        five_by_two(differences, *, method="dietterich", {LEVEL})
        friedman(scores, *, higher_is_better=True, method="f", ties=False)
        nemenyi(scores, *, higher_is_better=True, {ALPHA})
        holm(p_values)
        signed_rank(a, b, *, rope, rounds=50_000, rng=None)
        bias_variance(y_true, predictions, *, loss="squared")
    """,
    "generation": f"""
        corrected_rate(judged, labels, *, method="prediction_powered", {LEVEL})
        CorrectedRate(rate, low, high, level, method, judged_rate, labeled_rate, sensitivity, \
specificity, weight, n, labeled)
        krippendorff_alpha(ratings, *, level="nominal")
        pass_at_k(n, c, *, k, average="mean")
        bradley_terry(wins, *, losses=None, models=None, place=False, prior=0.0, infinite="raise")
        BradleyTerry(models, strengths, covariance, place=None, place_error=None)
        BradleyTerry.probability(self, model, other, *, first=None)
        BattleTally(wins, losses, ties, models)
        BattleTally.from_arrays(first, second, outcome, *, models=None)
        BattleTally.rows(first, second, outcome, *, models=None)
        elo(games, *, k=32.0, start=1500.0, scale=400.0)
        exact_match(references, answers, *, normalize="squad")
        token_f1(references, answers, *, normalize="squad", tokenize=None)
        word_error_rate(references, hypotheses, *, tokenize=None, {ZD})
        EditTally(hits, substitutions, deletions, insertions)
        EditTally.from_sentences(references, hypotheses, *, tokenize=None)
        EditTally.rows(references, hypotheses, *, tokenize=None)
        perplexity(nll)
        bits_per_byte(nll, text, *, {ZD})
    """,
    "review": """
        classification(y_true, *, y_score=None, y_prob=None, y_pred=None, pos_label=None, labels=None, groups=None, \
costs=None, reported=None, rivals=None, models_tried=1, unit="samples", ignore=())
        regression(y_true, y_pred, *, y_train=None, groups=None, reported=None, ignore=())
        ranking(y_true, y_score, *, k=None, reported=None, ignore=())
        split(X_train, X_test, *, y=None, groups=None, times=None, ignore=())
        folds(differences, *, test_share, ignore=())
        tries(right, *, tasks=None, ignore=())
        comparisons(first, second, outcome, *, ignore=())
        Finding(check, severity, value, message, chapter, evidence)
        Review(line, findings, ignored, checked, not_checked)
        Review.as_dict(self)
        Review.raise_for(self, severity="error")
    """,
    "distributed": """
        tally(make, *collections, split_every=16, **options)
        compute(*tallies, address=None, scheduler=None, progress=True)
        read_parquet(paths, columns=None)
    """,
    "teaching.answers": """
        question_record(role, kind, question, *, id, **parts)
        mistakes_of(pairs, *, with_answers=True)
        stored(answer)
        readings_of_answer(answer, question="")
        exactly(number, wanted)
        rounded(number, wanted)
        judge(record, answer)
        with_reason(record, said)
        has_form(record, answer)
        Judgment(state, text)
        refusal(mistake, html)
        as_script(values)
        plain_answer(answer)
        worth(record, answer)
        shares(record)
        Worth(share, text)
        digest(text)
        open_key(name, address="")
        known_question(id)
        key_name(notebook, key)
        key_text(key)
        read_key(text)
    """,
}
PROMISED = [(module, line.strip()) for module, lines in CONTRACT.items() for line in lines.strip().splitlines()]


@pytest.mark.parametrize(("module", "promised"), PROMISED)
def test_the_contract_is_kept(module, promised):
    name, parameters = promised.removesuffix(")").split("(", 1)
    found = importlib.import_module(f"evalbook.{module}")
    for part in name.split("."):
        found = getattr(found, part)
    by_position, keyword_only = kinds_of(inspect.signature(found))
    expected_by_position, expected_keyword_only = kinds_of(signature_of(parameters))
    assert list(by_position.items())[: len(expected_by_position)] == list(expected_by_position.items())
    assert keyword_only | expected_keyword_only == keyword_only
    if inspect.isfunction(found):  # what is more has a default
        more = [*list(by_position.values())[len(expected_by_position) :]]
        more += [default for name, default in keyword_only.items() if name not in expected_keyword_only]
        assert inspect.Parameter.empty not in more


def signature_of(parameters: str) -> inspect.Signature:
    space: dict[str, object] = {}
    exec(f"def promised({parameters}): ...", space)
    return inspect.signature(space["promised"])


def kinds_of(signature: inspect.Signature) -> tuple[dict[str, object], dict[str, object]]:
    """Defaults by name, of the parameters that may be given by position and of those that may not."""
    kept = signature.parameters.values()
    return (
        {one.name: one.default for one in kept if one.kind is one.POSITIONAL_OR_KEYWORD},
        {one.name: one.default for one in kept if one.kind is one.KEYWORD_ONLY},
    )


def test_the_package_exports_the_modules_and_the_warning():
    at_the_top = {name for name in CONTRACT if "." not in name} - {*EXTRAS}
    assert {*at_the_top, "UndefinedMetricWarning", "__version__"} <= set(evalbook.__all__)


PUBLIC_MODULES = [
    ".".join(["evalbook", *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__")
    for path in SOURCES
    if not any(part.startswith("_") and part != "__init__.py" for part in path.relative_to(PACKAGE).parts)
]


@pytest.mark.parametrize("name", PUBLIC_MODULES)
def test_a_module_shows_what_it_exports_and_nothing_else(name):
    module = importlib.import_module(name)
    assert sorted(dir(module)) == sorted(module.__all__)
    assert all(hasattr(module, public) or find_spec(f"{name}.{public}") for public in module.__all__)


@pytest.mark.parametrize("name", METRIC_MODULES)
def test_a_metric_module_exports_all_that_it_defines(name):
    defined = {public.removeprefix(f"{name}.") for public in PUBLIC if public.startswith(f"{name}.")}
    assert set(getattr(evalbook, name).__all__) == defined


# ---------------------------------------------------------------- docstrings

FUNCTIONS = [name for name, value in PUBLIC.items() if inspect.isfunction(value)]
CHECKED_CLASSES = [name for name, value in PUBLIC.items() if "__post_init__" in vars(value)]  # users make them
RESULTS = [name for name, value in PUBLIC.items() if inspect.isclass(value) and name not in CHECKED_CLASSES]


def sections_of(name: str) -> dict[str, str]:
    """The text of each section of a docstring; what stands before the first is under ""."""
    parts = re.split(r"^(\w[\w ]*)\n-+\n", inspect.getdoc(PUBLIC[name]) or "", flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_docstring_of_a_function_is_complete(name):
    sections = sections_of(name)
    for section in ("Parameters", "Returns", "Notes", "References", "Examples"):
        assert section in sections, f"no section {section}"
    assert re.match(r"1\. ", sections["Notes"]), "the edge cases are not numbered"
    assert ">>> " in sections["Examples"]


@pytest.mark.parametrize("name", CHECKED_CLASSES)
def test_the_docstring_of_a_class_that_users_make_is_complete(name):
    sections = sections_of(name)
    for section in ("Parameters", "Notes", "Examples"):
        assert section in sections, f"no section {section}"
    assert re.match(r"1\. ", sections["Notes"]), "the edge cases are not numbered"


RELATIVES = {name: NumpyDocString(inspect.getdoc(value) or "")["See Also"] for name, value in PUBLIC.items()}


@pytest.mark.parametrize("name", [name for name, relatives in RELATIVES.items() if relatives])
def test_the_relatives_of_a_name_exist_and_are_told_in_a_few_words(name):
    module = name.partition(".")[0]
    assert len(RELATIVES[name]) <= 4
    for found, words in RELATIVES[name]:
        assert 0 < len(" ".join(words).split()) <= 15
        for relative, _ in found:
            full = relative if relative.startswith("evalbook.") else f"evalbook.{module}.{relative}"
            assert full != f"evalbook.{name}"
            part = full.split(".")[1]
            assert full.split(".")[2] in importlib.import_module(f"evalbook.{part}").__all__
            assert resolve_name(full) is not None


RNG = "The source of the random numbers. Pass an int for a reproducible result."
SEEDED = [name for name in FUNCTIONS if "rng" in inspect.signature(PUBLIC[name]).parameters]


@pytest.mark.parametrize("name", SEEDED)
def test_what_rng_is_for_is_told_in_one_text(name):
    told = {each.name: " ".join(each.desc) for each in NumpyDocString(inspect.getdoc(PUBLIC[name]) or "")["Parameters"]}
    assert told["rng"].startswith(RNG)


@pytest.mark.parametrize("name", [*FUNCTIONS, *CHECKED_CLASSES])
def test_each_parameter_is_documented_in_order(name):
    found = [text for code, text in validate(f"evalbook.{name}")["errors"] if code in ("PR01", "PR02", "PR03")]
    assert not found


@pytest.mark.parametrize("name", PUBLIC)
def test_each_docstring_begins_with_one_line_and_has_no_gap(name):
    docstring = inspect.getdoc(PUBLIC[name]) or ""
    first, *rest = docstring.splitlines()
    assert first.endswith((".", ";", ":")) or not rest
    assert not rest or rest[0] == ""
    assert "%(" not in docstring


@pytest.mark.parametrize("name", [*FUNCTIONS, *CHECKED_CLASSES])
def test_what_a_docstring_says_to_see_also_exists_and_is_another(name):
    module = name.rpartition(".")[0]
    for relatives, words in NumpyDocString(inspect.getdoc(PUBLIC[name]))["See Also"]:
        assert " ".join(words), "not said why"
        for relative, _ in relatives:
            full = relative if relative.startswith("evalbook.") else f"evalbook.{module}.{relative}"
            assert full != f"evalbook.{name}"
            assert pkgutil.resolve_name(full)


@pytest.mark.parametrize("name", [*RESULTS, *CHECKED_CLASSES])
def test_each_part_of_a_class_has_a_docstring(name):
    for part, value in vars(PUBLIC[name]).items():
        if not part.startswith("_") and (inspect.isfunction(value) or isinstance(value, property | classmethod)):
            assert inspect.getdoc(getattr(PUBLIC[name], part)), part


@pytest.mark.parametrize("name", RESULTS)
def test_each_field_of_a_result_is_explained(name):
    body = [*ast.parse(inspect.getsource(PUBLIC[name])).body[0].body, None]
    for node, below in itertools.pairwise(body):
        if isinstance(node, ast.AnnAssign):
            assert isinstance(below, ast.Expr), f"no string below {node.target.id}"


# ---------------------------------------------------------------- the shape of the package


def code_lines(source: str) -> tuple[ast.Module, list[int]]:
    """The lines that are neither blank, nor a comment, nor part of a docstring."""
    tree = ast.parse(source)
    strings = [n for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)]
    text = {line for node in strings for line in range(node.lineno, node.end_lineno + 1)}
    lines = enumerate(map(str.strip, source.splitlines()), start=1)
    return tree, [number for number, line in lines if line and not line.startswith("#") and number not in text]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_functions_and_modules_are_short(path):
    tree, lines = code_lines(path.read_text("utf-8"))
    assert len(lines) <= 400
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = sum(node.lineno <= line <= node.end_lineno for line in lines)
            assert length <= 30, f"{node.name} has {length} lines of code"


# A module imports only from modules of a lower level. A metric module that others import from stands below the rest,
# one that compares by any metric above; the last line may not be imported by any metric.
LEVELS = {
    **{"_distributions": 0, "_names_elsewhere": 0},
    **{"_extras": 1, "_hints": 1, "_input": 1, "_record": 1, "_rounding": 1},
    **{"_undefined": 2, "_tally": 2, "_formula": 3},
    **dict.fromkeys(METRIC_MODULES, 6),
    **{"confusion": 4, "curves": 5, "comparison": 7, "generation": 8},
    **{"distributed": 8, "review": 9, "plots": 8, "teaching.examples": 8, "teaching.explorers": 9, "teaching.pages": 9},
    **{"teaching.answers": 8},
}
LIGHT = [name for name, level in LEVELS.items() if level < LEVELS["teaching.examples"]]
"""What needs NumPy alone."""


def files_of(module: str) -> list[Path]:
    folder = PACKAGE / module.replace(".", "/")
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All parts of a file that run when it is imported: what stands in functions does not."""
    yield node
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from statements(part)


def imported(path: Path, *, at_once: bool = False) -> set[str]:
    """The dotted names of all modules, and of what is taken from a module, that a file imports: in all, or at once."""
    found = set()
    tree = ast.parse(path.read_text("utf-8"))
    for node in statements(tree) if at_once else ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


ALLOWED = {
    "distributed": {"dask", "distributed", "pandas", "pyarrow"},
    "plots": {"numpy", "matplotlib", "cycler"},
    "teaching.answers": {"numpy"},
    "teaching.examples": {"numpy", "sklearn"},
    "teaching.explorers": {"numpy"},
}


@pytest.mark.parametrize("module", dict.fromkeys([*LIGHT, *ALLOWED]))
def test_imports_point_one_way(module):
    for path in files_of(module):
        for name in imported(path):
            first, *rest = name.split(".")
            if name == "evalbook":
                assert module == "teaching.answers", "for its version; the modules are imported by name"
                continue
            if first == "evalbook":
                other = ".".join(rest[: 2 if rest[0] == "teaching" else 1])
                assert other == module or LEVELS[other] < LEVELS[module], f"{path.name} imports {name}"
            else:
                allowed = ALLOWED.get(module, {"numpy"}) | sys.stdlib_module_names
                assert first in allowed, f"{path.name} imports {name}"


def test_plots_alone_imports_matplotlib():
    drawing = {path for path in SOURCES if any(name.split(".")[0] == "matplotlib" for name in imported(path))}
    assert drawing
    assert {path.relative_to(PACKAGE).parts[0] for path in drawing} == {"plots"}


def run_apart(program: str) -> subprocess.CompletedProcess:
    """Run a program in a Python of its own."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)


def test_importing_evalbook_imports_numpy_and_nothing_else():
    result = run_apart(
        "import sys, numpy, numpy.random\n"
        "before = set(sys.modules)\n"
        "import evalbook\n"
        "print(*{name.split('.')[0] for name in set(sys.modules) - before})"
    )
    assert set(result.stdout.split()) - sys.stdlib_module_names - {"numpy"} == {"evalbook"}, result.stderr


def test_no_metric_pulls_what_only_pages_need():
    result = run_apart("import sys; from evalbook import *; print(*sys.modules)")
    assert "evalbook.curves" in result.stdout, result.stderr
    assert "evalbook.teaching" not in result.stdout


def test_the_examples_of_the_metrics_run_where_numpy_alone_is_installed():
    result = run_apart(
        "import sys, doctest, pkgutil, importlib\n"
        "sys.modules |= dict.fromkeys(['sklearn', 'scipy', 'matplotlib', 'pandas', 'IPython'])\n"
        "import evalbook\n"
        f"for module in {sorted(name for name in LIGHT if not name.startswith('distributed'))}:\n"
        "    found = importlib.import_module(f'evalbook.{module}')\n"
        "    paths = getattr(found, '__path__', [])\n"
        "    below = [importlib.import_module(f'{found.__name__}.{one.name}') for one in pkgutil.iter_modules(paths)]\n"
        "    for each in [found, *below]:\n"
        "        doctest.testmod(each)\n"
    )
    assert not result.stdout, result.stdout[-3000:]
    assert not result.returncode, result.stderr[-1000:]


EXTRAS = {"plots": "plots", "teaching.explorers": "plots", "teaching.pages": "book", "distributed": "dask"}
"""The modules that need more than NumPy, and what the extra is called."""
NEEDED = {("teaching.explorers", "matplotlib")} | {
    (module, name.split(".")[0])
    for module in EXTRAS
    for path in files_of(module)
    for name in imported(path, at_once=True)
    if name.split(".")[0] not in {"evalbook", "numpy", *sys.stdlib_module_names}
}


@pytest.mark.parametrize(("module", "missing"), sorted(NEEDED))
def test_a_module_without_its_extra_says_what_to_install(module, missing):
    result = run_apart(f"import sys; sys.modules[{missing!r}] = None; import evalbook.{module}")
    last = result.stderr.strip().splitlines()[-1]
    assert last.startswith(f"ImportError: evalbook.{module} needs ")
    assert last.endswith(f'pip install "evalbook[{EXTRAS[module]}] @ …"')


def test_a_notebook_shows_the_missing_extra_in_one_line():
    error = missing_extra("teaching.pages", "what the book needs", "book")
    assert error._render_traceback_() == [f"ImportError: {error}"]


# ---------------------------------------------------------------- tests cover everything


def parametrized(names: str | tuple[str, ...]) -> list[tuple[str, tuple[object, ...]]]:
    """The values of every test that is parametrized over these names, with the part of the package that it tests."""
    found = []
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        module = importlib.import_module(path.stem)
        holders = [module, *filter(inspect.isclass, vars(module).values())]
        tests = [test for holder in holders for test in vars(holder).values() if inspect.isfunction(test)]
        for mark in (mark for test in tests for mark in getattr(test, "pytestmark", [])):
            if mark.name == "parametrize" and mark.args[0] == names:
                rows = [row.values if isinstance(row, type(pytest.param())) else (row,) for row in mark.args[1]]
                found += [(path.stem.removeprefix("test_"), values) for values in rows]
    return found


def test_every_peer_case_is_replayed():
    replayed = {case["id"] for _, (case,) in parametrized("case") if isinstance(case, dict)}
    assert replayed == {case["id"] for case in CASES}


def test_every_public_function_is_in_a_table_of_bad_input():
    tested = {f"{part}.{function.__name__}" for part, (function, _) in parametrized(("function", "row"))}
    tested |= {row.name for _, (row, _) in parametrized(("row", "name"))}
    untested = set(FUNCTIONS) - tested
    assert not untested, "give each a row in tests/calls.py, or a table of bad input in the test file of its module"


def test_no_function_has_two_tables_of_bad_input_of_which_one_is_lost():
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "BAD":
                keys = [ast.unparse(key) for key in node.value.keys]
                assert len(keys) == len(set(keys)), path
