"""Extraction of many pages on one machine: streamed, in order, by several processes."""

from __future__ import annotations

import fcntl
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TextIO

from cetr.console import (
    InputError,
    count_of,
    disarm,
    map_bounded,
    name_install,
    naming,
    open_for_programs,
    refuse_unwritable,
    replacing,
    run_alone,
    show_json,
)
from cetr.extraction.batches import (
    DIED,
    Row,
    Task,
    extract_batch,
    make_batches,
    note_silence,
    pass_over,
    skip_page,
    tell_failure,
)
from cetr.extraction.bysite import extract_by_site, refuse_memory
from cetr.extraction.pagefiles import FIELDS, PageFiles
from cetr.extraction.rows import convert_to_parquet, format_row, read_done, write_source
from cetr.sources import Silence, SourcePage, load_readers, read_source

_log = logging.getLogger(__name__)


@dataclass
class Counts:
    """What became of the pages.

    It counts the rows, the rows without content, those of pages that were extracted alone because their site is not
    known, those of pages of sites that a memory knew, the failures, and the skipped pages by reason. It also keeps the
    first site and the first failure. For each site that has gold, it counts the pages, and those that are like none
    with gold.
    """

    pages: int = 0
    empty: int = 0
    siteless: int = 0
    recalled: int = 0
    site: str = ""
    failed: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    failure: str = ""
    golden: Counter[str] = field(default_factory=Counter)
    unlike: Counter[str] = field(default_factory=Counter)

    def add(self, row: Row) -> None:
        """Count one page."""
        if not row.skip:
            self.pages += 1
            self.empty += row.empty
            self.siteless += row.siteless
            self.recalled += row.recalled
            self.site = self.site or row.site
            if row.labelled is not None:
                self.golden[row.site] += 1
                self.unlike[row.site] += not row.labelled
            return
        self.failed += row.failed
        if row.failed and not self.failure:
            self.failure = f"{row.source}: {row.skip}"
        self.skipped[row.skip.partition(":")[0]] += 1

    def merge(self, other: Counts) -> None:
        """Add other counts."""
        self.pages += other.pages
        self.empty += other.empty
        self.siteless += other.siteless
        self.recalled += other.recalled
        self.site = self.site or other.site
        self.failed += other.failed
        self.skipped += other.skipped
        self.failure = self.failure or other.failure
        self.golden += other.golden
        self.unlike += other.unlike

    @property
    def changed(self) -> list[str]:
        """The sites of which most pages are like none with gold, each with their number."""
        sites = [(site, n, self.golden[site]) for site, n in self.unlike.items() if 2 * n > self.golden[site]]
        return [f"{disarm(site)} ({n} of {count_of(of, 'page')})" for site, n, of in sorted(sites)]

    def __str__(self) -> str:
        reasons = ", ".join(f"{number} {reason}" for reason, number in self.skipped.most_common())
        told = count_of(self.pages, "page")
        told += f" ({self.siteless} of unknown site, extracted alone)" if self.siteless else ""
        told += f", {self.empty} without content" if self.empty else ""
        told += f", {self.skipped.total()} skipped: {reasons}" if reasons else ""
        return told + (f"; the first that failed: {self.failure}" if self.failure else "")


def extract_rows(task: Task, pages: Iterator[SourcePage], jobs: int) -> Iterator[Row]:
    """The rows of a stream of pages, in its order, by ``jobs`` processes; few batches are in memory at a time.

    With 0 jobs it is this process that does it, and that a page can take with it.
    """
    extract, silence = partial(extract_batch, task), Silence()
    batches = make_batches(pass_over(page, silence) for page in pages)
    for row in chain.from_iterable(map_bounded(extract, batches, jobs, partial(_extract_singly, extract))):
        note_silence(row.skip, row.source, silence)
        yield row


