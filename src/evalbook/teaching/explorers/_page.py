"""An explorer as HTML: its first state, which needs no script, and all states for the script explorer.js."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib import resources
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook.plots._pictures import Picture
from evalbook.teaching.explorers._parts import Mark, Panel, Slider, Table

Start = Sequence[Slider]
"""The sliders, which say what the first state is."""


def html(sliders: Start, parts: Sequence[Panel | Table], says: NDArray[Any], note: str) -> str:
    """The explorer, its states, its style and its script; a site may take the last two away and load them once.

    The script puts the sliders into the first element: without it they could do nothing.
    """
    marks = [(part.picture, mark) for part in parts if isinstance(part, Panel) for mark in part.marks]
    states = {
        "sliders": [{"name": name, "steps": list(steps), "start": start} for name, steps, start in sliders],
        "says": says.tolist(),
        "marks": [moves(picture, mark) for picture, mark in marks],
        "cells": [cell for part in parts if isinstance(part, Table) for cell in changes(part)],
    }
    shown = "".join(_panel(part, sliders) if isinstance(part, Panel) else _table(part, sliders) for part in parts)
    data = json.dumps(states, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<div class="explorer"><div class="explorer-sliders"></div>{shown}'
        f'<p class="explorer-says">{escape(now(says, sliders))}</p>'
        f"{f'<small>{escape(note)}</small>' if note else ''}"
        '<p class="explorer-run">Run this cell to make the picture interactive.</p>'
        '<p class="explorer-status" role="status"></p>'
        f'<script type="application/json">{data}</script></div>'
        f"<style>{asset('explorer.css')}</style><script>{asset('explorer.js')}</script>"
    )


@cache
def asset(name: str) -> str:
    """The script or the style, without comments and indents."""
    lines = map(str.strip, (resources.files("evalbook.teaching.explorers") / name).read_text("utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/*")))


def now(values: Any, sliders: Start) -> Any:
    """What holds in the first state: along an axis of length 1 it is the same everywhere."""
    array = np.asarray(values)
    return check.plain(array[tuple(0 if n == 1 else one.start for n, one in zip(array.shape, sliders, strict=True))])


# ---------------------------------------------------------------- what changes from state to state


def moves(picture: Picture, mark: Mark) -> dict[str, Any]:
    """Where a mark stands in each state, in the units of its picture; null where it is hidden."""
    if mark.kind == "path":
        return {"d": _paths(picture, mark)}
    found = {
        "x": None if mark.x is None else _places(picture.places(mark.x, picture.ax.get_ylim()[0])[0]),
        "y": None if mark.y is None else _places(picture.places(picture.ax.get_xlim()[0], mark.y)[1]),
        "t": None if mark.texts is None else mark.texts.astype(str).tolist(),
    }
    return {name: values for name, values in found.items() if values is not None}


def _paths(picture: Picture, mark: Mark) -> Any:
    """The lines through the points that are finite, as SVG writes them."""
    places = np.stack(picture.places(np.asarray(mark.x), np.asarray(mark.y)), axis=-1)
    lines = np.empty(places.shape[:-2], object)
    for state in np.ndindex(lines.shape):
        line = places[state][np.isfinite(places[state]).all(axis=-1)]
        lines[state] = "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in line) if len(line) else ""
    return lines.tolist()


def _places(places: FloatArray) -> Any:
    return np.vectorize(_number, otypes=[object])(places).tolist()


def _number(place: float) -> float | int | None:
    """A tenth of a point is less than half a pixel; whole numbers are written shorter."""
    if not math.isfinite(place):
        return None
    rounded = round(float(place), 1)
    return int(rounded) if rounded.is_integer() else rounded


def changes(table: Table) -> list[dict[str, Any]]:
    """What stands in each cell of a table, row by row, and its shade."""
    cells = []
    for name, row in table.rows.items():
        for texts, shade in zip(row, table.shades.get(name, [None] * len(row)), strict=True):
            cells.append({"t": texts.tolist()} | ({} if shade is None else {"s": np.round(shade, 2).tolist()}))
    return cells


# ---------------------------------------------------------------- the first state


SAFE = " '()*,-./:;=?@!$+~"
"""What may stand in the address of a picture as it is."""


def _panel(panel: Panel, sliders: Start) -> str:
    picture = panel.picture
    address = quote(picture.svg.replace('"', "'"), safe=SAFE)
    size = f'width="{picture.width:g}" height="{picture.height:g}"'
    return (
        f'<div class="explorer-panel" style="--width:{picture.width / 72:g}">'
        f'<img src="data:image/svg+xml,{address}" alt="{escape(panel.alt)}" {size}>'
        f'<svg aria-hidden="true" viewBox="0 0 {picture.width:g} {picture.height:g}">'
        f"{''.join(_mark(picture, mark, sliders) for mark in panel.marks)}</svg></div>"
    )


def _mark(picture: Picture, mark: Mark, sliders: Start) -> str:
    state = {name: now(np.array(values, object), sliders) for name, values in moves(picture, mark).items()}
    place = {"transform": f"translate({state.get('x') or 0} {state.get('y') or 0})"}
    if mark.kind == "path":
        place = {"d": state["d"]}
    if mark.kind == "rule":
        left, right, top, bottom = map(_number, picture.box())
        place["d"] = f"M0 {top}V{bottom}" if mark.y is None else f"M{left} 0H{right}"
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in (mark.look | place).items())
    attributes += " hidden" if None in state.values() else ""
    if mark.kind == "text":
        return f'<text class="explorer-mark"{attributes}>{escape(state["t"])}</text>'
    return f'<path class="explorer-mark explorer-{mark.kind}"{attributes}/>'


def _table(table: Table, sliders: Start) -> str:
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.columns)
    head = f"<thead><tr><td></td>{heads}</tr></thead>" if any(table.columns) else ""
    cells = iter(changes(table))
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(_cell(next(cells), sliders) for _ in row)}</tr>'
        for name, row in table.rows.items()
    )
    return (
        f'<div class="explorer-table"><table><caption>{escape(table.caption)}</caption>{head}'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _cell(states: dict[str, Any], sliders: Start) -> str:
    shade = f' style="--shade:{now(states["s"], sliders):g}"' if "s" in states else ""
    return f"<td{shade}>{escape(str(now(states['t'], sliders)))}</td>"
