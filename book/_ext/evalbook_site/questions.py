"""Bets and answer boxes: the records that `pages` leaves in a notebook become HTML when the site is built."""

from __future__ import annotations

from sphinx.application import Sphinx


def setup(app: Sphinx) -> None:
    """Nothing yet."""
