"""What was counted, in words: on the mark beside a sentence, below a chapter and on *How sure is this book?*."""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]


def note(one: Record, *, names: bool = False) -> str:
    """What a claim was tried on and how often it held; where there are few settings, which did not.

    With `names`, all settings of an axis that has few are listed.
    """
    axes = [_axis(one, axis, names=names) for axis in one["axes"]]
    limits = [f"outside its condition, {_axis(one, axis, names=names)}" for axis in one["limits"]]
    return " ".join(f"{text[:1].upper()}{text[1:]}." for text in [*axes, *limits])


def sentence_and_note(one: Record) -> str:
    """What the mark says: the sentence as it was tried, with its condition, which the page may tell in other words."""
    return f"Tested: “{one['sentence']}” {note(one)}"


def weakness(one: Record) -> float:
    """The smallest share of settings, over the axes, in which a claim held."""
    return min(float(axis["held"] / axis["asked"]) for axis in one["axes"])


def _axis(one: Record, axis: Record, *, names: bool) -> str:
    several = f", {axis['tried'] // axis['each']} settings, {axis['each']} draws of each" if axis["each"] > 1 else ""
    text = f"{axis['what']}{several}: {_held(one, axis)}"
    if axis["tried"] > axis["asked"]:
        text += f"; {axis['tried'] - axis['asked']} more do not raise the question"
    if names and axis["named"]:
        counts = axis["named"].items()
        listed = [f"{name} {held} of {asked}" for name, (held, asked) in counts] if several else axis["named"]
        text += f" ({'; '.join(listed)})"
    return text


def _held(one: Record, axis: Record) -> str:
    if one["between"]:
        interval = f"95%: {axis['low']:g} to {axis['high']:g}, {axis['asked']} settings"
        return f"{axis['mean']:g} {one['unit']} on average ({interval})"
    if not axis["named"] or axis["each"] > 1:
        return f"held in {axis['held']} of {axis['asked']}"
    failed = [name for name, holds in axis["named"].items() if holds is False]
    if not failed:
        return f"held in all {axis['asked']}"
    return f"held in all but {'; '.join(failed)}" if axis["held"] else "held in none"
