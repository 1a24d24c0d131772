"""Extraction of many pages site by site: pages of one site help each other.

Pages may come in any order. They wait for the rest of their site in a temporary file, so that memory holds only an
index of the pages and, for each process, one batch of them and the memory of one site.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from cetr.console import map_bounded, naming, open_scratch, refuse_unwritable, run_alone
from cetr.extraction.addresses import find_url
from cetr.extraction.batches import (
    DIED,
    Row,
    Task,
    bounding_page,
    make_batches,
    make_row,
    note_silence,
    pass_over,
    read_html,
    skip_page,
    tell_failure,
)
from cetr.extraction.forms import make_fields
from cetr.extraction.grouping import Grouping
from cetr.extraction.rows import write_source
from cetr.learned import Model, load_model
from cetr.site import (
    Memory,
    Seen,
    SiteMemories,
    Trace,
    find_domain,
    holding,
    read_memories,
    remember,
    see,
    suggest_among,
    trace,
    write_memories,
)
from cetr.sources import SavedFolder, Silence, SourcePage, read_source

SITE_PAGES = 256
"""How many pages of a site one process takes at a time."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A page whose data, if any, are ``size`` bytes of a ``spool`` file from ``start`` on. ``done`` means it has a
    row.
    """

    page: SourcePage
    spool: Path
    start: int
    size: int
    done: bool = False


@dataclass(frozen=True)
class _Share:
    """Some pages of a site, and what was known of the site before.

    The file ``at`` says which of the pages is under way, for whoever finds that the process has died.
    """

    site: str
    pages: tuple[Waiting, ...]
    memory: Memory
    at: Path


def extract_by_site(
    task: Task, grouping: Grouping, sources: Sequence[Path | str], done: Mapping[str, frozenset[int]], jobs: int
) -> Iterator[Row]:
    """Yield the rows of all unfinished pages, site by site, as the task's ``grouping`` says."""
    with open_scratch() as folder:
        waiting = _spool_pages(sources, done, grouping, task.saved, folder / "pages")
        learned = SiteMemories()
        yield from extract_waiting(task, waiting, jobs, grouping.memory, learned, folder)
        if grouping.memory is not None:
            add_to_memory(task, grouping.memory, [learned.held])


def extract_waiting(
    task: Task,
    waiting: Iterable[tuple[str, Waiting]],
    jobs: int,
    memory: Path | None,
    learned: SiteMemories,
    folder: Path,
) -> Iterator[Row]:
    """Yield the rows of the unfinished pages, each given with its site.

    What is known about the sites is read from the file ``memory``, if it exists. What the pages add to that goes to
    ``learned``, and counts from the next run on. Temporary files go to ``folder``.
    """
    memories = recall(task, memory)
    sites: dict[str, list[Waiting]] = {}
    for site, page in waiting:
        if page.page.skip:
            yield skip_page(page.page, page.page.skip)
        else:
            sites.setdefault(site, []).append(page)
    shares = (
        _Share(site, part, memories[site], folder / f"at-{number}-{at}")
        for number, (site, pages) in enumerate(sites.items())
        for at, part in enumerate(_cut(pages))
    )
    extract = partial(_extract_share, task)
    for site, rows, found in map_bounded(extract, shares, jobs, partial(_extract_others, extract)):
        yield from rows
        if memory is not None and site:
            learned.learn(site, found)


def _cut(pages: Sequence[Waiting]) -> Iterator[tuple[Waiting, ...]]:
    """Cut the pages of a site into as few parts as may be, of the same size, because few pages help each other less."""
    size = math.ceil(len(pages) / math.ceil(len(pages) / SITE_PAGES))
    return (tuple(pages[at : at + size]) for at in range(0, len(pages), size))


def add_to_memory(task: Task, memory: Path, learned: Iterable[Mapping[str, Memory]]) -> None:
    """Add what was learned to the file of memories, as it is now: other runs may have added to it, too."""
    memory = memory.resolve()  # who shares a memory through a link does not want a file in its place
    with holding(memory.parent):
        merged = recall(task, memory)
        for memories in learned:
            for site, found in memories.items():
                merged.learn(site, found)
        write_memories(memory, merged.held, task.model)


def recall(task: Task, memory: Path | None) -> SiteMemories:
    """Read what is known of the sites.

    What is known of hosts, as `annotate remember` writes it, counts for their domains if these are the sites.
    """
    known = read_memories(memory, task.model) if memory is not None and memory.exists() else {}
    if task.grouping is None or task.grouping.by != "domain":
        return SiteMemories(known)
    memories = SiteMemories()
    for host, found in known.items():
        memories.learn(find_domain(f"http://{host}") or host, found)
    return memories


