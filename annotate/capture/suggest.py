"""A first guess at the main content, from any registered extractor."""

from __future__ import annotations

import gzip
import json

from annotate.capture.freeze import Frozen
from cetr.document import Spans, content_spans
from cetr.errors import InputError, describe_error
from evaluate.extractors import find_extractor

DEFAULT = "learned"
"""What suggests when nobody was named."""


def suggest_spans(frozen: Frozen, method: str | None = None) -> tuple[Spans, str]:
    """What an extractor takes for the main content of a frozen page, and the extractor's name."""
    name = method or DEFAULT
    extractor = find_extractor(name)
    facts: dict[str, object] = {}
    if "layout" in extractor.wants:
        facts["layout"] = json.loads(gzip.decompress(frozen.layout)) if frozen.layout else None
    if "url" in extractor.wants:
        facts["url"] = frozen.url
    try:
        return content_spans(frozen.html, extractor.extract(frozen.html, **facts)), name
    except Exception as error:  # anyone's extractor may be registered, and fail in any way
        raise InputError(f"{name} fails on this page: {describe_error(error)}") from error
