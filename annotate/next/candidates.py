"""The evidence on which a candidate page is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from annotate.markup.html_facts import find_language, normalize_language
from annotate.next.committee import measure_disagreement
from annotate.next.pages import Page
from annotate.texts.near_duplicates import Sketch, sketch_words
from cetr.document import Spans, Tokens, content_spans, find_host, lex, locate_words, mark_inside
from evaluate.asking import ExtractionError
from evaluate.package import Document


@dataclass(frozen=True)
class Candidate:
    """The evidence about a page. ``disagreement`` is 0 (all extractors agree) to 1, ``doubt`` 0 (the model is sure)
    to 1. ``failed`` names the extractors that failed. ``paths`` are hashes of some paths of elements, which pages of
    one template share. ``empty``: the page is known to have no content, or is rejected. ``requested`` is the URL that
    led to it, if it is known.
    """

    name: str
    url: str
    site: str
    language: str
    kind: str
    sketch: Sketch
    disagreement: float
    doubt: float
    failed: tuple[str, ...] = ()
    paths: frozenset[int] = frozenset()
    empty: bool = False
    requested: str = ""


@dataclass(frozen=True)
class Opinion:
    """What a model says of a page: its doubt about its own answer, 0 to 1, and the ``paths`` of `Candidate`."""

    doubt: float = 0.0
    paths: frozenset[int] = frozenset()


def examine_page(
    page: Page,
    committee: Mapping[str, Callable[[Page], Spans | str]],
    ask_model: Callable[[str], Opinion] = lambda html: Opinion(),
    find_site: Callable[[str], str] = find_host,
) -> Candidate:
    """Ask the extractors and a model about a page.

    An extractor that fails affects only itself: it agrees with nobody and takes nothing.
    """
    tokens = lex(page.html)
    located = locate_words(page.html, None, tokens)
    answers = {name: _ask(extract, page, tokens) for name, extract in committee.items()}
    masks = [mark_inside(located.start, answer or ()) for answer in answers.values()]
    language = normalize_language(page.language or find_language(page.html, tokens)) or ""
    opinion = ask_model(page.html)
    return Candidate(
        name=page.name,
        url=page.url,
        site=find_site(page.url),
        language=language,
        kind=page.kind,
        sketch=sketch_words(located.words),
        disagreement=measure_disagreement(masks),
        doubt=opinion.doubt,
        failed=tuple(name for name, answer in answers.items() if answer is None),
        paths=opinion.paths,
        empty=page.document is not None and is_empty(page.document),
        requested=page.requested,
    )


def is_empty(document: Document) -> bool:
    """Whether a document is without content by a person's decision."""
    meta = document.meta
    return meta.status == "rejected" or (meta.status != "draft" and not document.gold)


def _ask(extract: Callable[[Page], Spans | str], page: Page, tokens: Tokens) -> Spans | None:
    try:
        return content_spans(page.html, extract(page), tokens)
    except ExtractionError:
        return None
