"""The checks of one document; each is a function from a page to findings."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from annotate.check.extractors import check_extractors
from annotate.check.findings import Finding, Report
from annotate.check.page import CheckedPage, cut, make_page
from annotate.check.sentences import check_sentences
from annotate.markup.html_facts import is_language
from annotate.markup.interruption import is_interrupted
from annotate.markup.unseen import find_unseen
from annotate.texts.garble import find_garbled
from annotate.texts.moved_text import find_text
from annotate.texts.near_duplicates import sketch_words
from cetr.console import InputError, count_of
from cetr.document import decode_html, locate_words, mark_inside
from cetr.metadata import are_alike, guess_language, lacks_script
from evaluate.package import NO_CONTENT, Document, PackageError, check_fragments, html_hash, read_document
from evaluate.package.files import LAYOUT, SOURCE, read_regular

PRESENT = 0.95
"""The share of the gold words that a document should contain."""
SHORT, LONG_PAGE = 30, 300
"""How few words of gold are suspicious for a page of so many words."""
LINKS = 0.5
"""The share of gold words in links from which on gold is link-heavy."""
LINK_PAGES = frozenset({"listing", "collection", "category", "index", "frontpage", "front page", "content listing"})
"""Page types whose main content is links."""
ENOUGH = 20
"""How many words a gold text needs to be compared with others."""


def check_document(folder: Path, extractors: Sequence[str], name: str) -> Report:
    """Find everything that can be found by looking at one document alone."""
    try:
        document = read_document(folder, name)
    except PackageError as error:
        fix = "correct the field, or restore the file from a backup; else remove the document's files"
        return Report(name, (Finding(name, "unreadable", str(error), fix),))
    findings = list(_check_hashes(document))
    if any(f.code == "page-changed" for f in findings):
        return Report(name, tuple(findings))
    findings += _check_drift(document)
    findings += _check_meta(document)
    if document.meta.status == "rejected":
        return Report(name, tuple(findings))
    try:
        page = make_page(document, find_unseen(document))
    except InputError as error:
        findings.append(Finding(name, "layout-damaged", str(error), "make it again: annotate render --again"))
        page = make_page(document)
    present = _count_present(page)
    findings += _check_words(page, present)
    findings += check_sentences(page)
    findings += _check_amount(page)
    findings += _check_flags(page)
    findings += _check_language(page)
    findings += _check_garble(document)
    findings += check_extractors(page, extractors)
    return Report(
        name,
        tuple(findings),
        rendered=(len(present), len(page.text)),
        source=_count_in_source(page),
        sketch=sketch_words(page.text) if len(page.text) >= ENOUGH else None,
    )


def _check_hashes(document: Document) -> Iterator[Finding]:
    meta, name = document.meta, document.name
    if html_hash(document.html) != meta.html_sha256:
        message = f"{name}.html is not the page that was saved: its hash differs"
        yield Finding(name, "page-changed", message, "restore the file from a backup, or capture the page again")
    if meta.source and meta.source.sha256:
        path = document.path(SOURCE)
        if not path.exists():
            yield Finding(name, "source-missing", f"{path.name} is missing", "restore it from a backup")
        elif hashlib.sha256(read_regular(path)).hexdigest() != meta.source.sha256:
            message = f"{path.name} is not the response that was saved: its hash differs"
            yield Finding(name, "source-changed", message, "restore it from a backup")


def _check_drift(document: Document) -> Iterator[Finding]:
    for check in check_fragments(document.html, document.meta.fragments):
        if not check.exact and document.meta.fragments[check.index].quote:
            fragment = document.meta.fragments[check.index]
            expected, found = cut(check.expected, 50), cut(check.found, 50)
            message = f"fragment {check.index} should read '{expected}', but its span reads '{found}'"
            fix = "correct start and end, or mark it again in 'annotate review'"
            yield Finding(document.name, "fragment-drift", message, fix, fragment.start, fragment.end)


def _check_meta(document: Document) -> Iterator[Finding]:
    """Find fields that can be read but do not have the format that they should."""
    meta, name = document.meta, document.name
    if meta.language is not None and not is_language(meta.language):
        fix = "set language to such a tag, or to null if it is not known"
        yield Finding(name, "language", f"language '{meta.language}' is not a BCP 47 tag such as 'en' or 'pt-BR'", fix)
    if meta.captured and meta.captured.time.tzinfo is None:
        message = f"captured.time has no time zone: {meta.captured.time.isoformat()}"
        yield Finding(name, "time", message, "add Z if it is UTC, otherwise an offset such as +02:00")


def _count_present(page: CheckedPage) -> set[int]:
    """Find the gold text's words that the document contains, by index."""
    if page.marked == page.text:
        return set(range(len(page.text)))
    return set(np.flatnonzero(find_text(page.words.words, page.text)).tolist())


