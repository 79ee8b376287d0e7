"""Numbers of a report: whether they are what the arrays give, and if not, which other number they equal."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from difflib import get_close_matches
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._rounding import RELATIVE
from evalbook._undefined import mean
from evalbook.review._review import Finding, Outcome
from evalbook.review._words import amount, are, number_of

CANCELED = 1e-12
"""Of a difference by at most this share of what it is the difference of: R² may be 0 here and 1e-16 there."""


@dataclass(frozen=True)
class Number:
    """A metric that is computed when asked for, and the size of what it is the difference of: 0 where it is none.

    A squared error of 1e-14 has as many digits as one of 1, and R² of 1e-14 has hardly one.
    """

    compute: Callable[[], float]
    scale: float = 0.0

    def __call__(self) -> float:
        return self.compute()


Catalog: TypeAlias = dict[str, Callable[[], float]]
"""Metrics by name, computed when asked for; those that are no `Number` are about 1."""
Metric: TypeAlias = Callable[[Any, Any], float]
NUMBER = re.compile(r"^\s*([-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,9})?)\s*(%?)\s*$")


class ReportedNumber(NamedTuple):
    """A number of a report: under which name, which value, and how exactly."""

    name: str
    text: str
    value: float
    within: float
    """Half a unit of the last digit of a text."""
    digits: int
    """How many digits it has that count."""
    precision: float
    """How exact a number is by its type; a text is by its digits."""

    def equals(self, number: Number) -> bool:
        value = number()
        rounding = max(RELATIVE, self.precision) * abs(value) + max(CANCELED, self.precision) * number.scale
        reach = self.within + rounding
        return math.isfinite(value) and abs(value - self.value) <= reach

    def times(self, factor: float) -> ReportedNumber:
        return self._replace(value=factor * self.value, within=factor * self.within)


def reported_numbers(reported: Any) -> list[ReportedNumber]:
    """The numbers of ``reported=``, such as {"ROC AUC": "0.830"}: a text keeps the digits that were printed."""
    if reported is None:
        return []
    if not isinstance(reported, Mapping):
        raise TypeError(
            f"reported is {check.shown(reported)}; expected a dict from names of metrics to numbers, "
            'as in {"ROC AUC": "0.830"}'
        )
    return [_reported_number(name, value) for name, value in reported.items()]


def _reported_number(name: Any, value: Any) -> ReportedNumber:
    if not isinstance(name, str):
        raise TypeError(f"reported holds the name {check.shown(name)}; expected the name of a metric, as a string")
    if isinstance(value, str | Decimal):
        return _of_text(name, str(value), value)
    number = check.real(value, f"reported[{name!r}]")
    text = str(value) if isinstance(value, np.floating) else repr(number)
    return _of_text(name, text, value)._replace(value=number, within=0.0, precision=_precision(value, number))


def _of_text(name: str, text: str, value: Any) -> ReportedNumber:
    found = NUMBER.match(text)
    if not found or not -400 < (number := Decimal(found[1].replace("−", "-"))).adjusted() < 300:
        raise ValueError(
            f'reported[{name!r}] is {check.shown(value)}; expected a number as it was printed, such as "0.830"'
        )
    percent = 2 if found[2] else 0
    half_a_unit = 0.5 * 10.0 ** (int(number.as_tuple().exponent) - percent)
    digits = len(number.as_tuple().digits)
    return ReportedNumber(name, text.strip(), float(number.scaleb(-percent)), half_a_unit, digits, 0.0)


def _precision(value: Any, number: float) -> float:
    """How exact a number is by its type; what 32 bits hold exactly was most likely computed with them."""
    kind = type(value) if isinstance(value, np.floating) else np.float64
    with np.errstate(over="ignore"):
        exact = number == float(np.float32(number))
    return 8 * float(max(np.finfo(kind).eps, np.finfo(np.float32).eps * exact))


def compare_reported(reported: Sequence[ReportedNumber], metrics: Catalog, variants: Catalog) -> Outcome:
    """The numbers that are not what the arrays give, with what each equals; and the names that these do not give."""
    if not reported:
        return "reported is not given"
    others = {name: _number(compute) for name, compute in {**metrics, **variants}.items()}
    known = {standard_name(name): others[name] for name in metrics}
    numbers = [(said, _by_name(said.name, known)) for said in reported]
    compared = [_compared(said, number, others) for said, number in numbers if number]
    unknown = [said.name for said, number in numbers if not number]
    rest = [_unknown(unknown, metrics)] if unknown else []
    return [*filter(None, compared), *rest] if compared else rest[0]


def _number(compute: Callable[[], float]) -> Number:
    """The same, computed once for all that is reported."""
    number = compute if isinstance(compute, Number) else Number(compute, 1.0)
    return replace(number, compute=cache(partial(_or_nan, number.compute)))


def _or_nan(compute: Callable[[], float]) -> float:
    """nan where a metric refuses these arrays, as the MAPE refuses a true value of 1e-131, because it divides by it."""
    try:
        return compute()
    except ValueError:
        return math.nan


def _by_name(name: str, known: Mapping[str, Number]) -> Number | None:
    """The number of this name; scikit-learn's scorers take the negative of an error, as neg_log_loss."""
    plain = standard_name(name)
    if plain in known or not plain.startswith("neg"):
        return known.get(plain)
    error = known.get(standard_name(plain.removeprefix("neg")))
    return error and replace(error, compute=lambda: -error())


