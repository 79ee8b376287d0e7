"""What other libraries call it, and what it is called here: names, options, values and attributes, in one table.

Errors look it up, and nothing else does.
"""

from __future__ import annotations

from typing import NamedTuple

PARTS = (
    *("splits", "confusion", "curves", "probabilities", "costs"),
    *("regression", "ranking", "text", "comparison", "generation"),
)
"""The modules of metrics, in the order of the book."""

# ---------------------------------------------------------------- names

_NONE = "not in evalbook"
_CLUSTERS = f"{_NONE}, which measures no clusters"
_DISTANCES = f"{_NONE}, which measures no distances between rows"
_SCORERS = f"{_NONE}: functions take y_true and y_pred here, never a model, and scikit-learn's make_scorer takes them"
_DEVIANCE = f"{_NONE}: for skewed targets see regression.mean_squared_log_error"
_SEARCH = f"{_NONE}, which chooses no model: loop over the settings, and score each by splits.cross_validate"
_DRAWN = "splits.hold_out, called once a draw"
_RANKED = "of ranking.rank_by_score(y_true, y_score)"

SHORT = "short names"
NAMES: dict[str, dict[str, str]] = {
    "scikit-learn": {
        **dict.fromkeys(["GridSearchCV", "RandomizedSearchCV"], _SEARCH),
        **dict.fromkeys(
            ["d2_tweedie_score", "mean_gamma_deviance", "mean_poisson_deviance", "mean_tweedie_deviance"], _DEVIANCE
        ),
        **dict.fromkeys(["check_scoring", "get_scorer", "get_scorer_names", "make_scorer"], _SCORERS),
        **dict.fromkeys(
            [
                "DistanceMetric",
                "euclidean_distances",
                "nan_euclidean_distances",
                "pairwise_distances",
                "pairwise_distances_argmin",
                "pairwise_distances_argmin_min",
                "pairwise_distances_chunked",
                "pairwise_kernels",
            ],
            _DISTANCES,
        ),
        **dict.fromkeys(
            [
                "adjusted_mutual_info_score",
                "adjusted_rand_score",
                "calinski_harabasz_score",
                "cluster",
                "completeness_score",
                "consensus_score",
                "davies_bouldin_score",
                "fowlkes_mallows_score",
                "homogeneity_completeness_v_measure",
                "homogeneity_score",
                "mutual_info_score",
                "normalized_mutual_info_score",
                "pair_confusion_matrix",
                "rand_score",
                "silhouette_samples",
                "silhouette_score",
                "v_measure_score",
            ],
            _CLUSTERS,
        ),
        "ConfusionMatrixDisplay": "plots.confusion_matrix",
        "DetCurveDisplay": f"{_NONE}: plot 1 - tpr against fpr of curves.roc_curve",
        "PrecisionRecallDisplay": "plots.pr",
        "PredictionErrorDisplay": f"{_NONE}: plot y_pred against y_true",
        "RocCurveDisplay": "plots.roc",
        "CalibrationDisplay": "plots.reliability",
        "accuracy_score": "confusion.accuracy",
        "average_precision_score": "curves.average_precision",
        "balanced_accuracy_score": "confusion.balanced_accuracy",
        "brier_score_loss": "probabilities.brier_score",
        "calibration_curve": "probabilities.reliability_curve",
        "class_likelihood_ratios": f"{_NONE}: divide confusion.recall by confusion.false_positive_rate, and "
        "confusion.false_negative_rate by confusion.specificity",
        "classification_report": "confusion.report",
        "cohen_kappa_score": "confusion.cohen_kappa",
        "confusion_matrix_at_thresholds": "curves.threshold_counts",
        "coverage_error": f"{_NONE}, where ranking looks from the top: see ranking.recall_at_k {_RANKED}",
        "d2_absolute_error_score": f"{_NONE}: divide regression.mean_absolute_error by that of the median, and take "
        "it from 1",
        "d2_brier_score": f"{_NONE}: divide probabilities.brier_score by that of the base rate, and take it from 1",
        "d2_log_loss_score": f"{_NONE}: divide probabilities.log_loss by that of the base rate, and take it from 1",
        "d2_pinball_score": f"{_NONE}: divide regression.pinball_loss by that of the quantile, and take it from 1",
        "dcg_score": f'ranking.dcg {_RANKED}, with gain="linear"',
        "det_curve": "curves.roc_curve, of which 1 - tpr is the other axis",
        "explained_variance_score": f"{_NONE}: it is regression.r2 once the mean error is taken off the predictions",
        "f1_score": "confusion.f1",
        "fbeta_score": "confusion.f_beta",
        "hamming_loss": "confusion.error_rate",
        "hinge_loss": f"{_NONE}, which scores what a model says, not how it learns: see curves.roc_auc",
        "jaccard_score": f"{_NONE}: of one class it is f / (2 - f), where f is confusion.f1",
        "label_ranking_average_precision_score": f"ranking.mean_average_precision {_RANKED}",
        "label_ranking_loss": "curves.rank_loss of each row, averaged",
        "matthews_corrcoef": "confusion.matthews_correlation",
        "mean_pinball_loss": "regression.pinball_loss",
        "metric_at_thresholds": "curves.threshold_counts, whose counts have every ratio",
        "multilabel_confusion_matrix": "confusion.ConfusionMatrix.one_vs_rest of several classes; of several labels a "
        "sample it is one confusion.confusion_matrix a column",
        "ndcg_score": 'ranking.ndcg_from_scores with gain="linear", averaged over the queries',
        "precision_recall_curve": "curves.pr_curve",
        "precision_recall_fscore_support": "confusion.report, with an array of each",
        "precision_score": "confusion.precision",
        "r2_score": "regression.r2",
        "recall_score": "confusion.recall",
        "roc_auc_score": "curves.roc_auc, or of several classes curves.multiclass_roc_auc",
        "top_k_accuracy_score": f"{_NONE}: it is ranking.hit_rate {_RANKED}, where y_true has a 1 in the column of the "
        "true class",
        "zero_one_loss": "confusion.error_rate",
        # model_selection and utils
        "GroupKFold": "splits.group_k_fold",
        "GroupShuffleSplit": f"{_NONE}: take some folds of splits.group_k_fold",
        "KFold": "splits.k_fold",
        "LeaveOneGroupOut": "splits.group_k_fold, with as many folds as groups",
        "LeaveOneOut": "splits.leave_one_out",
        "RepeatedKFold": "splits.repeated_k_fold",
        "RepeatedStratifiedKFold": "splits.repeated_k_fold with stratify=y",
        "ShuffleSplit": _DRAWN,
        "StratifiedKFold": "splits.k_fold with stratify=y",
        "StratifiedShuffleSplit": f"{_DRAWN} with stratify=y",
        "TimeSeriesSplit": "splits.forward_chaining",
        "TunedThresholdClassifierCV": f"{_NONE}, which fits no model: see curves.best_threshold",
        "cross_val_score": "splits.cross_validate",
        "cross_val_predict": "splits.cross_validate, where score may return what was predicted",
        "resample": "splits.bootstrap for a model, comparison.interval for a metric",
        "train_test_split": "splits.hold_out, which returns the numbers of the samples",
    },
    "MAPIE": {
        "regression_coverage_score": "regression.coverage",
        "regression_mean_width_score": f"{_NONE}: it is np.mean(upper - lower), a part of regression.interval_score",
        "regression_mwi_score": "regression.interval_score",
        **dict.fromkeys(["SplitConformalRegressor", "MapieRegressor"], "regression.conformal_quantile"),
    },
    "torchmetrics": {
        "AUROC": "curves.roc_auc",
        "CharErrorRate": "generation.word_error_rate with tokenize=list",
        "Perplexity": "generation.perplexity",
        "SQuAD": "generation.exact_match and generation.token_f1",
        "WordErrorRate": "generation.word_error_rate",
        "Accuracy": "confusion.accuracy",
        "CalibrationError": "probabilities.expected_calibration_error",
        "F1Score": "confusion.f1",
        "FBetaScore": "confusion.f_beta",
        "Precision": "confusion.precision",
        "R2Score": "regression.r2",
        "Recall": "confusion.recall",
        "RetrievalMAP": "ranking.mean_average_precision",
        "RetrievalMRR": "ranking.mean_reciprocal_rank",
        "RetrievalNormalizedDCG": 'ranking.ndcg with gain="linear"',
        "Specificity": "confusion.specificity",
        "auroc": "curves.roc_auc",
        "bleu_score": "text.corpus_bleu",
        "calibration_error": "probabilities.expected_calibration_error",
        "chrf_score": "text.corpus_chrf",
        "retrieval_normalized_dcg": 'ranking.ndcg with gain="linear"',
        "rouge_score": "text.rouge_n, text.rouge_l or text.rouge_lsum",
    },
    "sacrebleu": {
        "BLEU": "text.corpus_bleu",
        "CHRF": "text.corpus_chrf",
        "TER": f"{_NONE}: see text.bleu and text.chrf",
        "corpus_ter": f"{_NONE}: see text.corpus_bleu and text.corpus_chrf",
        "raw_corpus_bleu": "text.corpus_bleu",
        "sentence_bleu": "text.bleu",
        "sentence_chrf": "text.chrf",
    },
    "nltk": {
        "SmoothingFunction": "the option smoothing of text.bleu",
        "closest_ref_length": "the reference_length of text.BleuTally",
        "meteor_score": f"{_NONE}: see text.rouge_l and text.chrf",
        "sentence_gleu": f"{_NONE}: see text.bleu",
    },
    "rouge-score": {"RougeScorer": "text.rouge_n, text.rouge_l or text.rouge_lsum", "rouge_scorer": "text.rouge_n"},
    "SciPy": {
        "binomtest": "comparison.binomial_test",
        "friedmanchisquare": "comparison.friedman",
        "ttest_rel": "comparison.corrected_t_test",
        "wilcoxon": "comparison.signed_rank",
    },
    "statsmodels": {"multipletests": "comparison.holm", "proportion_confint": "comparison.proportion_interval"},
    "mlxtend": {"bias_variance_decomp": "comparison.bias_variance", "paired_ttest_5x2cv": "comparison.five_by_two"},
    "jiwer": {"process_words": "generation.EditTally"},
    "choix": {"ilsr_pairwise": "generation.bradley_terry", "opt_pairwise": "generation.bradley_terry"},
    SHORT: {
        "cer": "generation.word_error_rate with tokenize=list",
        "ppl": "generation.perplexity",
        "wer": "generation.word_error_rate",
        "auprc": "curves.average_precision",
        "brier": "probabilities.brier_score",
        "ece": "probabilities.expected_calibration_error",
        "fnr": "confusion.false_negative_rate",
        "fpr": "confusion.false_positive_rate",
        "kappa": "confusion.cohen_kappa",
        "mae": "regression.mean_absolute_error",
        "mape": "regression.mean_absolute_percentage_error",
        "mase": "regression.mean_absolute_scaled_error",
        "mcc": "confusion.matthews_correlation",
        "mrr": "ranking.mean_reciprocal_rank",
        "mse": "regression.mean_squared_error",
        "msle": "regression.mean_squared_log_error",
        "rmse": "regression.root_mean_squared_error",
        "rmsle": "regression.root_mean_squared_log_error",
        "sensitivity": "confusion.recall",
        "smape": "regression.symmetric_mean_absolute_percentage_error",
        "tnr": "confusion.specificity",
        "tpr": "confusion.recall",
        "map_at_k": "ranking.mean_average_precision with k=",
        "ndcg_at_k": "ranking.ndcg with k=",
        "hit_rate_at_k": "ranking.hit_rate",
    },
}
"""What it is here, by library: a name of ours that a sentence may follow, or that there is none, and what to do."""

