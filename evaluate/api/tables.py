"""Tables for notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape


def format_html(caption: str, rows: Sequence[Mapping[str, str | float | None]]) -> str:
    """Format rows with the same keys as an HTML table. All text is escaped, because it may come from pages."""
    head = "".join(f"<th>{escape(key)}</th>" for key in (rows[0] if rows else {}))
    body = "".join("<tr>" + "".join(f"<td>{_format(value)}</td>" for value in row.values()) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _format(value: str | float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.4f}" if isinstance(value, float) else escape(str(value))
