"""The file of memories: an .npz archive of plain arrays. Opening it executes nothing."""

from __future__ import annotations

import fcntl
import io
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt

from cetr.console import InputError, check_schema, write_file
from cetr.document import Ints
from cetr.learned import read_arrays
from cetr.learned.templates import Codes
from cetr.site.memory import MOST_PAGES, MOST_TOGETHER, OVERHEAD, Memory, remember
from cetr.site.traces import MOST_TEXTS, Shares, Trace

SCHEMA = 5
"""Version of the file. It rises whenever hashes or arrays change, because old ones would then mean nothing."""

LARGEST_FILE = 200_000_000
"""The most bytes of a file, unpacked."""
_LARGEST_ABOUT = 20_000_000
"""The most bytes of the JSON that lists the sites. It expands to twenty times as much at worst."""

_TABLES = {
    "texts": ("texts", "marks"),
    "places": ("places",),
    "paths": ("paths", "weights", "contents", "golds"),
    "inlines": ("inlines", "leanings"),
    "containers": ("containers", "holdings"),
}
"""The arrays of a trace that have the same length."""
_UNKNOWN = ("marks", "golds")
"""Those that are not known for every page."""

Array = npt.NDArray[np.generic]


def write_memories(path: Path, memories: Mapping[str, Memory], model: str) -> None:
    """Write the memories of sites, whole or not at all. ``model`` identifies the model that scored their pages."""
    traces = [trace for memory in memories.values() for trace in memory.traces]
    about = {"schema": SCHEMA, "model": model, "sites": {site: len(m.traces) for site, m in memories.items()}}
    arrays: dict[str, Array] = {
        "about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8),
        "keys": np.array([trace.key for trace in traces], dtype=np.uint64),
        "titles": np.array([trace.title for trace in traces], dtype=np.uint32),
    }
    for table, names in _TABLES.items():
        arrays[f"{table}.size"] = np.array([len(getattr(trace, table)) for trace in traces], dtype=np.int64)
        for name in names:
            nothing = np.zeros(0, dtype=np.uint32 if name in _TABLES else np.float16)
            arrays[name] = np.concatenate([nothing, *(getattr(trace, name) for trace in traces)])
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    write_file(path, buffer.getvalue())


def read_memories(path: Path, model: str) -> dict[str, Memory]:
    """Read memories. Raises `InputError` that says why a file cannot be used. Nothing in it is executed.

    A file of pages that another model scored is refused, because scores of two models cannot be compared.
    """
    arrays = read_arrays(path, LARGEST_FILE, "a memory of sites", "cetr extract --site-memory")
    try:
        if arrays["about"].nbytes > _LARGEST_ABOUT:
            raise ValueError("it lists too many sites")
        about = json.loads(arrays["about"].tobytes())
        schema, scored = about["schema"], about["model"]
    except (KeyError, ValueError, TypeError, RecursionError) as error:
        raise InputError(f"{path}: is not a memory of sites; 'cetr extract --site-memory' writes one") from error
    check_schema(schema, SCHEMA, str(path))
    if scored != model:
        raise InputError(f"{path}: its pages were scored by another model; name another file")
    try:
        return _build(about["sites"], arrays)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise InputError(f"{path}: is a damaged memory of sites ({error!s:.80}); name another file") from error


@contextmanager
def holding(folder: Path) -> Iterator[None]:
    """Wait until no other program adds to a file in the folder. The lock ends with the process."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some shared storage does not support locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _build(sites: Mapping[str, int], arrays: Mapping[str, Array]) -> dict[str, Memory]:
    if not all(isinstance(size, int) and 0 <= size <= MOST_PAGES for size in sites.values()):
        raise ValueError("a site has too many pages")
    count = sum(sites.values())
    if count * OVERHEAD > MOST_TOGETHER:
        raise ValueError("it has too many pages")
    rows = {table: _read_sizes(arrays, table, count) for table in _TABLES}
    columns: dict[str, list[Array]] = {}
    for table, names in _TABLES.items():
        for name in names:
            column = _read_column(arrays, name, int(rows[table].sum()))
            if name == table:
                _check_hashes(column, rows[table], name)
            columns[name] = np.split(column, np.cumsum(rows[table]))
    keys, titles = _take(arrays, "keys", np.uint64, count).tolist(), _take(arrays, "titles", np.uint32, count).tolist()
    traces = [
        Trace(keys[i], titles[i], **{name: parts[i] for name, parts in columns.items()})  # type: ignore[arg-type]
        for i in range(count)
    ]
    built, at = {}, 0
    for site, size in sites.items():
        built[site] = remember(Memory(), *traces[at : at + size])
        at += size
    return built


def _read_sizes(arrays: Mapping[str, Array], table: str, count: int) -> Ints:
    sizes = cast(Ints, _take(arrays, f"{table}.size", np.int64, count))
    if ((sizes < 0) | (sizes > MOST_TEXTS)).any():
        raise ValueError(f"{table}: a page has too many")
    return sizes


def _check_hashes(codes: Array, sizes: Ints, name: str) -> None:
    """Check that the hashes of each page are sorted and different: if all were the same, each block of a page would
    match each of them.
    """
    hashes = cast(Codes, codes)
    page = np.repeat(np.arange(len(sizes)), sizes)
    if ((hashes[1:] <= hashes[:-1]) & (page[1:] == page[:-1])).any():
        raise ValueError(f"{name}: a page has a hash twice, or they are not sorted")


def _read_column(arrays: Mapping[str, Array], name: str, size: int) -> Array:
    if name in _TABLES:
        return _take(arrays, name, np.uint32, size)
    shares = cast(Shares, _take(arrays, name, np.float16, size))
    known = ((shares >= 0) & (shares <= 1)) | (np.isnan(shares) & (name in _UNKNOWN))
    if not known.all():
        raise ValueError(f"{name}: one is not a share")
    return shares


def _take(arrays: Mapping[str, Array], name: str, kind: type, size: int) -> Array:
    array = arrays[name]
    if array.dtype != np.dtype(kind) or array.shape != (size,):
        raise ValueError(f"{name} is {array.dtype!s:.20} {array.shape!s:.40}")
    return array
