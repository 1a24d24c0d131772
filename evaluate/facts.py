"""Asking an extractor about a document, with what it wants to know beside the HTML."""

from __future__ import annotations

from collections.abc import Callable

from cetr.document import Spans
from cetr.recorded import read_layout_file
from evaluate.extractors import Extractor
from evaluate.package import Document
from evaluate.package.store import HTML


def select_facts(extractor: Extractor, **facts: Callable[[], object]) -> dict[str, object]:
    """The keywords for an extractor: those it wants of some facts, each made only then."""
    return {name: make() for name, make in facts.items() if name in extractor.wants}


def read_facts(document: Document, extractor: Extractor) -> dict[str, object]:
    """The keywords for an extractor: those it wants of 'url', 'document' and 'layout' (None where there is none)."""
    return select_facts(
        extractor,
        url=lambda: document.meta.url,
        document=lambda: document.name,
        layout=lambda: read_layout_file(document.path(HTML)),
    )


def ask_extractor(extractor: Extractor, document: Document) -> Spans | str:
    """What an extractor takes for the main content of a document; raises whatever it raises."""
    return extractor.extract(document.html, **read_facts(document, extractor))
