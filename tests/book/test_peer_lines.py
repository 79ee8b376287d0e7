"""A library that the book does not need stands in a block of a chapter, as a session: it prints what the block says."""

from __future__ import annotations

import doctest
import re

import matplotlib.pyplot as plt
import pytest

from book_pages import CHAPTERS, cells_of
from evalbook import plots

SESSION = re.compile(r"^```python\n(>>> .*?)^```$", re.MULTILINE | re.DOTALL)


def sessions(name):
    """The places of the cells with sessions, and the sessions."""
    texts = ["".join(cell["source"]) * (cell["cell_type"] == "markdown") for cell in cells_of(name)]
    return [(place, code) for place, text in enumerate(texts) for code in SESSION.findall(text)]


HELD = [pytest.param(name, *session, id=name) for name in CHAPTERS for session in sessions(name)]


@pytest.mark.parametrize(("name", "place", "session"), HELD)
def test_a_session_prints_what_the_chapter_shows(monkeypatch, name, place, session):
    monkeypatch.setattr("evalbook.teaching.pages._questions.display", lambda *_, **__: None)
    space = {"__name__": "__main__"}
    with plt.rc_context():
        plots.use_style()
        for cell in cells_of(name)[:place]:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), name, "exec"), space)
    plt.close("all")
    test = doctest.DocTestParser().get_doctest(session, space, name, name, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_chapters_on_text_show_their_peers():
    assert "sacrebleu.corpus_bleu" in sessions("book/text/bleu")[0][1]
    assert "RougeScorer" in sessions("book/text/rouge")[0][1]
