"""W3C Web Annotations: ``annotations.jsonld``, an AnnotationPage with an annotation for each fragment, and the pages.

A target has a TextPositionSelector, a TextQuoteSelector and, if known, a RangeSelector of XPaths. Positions count code
points of the HTML file itself. A fragment whose quote is no longer at its position is searched by its quote and the
text around it. Source: https://www.w3.org/TR/annotation-model/
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from annotate.formats.files import Files, encode_page, open_files, write_export
from annotate.formats.records import Omission, Record
from annotate.texts.squeezed import Squeezed, find_places, locate_quote, squeeze, squeeze_page
from cetr.console import InputError
from cetr.document import Span, decode_html, locate_text, normalize_spans
from evaluate.package import Document, Fragment, check_fragments
from evaluate.parsing import parse_json, tell_error

NAME = "annotations.jsonld"
CONTEXT = "http://www.w3.org/ns/anno.jsonld"


class Target(msgspec.Struct):
    """The page, and the selectors of a place in it; other keys are ignored."""

    source: str
    selector: Any


class Annotation(msgspec.Struct):
    """The annotation of one place, and who made it."""

    target: Target
    creator: Any = None


class AnnotationPage(msgspec.Struct):
    """The annotations of all pages, and what is known of the pages; an entry is validated when it is read."""

    items: list[Any]
    pages: dict[str, Any] = {}


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of a folder or archive with the annotations and the pages that they name."""
    with open_files(source) as files:
        name = files.find(NAME) or next((n for n in files.names if n.endswith(".jsonld")), None)
        if name is None:
            raise InputError(f"{source}: has no {NAME}")
        page: AnnotationPage = parse_json(files.read(name), AnnotationPage, f"{source}: {name}")
        annotations: defaultdict[str, list[Annotation]] = defaultdict(list)
        for known in page.pages:
            annotations[known] = []
        for i, item in enumerate(page.items):
            try:
                annotation = msgspec.convert(item, Annotation)
            except msgspec.ValidationError as error:
                yield Omission(f"{name}: items[{i}]", tell_error(error, Annotation))
                continue
            annotations[annotation.target.source].append(annotation)
        for file, found in annotations.items():
            yield _make_record(files, name.removesuffix(PurePosixPath(name).name) + file, found, page.pages.get(file))


def _make_record(files: Files, file: str, annotations: Sequence[Annotation], facts: object) -> Record | Omission:
    identity = PurePosixPath(file).stem
    if file not in files.readers:
        return Omission(identity, f"has no page {file} beside the annotations")
    try:
        html = decode_html(files.read(file), "utf-8")[0]
    except InputError as error:
        return Omission(identity, str(error))
    fragments = [_read_fragment(annotation.target.selector) for annotation in annotations]
    checks, text = check_fragments(html, fragments), squeeze_page(locate_text(html))
    places = [
        (f.start, f.end) if check.found and f.quote.split() in ([], check.found.split()) else find_quote(text, f)
        for f, check in zip(fragments, checks, strict=True)
    ]
    lost = [f for f, place in zip(fragments, places, strict=True) if place is None]
    if lost:
        first = (
            f"'{lost[0].quote[:60]}'" if lost[0].quote else f"no quote, and no text at {lost[0].start} to {lost[0].end}"
        )
        return Omission(identity, f"{len(lost)} of {len(places)} quotes are not in the page: {first}")
    url, language, title = (facts.get(key) if isinstance(facts, dict) else None for key in ("url", "language", "title"))
    return Record(
        id=identity,
        html=html,
        spans=normalize_spans([p for p in places if p], len(html)),
        url=url if isinstance(url, str) else "",
        language=language if isinstance(language, str) else None,
        title=title if isinstance(title, str) else None,
        annotator=_read_creators(annotations),
    )


def _read_creators(annotations: Iterable[Annotation]) -> str | None:
    """Return the name of the one person who made the annotations; None if several did, or nobody is named."""
    people = [a.creator if isinstance(a.creator, dict) else {} for a in annotations]
    names = [person.get("nickname") or person.get("name") for person in people]
    return names[0] if names and isinstance(names[0], str) and names.count(names[0]) == len(names) else None


def _read_fragment(selector: object) -> Fragment:
    """Read the place that selectors describe; they come alone, in a list, or refined by one another."""
    values: dict[str, Any] = {}
    todo = [selector]
    while todo:
        current = todo.pop()
        if isinstance(current, list):
            todo += current
        elif isinstance(current, dict):
            todo.append(current.get("refinedBy"))
            if current.get("type") == "TextPositionSelector":
                values |= {key: current[key] for key in ("start", "end") if isinstance(current.get(key), int)}
            if current.get("type") == "TextQuoteSelector":
                keys = {"exact": "quote", "prefix": "prefix", "suffix": "suffix"}
                values |= {new: current[old] for old, new in keys.items() if isinstance(current.get(old), str)}
    return Fragment(**{"start": 0, "end": 0} | values)


def find_quote(page: Squeezed, fragment: Fragment) -> Span | None:
    """Find a fragment's quote in the page's text; among several places, the one with the same text around it."""
    quote, prefix, suffix = map(squeeze, (fragment.quote, fragment.prefix, fragment.suffix))

    def count_alike(at: int) -> int:
        return page.text.endswith(prefix, 0, at) + page.text.startswith(suffix, at + len(quote))

    best = max(find_places(page, quote), key=count_alike, default=None)
    return None if best is None else locate_quote(page, best, quote)


def write(documents: Iterable[Document], target: Path) -> None:
    """Write the annotations and the pages; what is known of a page is under ``pages``, which is not a W3C term."""
    items: list[dict[str, Any]] = []
    pages = {}
    for document in documents:
        file = f"{document.name}.html"
        write_export(target / file, encode_page(document.html))
        pages[file] = {"url": document.meta.url, "language": document.meta.language, "title": document.meta.title}
        items += [
            _make_annotation(f"urn:cetr-gold:{document.name}:{i}", file, fragment, document)
            for i, fragment in enumerate(document.meta.fragments)
        ]
    page = {"@context": CONTEXT, "id": "urn:cetr-gold:annotations", "type": "AnnotationPage", "items": items}
    write_export(target / NAME, msgspec.json.format(msgspec.json.encode(page | {"pages": pages}), indent=2))


def _make_annotation(identity: str, file: str, fragment: Fragment, document: Document) -> dict[str, Any]:
    quote = {"exact": fragment.quote, "prefix": fragment.prefix, "suffix": fragment.suffix}
    selectors: list[dict[str, Any]] = [
        {"type": "TextPositionSelector", "start": fragment.start, "end": fragment.end},
        {"type": "TextQuoteSelector", **quote},
    ]
    if fragment.xpath:
        selectors.append(
            {
                "type": "RangeSelector",
                "startSelector": _make_point(fragment.xpath.start, fragment.xpath.start_offset),
                "endSelector": _make_point(fragment.xpath.end, fragment.xpath.end_offset),
            }
        )
    annotation: dict[str, Any] = {
        "id": identity,
        "type": "Annotation",
        "motivation": "classifying",
        "body": {"type": "TextualBody", "purpose": "classifying", "value": "main content"},
        "target": {"source": file, "selector": selectors},
    }
    if document.meta.annotator:
        annotation["creator"] = {"type": "Person", "nickname": document.meta.annotator}
    return annotation


def _make_point(xpath: str, offset: int) -> dict[str, Any]:
    position = {"type": "TextPositionSelector", "start": offset, "end": offset}
    return {"type": "XPathSelector", "value": xpath, "refinedBy": position}
