"""A first guess at the main content, from any registered extractor."""

from __future__ import annotations

import gzip
import json

from annotate.capture.freeze import Frozen
from cetr.console import InputError
from cetr.document import Spans, content_spans
from evaluate.extractors import find_extractor
from evaluate.facts import ExtractionError, extract, select_facts

DEFAULT = "learned"
"""What suggests when nobody was named."""


def suggest_spans(frozen: Frozen, method: str | None = None) -> tuple[Spans, str]:
    """What an extractor takes for the main content of a frozen page, and the extractor's name."""
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
