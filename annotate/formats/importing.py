"""Make documents of records: names, alignment of text to spans, coverage, and the report."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np

from annotate.formats.records import Omission, Record
from annotate.markup.html_facts import find_language, find_metadata, find_title, normalize_language
from annotate.markup.interruption import has_words, is_interrupted
from annotate.texts.moved_text import find_moved
from cetr.console import InputError, Limits, map_within, refusing_beyond
from cetr.document import (
    Alignment,
    Tokens,
    align_text,
    cover_words,
    derive_text,
    lex,
    locate_text,
    locate_words,
    mark_inside,
    split_words,
)
from cetr.metadata import guess_language
from evaluate.package import (
    ConflictError,
    Decision,
    Meta,
    html_hash,
    make_fragments,
    read_meta,
    read_package,
    write_document,
)

ALIGNMENT_LIMIT = 8_000_000_000
"""The most words of the page times words of the gold. The alignment takes an eighth of that in bytes, 1 GB."""


LIMITS = Limits(timeout=300)
"""What one page may take to be read, and to be prepared: one of 10 MB with its gold takes some ten seconds."""

GROWTH, LEAST = 200, 1_000_000_000
"""How many characters of pages a byte of a source may stand for (packed pages of one site reach some 50), and how many
are read of any source.
"""


@dataclass(frozen=True)
class Prepared:
    """A record that is ready to be written."""

    name: str
    html: str
    text: str
    meta: Meta


@dataclass
class Report:
    """The outcome of the records: coverage by document, documents that already existed, and pages left out."""

    coverage: dict[str, float] = field(default_factory=dict)
    present: list[str] = field(default_factory=list)
    omissions: list[Omission] = field(default_factory=list)

    @property
    def mean_coverage(self) -> float | None:
        """The mean coverage of the imported documents (0 to 1); None if nothing was imported."""
        return sum(self.coverage.values()) / len(self.coverage) if self.coverage else None

    def under(self, limit: float) -> dict[str, float]:
        """List the documents whose coverage is less than ``limit``, worst first."""
        return dict(sorted(((n, c) for n, c in self.coverage.items() if c < limit), key=lambda item: item[1]))


def read_within(
    records: Iterator[Record | Omission], source: Path, largest: float | None
) -> Iterator[Record | Omission]:
    """Yield records, each read within `LIMITS`, and all together within ``largest`` characters of HTML and text.

    A few bytes can stand for more than the memory holds, and for pages that fill the disk. Without ``largest``, the
    pages may have `GROWTH` times the size of the source, and always `LEAST`. Raises `InputError` that names ``source``.
    """
    if largest is None:
        largest = max(LEAST, GROWTH * _measure_size(source))
    read = 0
    while True:
        with refusing_beyond(LIMITS, str(source)):
            record = next(records, None)
        if record is None:
            return
        if isinstance(record, Record):
            read += len(record.html) + len(record.text or "")
        if read > largest:
            raise InputError(
                f"{source}: has pages of more than {largest / 1e9:g} GB, far more than its own size; if you trust it, "
                "run the command again with a higher --size-limit"
            )
        yield record


def _measure_size(source: Path) -> int:
    """Measure a file, or all files below a folder, in bytes."""
    files = source.rglob("*") if source.is_dir() else (source,)
    return sum(file.stat().st_size for file in files if file.is_file())


def import_records(
    records: Iterable[Record | Omission],
    folder: Path,
    *,
    source: str,
    jobs: int = 1,
    defaults: Mapping[str, str] | None = None,
    tick: Callable[[], object] = lambda: None,
) -> Report:
    """Write records into a package. Existing documents are skipped, so that a second run continues where one ended.

    ``source`` tells the journal where they come from. ``defaults`` gives 'language' and 'page_type' to records that
    have none. ``tick`` is called after each record.
    """
    report = Report()
    prepare_item = partial(_prepare_item, dict(defaults or {}))
    items = _name_all(records, folder)
    for outcome in map_within(LIMITS, prepare_item, items, jobs, _omit):
        if isinstance(outcome, Omission):
            report.omissions.append(outcome)
        elif isinstance(outcome, str):
            report.present.append(outcome)
        else:
            _write_or_report(folder, outcome, source, report)
        tick()
    return report


Work = tuple[str, Record] | Omission | str
"""A named record to import, a record to leave out, or the name of an existing document."""


def _name_all(records: Iterable[Record | Omission], folder: Path) -> Iterator[Work]:
    present = {name.casefold(): name for name in read_package(folder).names}
    taken: set[str] = set()
    first: defaultdict[str, int] = defaultdict(lambda: 1)  # the number of each stem's first name that may be free
    for record in records:
        if isinstance(record, Omission):
            yield record
            continue
        stem = next(propose_names(record.id)).casefold()
        for number, name in enumerate(propose_names(record.id, first[stem]), first[stem]):
            key = name.casefold()
            if key in taken:
                first[stem] += number == first[stem]
                continue
            if key not in present:
                yield name, record
            elif read_meta(folder, present[key]).html_sha256 == html_hash(record.html):
                yield present[key]
            else:
                continue  # another page has this name
            taken.add(key)
            break


def propose_names(record_id: str, first: int = 1) -> Iterator[str]:
    """Propose document names for a record, best first, from number ``first`` on; the same in every run."""
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", record_id).strip("-")[:110] or "page"
    yield from (f"{stem}-{number}" if number > 1 else stem for number in count(first))


def prepare(name: str, record: Record, defaults: Mapping[str, str]) -> Prepared | Omission:
    """Align a record's text, or derive it from its spans, and collect its metadata."""
    html, text, spans = record.html, record.text, record.spans
    if not html.strip():
        return Omission(record.id, "has no HTML")
    tokens = lex(html)
    coverage = record.coverage
    if text is not None:
        if is_too_large(html, text, tokens):
            return Omission(record.id, "is too large: page and gold have too many words to be aligned")
        alignment = align_gold(html, text, tokens)
        spans, coverage = alignment.spans if spans is None else spans, alignment.coverage
    else:
        text = derive_text(html, spans or (), tokens)
    labels = (record.language, find_language(html, tokens), defaults.get("language"))
    known = next(filter(None, map(normalize_language, labels)), None)  # a label that is not a tag says nothing
    language = known or guess_language(text)
    guessed = {"guessed": ["language"]} if language and not known else {}
    meta = Meta(
        url=record.url,
        language=language,
        fragmented=is_interrupted(spans or (), (), lambda gaps: has_words(html, gaps, tokens)),
        multiple_articles=record.multiple_articles,
        title=record.title or find_title(html, tokens),
        page_type=record.page_type or defaults.get("page_type"),
        status=record.status,
        annotator=record.annotator,
        approvals=record.approvals,
        html_sha256=html_hash(html),
        metadata=find_metadata(html, tokens),
        fragments=make_fragments(html, spans or (), tokens),
        optional=record.optional,
        coverage=round(coverage, 4),
        note=record.note,
        extra={**record.extra, **guessed, **({} if name == record.id else {"id": record.id})},
    )
    return Prepared(name, html, text, meta)


