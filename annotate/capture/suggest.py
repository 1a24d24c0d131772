"""A first guess at the main content, from any registered extractor, or from what the package knows of the site."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from annotate.capture.freeze import Frozen
from annotate.sites import list_others
from cetr.console import InputError, count_of
from cetr.document import Spans, content_spans
from evaluate.extractors import find_extractor
from evaluate.facts import ExtractionError, extract, select_facts

DEFAULT = "learned"
"""What suggests when nobody was named."""

SURE = 0.9
"""The F1 over words that the model has to expect of what it suggests unasked."""


def suggest_spans(frozen: Frozen, folder: Path, method: str | None = None) -> tuple[Spans, str]:
    """What an extractor takes for the main content of a frozen page, and who suggests that.

    If nobody was named, the pages of its site that the package in the folder has, and their gold, have a voice, too.
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
    """The same where it is sure to be right, or nearly: by other pages of the site, or in the model's own view."""
    if method is not None:
        return suggest_spans(frozen, folder, method)
    if list_others(folder, frozen.url, frozen.html):
        spans, said = suggest_spans(frozen, folder)
        return (spans, said) if said != DEFAULT else None
    from cetr.learned import load_model, suggest

    found = suggest(frozen.html, load_model())
    return (found.spans, DEFAULT) if found.expected_f1 >= SURE else None
