"""Extraction of WARC files by the workers of a Dask cluster, which all read and write shared storage."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from cetr.console import InputError, connect_cluster, refuse_unwritable, run_apart
from cetr.extraction.batches import Task
from cetr.extraction.bulk import Counts, extract_rows, write_part
from cetr.extraction.rows import read_first, refuse_mixture
from cetr.sources import read_source

_log = logging.getLogger(__name__)


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
    todo = [(file, find_part(out.resolve(), _name_part(file))) for file in files]
    refuse_other_rows(task, [part for _, part in todo])
    for file, part in todo:
        refuse_change(file, part, "remove that part and continue with --resume")
    todo = [(source, part) for source, part in todo if not part.exists()]
    total = Counts()
    with connect_cluster(address) as client:
        from distributed import as_completed

        out.mkdir(parents=True, exist_ok=True)
        futures = [client.submit(run_apart, _extract_part, task, source, part, pure=False) for source, part in todo]
        names = dict(zip(futures, (source for source, _ in todo), strict=True))
        for future in as_completed(futures):  # type: ignore[no-untyped-call]
            failure = future.exception()
            if failure is None:
                counts = future.result()
            else:
                counts = Counts(failed=1, failure=f"{names[future]}: {failure}")
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


def refuse_change(file: Path, made: Path, advice: str) -> None:
    """Raise `InputError` if a file has changed since something was made of its pages, which lacks what came since."""
    # A copy that keeps times ('rsync -a') sets back the time of its contents, but not that of its file's state.
    if made.exists() and made.stat().st_mtime_ns < file.stat().st_ctime_ns:
        raise InputError(f"{file}: its contents, name or permissions have changed since {made} was written; {advice}")


def refuse_other_rows(task: Task, parts: Sequence[Path]) -> None:
    """Raise `InputError` if a part that exists has rows of another method or form."""
    for part in parts:
        if part.exists() and (row := read_first(part)) is not None:
            refuse_mixture(part, row, str(task), task.form.fields)
