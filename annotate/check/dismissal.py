"""Findings that a person has dismissed with a reason, kept in the document's metadata."""

from __future__ import annotations

from typing import Any

from annotate.check.findings import Finding

KEY = "dismissed"
"""The key of a document's ``extra`` that holds them."""


def dismiss(extra: dict[str, Any], finding: Finding, reason: str, annotator: str | None) -> dict[str, Any]:
    """Return the ``extra`` of a document with one more dismissed finding."""
    known = extra.get(KEY)
    entry = {**_name(finding), "reason": reason, "annotator": annotator}
    return {**extra, KEY: [*(known if isinstance(known, list) else ()), entry]}


def is_dismissed(extra: dict[str, Any], finding: Finding) -> bool:
    """Whether a finding was dismissed, by its kind and its place or, without a place, by its message."""
    known = extra.get(KEY)
    wanted = _name(finding)
    return isinstance(known, list) and any(
        isinstance(entry, dict) and {name: entry.get(name) for name in wanted} == wanted for entry in known
    )


def _name(finding: Finding) -> dict[str, Any]:
    if finding.start is None:
        return {"code": finding.code, "message": finding.message}
    return {"code": finding.code, "start": finding.start, "end": finding.end}