# ---------------------------------------------------------------- options, values, attributes


class Meant(NamedTuple):
    """An option of ours that is meant, and what to know about it: no advice where a function has no such option."""

    option: str
    more: str = ""

    def __str__(self) -> str:
        return f"did you mean {self.option}={self.more and ', '}{self.more}?"


_RNG = Meant("rng", "which takes None, an int or a numpy.random.Generator")
NO_RNG = "it draws no random numbers, so it takes no seed"
"""What to do about any name of `_RNG` where nothing is drawn."""

_TRUE, _PRED = Meant("y_true", "the first argument"), Meant("y_pred", "the second argument")
_WEIGHT = Meant("sample_weight", "one weight for each sample")
_LEVEL, _ROUNDS = Meant("level", "such as 0.95"), Meant("rounds")
_DRAWS_NOTHING = "it draws no random numbers, and it makes the same folds each time"
_ONE_BY_ONE = "it runs one split after the other, and stops at the first error"
_BLOCKS = "it cuts k + 1 blocks of one size; drop what you like from the numbers that it returns"
_MEAN = "it is always the mean: multiply by the number of samples, or by the sum of the weights, for the sum"
_EACH_QUERY = "take the value of each query, and np.average(values, weights=…)"
_ONE_AGAINST_REST = "of several classes confusion_matrix(y_true, y_pred).one_vs_rest() has one a class"
_SEVERAL_CLASSES = "of several classes see multiclass_roc_auc"
_ONE_LIST = "it takes one list, relevance: rank_by_score(y_true, y_score) makes it"
_TOKENS = "hand in the tokens, a list of strings for each sentence, as you want them compared"

