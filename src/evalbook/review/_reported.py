"""Numbers of a report: whether they are what the arrays give, and if not, which other number they equal."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._undefined import mean
from evalbook.review._findings import Finding, Outcome

Catalog: TypeAlias = Mapping[str, Callable[[], float]]
"""Metrics by name, computed when asked for."""
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
    **{"auc": "rocauc", "auroc": "rocauc", "areaundertheroccurve": "rocauc"},
    **{"ap": "averageprecision", "auprc": "averageprecision", "prauc": "averageprecision", "aucpr": "averageprecision"},
    **{"acc": "accuracy", "sensitivity": "recall", "tpr": "recall", "truepositiverate": "recall", "ppv": "precision"},
    **{"f1score": "f1", "fscore": "f1", "f1macro": "macrof1", "macrof1score": "macrof1", "f1weighted": "weightedf1"},
    **{"tnr": "specificity", "matthewscorrelation": "mcc", "cohenkappa": "kappa", "brierscore": "brier"},
    "ll": "logloss",
    **{"rootmeansquarederror": "rmse", "meansquarederror": "mse", "meanabsoluteerror": "mae", "r²": "r2"},
    **{"macrorocauc": "macroauc", "rocaucovr": "macroauc", "meanaverageprecision": "map", "meanreciprocalrank": "mrr"},
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
    unknown = [claim.name for claim in claims if plain_name(claim.name) not in known]
    others = {name: cache(compute) for name, compute in {**metrics, **variants}.items()}  # several claims share them
    compared = (
        _compared(claim, known[plain_name(claim.name)](), others) for claim in claims if claim.name not in unknown
    )
    found = [each for each in compared if each]
    if unknown and not found:
        return f"reported has {', '.join(unknown)}; these arrays give {', '.join(metrics)}"
    return found


def _compared(claim: Claim, value: float, others: Catalog) -> Finding | None:
    if math.isnan(value) or claim.equals(value):
        return None
    decimals = max(0, round(-math.log10(2 * claim.within)))
    told = f"{claim.name} is reported as {claim.text}, and is {value:.{decimals}f} here."
    equal = [name for name, each in others.items() if claim.equals(each())] if claim.digits > 2 else []
    tried = len(others)
    if claim.digits <= 2:
        rest = f"Its {claim.digits} digits are too few to compare with {tried} other numbers."
    elif equal:
        rest = f"{claim.text} equals, of {tried} numbers tried, {' and '.join(equal[:3])}."
    else:
        rest = f"It equals none of {tried} other numbers of these arrays."
    evidence = {"reported": claim.value, "here": value, "equals": equal, "tried": tried}
    return Finding("reported_number", "note", claim.value, f"{told} {rest}", "confusion/averaging", evidence)


def mean_over_groups(
    metric: Callable[[Any, Any], float], true: NDArray[Any], guess: NDArray[Any], group: NDArray[np.intp]
) -> float:
    """The mean of a metric over groups, of those that define it; of very many groups it is not tried."""
    if group.max() >= 500:
        return math.nan
    parts = [group == number for number in range(int(group.max()) + 1)]
    return mean([metric(true[inside], guess[inside]) for inside in parts], math.nan)
