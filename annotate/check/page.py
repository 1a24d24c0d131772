"""A document taken apart once for all checks: its words, and which of them are gold, optional or in links."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from annotate.markup.marked_elements import find_marked
from annotate.markup.unseen import leave_out
from cetr.document import (
    Bools,
    Kind,
    LocatedText,
    LocatedWords,
    Spans,
    Tokens,
    derive_text,
    lex,
    locate_text,
    locate_words,
    mark_inside,
    mark_matched,
    mark_readings,
    mark_touched,
    normalize_spans,
    split_words,
)
from evaluate.package import Document


@dataclass(frozen=True)
class CheckedPage:
    """A document with its ``words``, and masks of the same length: ``gold``, ``optional`` and ``links``.

    ``text`` are the words of the gold text, ``marked`` those of the fragments.
    """

    document: Document
    tokens: Tokens
    located: LocatedText
    words: LocatedWords
    text: list[str]
    marked: list[str]
    gold: Bools
    optional: Bools
    links: Bools

    def quote(self, first: int, last: int) -> str:
        """Quote the beginning of the text from one word to another, on one line."""
        a = int(np.searchsorted(self.located.start, self.words.start[first]))
        b = int(np.searchsorted(self.located.end, self.words.end[last], side="right"))
        return cut(" ".join(self.located.text[a:b].split()), 60)


def cut(text: str, length: int) -> str:
    """Cut a text to a length, with an ellipsis if something is left out."""
    return text if len(text) <= length else text[: length - 1] + "\u2026"


def make_page(document: Document, unseen: Bools | None = None) -> CheckedPage:
    """Take a document apart, without readings above characters and the text that is ``unseen`` (tokens,), unless they
    are marked. Whoever leaves readings out does not leave out a part of the sentence.
    """
    html, tokens = document.html, lex(document.html)
    missed = (tokens.kind == np.uint8(Kind.TEXT)) & mark_readings(tokens, slice(0, len(tokens.kind)))
    missed = missed if unseen is None else missed | unseen
    if missed.any():
        known = normalize_spans((*document.spans, *document.optional), len(html))
        marked = mark_touched(tokens.start, tokens.end, known)
        tokens = leave_out(tokens, missed & ~marked)
    words = locate_words(html, None, tokens)
    return CheckedPage(
        document=document,
        tokens=tokens,
        located=locate_text(html, None, tokens),
        words=words,
        text=split_words(document.text),
        marked=split_words(derive_text(html, document.spans)),
        gold=mark_inside(words.start, document.spans),
        optional=mark_inside(words.start, document.optional),
        links=mark_inside(words.start, find_marked(html, tokens, _is_link)),
    )


def _is_link(tag: str, inherited: bool | None) -> bool:
    return bool(inherited) or (tag[1:2] in "aA" and not tag[2:3].isalnum())


def find_predicted(page: CheckedPage, prediction: Spans | str) -> Bools:
    """Mark the words that an extractor takes; a text is aligned with the document."""
    if isinstance(prediction, str):
        return mark_matched(page.words.words, split_words(prediction))
    return mark_inside(page.words.start, normalize_spans(prediction, len(page.document.html)))
