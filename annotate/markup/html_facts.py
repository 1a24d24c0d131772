"""What a page says of itself: its language, its title, and the rest of its meta data."""

from __future__ import annotations

import re

from cetr.console import InputError
from cetr.document import Kind, Tokens, pack_name, resolve_references
from cetr.metadata import read_metadata
from evaluate.package import Statement

_LANGUAGE = re.compile(r"""\s(?:xml:)?lang\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", re.IGNORECASE)
_TAG = re.compile(r"([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|[0-9]{3}))?(?:-.*)?", re.IGNORECASE)


def find_language(html: str, tokens: Tokens) -> str | None:
    """The ``lang`` attribute of the html element, or else of the body, as the page has it."""
    for name in ("html", "body"):
        for i in (tokens.name == pack_name(name)).nonzero()[0].tolist():
            if tokens.kind[i] == Kind.OPEN and (match := _LANGUAGE.search(html, tokens.start[i], tokens.end[i])):
                return resolve_references(match[1] or match[2] or match[3] or "")
    return None


def normalize_language(label: str | None) -> str | None:
    """A BCP 47 tag of language, script and region in its usual letter case; None for what is no such tag."""
    match = _TAG.fullmatch((label or "").strip().replace("_", "-"))
    if not match:
        return None
    language, script, region = match.groups()
    return "-".join(filter(None, (language.lower(), script and script.title(), region and region.upper())))


def parse_language(label: str, where: str = "") -> str:
    """The tag that a person has written, in its usual letter case.

    Raises `InputError` for what is none, which says ``where`` it stands, if that is not plain.
    """
    language = normalize_language(label)
    if language is None:
        raise InputError(f"{where}{': ' if where else ''}'{label}' is not a BCP 47 tag such as 'en' or 'pt-BR'")
    return language


def is_language(tag: str) -> bool:
    """Whether a tag is well-formed as it stands, whatever its letter case."""
    return _TAG.fullmatch(tag) is not None


def find_title(html: str, tokens: Tokens) -> str | None:
    """The text of the first title element on one line."""
    for i in (tokens.name[:-1] == pack_name("title")).nonzero()[0].tolist():
        if tokens.kind[i] == Kind.OPEN and tokens.kind[i + 1] == Kind.TEXT:
            title = resolve_references(html[tokens.start[i + 1] : tokens.end[i + 1]])
            return " ".join(title.split()) or None
    return None


def find_metadata(html: str, tokens: Tokens) -> dict[str, Statement]:
    """Title, author, dates, site, language, description and address, those that the page states, with where."""
    # Lone surrogates of a broken page have no UTF-8.
    return {
        name: Statement(value=fact.value.encode("utf-8", "replace").decode("utf-8"), source=fact.source)
        for name, fact in read_metadata(html, tokens).items()
    }
