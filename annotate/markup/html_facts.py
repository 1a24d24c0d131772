"""What a page says about itself: its language, its title, and other metadata."""

from __future__ import annotations

import re

from cetr.console import InputError
from cetr.document import Kind, Tokens, pack_name, resolve_references
from cetr.metadata import read_metadata
from cetr.structure import read_attributes
from evaluate.package import Statement

_TAG = re.compile(
    r"([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{2,8}|[a-z0-9](?=-)))*", re.IGNORECASE
)
"""Unlike ``utf-8``, which some pages declare, a tag does not end with a single character."""


def find_language(html: str, tokens: Tokens) -> str | None:
    """Return the ``lang`` attribute of the html element, or else of the body, as written in the page.

    Further such tags are those of frames.
    """
    for name in ("html", "body"):
        for i in (tokens.name == pack_name(name)).nonzero()[0][:1].tolist():
            attributes = read_attributes(html, int(tokens.start[i]), int(tokens.end[i]))
            if tokens.kind[i] == Kind.OPEN and (said := attributes.keys() & {"lang", "xml:lang"}):
                return attributes["lang" if "lang" in said else "xml:lang"]
    return None


def normalize_language(label: str | None) -> str | None:
    """Normalise a BCP 47 tag to language, script and region in the usual letter case; None if it is not a tag."""
    match = _TAG.fullmatch((label or "").strip().replace("_", "-"))
    if not match:
        return None
    language, script, region = match.groups()
    return "-".join(filter(None, (language.lower(), script and script.title(), region and region.upper())))


def parse_language(label: str, where: str = "") -> str:
    """Normalise a tag that a person has written to the usual letter case.

    Raises `InputError` if it is not a tag; ``where``, if given, names its place.
    """
    language = normalize_language(label)
    if language is None:
        raise InputError(f"{where}{': ' if where else ''}'{label}' is not a BCP 47 tag such as 'en' or 'pt-BR'")
    return language


def is_language(tag: str) -> bool:
    """Whether a tag is well-formed, whatever its letter case."""
    return _TAG.fullmatch(tag) is not None


def find_title(html: str, tokens: Tokens) -> str | None:
    """Return the text of the first title element on one line."""
    for i in (tokens.name[:-1] == pack_name("title")).nonzero()[0].tolist():
        if tokens.kind[i] == Kind.OPEN and tokens.kind[i + 1] == Kind.TEXT:
            title = resolve_references(html[tokens.start[i + 1] : tokens.end[i + 1]])
            return " ".join(title.split()) or None
    return None


def find_metadata(html: str, tokens: Tokens) -> dict[str, Statement]:
    """Find what the page says about itself in its markup, such as its title and its author, with the sources."""
    # Lone surrogates of a broken page cannot be encoded in UTF-8.
    return {
        name: Statement(value=fact.value.encode("utf-8", "replace").decode("utf-8"), source=fact.source)
        for name, fact in read_metadata(html, tokens).items()
    }