def _count_in_source(page: CheckedPage) -> tuple[int, int]:
    path = page.document.path(SOURCE)
    if not path.exists():
        return 0, 0
    source = page.document.meta.source
    html = decode_html(read_regular(path), source.charset if source else None)[0]
    return int(find_text(locate_words(html).words, page.text).sum()), len(page.text)


def _check_words(page: CheckedPage, present: set[int]) -> Iterator[Finding]:
    """Find gold words that the page does not contain, and text that is not in the fragments."""
    name, text, marked = page.document.name, page.text, page.marked
    if len(present) < PRESENT * len(text):
        lost = [w for i, w in enumerate(text) if i not in present]
        message = f"{len(lost)} of {len(text)} gold words are not in the page: {cut(' '.join(lost), 50)}"
        yield Finding(
            name, "words-missing", message, f"remove them from {name}.txt, or capture the page as the annotator saw it"
        )
    if marked == text:
        return
    common = (Counter(marked) & Counter(text)).total()  # in whatever order
    if common < len(marked) or len(present) - common > max(2, 0.01 * len(text)):
        message = f"{name}.txt and the fragments differ: words only marked: {len(marked) - common}"
        message += f", only in the text: {len(text) - common}"
        fix = "mark the missing text in 'annotate review'; the text is then written again"
        yield Finding(name, "text-differs", message, fix)


def _check_amount(page: CheckedPage) -> Iterator[Finding]:
    """Find gold that is empty, suspiciously short or full of links."""
    name, count = page.document.name, len(page.text)
    if page.document.meta.status == "draft":
        return
    if not count:
        if not page.document.meta.extra.get(NO_CONTENT):  # a person has said so
            yield Finding(name, "empty", "has no main content", "mark it, or approve it as it is in 'annotate review'")
        return
    if count < SHORT and len(page.words.words) >= LONG_PAGE:
        message = f"main content has {count} of the page's {len(page.words.words)} words"
        yield Finding(name, "short", message, "check whether the mark ends too early")
    links = int((page.gold & page.links).sum())
    marked = int(page.gold.sum())
    known = (page.document.meta.page_type or "").lower() in LINK_PAGES or page.document.meta.multiple_articles
    if marked >= ENOUGH and links > LINKS * marked and not known:
        message = f"{links} of {marked} words of the main content are in links"
        yield Finding(name, "link-heavy", message, "unmark navigation in it, or set the page type or multiple_articles")


def _check_flags(page: CheckedPage) -> Iterator[Finding]:
    """Find flags that contradict the fragments."""
    document = page.document
    meta, name, spans = document.meta, document.name, document.spans
    # The browser that captured the page has seen what interrupts. Without its layout, the HTML alone knows less.
    is_judged = meta.captured is not None and not document.path(LAYOUT).exists()
    interrupted = is_interrupted(spans, document.optional, lambda gaps: bool(mark_inside(page.words.start, gaps).any()))
    if interrupted and not meta.fragmented and not is_judged:
        message = f"is not flagged as fragmented, but there is other text between its {len(spans)} fragments"
        yield Finding(name, "flag-fragmented", message, "set the flag 'fragmented'")
    if meta.fragmented and len(spans) < 2:
        message = f"is flagged as fragmented, but has {count_of(len(spans), 'fragment')}"
        yield Finding(name, "flag-fragmented", message, "clear the flag 'fragmented', or unmark what interrupts")
    if meta.multiple_articles and not spans:
        message = "is flagged as having multiple articles, but has no fragments"
        yield Finding(name, "flag-multiple-articles", message, "mark the articles, or clear the flag")


def _check_language(page: CheckedPage) -> Iterator[Finding]:
    known, guess = page.document.meta.language, guess_language(page.document.text)
    if known and is_language(known) and guess and not are_alike(known, guess):
        message = f"language is '{known}', but the main content seems to be in '{guess}'"
        yield Finding(page.document.name, "language", message, f"set language to '{guess}' if that is right")
    elif known and lacks_script(page.document.text, known):
        message = f"language is '{known}', but the main content has no letters of its script"
        fix = (
            "if it is garbled, capture it again from a source that names its encoding; otherwise set the right language"
        )
        yield Finding(page.document.name, "language", message, fix)


def _check_garble(document: Document) -> Iterator[Finding]:
    """Find gold that was decoded with the wrong encoding, all of it or text that its page took from elsewhere."""
    garbled = Counter(find_garbled(document.text))
    if garbled:
        (found, meant), _ = garbled.most_common(1)[0]
        count = count_of(garbled.total(), "garbled character")
        message = f"main content has {count}, such as '{found}' for {meant!r}"
        fix = (
            "capture or import it again in its encoding (UTF-8); if its site shows it like this, reject it or leave it"
        )
        yield Finding(document.name, "garbled", message, fix)