def _unknown(names: Sequence[str], metrics: Iterable[str]) -> str:
    near = {name: nearest(name, metrics) for name in names}
    told = [f"{name} (the nearest name is {near[name]})" if near[name] else name for name in names]
    return f"reported has {', '.join(told)}, but these arrays give {', '.join(metrics)}"


def _compared(said: ReportedNumber, here: Number, others: Mapping[str, Number]) -> Finding | None:
    if said.equals(here):
        return None
    value = here()
    equal = [name for name, each in others.items() if said.equals(each)] if said.digits > 2 else []
    rest = _as_it_was_meant(said, here) or _what_it_equals(said, equal, len(others))
    here_is = "is undefined for these arrays" if math.isnan(value) else f"these arrays give {_as_exactly(value, said)}"
    message = f"{said.name} is reported as {said.text}, but {here_is}. {rest}"
    evidence = {"reported": said.value, "here": value, "equals": equal, "tried": len(others)}
    return Finding("reported_number", "note", said.value, message, "confusion/averaging", evidence)


def _as_it_was_meant(said: ReportedNumber, here: Number) -> str:
    """How the number would be right if it were written in another way."""
    percent = said.text.endswith("%")
    if not percent and said.times(0.01).equals(here):
        return f'It is 100 times as large. Written as a percentage, "{said.text}%", it would be right.'
    if percent and said.times(100).equals(here):
        return f'It is a hundredth of that. Without the percent sign, "{said.text[:-1].strip()}", it would be right.'
    if not said.within and _of_text(said.name, said.text, said.value).equals(here):
        return (
            f'A number is compared in all its digits. As a string, "{said.text}" would be right in the digits it has.'
        )
    return ""


def _what_it_equals(said: ReportedNumber, equal: Sequence[str], tried: int) -> str:
    if said.digits <= 2:
        digits = f"{number_of(said.digits, 'digits')} {are(said.digits)}"
        return f"Its {digits} too few to compare it with {tried} other numbers. Report at least three digits."
    if equal:
        return (
            f"The number {said.text} equals {' and '.join(equal[:3])} ({tried} numbers were tried). "
            f"Correct the number, or its name."
        )
    return (
        f"The number {said.text} equals none of {tried} other numbers that these arrays give. "
        f"Check whether the report uses the same data and the same definition."
    )


def _as_exactly(value: float, said: ReportedNumber) -> str:
    """With as many digits as a text has, at least three, and more where these do not show that it differs."""
    digits = max(3, said.digits) if said.within else 3
    while digits < 17 and float(f"{value:.{digits}g}") in {float(f"{said.value:.{digits}g}"), *({1.0} - {value})}:
        digits += 1
    return amount(value, digits)


def means_over_groups(metrics: Mapping[str, Metric], true: NDArray[Any], guess: NDArray[Any], group: Any) -> Catalog:
    """The means of metrics over the groups that define them; of very many groups they are not tried."""
    if group is None or group.max() >= 500:
        return {}
    parts = [group == number for number in range(int(group.max()) + 1)]
    return {
        f"the mean over groups of the {name}": partial(_mean_over, metric, parts, true, guess)
        for name, metric in metrics.items()
    }


def _mean_over(metric: Metric, parts: list[Any], true: NDArray[Any], guess: NDArray[Any]) -> float:
    return mean([metric(true[inside], guess[inside]) for inside in parts], math.nan)


# ---------------------------------------------------------------- names

