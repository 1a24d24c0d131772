"""A first suggestion of the main content, by any registered extractor, or by what the package knows of the site."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from annotate.capture.freeze import Frozen
from annotate.sites import list_others
from cetr.console import InputError, count_of
from cetr.document import Spans, content_spans
from evaluate.asking import ExtractionError, extract, select_facts
from evaluate.extractors import find_extractor

DEFAULT = "learned"
"""The extractor that suggests if none is named."""

SURE = 0.9
"""The least F1 over words that the model must expect of a suggestion that nobody asked for."""


def suggest_spans(frozen: Frozen, folder: Path, method: str | None = None) -> tuple[Spans, str]:
    """Ask an extractor for the main content of a frozen page; returns the spans and the extractor's name.

    If no extractor is named, the pages of its site in the package, and their gold, count too.
    """
    others = list_others(folder, frozen.url, frozen.html) if method is None else ()
    if others:
        from cetr.site import suggest_with

        found = suggest_with(frozen.html, others)
        if found.pages:
            return found.spans, f"{DEFAULT}, from {count_of(found.pages, 'page')} of this site"
    name = method or DEFAULT
    extractor = find_extractor(name)
    facts = select_facts(
        extractor,
        url=lambda: frozen.url,
        layout=lambda: json.loads(gzip.decompress(frozen.layout)) if frozen.layout else None,
    )
    try:
        return content_spans(frozen.html, extract(extractor, frozen.html, facts)), name
    except ExtractionError as error:
        raise InputError(f"{name} fails on this page: {error}") from error


def suggest_surely(frozen: Frozen, folder: Path, method: str | None = None) -> tuple[Spans, str] | None:
    """Return the same, but only if other pages of the site or the model's own estimate make it sure or nearly sure."""
    if method is not None:
        return suggest_spans(frozen, folder, method)
    if list_others(folder, frozen.url, frozen.html):
        spans, said = suggest_spans(frozen, folder)
        return (spans, said) if said != DEFAULT else None
    from cetr.learned import load_model, suggest

    found = suggest(frozen.html, load_model())
    return (found.spans, DEFAULT) if found.expected_f1 >= SURE else None
