"""Read the finished pages of packages for training."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from cetr.document import Spans, align_text
from evaluate.package import html_hash, list_finished, read_document, read_package


def read_pages(folders: Iterable[Path]) -> Iterator[tuple[str, Spans]]:
    """Yield HTML and main content of every finished document; of several with the same HTML, the first."""
    taken = set[str]()
    for folder in folders:
        for name in list_finished(read_package(folder)):
            document = read_document(folder, name)
            if (page := html_hash(document.html)) in taken:
                continue
            taken.add(page)
            yield document.html, document.spans or align_text(document.html, document.text).spans
