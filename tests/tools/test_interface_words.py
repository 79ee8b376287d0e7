"""What a person reads on the site, in a notebook or from a tool uses no word that CONTRIBUTING says was given up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalbook_tools import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
SECTION = GUIDE.partition("\n## Words of the interface\n")[2].partition("\n## ")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in SECTION.splitlines() if line.startswith("| ")]
GIVEN_UP = [word for *_, words in ROWS[1:] for word in words.split(", ") if word]

FOLDERS = ["tools/evalbook_tools", "src/evalbook/teaching/answers", "src/evalbook/teaching/pages", "homework/src"]
FILES = [
    *(
        path
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".js", ".html")
    ),
    ROOT / "Makefile",
    ROOT / "tools" / "setup.sh",
]
FILES = [path for path in FILES if "katex" not in path.parts]

TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
COMMENT = re.compile(r"^\s*//.*|\s// .*", re.MULTILINE)


def texts(path: Path) -> Iterator[str]:
    """The texts in a file that may be shown: no comment, no docstring."""
    source = path.read_text("utf-8")
    if path.suffix == ".py":
        yield from texts_of_python(source)
    elif path.suffix == ".js":
        yield from TEXT.findall(COMMENT.sub("", source))
    else:
        yield re.sub(r"\{#.*?#\}|^\s*#.*", "", source, flags=re.DOTALL if path.suffix == ".html" else re.MULTILINE)


def texts_of_python(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    told = {one.value for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    pieces = {piece for one in ast.walk(tree) if isinstance(one, ast.JoinedStr) for piece in one.values}
    for one in ast.walk(tree):
        if isinstance(one, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "…" for part in one.values)
        elif isinstance(one, ast.Constant) and isinstance(one.value, str) and one not in told | pieces:
            yield one.value


def given_up(text: str) -> list[str]:
    """The words in a text that the interface has given up."""
    return [word for word in GIVEN_UP if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_text_uses_a_word_that_was_given_up(path):
    found = {word: text for text in texts(path) for word in given_up(text)}
    assert not found, "see CONTRIBUTING, Words of the interface"


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("a.py", '"""Forget all."""\n# Forget all.\nprint("Forget all?")', ["forget all"]),
        ("a.py", 'print(f"{1} is no notebook: {2}")', ["is no notebook"]),
        ("a.js", '// Reveal it.\nbutton("Reveal", show); // Reveal it.', ["reveal"]),
        ("a.js", "say(`${what} is folded until you bet`)", ["folded until"]),
        ("a.js", 'form.classList.add("q-revealed")', []),
        ("a.html", "{# Forget all #}\n<button>Reveal</button>", ["reveal"]),
        ("Makefile", "# Forget all\ntry:  ## what was tried on other data", ["tried on"]),
    ],
)
def test_words_are_found_in_texts_alone(tmp_path, name, source, found):
    (tmp_path / name).write_text(source)
    assert [word for text in texts(tmp_path / name) for word in given_up(text)] == found
