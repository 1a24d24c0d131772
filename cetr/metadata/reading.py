"""Read what a page says about itself from its tags alone, without a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cetr.document import (
    Ints,
    Kind,
    Spans,
    Tokens,
    derive_text,
    find_tags,
    lex,
    normalize_spans,
    pack_name,
    resolve_references,
    split_words,
    subtract_spans,
)
from cetr.metadata.authors import find_author
from cetr.metadata.bylines import find_days_of_page, list_lines
from cetr.metadata.elements import MOST, find_end, find_marked, match_values, read_element
from cetr.metadata.facts import FIELDS, Fact, choose_facts
from cetr.metadata.languages import are_alike, guess_language
from cetr.metadata.linkeddata import read_linked
from cetr.metadata.links import read_links
from cetr.structure import find_addresses, read_attributes

_ABBREVIATION = pack_name("abbr")
_NAMES = {pack_name(name): name for name in "html meta link script time title h1".split()}
_MARKS = match_values(
    "(?:headline|author|datePublished|dateModified|description|publisher)",
    "item[pP]rop",  # React writes the capital
    "ITEMPROP",
)
_LONGEST = 2_000_000
"""The most characters of JSON-LD that are read."""


def read_metadata(html: str, tokens: Tokens | None = None, *, spans: Spans = (), url: str = "") -> dict[str, Fact]:
    """Read title, author, dates, site, language, description, URL, categories, tags, image and licence of a page, by
    the names of the fields, in the order of `cetr.metadata.FIELDS`.

    Statements in JSON-LD, Open Graph, Dublin Core, microdata, ``<meta>``, ``<link>``, ``<time>``, ``<a rel>`` and the
    page's own title and heading are read; `FIELDS` says which counts. If none says when the page was published, the
    day comes from its ``url``, or from a line near the beginning of the content, ``spans``. If none names the author, a
    name comes from such a line, too. The language of the content counts if it is clearly another one than the page
    says, or if the page says none. Never fails, whatever the markup.
    """
    tokens = lex(html) if tokens is None else tokens
    facts = choose_facts(_read_statements(html, tokens), find_addresses(html, url, tokens))
    language = _guess_language(html, tokens, spans)
    if language and not ("language" in facts and are_alike(facts["language"].value, language)):
        facts["language"] = Fact(language, "text")
    if not {"published", "author"} <= facts.keys():
        lines = list_lines(html, tokens, spans)
        if "published" not in facts:
            facts = find_days_of_page(lines, url) | facts
        if "author" not in facts and (author := find_author(lines, html, tokens, spans)):
            facts["author"] = Fact(author, "text")
    return {field: facts[field] for field in FIELDS if field in facts}


def _guess_language(html: str, tokens: Tokens, spans: Spans) -> str | None:
    """Guess the language of the content; first without code, because its words and comments are often English."""
    tags = find_tags(tokens, "pre")
    opened = tokens.kind[tags[:-1]] == np.uint8(Kind.OPEN)
    ends = zip(tokens.start[tags[:-1]][opened].tolist(), tokens.end[tags[1:]][opened].tolist(), strict=True)
    if code := normalize_spans(ends, len(html)):
        prose = guess_language(derive_text(html, subtract_spans(spans, code), tokens))
        if prose:
            return prose
    return guess_language(derive_text(html, spans, tokens))


def _read_statements(html: str, tokens: Tokens) -> Iterator[tuple[str, str]]:
    opening = np.flatnonzero(tokens.kind == np.uint8(Kind.OPEN))
    wanted = opening[np.isin(tokens.name[opening], np.array(list(_NAMES), dtype=np.uint64))]
    last = len(tokens.start) - 1
    title = ""
    headings: list[str] = []
    root: int | None = None
    for i in wanted.tolist():
        start, end = int(tokens.start[i]), int(tokens.end[i])
        inner = html[end : int(tokens.end[i + 1])] if i < last and tokens.kind[i + 1] in (Kind.TEXT, Kind.RAW) else ""
        attributes = read_attributes(html, start, end)
        name = _NAMES[int(tokens.name[i])]
        if name == "meta":
            content = attributes.get("content", "")
            for key in ("property", "name", "http-equiv"):
                if attributes.get(key):
                    yield f"meta {attributes[key].strip().lower()}", content
        elif name == "link":
            for relation in attributes.get("rel", "").lower().split():
                yield f"link {relation}", attributes.get("href", "")
        elif name == "html":
            if root is None:  # further ones are those of frames
                yield "html lang", attributes.get("lang") or attributes.get("xml:lang", "")
            root = i
        elif name == "title":
            title = title or resolve_references(inner)
        elif name == "h1" and len(headings) < MOST:
            headings.append(read_element(html, tokens, i))
        elif name == "time":
            if "dateModified" not in attributes.get("itemprop", "").split():
                written = attributes.get("datetime", "") or resolve_references(inner)
                yield ("time pubdate" if "pubdate" in attributes else "time"), written
        elif "ld+json" in attributes.get("type", "").lower() and len(inner) < _LONGEST:
            yield from read_linked(inner)
    yield "title", title
    yield "h1", _choose_heading(headings, title)
    yield from _read_marked(html, tokens, opening)
    yield from read_links(html, tokens, opening)


def _choose_heading(headings: Sequence[str], title: str) -> str:
    """Choose the first of the headings that share most words with the title, because a page may have others, such as
    those of cards; none if it has little to do with the title and says less, such as the name of the site.
    """
    words = split_words(title)
    heading = max(headings, key=lambda heading: len(set(words).intersection(split_words(heading))), default="")
    said = split_words(heading)
    return heading if 2 * sum(word in words for word in said) > len(said) or len(said) >= len(words) else ""


def _read_marked(html: str, tokens: Tokens, opening: Ints) -> Iterator[tuple[str, str]]:
    for i, attributes in find_marked(html, tokens, opening, *_MARKS):
        # Blogger writes <abbr title="2012-11-07T09:22:00-05:00">9:22 AM</abbr>.
        spelled = attributes.get("title") if tokens.name[i] == _ABBREVIATION else None
        name = _read_name(html, tokens, i) if "itemscope" in attributes else ""
        content = attributes.get("content") or attributes.get("datetime") or spelled or name
        content = content or read_element(html, tokens, i)
        for key in attributes.get("itemprop", "").split():
            yield f"microdata {key}", content


def _read_name(html: str, tokens: Tokens, i: int) -> str:
    """Read the property ``name`` of the thing that a start tag opens; empty if it has none."""
    for j in range(i + 1, find_end(tokens, i)):
        if tokens.kind[j] == Kind.OPEN:
            attributes = read_attributes(html, int(tokens.start[j]), int(tokens.end[j]))
            if "name" in attributes.get("itemprop", "").split():
                return attributes.get("content") or read_element(html, tokens, j)
    return ""
