"""Read the gold of one document as far as a picture needs it."""

from __future__ import annotations

import json
from pathlib import Path

from cetr.console import InputError, read_file
from cetr.document import Spans, align_text, check_spans, normalize_spans


def read_gold(path: Path, html: str) -> Spans:
    """Find the main content of a page: the fragments of a test package's .json file, or a text aligned to the page."""
    if path.suffix != ".json":
        try:
            return align_text(html, read_file(path).decode()).spans
        except UnicodeDecodeError as error:
            raise InputError(f"{path}: is not UTF-8 (byte {error.start})") from error
    try:
        fragments = list(json.loads(read_file(path))["fragments"])
        spans = [(part["start"], part["end"]) for part in fragments]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"{path}: is not the metadata of a test package's document (no fragments)") from error
    for number, span in enumerate(spans):
        for field, offset in zip(("start", "end"), span, strict=True):
            if type(offset) is not int or offset < 0:
                written = f"{json.dumps(offset, ensure_ascii=False):.40}"
                raise InputError(f"{path}: fragments[{number}].{field}: {written} is not a whole number from 0 on")
    try:
        return normalize_spans(check_spans(spans, len(html)), len(html))
    except InputError as error:
        raise InputError(f"{path}: fragments: {error}; is it of this page?") from error
