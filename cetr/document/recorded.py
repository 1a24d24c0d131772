"""What was recorded of a page and stored beside its HTML in a test package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cetr.console import InputError, read_file, strip_packing, unpack

LAYOUT_BYTES = 100_000_000
"""No page has a longer layout. Reading it takes ten times as much memory."""


def read_layout_file(page: Path) -> Any:
    """Read the layout that a test package has beside the HTML file of a document, parsed; None if there is none."""
    path = page.with_name(f"{page.name.removesuffix('.html')}.layout.json.gz")
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: is not a regular file; remove it, or put a regular file there")
    try:
        return json.loads(unpack(read_file(path, LAYOUT_BYTES), path.suffix, LAYOUT_BYTES, str(path)))
    except FileNotFoundError:
        return None
    except InputError as error:
        raise InputError(f"{error}; run annotate render --again") from error
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: {error}; run annotate render --again") from error


def read_metadata_file(page: Path) -> Mapping[str, Any]:
    """Read the metadata that a test package has beside the HTML file of a document, rendered or as served, or the
    JSON file beside another page, which may be packed; empty if there is none.
    """
    path = page.with_name(f"{strip_packing(page.name).removesuffix('.html').removesuffix('.source')}.json")
    try:
        meta = json.loads(read_file(path)) if path.is_file() else None
    except (OSError, ValueError, RecursionError):
        return {}
    return meta if isinstance(meta, dict) else {}


def read_field(meta: Mapping[str, Any], name: str) -> str:
    """Read a field of a page's metadata, a text or a whole number at its top level or under ``extra``; empty if it has
    none.
    """
    found = (part.get(name) for part in (meta, meta.get("extra")) if isinstance(part, Mapping))
    return next(filter(None, map(_spell, found)), "")


def _spell(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, float) and value.is_integer():  # as pandas has whole numbers if one is missing
        return str(int(value))
    return str(value) if isinstance(value, str | int) else ""


def read_url(page: Path) -> str | None:
    """Read the URL of a document of a test package from its metadata; None if there is none."""
    url = read_metadata_file(page).get("url")
    return url if isinstance(url, str) and url else None
