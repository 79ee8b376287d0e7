"""No topic of the notes is cut from the book: each definition, walkthrough and number of theirs stands in a cell.

The book was made from five study notes, S0 to S4. tests/data/topics.json names their 29 topics, and for each the
chapters, the cells and the text that a cell must hold, in its source or in what it shows as text. Line breaks and runs
of spaces do not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from book_pages import NOTEBOOKS, ROOT, cells_of

TOPICS = json.loads((ROOT / "tests" / "data" / "topics.json").read_text("utf-8"))
HELD = [
    pytest.param(f"{topic['topic']}, {topic['name']}", chapter, cell, texts, id=f"{topic['topic']}-{chapter}-{cell}")
    for topic in TOPICS
    for chapter, cells in topic["chapters"].items()
    for cell, texts in cells.items()
]


def _parts(cell: dict[str, Any]) -> Iterator[list[str] | str]:
    yield cell["source"]
    for output in cell.get("outputs", []):
        yield output.get("text", "")
        for kind in ("text/plain", "text/markdown"):
            yield output.get("data", {}).get(kind, "")


def _one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("topic", "chapter", "cell", "texts"), HELD)
def test_a_cell_holds_what_the_topic_needs(topic: str, chapter: str, cell: str, texts: list[str]) -> None:
    where = f"topic {topic}: {chapter}, cell {cell}"
    assert chapter in NOTEBOOKS, f"{where}: no such notebook in the table of contents"
    found = [each for each in cells_of(chapter) if each["id"] == cell]
    assert found, f"{where} is gone; where the topic stands now, tests/data/topics.json must say"
    held = [_one_line("".join(part)) for part in _parts(found[0])]
    lost = [text for text in texts if not any(_one_line(text) in part for part in held)]
    assert texts and not lost, f"{where} no longer holds {lost}"


def test_each_topic_is_held_somewhere() -> None:
    assert [topic["topic"] for topic in TOPICS] == list(range(29))
    assert all(topic["chapters"] and all(topic["chapters"].values()) for topic in TOPICS)
