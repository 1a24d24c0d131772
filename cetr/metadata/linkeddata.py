"""Read what a page says about itself in JSON-LD (schema.org)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from cetr.document import resolve_references

_THINGS = re.compile(r"article|posting|page|report|product|recipe|event|question|video|book|job|howto|review|document",
                     re.IGNORECASE)  # fmt: skip
_MOST = 50
"""The most names of one value that are read."""


def read_linked(source: str) -> list[tuple[str, str]]:
    """Read the statements of JSON-LD, (source, value) pairs, first those about things that a page can be about.

    What is no JSON, or nested without end, has none.
    """
    try:
        found = json.loads(source.strip().removeprefix("<!--").removesuffix("-->").rstrip(";"), strict=False)
        return list(_read_things(list(_list_things(found, 0))))
    except (ValueError, RecursionError):
        return []


def _read_things(things: list[dict[str, object]]) -> Iterator[tuple[str, str]]:
    names = {str(thing["@id"]): _name_of(thing["name"]) for thing in things if "name" in thing and "@id" in thing}
    images = {str(thing["@id"]): _image_of(thing) for thing in things if "Image" in _type_of(thing) and "@id" in thing}
    things.sort(key=lambda thing: _type_of(thing) == "WebPage")  # what it is about says more
    for thing in things:
        kind = _type_of(thing)
        if kind == "WebSite":
            yield "json-ld site", _name_of(thing.get("name"))
            continue
        if not _THINGS.search(kind):
            continue
        for key in ("headline", "name", "datePublished", "dateModified", "uploadDate", "dateCreated", "inLanguage",
                    "description", "author", "publisher"):  # fmt: skip
            yield f"json-ld {key}", resolve_references(_name_of(thing.get(key), names))
        sections, keywords = thing.get("articleSection"), thing.get("keywords")
        # Plugins write several in one string; in a list, a comma belongs to the name.
        sections = sections.split(",") if isinstance(sections, str) else sections
        yield "json-ld articleSection", resolve_references("; ".join(_names_of(sections, names)))
        yield "json-ld keywords", resolve_references("; ".join(_names_of(keywords, names)))
        for key in ("url", "mainEntityOfPage", "license"):
            yield f"json-ld {key}", resolve_references(_address_of(thing.get(key), "@id", "url"))
        # The identifier of an image is that of its description.
        image = thing.get("image")
        yield "json-ld image", resolve_references(_image_of(image) or images.get(_address_of(image, "@id"), ""))


def _list_things(found: object, depth: int) -> Iterator[dict[str, object]]:
    if isinstance(found, list):
        for item in found[:200]:
            yield from _list_things(item, depth)
    elif isinstance(found, dict):
        yield found
        if depth < 3:
            for key in ("@graph", "mainEntity", "isPartOf"):
                yield from _list_things(found.get(key), depth + 1)


def _type_of(thing: dict[str, object]) -> str:
    kind = thing.get("@type", "")
    return " ".join(map(str, kind)) if isinstance(kind, list) else str(kind)


def _name_of(value: object, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the name of a JSON-LD value; all of them, each once, if there are several.

    ``names`` are those of the page's things by their identifiers, because a value may be no more than an identifier.
    """
    return ", ".join(_names_of(value, names))


def _names_of(value: object, names: Mapping[str, str]) -> dict[str, None]:
    if isinstance(value, list):
        return {name: None for item in value[:_MOST] for name in _names_of(item, names)}
    if isinstance(value, dict):
        return _names_of(value.get("name") or names.get(str(value.get("@id"))), names)
    return {value: None} if value and isinstance(value, str) else {}


def _image_of(value: object) -> str:
    return _address_of(value, "url", "contentUrl")


def _address_of(value: object, *keys: str) -> str:
    """Return the URL of a JSON-LD value, the first if there are several; a thing has it in the first of its keys."""
    if isinstance(value, list):
        value = next(iter(value), "")
    if isinstance(value, dict):
        value = next(filter(None, map(value.get, keys)), "")
    return value if isinstance(value, str) else ""
