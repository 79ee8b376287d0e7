"""The packed site unpacks into one folder."""

from __future__ import annotations

import zipfile

from evalbook_tools.site_zip import pack


def test_all_files_of_the_site_lie_in_one_folder(tmp_path):
    (tmp_path / "html" / "book").mkdir(parents=True)
    for name in ("index.html", "book/intro.html", ".nojekyll"):
        (tmp_path / "html" / name).write_text(name)
    pack(tmp_path / "html", tmp_path / "site.zip")
    with zipfile.ZipFile(tmp_path / "site.zip") as archive:
        assert sorted(archive.namelist()) == ["evalbook/.nojekyll", "evalbook/book/intro.html", "evalbook/index.html"]
        assert archive.read("evalbook/book/intro.html") == b"book/intro.html"
