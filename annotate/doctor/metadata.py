"""Metadata that cannot be read, or whose marks do not fit the page, restored from what is left and from the journal."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from annotate.doctor.history import History
from annotate.doctor.injury import KEPT, Injury
from annotate.doctor.recovering import list_readings
from cetr.console import InputError
from cetr.document import Spans, derive_text, normalize_spans
from evaluate.package import Meta, PackageError, make_fragments
from evaluate.package.files import META, SOURCE, TEXT, read_regular
from evaluate.package.meta import format_meta, parse_meta

_NOTE = "metadata repaired; marks restored from the journal"


def reread_meta(folder: Path, name: str, data: bytes, history: History) -> Injury | None:
    """Read metadata with a merge conflict or in another encoding; of two sides, that with the last decision's marks."""
    file = name + META
    found: list[tuple[str, bytes, Meta]] = []
    with suppress(OSError, PackageError):
        for problem, restored in list_readings(read_regular(folder / file)):
            with suppress(InputError):
                found.append((problem, restored, parse_meta(restored, file)))
    fitting = [one for one in found if one[2].html_sha256 == sha256(data).hexdigest()]
    if not fitting:
        return None
    last = history.last_marks(name, len(data.decode("utf-8", "replace")))
    problem, restored, _ = next((one for one in fitting if one[2].spans == last), fitting[0])
    return Injury(file, problem, KEPT, {file: restored})


def restore_marks(name: str, html: str, meta: Meta, history: History) -> Injury:
    """Restore marks that end beyond the page from the last decision in the journal."""
    problem = f"fragments end at {meta.spans[-1][1]}, the page has {len(html)} characters"
    spans = history.last_marks(name, len(html))
    if spans is None:
        return Injury(name + META, problem, "mark the page again: the journal has no marks that fit")
    meta = Meta(**{f: getattr(meta, f) for f in meta.__struct_fields__} | {"fragments": make_fragments(html, spans)})
    mended = {name + META: format_meta(meta, name + META), name + TEXT: format_marked(html, spans)}
    return Injury(name + META, problem, "the marks of the last decision in the journal", mended)


def rebuild_meta(folder: Path, name: str, data: bytes, history: History, problem: str) -> Injury:
    """Rebuild metadata from the journal's last marks and the fields of the old ones that are still readable."""
    file = name + META
    if "schema" in problem or "link" in problem:
        return Injury(file, problem, "see docs/package-format.md")
    spans = history.last_marks(name, len(html := data.decode("utf-8", "replace")))
    if spans is None:
        return Injury(file, problem, "restore it from a backup, or mark the page again: the journal has no marks")
    old = b""
    with suppress(OSError, PackageError):
        old = read_regular(folder / file)
    found = {
        "url": _find(rb'"url":\s*"([^"\\\s]+)"', old)
        or _find(rb'rel="canonical"\s+href="([^"]+)"', data[:100_000])
        or "",
        "language": _find(rb'"language":\s*"([A-Za-z0-9-]+)"', old) or None,
        "page_type": _find(rb'"page_type":\s*"([^"\\]+)"', old) or None,
    }
    known = _read_fields(old)
    sure = {
        "status": "draft",
        "annotator": history.last_annotator(name),
        "approvals": (),
        "html_sha256": sha256(data).hexdigest(),
        "fragments": make_fragments(html, spans),
        "optional": normalize_spans(known.get("optional", ()), len(html)),
        "note": "; ".join(filter(None, (known.get("note"), _NOTE))),
    }
    meta = Meta(**found | known | sure)
    mended: dict[str, bytes | None] = {file: format_meta(meta, file)}
    if not (folder / (name + TEXT)).exists():
        mended[name + TEXT] = format_marked(html, spans)
    if (folder / (name + SOURCE)).exists() and not meta.url:
        problem += "; its URL is lost"
    return Injury(file, problem, "a draft with the marks of the last decision in the journal: check it", mended)


def _read_fields(data: bytes) -> dict[str, Any]:
    """Read the fields of metadata that are right, each by itself."""
    known: dict[str, Any] = {}
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        values = msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8), type=dict[str, Any])
        for field in msgspec.structs.fields(Meta):
            if field.name in values:
                with suppress(msgspec.ValidationError):
                    known[field.name] = msgspec.convert(values[field.name], field.type)
    return known


def _find(pattern: bytes, data: bytes) -> str:
    match = re.search(pattern, data)
    return match[1].decode("utf-8", "replace") if match else ""


def format_marked(html: str, spans: Spans) -> bytes:
    """Return the text of marked spans as the bytes of its file."""
    return derive_text(html, normalize_spans(spans, len(html))).encode("utf-8", "replace")
