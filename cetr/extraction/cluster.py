"""Extraction of WARC files by the workers of a Dask cluster, which all read and write shared storage."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from cetr.console import InputError, connect_cluster, read_file, refuse_unwritable, run_apart, write_file
from cetr.extraction.batches import Task
from cetr.extraction.bulk import Counts, extract_rows, write_part
from cetr.extraction.rows import read_first, refuse_mixture
from cetr.sources import read_source

_log = logging.getLogger(__name__)

SOURCES = ".sources.json"
"""The file beside the parts with the size (bytes) and modification time (ns) of each file that they are made of."""


def find_part(out: Path, name: str) -> Path:
    """Find the file of a part in the folder ``out``: Parquet if that is named ``*.parquet``, otherwise JSON Lines."""
    return out / f"{name}{'.parquet' if out.suffix == '.parquet' else '.jsonl'}"


def _name_part(source: Path) -> str:
    """Name the part of a source after it, with a hash of its path to tell equal names apart."""
    return f"{source.name}.{hashlib.sha256(str(source).encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"


def _extract_part(task: Task, source: Path, part: Path) -> Counts:
    """Extract one file, into a part that appears when it is whole."""
    return write_part(task, extract_rows(task, read_source(source), 1), part)


def extract_on_cluster(
    address: str,
    task: Task,
    sources: Sequence[Path | str],
    out: Path,
    *,
    resume: bool,
    watch: Callable[[Counts], object],
) -> Counts:
    """Spread files over the workers of a Dask scheduler (``tcp://HOST:PORT``); each becomes one part in the folder
    ``out``.

    With ``resume``, files that already have a part by the same method are left out.
    """
    files = check_shared(sources, out, resume)
    parts = {file: find_part(out.resolve(), _name_part(file)) for file in files}
    made = {file: part for file, part in parts.items() if part.exists()}
    refuse_other_rows(task, made.values())
    states = check_unchanged(out, files, made, "remove that part and continue with --resume")
    total = Counts()
    with connect_cluster(address) as client:
        from distributed import as_completed

        write_file(out / SOURCES, states)
        futures = {
            client.submit(run_apart, _extract_part, task, file, part, pure=False): file
            for file, part in parts.items()
            if file not in made
        }
        for future in as_completed(futures):  # type: ignore[no-untyped-call]
            failure = future.exception()
            if failure is None:
                counts = future.result()
            else:
                counts = Counts(failed=1, failure=f"{futures[future]}: {failure}")
                counts.skipped["unreadable file"] += 1
                _log.warning("%s", counts.failure)
            total.merge(counts)
            watch(counts)
            future.release()
    return total


def check_shared(sources: Sequence[Path | str], out: Path, resume: bool) -> list[Path]:
    """Check the sources of a run on a cluster and the folder of its parts; returns the files, absolute.

    Raises `InputError` if a source is a URL, or if the folder is not writable or, without ``resume``, not empty.
    """
    if not resume and out.is_dir() and any(out.iterdir()):
        raise InputError(f"{out}: is not empty; continue it with --resume, or name another folder")
    refuse_unwritable(out)
    files = [Path(source).resolve() for source in sources if not isinstance(source, str)]
    if len(files) < len(sources):
        raise InputError("--cluster takes only files that all its workers see; leave out URLs")
    return files


def check_unchanged(out: Path, files: Sequence[Path], made: Mapping[Path, Path], advice: str) -> bytes:
    """Return what `SOURCES` in the folder ``out`` is to say of the files, as JSON.

    ``made`` holds, for files, a part or folder that was made when their pages were read. Raises `InputError` that ends
    with ``advice`` if such a file is not as it was then, because what it has got since would be missing.
    """
    known = _read_states(out / SOURCES)
    now = {str(file): [(stat := file.stat()).st_size, stat.st_mtime_ns] for file in files}
    for file, part in made.items():
        if str(file) not in known:
            raise InputError(f"{file}: {part} was written without it; {advice}")
        if known[str(file)] != now[str(file)]:
            raise InputError(f"{file}: has another size or modification time than when {part} was written; {advice}")
    return json.dumps(known | now, sort_keys=True).encode()


def _read_states(record: Path) -> dict[str, list[int]]:
    import msgspec

    try:
        # msgspec itself reads no lone surrogates, as names have that are not UTF-8.
        return msgspec.convert(json.loads(read_file(record)), dict[str, list[int]])
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise InputError(f"{record}: is damaged ({error}); begin again in another folder") from error


def refuse_other_rows(task: Task, parts: Iterable[Path]) -> None:
    """Raise `InputError` if a part has rows of another method or form."""
    for part in parts:
        if (row := read_first(part)) is not None:
            refuse_mixture(part, row, str(task), task.form.fields)
