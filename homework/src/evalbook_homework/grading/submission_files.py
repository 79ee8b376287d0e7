"""The files that students handed in, from a folder or a zip and the zips in it; of each no more than a fair share."""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from evalbook_homework.grading import sanitize

MiB = 2**20
LARGEST = 20 * MiB
"""Bytes of a file that is still read."""
LARGEST_ZIP = 10 * LARGEST
"""Bytes of a zip that a student packed, and at most of all files of a student."""
LARGEST_CLASS = 2048 * MiB
"""Bytes of all files of all students, who share them equally."""
MOST_FILES = 5_000
"""Files of one student that are looked at: notebooks first."""

Time = tuple[float, ...]


class File(NamedTuple):
    """A file that was handed in."""

    name: str
    content: bytes | None
    """None: too large to be read."""
    time: Time


class _Entry(NamedTuple):
    """A file that is not read yet."""

    name: str
    size: int
    time: Time
    read: Callable[[], bytes]


def files_of(submissions: Path, around: Callable[[list[str]], str]) -> list[File]:
    """All files; `around` tells from their names the folder in which those of all students lie."""
    if not submissions.is_file():
        return _within_the_shares(list(_in_folder(submissions)), around)
    with zipfile.ZipFile(submissions) as archive:
        return _within_the_shares(list(_in_zip(archive)), around)


def _within_the_shares(entries: list[_Entry], around: Callable[[list[str]], str]) -> list[File]:
    top = around([entry.name for entry in entries])

    def owner(name: str) -> str:
        return name.removeprefix(top).partition("/")[0]

    share = min(LARGEST_ZIP, LARGEST_CLASS // max(len({owner(entry.name) for entry in entries}), 1))
    left: dict[str, int] = defaultdict(lambda: share)
    count: Counter[str] = Counter()
    found = []
    for entry in sorted(entries, key=_notebooks_first):
        mine = owner(entry.name)
        for one in islice(_opened(entry), MOST_FILES - count[mine]):
            content = one.read() if one.size <= min(left[mine], _most(one.name)) else None
            left[mine] -= len(content or b"")
            count[mine] += 1
            found.append(File(one.name, content, one.time))
    return found


def _in_folder(folder: Path) -> Iterator[_Entry]:
    for path in sorted(folder.rglob("*")):
        name = sanitize.name(path.relative_to(folder).as_posix())
        if is_left_behind(name):
            continue
        if path.is_file() and not path.is_symlink():
            yield _Entry(name, path.stat().st_size, (path.stat().st_mtime,), partial(_bytes, path.read_bytes))
        elif path.is_symlink() or not path.is_dir() or not any(path.iterdir()):
            yield _Entry(name, 0, (0.0,), bytes)  # whoever handed in nothing readable is listed, too


def _in_zip(archive: zipfile.ZipFile) -> Iterator[_Entry]:
    for entry in archive.infolist():
        name = sanitize.name(entry.filename)
        if not entry.is_dir() and not is_left_behind(name):
            time = (_seconds(entry.date_time),)
            yield _Entry(name, entry.file_size, time, partial(_bytes, partial(_unpacked, archive, entry)))


def _seconds(date: tuple[int, int, int, int, int, int]) -> float:
    """The date of an entry as that of a file; of a date that cannot be, such as day 0, the first of its year."""
    year, month, day, hour, minute, second = date
    try:
        return datetime(year, month, day, hour, minute, second).timestamp()
    except ValueError:
        return datetime(year, 1, 1).timestamp()


def handed_in_at(when: Time) -> datetime | None:
    """When a file was handed in, by this machine's clock; None where nothing tells."""
    return datetime.fromtimestamp(when[0]) if when and when[0] else None


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return b""  # the others unpack without a limit
    with archive.open(entry) as file:
        return file.read(entry.file_size)  # not more, should the size be a lie


def _bytes(read: Callable[[], bytes]) -> bytes:
    """What is read; nothing where it cannot be: damaged, locked by a password, not for these eyes."""
    try:
        return read()
    except Exception:  # zipfile raises whatever comes
        return b""


def _opened(entry: _Entry) -> Iterator[_Entry]:
    """A file; of a zip that a student packed, its files, as if they lay in its place and came when it came."""
    inner: list[_Entry] = []
    if entry.name.lower().endswith(".zip") and entry.size <= LARGEST_ZIP:
        content = entry.read()
        entry = entry._replace(read=lambda: content)
        with contextlib.suppress(Exception):  # zipfile raises whatever comes; what is no zip is handed in as it is
            inner = sorted(_in_zip(zipfile.ZipFile(io.BytesIO(content))), key=_notebooks_first)
    if not inner:
        yield entry
    for one in inner:
        # In a student's folder the paths of a zip say nothing, so that none names another student.
        path = PurePosixPath(one.name).name if "/" in entry.name else one.name
        yield one._replace(name=f"{entry.name[:-4]}/{path}", time=entry.time + one.time)


def _notebooks_first(entry: _Entry) -> bool:
    return not is_notebook(entry.name)


def _most(name: str) -> int:
    return LARGEST_ZIP if name.lower().endswith(".zip") else LARGEST


def is_notebook(name: str) -> bool:
    return name.lower().endswith(".ipynb")


def is_left_behind(name: str) -> bool:
    """Whether a system or an editor left it there, and no student."""
    parts = name.split("/")
    hidden = any(part.startswith(".") and part != ".." for part in parts)
    return hidden or "__MACOSX" in parts or name.endswith("-checkpoint.ipynb")
