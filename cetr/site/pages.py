"""A page as its site sees it: scored by the model alone, with hashes that other pages may share."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass, field

import numpy as np

from cetr.document import Floats, Spans
from cetr.learned import (
    LEAST_COVERAGE,
    Model,
    Page,
    Suggestion,
    choose_blocks,
    find_inlines,
    join_chosen,
    label_words,
    read_page,
    score_page,
    sum_labels,
    to_probability,
)
from cetr.learned.templates import MIDDLE
from cetr.site.evidence import gather_evidence
from cetr.site.leanings import ask_leanings, compare_inlines, drop_left_out, follow_leanings
from cetr.site.memory import Memory
from cetr.site.signatures import Signature, sign_page
from cetr.site.traces import Trace, make_trace
from cetr.site.weights import weigh

EMPTY_F1 = 0.98
"""The F1 expected of no content if gold says so of a page of the same kind: of 48 pages, all were of that kind
(benchmarks/kinds.py), and Laplace's rule of succession.
"""


@dataclass(frozen=True)
class Seen:
    """A page with n blocks, its log-odds by the model alone (n,), its hashes, and the ``key`` that identifies it."""

    key: int
    page: Page
    odds: Floats
    signature: Signature


def see(html: str, model: Model) -> Seen:
    """Read and score a page."""
    page = read_page(html)
    key = int.from_bytes(hashlib.blake2b(html.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
    title = " ".join(page.head.title.split())
    signature = sign_page(page, zlib.crc32(title.encode("utf-8", "surrogatepass")))
    return Seen(key, page, score_page(page, model), signature)


def trace(seen: Seen, gold: str | Spans | None = None, optional: Spans = ()) -> Trace:
    """Make what the site's memory keeps of a page, with its gold, spans or text, if that is known.

    Empty gold says that the page has no content. Gold whose words are not on the page, such as a text that scripts
    load, says nothing about its blocks.
    """
    blocks = seen.page.blocks
    words = None if gold is None else label_words(blocks, gold, optional)
    if words is None or words.coverage < LEAST_COVERAGE:
        return make_trace(seen.key, seen.signature, blocks.words, seen.odds, None)
    inlines = find_inlines(blocks, seen.signature.paths[MIDDLE])
    leanings = compare_inlines(inlines, words, len(blocks))
    labels = sum_labels(drop_left_out(words, inlines, *leanings, len(blocks.html)), len(blocks))
    return make_trace(seen.key, seen.signature, blocks.words, seen.odds, labels, leanings)


@dataclass(frozen=True)
class SiteSuggestion(Suggestion):
    """The content of a page and its expected F1 over words, with what it was based on.

    It counts the other pages of the site that were used, and those of them with gold. ``rated`` are the page's blocks
    in order, each with its probability (0 to 1) of being content.
    """

    pages: int
    labelled: int
    rated: tuple[tuple[int, int, float], ...] = field(repr=False)


def suggest_among(seen: Seen, memory: Memory) -> SiteSuggestion:
    """Choose a page's content by what it says itself and by what its site's memory says.

    Without other pages of its template, the model alone decides. If gold says that a page of its kind has no content,
    this one has none either.
    """
    blocks = seen.page.blocks
    evidence = gather_evidence(memory, seen.key, seen.signature, blocks.words, seen.odds)
    if evidence.empty:
        probability = np.full(len(blocks), 1 - EMPTY_F1)
        chosen, expected = np.zeros(len(blocks), dtype=np.bool_), EMPTY_F1
    else:
        probability = to_probability(weigh(seen.odds, evidence))
        chosen, expected = choose_blocks(probability, blocks.words)
    spans = join_chosen(blocks, probability, chosen)
    if evidence.labelled and len(memory.inlines.codes):
        inlines = find_inlines(blocks, seen.signature.paths[MIDDLE])
        leanings = ask_leanings(memory.inlines, evidence.teachers, inlines.code)
        spans = follow_leanings(spans, inlines, leanings, len(blocks.html))
    rated = tuple(zip(blocks.start.tolist(), blocks.end.tolist(), probability.tolist(), strict=True))
    return SiteSuggestion(spans, expected, evidence.pages, evidence.labelled, rated)
