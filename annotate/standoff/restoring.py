"""Make a package of published gold and of pages that somebody else has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from annotate.formats.importing import propose_names
from annotate.formats.records import Omission, Record
from annotate.standoff.joining import Joined, State, join_lines
from annotate.standoff.pages import OwnPage, find_key
from annotate.standoff.published import Row
from cetr.console import InputError, Limits, map_within
from cetr.document import normalize_spans
from evaluate.package import NO_CONTENT, html_hash, read_meta, read_package

LIMITS = Limits(timeout=300)
"""What joining one page may take."""
LEAST = 0.3
"""The share of its gold, below which a page with the right URL is another page."""

ORDER: tuple[State, ...] = ("changed", "same text", "same page")


Task = tuple[int, Row, int, OwnPage]
"""A row and a page with their numbers."""


@dataclass(frozen=True)
class _Attempt:
    """How well a page fits a row: ``worth`` is (place in `ORDER`, coverage), ``why`` says what failed instead."""

    row: int
    page: int
    worth: tuple[int, float] = (-1, 0.0)
    why: str = ""


def restore_all(
    rows: Sequence[Row],
    list_pages: Callable[[], Iterable[OwnPage]],
    jobs: int,
    tick: Callable[[], object] = lambda: None,
) -> Iterator[Record | Omission]:
    """Restore the gold of rows on pages, which are listed and read twice: they can have the same URL.

    Under ``extra.published``, a record says how alike its page is. ``tick`` is called after each page that is compared.
    """
    best: dict[int, _Attempt] = {}
    for attempt in map_within(LIMITS, _attempt, _match(rows, list_pages()), jobs, _fail):
        if attempt.row not in best or best[attempt.row].worth < attempt.worth:
            best[attempt.row] = attempt
        tick()
    chosen = {number: found.page for number, found in best.items() if not found.why}
    yield from map_within(LIMITS, _restore, _take(_match(rows, list_pages()), chosen), jobs, _omit)
    for number in chosen:
        yield Omission(rows[number].id, "its page was gone when it was read again; name files that stay as they are")
    for number, row in enumerate(rows):
        if number not in best:
            yield Omission(
                row.id,
                f"none of the pages has its URL: {row.url}"
                if row.url
                else "none of the pages without a URL has its name",
            )
        elif best[number].why:
            yield Omission(row.id, best[number].why)


def _take(tasks: Iterator[Task], chosen: dict[int, int]) -> Iterator[Task]:
    """Yield the tasks of the chosen pages, by number of row; what is left in ``chosen`` was not among them."""
    for task in tasks:
        if chosen.get(task[0]) == task[2]:
            del chosen[task[0]]
            yield task


def find_missing(rows: Sequence[Row], folder: Path) -> list[Row]:
    """Return the rows that have not been restored into a package, on whatever version of their pages."""
    restored = set()
    for name in read_package(folder).names:
        extra = read_meta(folder, name).extra
        if isinstance(published := extra.get("published"), dict):
            restored.add((str(extra.get("id", name)), published.get("html_sha256")))
    return [row for row in rows if (row.id, row.html_sha256) not in restored]


def _match(rows: Sequence[Row], pages: Iterable[OwnPage]) -> Iterator[Task]:
    """Pair each page with the rows of its URLs, or of its name if it has no URL.

    Names are compared as files are called, as a data set may have others.
    """
    by_url: defaultdict[str, list[int]] = defaultdict(list)
    by_name: defaultdict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        by_url[find_key(row.url) if row.url else ""].append(number)
        by_name[next(propose_names(row.id))].append(number)
    for at, page in enumerate(pages):
        same = {number for url in page.urls for number in by_url.get(find_key(url), ())}
        for number in sorted(same) if page.urls else by_name.get(next(propose_names(page.name)), ()):
            yield number, rows[number], at, page


def _attempt(task: Task) -> _Attempt:
    number, row, at, page = task
    try:
        joined = join(row, page.read())
    except InputError as error:
        return _Attempt(number, at, why=str(error))
    if joined.coverage < LEAST:
        share = f"{joined.coverage:.0%} of its gold"
        return _Attempt(number, at, why=f"only {share} is in the page with its URL")
    return _Attempt(number, at, (ORDER.index(joined.state), joined.coverage))


def _fail(task: Task, why: str) -> _Attempt:
    return _Attempt(task[0], task[2], why=why)


def join(row: Row, html: str) -> Joined:
    """Join a row's gold and a page; exact offsets count if it is the very page."""
    if html_hash(html) == row.html_sha256:
        size = len(html)
        return Joined(normalize_spans(row.spans, size), normalize_spans(row.optional, size), "same page")
    joined = join_lines(html, row.lines)
    return replace(joined, state="changed") if row.spans and not joined.gold else joined  # marked signs are lost


def _restore(task: Task) -> Record | Omission:
    _, row, _, page = task
    html = page.read()
    joined = join(row, html)
    found = {"state": joined.state, "html_sha256": row.html_sha256, "lost": joined.lost, "new": joined.new}
    is_same = joined.state != "changed"
    return Record(
        id=row.id,
        html=html,
        spans=joined.spans,
        optional=joined.optional,
        coverage=joined.coverage,
        url=row.url,
        language=row.language,
        page_type=row.page_type,
        multiple_articles=row.multiple_articles,
        status=row.status if is_same else "draft",
        annotator=row.annotator,
        approvals=row.approvals if is_same else (),
        note=row.note,
        extra={"published": found, **({NO_CONTENT: True} if row.no_main_content and is_same else {})},
    )


def _omit(task: Task, why: str) -> Record | Omission:
    return Omission(task[1].id, why)
