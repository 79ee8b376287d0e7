"""Numbers of a report: whether they are what the arrays give, and if not, which other number they equal."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias

from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._undefined import mean
from evalbook.review._findings import Finding, Outcome

Catalog: TypeAlias = dict[str, Callable[[], float]]
"""Metrics by name, computed when asked for."""
Metric: TypeAlias = Callable[[Any, Any], float]
NUMBER = re.compile(r"^\s*([-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,9})?)\s*(%?)\s*$")


class Claim(NamedTuple):
    """A number of a report: under which name, which value, and half a unit of its last digit."""

    name: str
    text: str
    value: float
    within: float
    digits: int
    """How many digits it has that count."""

    def equals(self, value: float) -> bool:
        return abs(value - self.value) <= self.within * (1 + 1e-9) + 1e-12


def claims_of(reported: Any) -> list[Claim]:
    """The numbers of ``reported=``, such as {"ROC AUC": "0.830"}: a text keeps the digits that were printed."""
    if reported is None:
        return []
    if not isinstance(reported, Mapping):
        raise TypeError(f'reported is {check.shown(reported)}; expected numbers by name, as in {{"ROC AUC": "0.830"}}')
    return [_claim(name, value) for name, value in reported.items()]


def _claim(name: Any, value: Any) -> Claim:
    if not isinstance(name, str):
        raise TypeError(f"reported holds the name {check.shown(name)}; expected the name of a metric")
    text = value if isinstance(value, str) else repr(check.real(value, f"reported[{name!r}]"))
    found = NUMBER.match(text)
    if not found or not -100 < (number := Decimal(found[1].replace("−", "-"))).adjusted() < 100:
        raise ValueError(f'reported[{name!r}] is {check.shown(value)}; expected a number as it was printed, as "0.830"')
    percent = 2 if found[2] else 0
    exponent = int(number.as_tuple().exponent) - percent
    value = float(number.scaleb(-percent))
    return Claim(name, text.strip(), value, 0.5 * 10.0**exponent, len(number.as_tuple().digits))


ALIASES = {
    **dict.fromkeys(("auc", "auroc", "areaundertheroccurve"), "rocauc"),
    **dict.fromkeys(("ap", "auprc", "prauc", "aucpr"), "averageprecision"),
    **dict.fromkeys(("sensitivity", "tpr", "truepositiverate"), "recall"),
    **{"acc": "accuracy", "ppv": "precision", "tnr": "specificity", "f1score": "f1", "fscore": "f1", "r²": "r2"},
    **{"f1macro": "macrof1", "macrof1score": "macrof1", "f1weighted": "weightedf1", "macrorocauc": "macroauc"},
    **{"rocaucovr": "macroauc", "matthewscorrelation": "mcc", "cohenkappa": "kappa", "brierscore": "brier"},
    **{"ll": "logloss", "rootmeansquarederror": "rmse", "meansquarederror": "mse", "meanabsoluteerror": "mae"},
    **{"meanabsolutepercentageerror": "mape", "meanaverageprecision": "map", "meanreciprocalrank": "mrr"},
}


def plain_name(name: str) -> str:
    """A metric's name without case, blanks and signs; `@5` stays."""
    bare = re.sub(r"[^a-z0-9@²]", "", name.lower())
    return ALIASES.get(bare, bare)


def reported_number_of(claims: Sequence[Claim], metrics: Catalog, variants: Catalog) -> Outcome:
    """The claims that are not what the arrays give, with what each equals."""
    if not claims:
        return "reported is not given"
    known = {plain_name(name): compute for name, compute in metrics.items()}
    others: Catalog = {
        name: cache(compute) for name, compute in {**metrics, **variants}.items()
    }  # several claims share them
    given = [claim for claim in claims if plain_name(claim.name) in known]
    found = [_compared(claim, known[plain_name(claim.name)](), others) for claim in given]
    if len(given) < len(claims) and not any(found):
        unknown = ", ".join(claim.name for claim in claims if claim not in given)
        return f"reported has {unknown}; these arrays give {', '.join(metrics)}"
    return [each for each in found if each]


def _compared(claim: Claim, value: float, others: Catalog) -> Finding | None:
    if claim.equals(value):
        return None
    decimals, tried = max(0, round(-math.log10(2 * claim.within))), len(others)
    here = "undefined" if math.isnan(value) else f"{value:.{decimals}f}"
    equal = [name for name, each in others.items() if claim.equals(each())] if claim.digits > 2 else []
    if claim.digits <= 2:
        rest = f"Its {claim.digits} digits are too few to compare with {tried} other numbers."
    elif equal:
        rest = f"{claim.text} equals, of {tried} numbers tried, {' and '.join(equal[:3])}."
    else:
        rest = f"It equals none of {tried} other numbers of these arrays."
    message = f"{claim.name} is reported as {claim.text}, and is {here} here. {rest}"
    evidence = {"reported": claim.value, "here": value, "equals": equal, "tried": tried}
    return Finding("reported_number", "note", claim.value, message, "confusion/averaging", evidence)


def over_groups(metrics: Mapping[str, Metric], true: NDArray[Any], guess: NDArray[Any], group: Any) -> Catalog:
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
