"""What extractors may want to know of a document beside its HTML."""

from __future__ import annotations

import gzip
import json
import zlib

from cetr.errors import InputError
from evaluate.extractors import Extractor
from evaluate.package import Document
from evaluate.package.store import LAYOUT


def read_facts(document: Document, extractor: Extractor) -> dict[str, object]:
    """The keywords for an extractor: those it wants of 'url', 'document' and 'layout' (None where there is none)."""
    facts: dict[str, object] = {"url": document.meta.url, "document": document.name}
    if "layout" in extractor.wants:
        facts["layout"] = _read_layout(document)
    return {key: value for key, value in facts.items() if key in extractor.wants}


def _read_layout(document: Document) -> object:
    path = document.path(LAYOUT)
    try:
        return json.loads(gzip.decompress(path.read_bytes()))
    except FileNotFoundError:
        return None
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise InputError(f"{path}: {error}; run annotate render --again") from error