def align_gold(html: str, text: str, tokens: Tokens) -> Alignment:
    """Find a gold text in its page, even if the page has its parts in another order."""
    alignment = align_text(html, text, tokens)
    if alignment.coverage == 1.0:
        return alignment
    words, gold = locate_words(html, None, tokens), split_words(text)
    taken = mark_inside(words.start, alignment.spans)
    moved = find_moved(words.words, gold, taken)
    if not moved.any():
        return alignment
    spans = cover_words(locate_text(html, None, tokens), words, np.flatnonzero(taken | moved))
    return Alignment(spans, alignment.coverage + float(moved.sum()) / len(gold))


def is_too_large(html: str, text: str, tokens: Tokens) -> bool:
    """Whether aligning would take more memory than `ALIGNMENT_LIMIT` allows."""
    words = len(split_words(text))
    if words * len(html) < ALIGNMENT_LIMIT:
        return False
    return words * len(locate_words(html, None, tokens).words) > ALIGNMENT_LIMIT


def _prepare_item(defaults: Mapping[str, str], item: Work) -> Prepared | Omission | str:
    return prepare(*item, defaults) if isinstance(item, tuple) else item


def _omit(item: Work, why: str) -> Omission | str:
    """What becomes of an item that broke a limit."""
    return Omission(item[1].id, why) if isinstance(item, tuple) else item


def _write_or_report(folder: Path, prepared: Prepared, source: str, report: Report) -> None:
    """Write a document; one that somebody else has made meanwhile is left alone, with all decisions on it."""
    name = prepared.name
    try:
        _write(folder, prepared, source)
    except ConflictError:
        if read_meta(folder, name).html_sha256 == prepared.meta.html_sha256:
            report.present.append(name)
        else:
            report.omissions.append(Omission(name, "another page got its name meanwhile; import it again"))
    else:
        report.coverage[name] = 1.0 if prepared.meta.coverage is None else prepared.meta.coverage


def _write(folder: Path, prepared: Prepared, source: str) -> None:
    decision = Decision(
        time=datetime.now(UTC),
        document=prepared.name,
        action="import",
        annotator=prepared.meta.annotator,
        after=prepared.meta.spans,
        detail={"source": source},
    )
    write_document(folder, prepared.name, meta=prepared.meta, text=prepared.text, html=prepared.html, decision=decision)
