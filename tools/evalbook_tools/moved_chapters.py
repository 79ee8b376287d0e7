"""Chapters that moved: their old addresses lead on, and what was answered there is found at the new place."""

from __future__ import annotations

MOVED = {
    "book/comparison/proportion": "book/splits/proportion",
    "book/comparison/bias_and_variance": "book/regression/bias_and_variance",
}
"""The new place of each; a chapter that moves again gets its last place in every line."""
