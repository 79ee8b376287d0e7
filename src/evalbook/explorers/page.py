"""An explorer as HTML: its first state, which needs no script, and the other states for the script explorer.js."""

from __future__ import annotations

import json
import math
from functools import cache
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from evalbook.plots.pictures import Picture

if TYPE_CHECKING:
    from evalbook.explorers.builder import Explorer, Mark, Panel, Table

SHAPES = {
    "o": "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
    "s": "M-4-4h8v8h-8z",
    "^": "M0-5.2L4.8 3.6h-9.6z",
    "D": "M0-5.4L5.4 0L0 5.4L-5.4 0z",
}
"""The outlines of the marks, around (0, 0)."""
SAFE = " '()*,-./:;=?@!$+~"
"""What may stand in an address as it is."""
RUN_IT = '<p class="explorer-run">Run this cell to move what it shows.</p>'


def html(explorer: Explorer) -> str:
    """The explorer, its states, and the style and the script, which a site may leave out here and load once a page."""
    panels = [part for part in explorer.parts if hasattr(part, "marks")]
    tables = [part for part in explorer.parts if not hasattr(part, "marks")]
    states = {
        "steps": [list(slider.steps) for slider in explorer.sliders],
        "says": explorer.says.tolist(),
        "marks": [moves(panel.picture, mark) for panel in panels for mark in panel.marks],
        "cells": [cell for table in tables for cell in changes(table)],
    }
    parts = "".join(
        _figure(part, explorer.start) if hasattr(part, "marks") else _table(part, explorer.start)
        for part in explorer.parts
    )
    return (
        f'<div class="explorer">{_sliders(explorer)}{parts}{_sentence(explorer)}{RUN_IT}'
        f'<script type="application/json">{_json(states)}</script></div>'
        f"<style>{asset('explorer.css')}</style><script>{asset('explorer.js')}</script>"
    )


@cache
def asset(name: str) -> str:
    """The script or the style, without comments and indents."""
    lines = (resources.files("evalbook.explorers") / name).read_text("utf-8").splitlines()
    kept = (line.strip() for line in lines)
    return "\n".join(line for line in kept if line and not line.startswith(("//", "/*")))


