"""What the site publishes holds no answer of the homework."""

from __future__ import annotations

import re
import zipfile

from answers_of_homework import ROOT, SECRETS, leaks

BARE = re.compile(r"pip install (?:-[-\w=]+ )*[\"']?evalbook(?:\[\w+\])?(?! *@|[\w\[-])")
"""The package by its name alone, which no index knows."""


def test_nothing_on_the_site_answers_the_homework(site):
    """Pages, working copies and the wheel."""
    assert len(SECRETS) > 100
    found = []
    for path in (path for path in site.rglob("*") if path.is_file()):
        if path.suffix in (".whl", ".zip"):
            with zipfile.ZipFile(path) as archive:
                texts = [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
        else:
            texts = [path.read_text("utf-8", "replace")]
        found += [(path.name, leak) for text in texts for leak in leaks(text)]
    assert not found


def test_nothing_tells_to_install_the_bare_name():
    kinds = ("*.md", "*.ipynb", "*.py", "*.txt", "*.yml", "Makefile")
    places = [ROOT / name for name in ("book", "homework", "src", "tools", ".github")]
    files = [path for kind in kinds for path in ROOT.glob(kind)]
    files += [path for place in places for kind in kinds for path in place.rglob(kind)]
    assert len(files) > 200
    assert not [path for path in files if BARE.search(path.read_text("utf-8"))]


def test_the_bare_name_would_be_found():
    assert BARE.search("run `pip install evalbook`")
    assert BARE.search('pip install --user "evalbook[book]"')
    assert not BARE.search('pip install "evalbook[book] @ https://example.org/evalbook.whl"')
