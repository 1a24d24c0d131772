"""Extraction site by site by the workers of a Dask cluster, which all read and write shared storage.

First the workers distribute the pages of all files over `PARTS` parts by a hash of their sites, so that all pages of a
site are in one part. Then each worker extracts one part at a time.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cetr.console import InputError, connect_cluster, open_scratch, replacing, run_apart, write_file
from cetr.extraction.batches import Row, Task
from cetr.extraction.bulk import Counts, write_part
from cetr.extraction.bysite import Waiting, add_to_memory, extract_waiting, refuse_memory
from cetr.extraction.cluster import SOURCES, check_shared, check_unchanged, find_part, refuse_other_rows
from cetr.extraction.grouping import Grouping
from cetr.site import Memory, SiteMemories, read_memories, write_memories
from cetr.sources import SourcePage, read_source

if TYPE_CHECKING:
    from distributed import Client

PARTS = 32
"""The number of parts, which does not depend on the number of workers, so that another cluster can continue."""

DEALT = ".dealt"
"""The folder beside the parts where pages wait for the rest of their site."""


def extract_sites_on_cluster(
    address: str,
    task: Task,
    grouping: Grouping,
    sources: Sequence[Path | str],
    out: Path,
    *,
    resume: bool,
    watch: Callable[[Counts], object],
) -> Counts:
    """Spread the sites in files over the workers of a Dask scheduler, into `PARTS` parts in the folder ``out``.

    Parts of a folder named ``*.parquet`` are Parquet, others JSON Lines. With ``resume``, which needs the same files,
    existing parts by the same method are left out. Raises `InputError` if the pages of a file cannot be distributed, or
    if it has changed since a run began that is continued.
    """
    refuse_memory(task)
    files = check_shared(sources, out, resume)
    out = out.resolve()
    dealt = out / DEALT
    parts = [find_part(out, f"part-{number:02d}") for number in range(PARTS)]
    done = [part for part in parts if part.exists()]
    refuse_other_rows(task, done)
    made = {file: path for file in files for path in (_find_dealt(dealt, file), *done[:1]) if path.exists()}
    states = check_unchanged(out, files, made, "begin again in another folder")
    grouping = replace(grouping, memory=None if grouping.memory is None else grouping.memory.resolve())
    total = Counts()
    with connect_cluster(address) as client:
        write_file(out / SOURCES, states)
        dealt.mkdir(exist_ok=True)
        todo = [number for number, part in enumerate(parts) if not part.exists()]
        if todo:
            _deal(client, grouping, files, dealt)
        full = [number for number in todo if any(spool.stat().st_size for spool in _list_spools(dealt, number))]
        futures = [
            client.submit(run_apart, _extract_part, task, grouping.memory, dealt, number, parts[number], pure=False)
            for number in full
        ]
        for number in sorted(set(todo) - set(full)):
            watch(write_part(task, (), parts[number]))
        for future in futures:
            counts = future.result()
            total.merge(counts)
            watch(counts)
            future.release()
    if grouping.memory is not None:
        add_to_memory(task, grouping.memory, _read_learned(task, dealt))
    shutil.rmtree(dealt, ignore_errors=True)  # a worker of a killed run may still write there
    return total


def _deal(client: Client, grouping: Grouping, files: Sequence[Path], dealt: Path) -> None:
    futures = {file: client.submit(deal_pages, grouping, file, dealt, pure=False) for file in files}
    for file, future in futures.items():
        failure = future.exception()  # type: ignore[no-untyped-call]
        if failure is not None:
            raise InputError(f"{file}: its pages are not distributed ({failure}); continue with --resume")


def deal_pages(grouping: Grouping, source: Path, dealt: Path) -> None:
    """Distribute the pages of a file to one file per part: lines of JSON, each followed by the page's data.

    They lie in a folder that appears when it is whole, because a worker of a killed run may still be at the same file.
    """
    folder = _find_dealt(dealt, source)
    if folder.exists():
        return
    try:
        with replacing(folder) as staged:
            staged.mkdir()
            _deal_to(grouping, source, [staged / f"{number:02d}" for number in range(PARTS)])
    except OSError:
        if not folder.exists():
            raise


def _find_dealt(dealt: Path, source: Path) -> Path:
    return dealt / hashlib.sha256(str(source).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _deal_to(grouping: Grouping, source: Path, spools: Sequence[Path]) -> None:
    with ExitStack() as stack:
        files = [stack.enter_context(spool.open("wb")) for spool in spools]
        for page in read_source(source, site_key=grouping.field):
            site = grouping.find_site(page)
            number = zlib.crc32((site or f"{page.source} {page.record}").encode("utf-8", "surrogatepass")) % PARTS
            size = None if page.data is None else len(page.data)
            head = asdict(replace(page, data=None)) | {"site": site, "size": size}
            files[number].write(json.dumps(head).encode() + b"\n" + (page.data or b""))


def _list_spools(dealt: Path, number: int) -> list[Path]:
    """List what was dealt to a part; hidden folders are not whole."""
    return sorted(dealt.glob(f"[0-9a-f]*/{number:02d}"))


def read_dealt(dealt: Path, number: int) -> Iterator[tuple[str, Waiting]]:
    """Read the pages of a part, each with its site."""
    for spool in _list_spools(dealt, number):
        with spool.open("rb") as file:
            while line := file.readline():
                head = json.loads(line)
                site, size = head.pop("site"), head.pop("size")
                page = replace(SourcePage(**head), data=None if size is None else b"")
                yield site, Waiting(page, spool, file.tell(), size or 0)
                file.seek(size or 0, 1)


def _extract_part(task: Task, memory: Path | None, dealt: Path, number: int, part: Path) -> Counts:
    learned = SiteMemories()

    def extract() -> Iterator[Row]:
        with open_scratch() as folder:
            yield from extract_waiting(task, read_dealt(dealt, number), 1, memory, learned, folder)
        # Before the part appears, because who continues a killed run leaves out parts that exist.
        if memory is not None:
            write_memories(dealt / f"memory-{number:02d}.npz", learned.held, task.model)

    return write_part(task, extract(), part)


def _read_learned(task: Task, dealt: Path) -> Iterator[Mapping[str, Memory]]:
    """Read what the parts have learned of their sites."""
    return (read_memories(learned, task.model) for learned in sorted(dealt.glob("memory-*.npz")))