def refuse_memory(task: Task) -> None:
    """Raise an error if the file of memories cannot be used, before a run leaves files that block the next one."""
    memory = task.grouping.memory if task.grouping else None
    if memory is not None:
        refuse_unwritable(memory)
        recall(task, memory)


def _spool_pages(
    sources: Sequence[Path | str],
    done: Mapping[str, frozenset[int]],
    grouping: Grouping,
    saved: SavedFolder | None,
    spool: Path,
) -> Iterator[tuple[str, Waiting]]:
    none: frozenset[int] = frozenset()
    with naming(spool), spool.open("wb") as file:  # it may be on another disk than the rows
        at = 0
        for source in sources:
            finished = done.get(write_source(str(source)), none)
            for page in read_source(source, site_key=grouping.field, saved=saved):
                size = file.write(page.data or b"")
                kept = replace(page, data=None if page.data is None else b"")
                yield grouping.find_site(page), Waiting(kept, spool, at, size, page.record in finished)
                at += size


_Extracted = tuple[str, list[Row], Memory]
"""A site, the rows of its pages, and what is to be remembered of these."""


def _extract_share(task: Task, share: _Share) -> _Extracted:
    """Extract the unfinished pages of a share, and return what is to be remembered of all its pages."""
    memory, learned, rows, loaded = share.memory, Memory(), [], load_model(task.model_file)
    task.refuse_other_model()
    silence = Silence()
    numbers = {(w.page.source, w.page.record): number for number, w in enumerate(share.pages)}
    with share.at.open("wb", buffering=0) as at:

        def begin(page: SourcePage) -> SourcePage:
            number = numbers[page.source, page.record]
            os.pwrite(at.fileno(), number.to_bytes(4), 0)
            return page

        for batch in make_batches(map(_load, share.pages)):
            looked = [_look(begin(page), task, loaded, silence) for page in batch]
            if share.site:
                traces = [known.trace for known in looked if isinstance(known, _Known)]
                memory, learned = remember(memory, *traces), remember(learned, *traces)
            for page, known in zip(batch, looked, strict=True):
                if not share.pages[numbers[page.source, page.record]].done:
                    row = known if isinstance(known, Row) else _make_row(begin(page), task, known, memory)
                    rows.append(
                        replace(row, site=share.site, siteless=not share.site, recalled=bool(share.memory.traces))
                    )
    share.at.unlink()
    return share.site, rows, learned


def _extract_others(extract: Callable[[_Share], _Extracted], share: _Share) -> _Extracted:
    """What can be had of a share with which a process has died: all but for the pages that kill theirs."""
    while (number := _read_number(share.at)) is not None and not share.pages[number].page.skip:
        page = share.pages[number].page
        given_up = replace(share.pages[number], page=replace(page, data=None, skip=tell_failure(page, DIED)))
        share = replace(share, pages=(*share.pages[:number], given_up, *share.pages[number + 1 :]))
        extracted: _Extracted | None = run_alone(extract, share, lambda share: None)
        if extracted:
            return extracted
    died = [waiting.page for waiting in share.pages if not waiting.done]
    return share.site, [skip_page(page, tell_failure(page, DIED)) for page in died], Memory()


def _read_number(at: Path) -> int | None:
    """The number of the page that was under way; None where the process has not come so far."""
    written = at.read_bytes() if at.exists() else b""
    return int.from_bytes(written) if written else None


def _load(waiting: Waiting) -> SourcePage:
    if waiting.page.data is None:
        return waiting.page
    with waiting.spool.open("rb") as file:
        file.seek(waiting.start)
        return replace(waiting.page, data=file.read(waiting.size))


@dataclass(frozen=True)
class _Known:
    """A page scored alone, and what the site's memory keeps of it."""

    html: str
    url: str | None
    seen: Seen
    trace: Trace


def _look(page: SourcePage, task: Task, model: Model, silence: Silence) -> _Known | Row:
    """A page scored alone, or the row that says why it cannot be."""

    def look() -> _Known | Row:
        html, found = read_html(pass_over(page, silence), task.limits)
        note_silence(found.skip, page.source, silence)
        if found.skip:
            return skip_page(page, found.skip)
        seen = see(html, model)
        return _Known(html, find_url(found), seen, trace(seen))

    return bounding_page(task, page, look)


def _make_row(page: SourcePage, task: Task, known: _Known, memory: Memory) -> Row:
    def make() -> Row:
        found = suggest_among(known.seen, memory)
        fields = make_fields(known.html, found.spans, task.form, known.url or "", found.expected_f1)
        row = make_row(page, known.url, fields, empty=not found.spans)
        return replace(row, labelled=found.labelled if memory.labelled else None)

    return bounding_page(task, page, make)
