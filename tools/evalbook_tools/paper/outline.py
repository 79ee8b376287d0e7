"""Bookmarks of the PDF, and what a reader shows of it: title, authors, language."""

from __future__ import annotations

from pathlib import Path

from pypdf import PdfReader, PdfWriter
from pypdf.generic import Destination, Fit, IndirectObject, NameObject, TextStringObject

from evalbook_tools.paper.document import Book, authors, language, title


def page_numbers(printed: Path) -> dict[str, int]:
    """The page on which each place that a link leads to stands, counted from 1."""
    reader = PdfReader(printed)
    return {name: _index(reader, place) + 1 for name, place in _places(reader).items()}


def _index(reader: PdfReader, place: Destination) -> int:
    index = reader.get_destination_page_number(place)
    if index is None:
        raise ValueError(f"{place.title}, which the outline names, is on no page of the PDF")
    return index


def _places(reader: PdfReader) -> dict[str, Destination]:
    return {name.removeprefix("/"): place for name, place in reader.named_destinations.items()}


def finish(printed: Path, target: Path, book: Book) -> None:
    """Add bookmarks, parts over chapters over sections, and write the file."""
    reader = PdfReader(printed)
    places = _places(reader)
    writer = PdfWriter(clone_from=reader)
    writer.metadata = {"/Title": title(), "/Author": authors(), "/Creator": "evalbook", "/Producer": "Chromium, pypdf"}
    root = writer.root_object
    root[NameObject("/Lang")] = TextStringObject(language())
    root[NameObject("/PageMode")] = NameObject("/UseOutlines")
    for part in book.parts:
        first = places[part.in_order[0].id]
        above = _mark(writer, reader, part.caption, first, None) if part.caption else None
        for page in part.pages:
            chapter = _mark(writer, reader, page.title, places[page.id], above)
            for id, heading in page.sections():
                _mark(writer, reader, heading, places[id], chapter)
    writer.write(target)


def _mark(
    writer: PdfWriter, reader: PdfReader, text: str, place: Destination, above: IndirectObject | None
) -> IndirectObject:
    top = Fit.xyz(top=float(place.top or 0))
    return writer.add_outline_item(title=text, page_number=_index(reader, place), parent=above, fit=top, is_open=False)