def _json(states: dict[str, Any]) -> str:
    return json.dumps(states, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def entry(values: NDArray[Any], state: tuple[int, ...]) -> Any:
    """What holds in a state: along an axis of length 1 it is the same everywhere."""
    return values[tuple(0 if length == 1 else step for length, step in zip(values.shape, state, strict=False))]


# ---------------------------------------------------------------- what changes from state to state


def moves(picture: Picture, mark: Mark) -> dict[str, Any]:
    """Where a mark stands in each state, in the units of its picture; null where it is hidden."""
    if mark.kind == "path":
        return {"d": _paths(picture, mark)}
    _, right, top, _ = picture.box()
    x = None if mark.x is None else _rounded(picture.places(mark.x, picture.ax.get_ylim()[0])[0])
    y = None if mark.y is None else _rounded(picture.places(picture.ax.get_xlim()[0], mark.y)[1])
    texts = None if mark.texts is None else mark.texts.astype(str).tolist()
    return {name: values for name, values in (("x", x), ("y", y), ("t", texts)) if values is not None}


def _paths(picture: Picture, mark: Mark) -> Any:
    across, up = np.broadcast_arrays(mark.x, mark.y)
    places = np.stack(picture.places(across, up), axis=-1)
    lines = np.empty(places.shape[:-2], object)
    for state in np.ndindex(lines.shape):
        kept = places[state][np.isfinite(places[state]).all(axis=-1)]
        lines[state] = "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in kept) if len(kept) else ""
    return lines.tolist()


def _rounded(places: NDArray[np.float64]) -> Any:
    rounded = np.empty(places.shape, object)
    for state, place in np.ndenumerate(places):
        rounded[state] = _number(place)
    return rounded.tolist()


def _number(place: float) -> float | int | None:
    """A tenth of a point is less than a pixel."""
    if not math.isfinite(place):
        return None
    rounded = round(float(place), 1) + 0.0
    return int(rounded) if rounded == int(rounded) else rounded


def changes(table: Table) -> list[dict[str, Any]]:
    """What stands in each cell of a table, row by row, and its shade."""
    cells = []
    for name, row in table.rows.items():
        shades = table.shades.get(name, [None] * len(row))
        for texts, shade in zip(row, shades, strict=True):
            more = {} if shade is None else {"s": np.round(shade.astype(float), 2).tolist()}
            cells.append({"t": texts.tolist(), **more})
    return cells


# ---------------------------------------------------------------- the first state as HTML


def _sliders(explorer: Explorer) -> str:
    labels = "".join(
        f'<label>{escape(slider.name)} <b aria-hidden="true">{escape(slider.steps[slider.start])}</b>'
        f'<input type="range" min="0" max="{len(slider.steps) - 1}" value="{slider.start}" '
        f'aria-valuetext="{escape(slider.steps[slider.start])}" autocomplete="off"></label>'
        for slider in explorer.sliders
    )
    return f'<div class="explorer-sliders" hidden>{labels}</div>'


def _sentence(explorer: Explorer) -> str:
    note = f"<small>{escape(explorer.note)}</small>" if explorer.note else ""
    says = escape(str(entry(explorer.says, explorer.start)))
    return f'<p class="explorer-says">{says}</p>{note}<p class="explorer-status" role="status"></p>'


def _figure(panel: Panel, start: tuple[int, ...]) -> str:
    picture = panel.picture
    address = quote(picture.svg.replace('"', "'"), safe=SAFE)
    marks = "".join(_mark(picture, mark, start) for mark in panel.marks)
    return (
        f'<div class="explorer-panel" style="--width:{picture.width / 72:g}">'
        f'<img src="data:image/svg+xml,{address}" alt="{escape(panel.alt)}" width="{picture.width:g}" '
        f'height="{picture.height:g}"><svg aria-hidden="true" viewBox="0 0 {picture.width:g} {picture.height:g}">'
        f"{marks}</svg></div>"
    )


def _mark(picture: Picture, mark: Mark, start: tuple[int, ...]) -> str:
    now = {name: entry(np.asarray(values, object), start) for name, values in moves(picture, mark).items()}
    look = dict(mark.look)
    if mark.kind == "path":
        look["d"] = now["d"]
    else:
        look["transform"] = f"translate({now.get('x', 0) or 0} {now.get('y', 0) or 0})"
    if mark.kind == "rule":
        left, right, top, bottom = (_number(side) for side in picture.box())
        look["d"] = f"M0 {top}V{bottom}" if mark.y is None else f"M{left} 0H{right}"
    hidden = " hidden" if None in now.values() else ""
    attributes = "".join(f' {name}="{escape(str(value))}"' for name, value in look.items())
    if mark.kind == "text":
        return f'<text class="explorer-mark"{attributes}{hidden}>{escape(now["t"])}</text>'
    return f'<path class="explorer-mark explorer-{mark.kind}"{attributes}{hidden}/>'


def _table(table: Table, start: tuple[int, ...]) -> str:
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.columns)
    head = f"<thead><tr><td></td>{heads}</tr></thead>" if any(table.columns) else ""
    now = iter(changes(table))
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(_cell(next(now), start) for _ in row)}</tr>'
        for name, row in table.rows.items()
    )
    return (
        f'<div class="explorer-table"><table><caption>{escape(table.caption)}</caption>{head}'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _cell(states: dict[str, Any], start: tuple[int, ...]) -> str:
    shade = f' style="--shade:{entry(np.asarray(states["s"]), start):g}"' if "s" in states else ""
    return f'<td{shade}>{escape(str(entry(np.asarray(states["t"], object), start)))}</td>'


__all__ = ["SAFE", "SHAPES", "asset", "html"]


def __dir__() -> list[str]:
    return __all__
