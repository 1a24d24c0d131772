"""The work of one process: batches of pages in, rows out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from cetr.console import InputError, Limits, bounding, describe_error, list_options
from cetr.extraction.addresses import find_url
from cetr.extraction.finding import find_content
from cetr.extraction.forms import Form, make_fields
from cetr.extraction.grouping import Grouping
from cetr.learned import SHIPPED, refuse_replaced
from cetr.methods import Method, load_method
from cetr.sources import (
    LATE,
    MOST_SILENT,
    SavedFolder,
    Silence,
    SourcePage,
    decode_page,
    fetch_page,
    find_layout,
    is_url,
    name_record,
    read_page,
)

DIED = "its process died, perhaps for lack of memory"
"""Why the extractor failed of a page that ends the process that extracts it."""

_NOT_TRIED = f"unreadable: not tried: {MOST_SILENT} pages of its site in a row did not arrive in time"

_ARRIVAL = 30.0
"""How many seconds a page from the web may take to come, at most."""

BATCH_PAGES = 32
BATCH_BYTES = 4_000_000


@dataclass(frozen=True)
class Task:
    """How to extract: a registered method, its options, the limits of a page, and the form of the content.

    With a ``grouping``, the pages of a site help each other. ``saved`` says which URLs the files of a folder have.
    ``model`` identifies the model of `learned` as the run begins (`identify_model`), because its file may be replaced
    before the run ends.
    """

    method: str
    options: Mapping[str, object] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    form: Form = field(default_factory=Form)
    grouping: Grouping | None = None
    saved: SavedFolder | None = None
    model: str = ""

    @property
    def model_file(self) -> str:
        """The file of the model of `learned`, or `SHIPPED`."""
        return str(self.options.get("model") or self.method.partition(":")[2] or SHIPPED)

    def refuse_other_model(self) -> None:
        """Raise `InputError` if the model's file has been replaced, after the use of what may be another model."""
        if self.model:
            advice = "put the old model back and continue with --resume, or begin again"
            refuse_replaced(self.model_file, self.model, advice)

    def __str__(self) -> str:
        """Write the task as people do, the same for equal tasks: options at their defaults are left out.

        So is the name of the form, because the field of the rows has it, and the memory of sites, because it changes
        with every run.
        """
        defaults = list_options(load_method(self.method))
        said = ",".join(f"{key}={value}" for key, value in sorted(self.options.items()) if defaults.get(key) != value)
        name = f"{self.method}@{said}" if said else self.method
        return " ".join((f"{name}{self.grouping or ''}", *self.form.options))


@dataclass(frozen=True)
class Row:
    """The content of one page by the names of its fields, or the reason why there is no row, in ``skip``.

    ``empty`` says that the method found no content. ``record_id`` and ``date`` are those of a WARC record. ``siteless``
    says that no site is known of a page that others of its site should have helped, and ``recalled`` that a memory knew
    its site. ``labelled`` is how many pages with gold helped it; None if its ``site`` has none.
    """

    source: str
    record: int
    url: str | None
    content: Mapping[str, object]
    skip: str = ""
    empty: bool = False
    siteless: bool = False
    recalled: bool = False
    site: str = ""
    labelled: int | None = None
    record_id: str | None = None
    date: str | None = None

    @property
    def failed(self) -> bool:
        """Whether a page that should have content, because it is HTML, could not be read or extracted."""
        return self.skip.startswith(("unreadable", "extractor"))


def make_batches(pages: Iterable[SourcePage]) -> Iterator[list[SourcePage]]:
    """Cut a stream of pages into batches that are large enough for a worker and small enough for memory."""
    batch: list[SourcePage] = []
    size = 0
    for page in pages:
        batch.append(page)
        # Waiting for the web keeps a process busy enough.
        size += BATCH_BYTES if is_url(page.source) else len(page.data or b"")
        if len(batch) == BATCH_PAGES or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def extract_batch(task: Task, pages: Sequence[SourcePage]) -> list[Row]:
    """Extract pages; a page that fails becomes a row that says so."""
    method = load_method(task.method)  # what that takes does not count against the limits of a page
    rows = [bounding_page(task, page, partial(_extract_page, method, task, page)) for page in pages]
    task.refuse_other_model()
    return rows


def pass_over(page: SourcePage, silence: Silence) -> SourcePage:
    """Return the page, to be skipped if its server is silent."""
    return replace(page, skip=_NOT_TRIED) if silence.is_silent(page.source) else page


def note_silence(skip: str, source: str, silence: Silence) -> None:
    """Record whether the server of a page has answered, of which ``skip`` says why it was skipped, if it was."""
    if skip != _NOT_TRIED:
        silence.note(source, late=skip.startswith(f"unreadable: {LATE}"))


def read_html(page: SourcePage, limits: Limits) -> tuple[str, SourcePage]:
    """Return the HTML of a page, which may take half of its time to come from the web, and the page: with the URL to
    which redirects lead, or with the reason to skip it.
    """
    if page.skip:
        return "", page
    try:
        if is_url(page.source):
            html, url = fetch_page(page.source, timeout=min(_ARRIVAL, limits.timeout / 2))
            return html, replace(page, url=url)
        data = read_page(page.source) if page.data is None else page.data
    except InputError as error:
        return "", replace(page, skip=f"unreadable: {str(error).removeprefix(f'{page.source}: ')}")
    except OSError as error:
        return "", replace(page, skip=f"unreadable: {error.strerror}")
    try:
        return decode_page(data, page.source, page.charset), page
    except InputError as error:
        return "", replace(page, skip=f"not HTML: {error}")


def make_row(page: SourcePage, url: str | None, content: Mapping[str, object], *, empty: bool) -> Row:
    """Make the row of a page with its content."""
    return Row(page.source, page.record, url, content, empty=empty, record_id=page.record_id, date=page.date)


def skip_page(page: SourcePage, why: str) -> Row:
    """Make the row of a page without content, with the reason."""
    return Row(page.source, page.record, page.url, {}, why)


def tell_failure(page: SourcePage, why: str) -> str:
    """Say why the extractor failed, and of which record or line, if the file of the page holds several."""
    return f"extractor failed: {name_record(page)}{why}"


T = TypeVar("T")


def bounding_page(task: Task, page: SourcePage, work: Callable[[], T]) -> T | Row:
    """What comes of work on a page within the task's limits, or the row that says why nothing does."""
    try:
        with bounding(task.limits):
            return work()
    except Exception as error:  # noqa: BLE001  # any extractor may be called here; one page must not end a crawl
        return skip_page(page, tell_failure(page, describe_error(error)))


def _extract_page(method: Method, task: Task, page: SourcePage) -> Row:
    html, page = read_html(page, task.limits)
    if page.skip:
        return skip_page(page, page.skip)
    url = find_url(page)
    options = {**task.options, **find_layout(method, Path(page.source))}
    found, expected_f1 = find_content(html, task.method, url or "", options)
    return make_row(page, url, make_fields(html, found, task.form, url or "", expected_f1), empty=not found)
