"""A page's metadata as YAML above its Markdown, as static site generators and note-taking programs read it."""

from __future__ import annotations

from collections.abc import Mapping

from cetr.metadata.facts import Fact

_KEYS = {
    "title": "title", "author": "author", "published": "date", "modified": "modified", "site_name": "site_name",
    "language": "lang", "description": "description", "categories": "categories", "tags": "tags", "image": "image",
    "license": "license",
}  # fmt: skip
_DATES = frozenset(("published", "modified"))
_LISTS = frozenset(("categories", "tags"))


def write_front_matter(facts: Mapping[str, Fact], url: str = "") -> str:
    """Write the metadata that the page has between two lines ``---``, ending with a line break; empty if it has none.

    ``url`` is the page's URL; if it is unknown, the page's canonical URL is used. Values are
    double-quoted strings, lists of them for categories and tags, and dates plain, in ISO 8601.
    """
    lines = [f"{key}: {_write_value(name, facts[name].value)}" for name, key in _KEYS.items() if name in facts]
    address = url or (facts["canonical_url"].value if "canonical_url" in facts else "")
    if address:
        lines.append(f"url: {quote(address)}")
    return "".join(f"{line}\n" for line in ("---", *lines, "---")) if lines else ""


def _write_value(name: str, value: str) -> str:
    if name in _LISTS:
        return f"[{', '.join(map(quote, value.split('; ')))}]"
    return value if name in _DATES else quote(value)


def quote(value: str) -> str:
    r"""Quote a string for YAML 1.1 and 1.2: what is not printable is escaped as ``\xXX``, ``\uXXXX`` or
    ``\UXXXXXXXX``, a lone surrogate is replaced.
    """
    return '"' + "".join(map(_escape, value)) + '"'


def _escape(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