def _extract_singly(extract: Callable[[Sequence[SourcePage]], list[Row]], pages: Sequence[SourcePage]) -> list[Row]:
    """The rows of a batch with which a process has died: each page gets a process of its own."""
    if len(pages) == 1:
        return [skip_page(pages[0], tell_failure(pages[0], DIED))]
    return [row for page in pages for row in run_alone(extract, [page], partial(_extract_singly, extract))]


def extract_sources(
    task: Task,
    sources: Sequence[Path | str],
    out: Path | None,
    *,
    jobs: int = 0,
    resume: bool = False,
    watch: Callable[[Row], object],
    files: PageFiles | None = None,
) -> Counts:
    """Extract all pages of ``sources``, as `cetr.sources.find_sources` returns them, to ``out`` (.jsonl or .parquet).

    Without ``out``, rows go to standard output as JSON Lines. With ``files``, each page gets a file, and ``out`` is
    their index.

    With ``resume``, pages that already have rows of the same method are left out.
    """
    refuse_memory(task)
    load_readers(sources)  # before there is a file that has to be removed or continued
    if out is None:
        return _write_rows(task, _extract(task, sources, {}, jobs), open_for_programs(), watch)
    lines = out if out.suffix != ".parquet" else out.with_name(f"{out.name}.partial.jsonl")
    if out != lines and out.exists() and not lines.exists():
        raise InputError(f"{out}: already exists and is complete; name another file")
    if files is not None:
        files.open(resume)
    if not resume and (out.exists() or lines.exists()):
        raise InputError(f"{out}: already exists; continue it with --resume, or name another file")
    if out != lines and find_spec("pyarrow") is None:
        raise InputError(f"writing Parquet needs pyarrow: {name_install('parquet')}")
    refuse_unwritable(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    with naming(lines), lines.open("a", encoding="utf-8") as file:
        _hold(file, out)
        done = read_done(lines, str(task), FIELDS if files else task.form.fields)
        counts = _write_rows(task, _extract(task, sources, done, jobs), file, watch, files)
        if out != lines:
            convert_to_parquet(lines, out, *task.form.fields)
            lines.unlink()
    return counts


def _hold(file: TextIO, out: Path) -> None:
    """Lock the file of rows against other runs; raises `InputError` if another run is writing to it."""
    with suppress(OSError):  # some shared storage does not support locks
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError(f"{out}: another 'cetr extract' is writing there; name another file") from error


def write_part(task: Task, rows: Iterable[Row], part: Path) -> Counts:
    """Write rows to a file (.jsonl or .parquet) that appears when it is whole, whoever else writes the same one."""
    with replacing(part) as staged:
        with staged.open("w", encoding="utf-8") as file:
            counts = _write_rows(task, rows, file, lambda row: None)
        if part.suffix == ".parquet":
            convert_to_parquet(staged, staged, *task.form.fields)
    return counts


def _extract(task: Task, sources: Sequence[Path | str], done: Mapping[str, frozenset[int]], jobs: int) -> Iterator[Row]:
    if task.grouping is not None:
        return extract_by_site(task, task.grouping, sources, done, jobs)
    none: frozenset[int] = frozenset()
    pages = (
        page
        for source in sources
        for page in read_source(source, done.get(write_source(str(source)), none), saved=task.saved)
    )
    return extract_rows(task, pages, jobs)


def _write_rows(
    task: Task,
    rows: Iterable[Row],
    file: TextIO,
    watch: Callable[[Row], object],
    files: PageFiles | None = None,
) -> Counts:
    counts = Counts()
    method = str(task)
    for row in rows:
        counts.add(row)
        watch(row)
        if row.skip:
            _log.log(logging.WARNING if row.failed else logging.INFO, "%s: %s", row.source, row.skip)
        else:
            file.write(show_json(format_row(files.write(row) if files else row, method), file))
            # A run that is killed loses no finished page, and leaves whole rows except perhaps the last one.
            file.flush()
    return counts