OPTIONS: dict[str, str | Meant] = {
    **dict.fromkeys(["rng", "seed", "random_seed", "random_state", "generator"], _RNG),
    "splits.group_k_fold.random_state": _DRAWS_NOTHING,
    "splits.group_k_fold.rng": _DRAWS_NOTHING,
    "splits.group_k_fold.seed": _DRAWS_NOTHING,
    "splits.group_k_fold.shuffle": _DRAWS_NOTHING,
    "y1": _TRUE,
    "y2": _PRED,
    "target": _TRUE,
    "preds": _PRED,
    "y_proba": Meant("y_prob"),
    "weight": _WEIGHT,
    "weights": _WEIGHT,
    "threshold": "compare the scores with it first: y_score >= threshold",
    "num_classes": "the labels say how many classes there are",
    "task": "the labels say what task it is",
    "replace_undefined_by": Meant("zero_division"),
    # splits
    "n_splits": Meant("k", "the number of folds"),
    "n_folds": Meant("k", "the number of folds"),
    "n_repeats": Meant("repeats"),
    "train_size": "what test_size= leaves is the training set",
    "splits.hold_out.n_splits": "it draws once; call it again for another split",
    "splits.hold_out.shuffle": "it always draws at random; forward_chaining keeps the order",
    "splits.forward_chaining.gap": _BLOCKS,
    "splits.forward_chaining.max_train_size": _BLOCKS,
    "splits.forward_chaining.test_size": _BLOCKS,
    "cv": Meant("splits", "such as splits.k_fold(len(y), 10)"),
    "scoring": Meant("score", "a function such as confusion.accuracy"),
    "estimator": Meant("fit", "a function fit(X_train, y_train) that returns a function predict(X_test)"),
    "splits.cross_validate.groups": "did you mean splits=splits.group_k_fold(groups)?",
    "n_jobs": _ONE_BY_ONE,
    "pre_dispatch": _ONE_BY_ONE,
    "verbose": _ONE_BY_ONE,
    "error_score": _ONE_BY_ONE,
    "params": "bind them in fit=, by functools.partial",
    # confusion
    "confusion.accuracy.normalize": _MEAN,
    "confusion.error_rate.normalize": _MEAN,
    "confusion.confusion_matrix.normalize": "divide counts = matrix.counts by counts.sum(axis=1, keepdims=True), and "
    "each row holds the shares of a true class",
    "confusion.balanced_accuracy.adjusted": "of k classes it is (value - 1/k) / (1 - 1/k)",
    "confusion.cohen_kappa.weights": "all disagreements count the same",
    "confusion.cohen_kappa.labels": "leave out the samples of other labels first",
    "confusion.specificity.average": _ONE_AGAINST_REST,
    "confusion.false_positive_rate.average": _ONE_AGAINST_REST,
    "confusion.false_negative_rate.average": _ONE_AGAINST_REST,
    "digits": "the report prints three; its parts, such as report.f1, have all of them",
    "output_dict": "report(…).as_dict() is the dictionary",
    "target_names": "labels are names, too: hand in texts as y_true and y_pred",
    # curves
    "drop_intermediate": "each distinct score has its point",
    "curves.roc_auc.average": _SEVERAL_CLASSES,
    "curves.roc_auc.labels": _SEVERAL_CLASSES,
    "curves.roc_auc.multi_class": _SEVERAL_CLASSES,
    "curves.multiclass_roc_auc.max_fpr": "roc_auc of one class against the rest takes it",
    "curves.multiclass_roc_auc.sample_weight": "roc_auc of one class against the rest takes it",
    "curves.average_precision.average": "of several classes score one after the other, with pos_label=",
    # probabilities
    "probabilities.log_loss.normalize": _MEAN,
    "probabilities.log_loss.y_pred": Meant("y_prob"),
    "eps": "np.clip(y_prob, eps, 1 - eps) keeps probabilities away from 0 and 1",
    "scale_by_half": "one probability a sample gives the half, from 0 to 1; a column a class the whole, from 0 to 2",
    # regression
    "squared": "root_mean_squared_error, or root_mean_squared_log_error, is the root",
    "force_finite": "zero_division= takes a number instead of nan",
    "regression.pinball_loss.alpha": Meant("quantile"),
    **dict.fromkeys(
        ["regression.interval_score.alpha", "regression.conformal_quantile.alpha"], Meant("level", "which is 1 - alpha")
    ),
    "y_pred_low": Meant("lower"),
    "y_pred_up": Meant("upper"),
    # ranking
    "ranking.y_true": _ONE_LIST,
    "ranking.y_score": _ONE_LIST,
    "log_base": "it is 2: divide DCG by the logarithm of 2 to your base, and leave NDCG as it is",
    "ignore_ties": 'ndcg_from_scores takes ties="order" for that',
    "ranking.top_k": Meant("k"),
    "ranking.sample_weight": _EACH_QUERY,
    # text
    "hypothesis": Meant("candidate", "the second argument"),
    "hypotheses": Meant("candidates", "the second argument"),
    "prediction": Meant("candidate", "the second argument"),
    "predictions": Meant("candidates", "the second argument"),
    "references": Meant("references_per_candidate", "one list of references for each candidate"),
    "list_of_references": Meant("references_per_candidate", "one list of references for each candidate"),
    "max_ngram_order": Meant("max_n"),
    "smoothing_function": Meant("smoothing"),
    "smooth_method": Meant("smoothing"),
    "smooth_value": Meant("smoothing_value"),
    "use_effective_order": Meant("effective_order"),
    "auto_reweigh": Meant("effective_order"),
    "force": "tokens are taken as they are",
    "eps_smoothing": "orders that one of the two lacks are left out",
    "remove_whitespace": "white space counts only where word_order= counts words",
    "char_order": "n-grams of 1 to 6 characters count",
    "lowercase": _TOKENS,
    "tokenize": _TOKENS,
    "tokenizer": _TOKENS,
    "use_stemmer": _TOKENS,
    "rouge_types": "rouge_n(…, n), rouge_l and rouge_lsum are functions of their own",
    # comparison
    "comparison.alpha": Meant("level", "which is 1 - alpha"),
    "confidence_level": _LEVEL,
    "n_resamples": _ROUNDS,
    "n_bootstraps": _ROUNDS,
}
"""What to do about an option that is not ours: of one function, of those of a part, or of any."""

