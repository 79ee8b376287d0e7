"""What the site publishes holds no answer of the homework."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

from answers_of_homework import SECRETS, leaks
from site_fixtures import files_of_zips


def texts_in(name: str, content: bytes) -> list[str]:
    """What a file says, and what the files say that are packed into it."""
    if Path(name).suffix not in (".whl", ".zip"):
        return [content.decode("utf-8", "replace")]
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return [text for inner in archive.namelist() for text in texts_in(inner, archive.read(inner))]


def test_nothing_on_the_site_answers_the_homework(site):
    """Pages, working copies and the wheel."""
    assert len(SECRETS) > 100
    files = {str(path): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    packed = files_of_zips(site)
    assert any(name.endswith(".whl") for name in packed)
    said = [(name, text) for name, content in (files | packed).items() for text in texts_in(name, content)]
    assert not [(name, leak) for name, text in said for leak in leaks(text)]
