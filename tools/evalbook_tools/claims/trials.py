"""Every setting of every axis is tried."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy import stats
from tqdm import tqdm

from evalbook_tools.claims.register import FEWEST_SETTINGS, Axis, Claim
from evalbook_tools.claims.syntax import digests, watched

FEW = 20
"""Fewer settings than these are listed by name, and are no rate."""
WATCHED_SETTINGS = 3
"""In how many settings of an axis it is noted which functions a claim runs: they are the same in all."""
MOST_UNASKED = 1 / 3


@dataclass(frozen=True)
class Counted:
    """What the settings of one axis gave."""

    what: str
    draws: bool
    tried: int
    asked: int
    held: int
    named: dict[str, Any]
    """What each setting gave, where there are few; if it was drawn several times, how many held of those that ask."""
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    """For a size: the mean over the settings, and its 95% interval by the t distribution."""
    each: int = 1
    """How many draws of each setting are among those tried."""


def tried(claim: Claim, axis: Axis, *, watch: bool = True) -> tuple[Counted, set[str]]:
    """What a claim gives along an axis, and which functions ran; it takes half as long if nobody watches."""
    ran: set[str] = set()
    results: dict[str, list[Any]] = {}
    by_name = False
    for draw in range(axis.each):
        with watched() if watch and not draw else nullcontext(ran) as found:
            settings = axis.settings(draw) if axis.each > 1 else axis.settings()
        ran |= found
        by_name = isinstance(settings, Mapping)
        for name, setting in _named(settings):
            with watched() if watch and len(results) < WATCHED_SETTINGS else nullcontext(ran) as found:
                results.setdefault(name, []).append(_plain(claim.holds(setting)))
            ran |= found
    return _counted(claim, axis, results, by_name), ran


def _named(settings: Sequence[Any] | Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield from settings.items() if isinstance(settings, Mapping) else ((str(k), one) for k, one in enumerate(settings))


def _plain(result: Any) -> bool | float | None:
    if result is None or isinstance(result, bool | np.bool_):
        return None if result is None else bool(result)
    return _short(float(result))


def _counted(claim: Claim, axis: Axis, results: dict[str, list[Any]], by_name: bool) -> Counted:
    low, high = claim.between or (True, True)
    every = {name: [result for result in found if result is not None] for name, found in results.items()}
    holding = {name: sum(low <= result <= high for result in found) for name, found in every.items()}
    asked = [result for found in every.values() for result in found]
    named: dict[str, Any] = {}
    if by_name and len(results) < FEW:
        once = {name: found[0] for name, found in results.items()}
        named = once if axis.each == 1 else {name: [held, len(every[name])] for name, held in holding.items()}
    counted = Counted(
        axis.what,
        axis.draws,
        sum(map(len, results.values())),
        len(asked),
        sum(holding.values()),
        named,
        each=axis.each,
    )
    if claim.between is None:
        return counted
    mean, low, high = interval_of_mean(asked)
    return replace(counted, mean=mean, low=low, high=high)


def interval_of_mean(sizes: Sequence[float]) -> tuple[float, float, float]:
    """The mean and its 95% interval by the t distribution, to four digits."""
    mean = float(np.mean(sizes))
    half = float(stats.t.ppf(0.975, len(sizes) - 1) * stats.sem(sizes)) if len(sizes) > 1 else math.nan
    return _short(mean), _short(mean - half), _short(mean + half)


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def problems(claim: Claim, counted: Sequence[Counted]) -> list[str]:
    """Why a claim does not hold as it is written; nothing where it does."""
    found = []
    for axis in counted:
        where = f"{claim.id}, over {axis.what}"
        settings = axis.tried // axis.each
        if not axis.draws and settings < FEWEST_SETTINGS:
            found.append(f"{where}: {settings} settings; expected {FEWEST_SETTINGS} or more")
        if axis.tried - axis.asked > MOST_UNASKED * axis.tried:
            found.append(f"{where}: {axis.tried - axis.asked} of {axis.tried} settings do not raise the question")
        elif claim.between is None and axis.held < claim.needs * axis.asked:
            found.append(f"{where}: held in {axis.held} of {axis.asked}; needs {claim.needs:.0%}")
        elif claim.between is not None and not _within(axis, claim.between):
            found.append(f"{where}: {axis.mean} ({axis.low} to {axis.high}) {claim.unit}; expected {claim.between}")
    return found


def _within(axis: Counted, between: tuple[float, float]) -> bool:
    return axis.low is not None and axis.high is not None and between[0] <= axis.low and axis.high <= between[1]


@dataclass(frozen=True)
class Tried:
    """A claim, what it gave along each axis and at each limit, and the digests of the functions that ran."""

    claim: Claim
    axes: list[Counted]
    limits: list[Counted]
    functions: dict[str, str]


def all_tried(claims: Sequence[Claim]) -> list[Tried]:
    """Every claim along every axis, on all cores; the progress is shown."""
    tasks = [(claim, axis) for claim in claims for axis in (*claim.axes, *claim.limits)]
    run = Parallel(n_jobs=-1, return_as="generator")(delayed(tried)(claim, axis) for claim, axis in tasks)
    names = [(claim.id, axis.what) for claim, axis in tasks]
    results = dict(zip(names, tqdm(run, total=len(tasks)), strict=True))
    return [_gathered(claim, results) for claim in claims]


def _gathered(claim: Claim, results: dict[tuple[str, str], tuple[Counted, set[str]]]) -> Tried:
    axes = [results[claim.id, axis.what] for axis in claim.axes]
    limits = [results[claim.id, axis.what] for axis in claim.limits]
    ran = set().union(*(ran for _, ran in [*axes, *limits]))
    return Tried(claim, [one for one, _ in axes], [one for one, _ in limits], digests(ran))
