"""What the site publishes holds no answer of the homework."""

from __future__ import annotations

import zipfile

from answers_of_homework import SECRETS, leaks
from site_fixtures import files_of_script


def test_nothing_on_the_site_answers_the_homework(site):
    """Pages, working copies and the wheel."""
    assert len(SECRETS) > 100
    found = []
    for path in (path for path in site.rglob("*") if path.is_file()):
        if path.suffix in (".whl", ".zip"):
            with zipfile.ZipFile(path) as archive:
                texts = [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
        elif path.is_relative_to(site / "copies"):
            texts = [*files_of_script(path).values()]
        else:
            texts = [path.read_text("utf-8", "replace")]
        found += [(path.name, leak) for text in texts for leak in leaks(text)]
    assert not found
