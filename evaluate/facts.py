"""Asking an extractor about a document, with what it wants to know beside the HTML."""

from __future__ import annotations

from cetr.document import Spans
from cetr.recorded import read_layout_file
from evaluate.extractors import Extractor
from evaluate.package import Document
from evaluate.package.store import HTML


def read_facts(document: Document, extractor: Extractor) -> dict[str, object]:
    """The keywords for an extractor: those it wants of 'url', 'document' and 'layout' (None where there is none)."""
    facts: dict[str, object] = {"url": document.meta.url, "document": document.name}
    if "layout" in extractor.wants:
        facts["layout"] = read_layout_file(document.path(HTML))
    return {key: value for key, value in facts.items() if key in extractor.wants}


def ask_extractor(extractor: Extractor, document: Document) -> Spans | str:
    """What an extractor takes for the main content of a document; raises whatever it raises."""
    return extractor.extract(document.html, **read_facts(document, extractor))