SPELLINGS = {
    "rocauc": "auc auroc aucroc rocaucscore aucscore areaunderroc areaunderthecurve areaunderroccurve "
    "areaundertheroccurve cstatistic",
    "averageprecision": "ap averageprecisionscore auprc prauc aucpr areaunderprcurve areaundertheprcurve",
    "macrorocauc": "rocaucovr",
    "accuracy": "acc accuracyscore",
    "errorrate": "misclassificationrate misclassificationerror zerooneloss",
    "balancedaccuracy": "balancedaccuracyscore balancedacc bacc",
    "kappa": "cohenkappa cohenskappa cohenkappascore cohenskappascore kappascore",
    "mcc": "matthewscorrelation matthewscorrcoef matthewscorrelationcoefficient phicoefficient",
    "precision": "precisionscore ppv positivepredictivevalue",
    "recall": "recallscore sensitivity tpr truepositiverate",
    "specificity": "tnr truenegativerate specificityscore",
    "f1": "f1score fscore f1measure fmeasure dice dicecoefficient dicescore",
    "f2": "f2score",
    "f05": "f05score",
    "jaccard": "jaccardscore jaccardindex iou",
    "negativepredictivevalue": "npv",
    "falsepositiverate": "fpr fallout",
    "falsenegativerate": "fnr missrate",
    "logloss": "ll crossentropy crossentropyloss",
    "brier": "brierscore brierscoreloss brierloss",
    "r2": "r2score rsquared coefficientofdetermination",
    "rmse": "rootmeansquarederror rootmeansquareerror",
    "mse": "meansquarederror meansquareerror",
    "mae": "meanabsoluteerror",
    "medianabsoluteerror": "medae",
    "maxerror": "maximumerror",
    "meanerror": "me bias meanbiaserror mbe",
    "mape": "meanabsolutepercentageerror",
    "symmetricmape": "smape symmetricmeanabsolutepercentageerror",
    "msle": "meansquaredlogerror meansquaredlogarithmicerror",
    "rmsle": "rootmeansquaredlogerror rootmeansquaredlogarithmicerror",
    "explainedvariance": "explainedvariancescore evs",
    "correlation": "pearson pearsonr pearsonsr pearsoncorrelation correlationcoefficient",
    "ndcg": "ndcgscore normalizeddiscountedcumulativegain",
    "map": "meanaverageprecision",
    "mrr": "meanreciprocalrank reciprank reciprocalrank",
}
ALIASES = {alias: name for name, aliases in SPELLINGS.items() for alias in aliases.split()}
AT_RANK = {"p": "precision", "r": "recall", "ap": "map", "averageprecision": "map", "rr": "mrr"}
AT_RANK |= dict.fromkeys(("hit", "hits", "hitrate", "success"), "hr")
"""What a name means where a rank follows, as in P@10."""
TREC = re.compile(r"(ndcg|map|p|precision|recall|success)(?:cut|at)?(\d+)")
"""A rank that follows without a sign, as in ndcg_cut_10."""
MEAN = r"(macro|micro|weighted)(?:averaged?|avg|mean)?"
AVERAGED = re.compile(rf"{MEAN}(.+)|(.+?){MEAN}")


def standard_name(name: str) -> str:
    """A metric's name without case, blanks and signs, as this package calls it; `@5` stays."""
    bare = re.sub(r"[^a-z0-9@]", "", name.lower().replace("²", "2").replace("κ", "kappa"))
    base, _, rank = TREC.sub(r"\1@\2", bare).partition("@") if TREC.fullmatch(bare) else bare.partition("@")
    if rank:
        return f"{AT_RANK.get(base) or ALIASES.get(base, base)}@{rank}"
    if found := AVERAGED.fullmatch(bare):
        before, one, other, after = found.groups(default="")
        return f"{before or after}{standard_name(one or other)}"
    return ALIASES.get(bare, bare)


def nearest(name: str, known: Iterable[str]) -> str:
    """Of the known names the one that is spelled most alike, or takes a mean or a rank; of another metric none."""
    plain, given = standard_name(name), {standard_name(each): each for each in known}
    alike = re.compile(rf"(macro|micro|weighted)?{re.escape(plain)}(@\d+)?")
    near = [each for each in given if alike.fullmatch(each)]
    if not near and plain not in SPELLINGS:
        spelled = {each: each for each in given} | {alias: one for alias, one in ALIASES.items() if one in given}
        near = [spelled[each] for each in get_close_matches(plain, spelled, 1, cutoff=0.7)]
    return given[near[0]] if near else ""