_SEVERAL_LABELS = "give macro_average or micro_average one confusion_matrix(…, labels=[0, 1]) a column"

VALUES = {
    ("average", "samples"): f"of several labels a sample it is the mean over samples; here {_SEVERAL_LABELS}",
    ("multi_class", "raise"): "say which: against the rest, or one against another",
    ("multioutput", "variance_weighted"): 'np.average(values, weights=np.var(y_true, axis=0)) makes it of "raw_values"',
    ("method", "BCa"): 'did you mean "bca"?',
    ("loss", "mse"): 'did you mean "squared"?',
    ("loss", "0-1_loss"): 'did you mean "0-1"?',
}
"""What to do about a value of one of our options that is not ours."""

INDICATORS = {
    name: f", one label a sample: np.argmax({name}, axis=1) where one column of each row is 1; with several labels a "
    f"sample, {_SEVERAL_LABELS}"
    for name in ("y_true", "y_pred")
}
"""What to do about labels that come as columns of 0 and 1."""

_CELLS = (
    "matrix.binary(1) has tp, fp, fn and tn by name, and of the classes 0 and 1 matrix.counts.ravel() is tn, fp, fn, tp"
)
ATTRIBUTES = {"ravel": _CELLS, "flatten": _CELLS}
"""What to write for attributes of an array that a confusion matrix has not; for all others, `counts` is the array."""

GAINS_IN_ONE_LIST = (
    "the grades in ranked order: relevance_of(relevant, ranked) makes them of items, rank_by_score(y_true, y_score) "
    "of scores; ndcg_from_scores takes y_true and y_score as they are"
)
"""What the one list is that the metrics of ranked lists take."""
