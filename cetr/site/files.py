"""The file of memories: an .npz archive of plain arrays, which executes nothing when it is opened."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cetr.errors import InputError
from cetr.files import write_file
from cetr.learned.model import DAMAGE
from cetr.site.memory import MOST_BYTES, MOST_PAGES, Memory, remember
from cetr.site.traces import MOST_ROWS, Trace

SCHEMA = 1
"""Version of the file. Raised whenever hashes or arrays change, as old ones would mean nothing then."""

LARGEST_FILE = 200_000_000
"""Bytes of a file, unpacked: some two thousand sites of ten pages."""

_TABLES = {
    "texts": ("texts", "marks"),
    "places": ("places",),
    "paths": ("paths", "weights", "contents", "golds"),
}
"""The arrays of a trace that are of one length."""
_TYPES = {"texts": np.uint32, "places": np.uint32, "paths": np.uint32}


def write_memories(path: Path, memories: Mapping[str, Memory], model: str) -> None:
    """Write the memories of sites, whole or not at all. ``model`` tells the model that scored their pages."""
    traces = [trace for memory in memories.values() for trace in memory.traces]
    about = {"schema": SCHEMA, "model": model, "sites": {site: len(m.traces) for site, m in memories.items()}}
    arrays: dict[str, npt.NDArray[np.generic]] = {
        "about": np.frombuffer(json.dumps(about, ensure_ascii=False).encode("utf-8", "replace"), dtype=np.uint8),
        "keys": np.array([trace.key for trace in traces], dtype=np.uint64),
        "titles": np.array([trace.title for trace in traces], dtype=np.uint32),
    }
    for table, names in _TABLES.items():
        arrays[f"{table}.size"] = np.array([len(getattr(trace, table)) for trace in traces], dtype=np.int64)
        for name in names:
            nothing = np.zeros(0, dtype=_TYPES.get(name, np.float16))
            arrays[name] = np.concatenate([nothing, *(getattr(trace, name) for trace in traces)])
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    write_file(path, buffer.getvalue())


def read_memories(path: Path, model: str) -> dict[str, Memory]:
    """Read memories; raises `InputError` that says why a file cannot be used. Nothing in it is executed.

    A file of pages that another model scored is refused, as the scores of two models do not compare.
    """
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path}: no memory of sites: larger than {LARGEST_FILE // 1_000_000} MB")
        arrays = _read_arrays(path)
        about = json.loads(arrays["about"].tobytes())
        schema, scored = about["schema"], about["model"]
    except OSError as error:
        raise InputError(f"{path}: cannot read the memory of sites: {error.strerror or error}") from error
    except (*DAMAGE, RecursionError) as error:
        raise InputError(f"{path}: is no memory of sites; 'cetr extract --site-memory' writes one") from error
    if schema != SCHEMA:
        raise InputError(f"{path}: memory of version {schema!r:.20}, this program reads version {SCHEMA}")
    if scored != model:
        raise InputError(f"{path}: its pages were scored by another model; name another file")
    try:
        return _build(about["sites"], arrays)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise InputError(f"{path}: damaged memory of sites ({error!s:.80}); name another file") from error


def _read_arrays(path: Path) -> dict[str, npt.NDArray[np.generic]]:
    with zipfile.ZipFile(path) as archive:
        if sum(member.file_size for member in archive.infolist()) > LARGEST_FILE:
            raise InputError(f"{path}: no memory of sites: unpacked larger than {LARGEST_FILE // 1_000_000} MB")
    with np.load(path, allow_pickle=False) as opened:
        return {name: np.asarray(opened[name]) for name in opened.files}


def _build(sites: Mapping[str, int], arrays: Mapping[str, npt.NDArray[np.generic]]) -> dict[str, Memory]:
    count = sum(sites.values())
    columns: dict[str, list[npt.NDArray[np.generic]]] = {}
    for table, names in _TABLES.items():
        sizes = _take(arrays, f"{table}.size", np.int64, count)
        if ((sizes < 0) | (sizes > MOST_ROWS)).any():
            raise ValueError(f"{table}: a page has too many")
        edges = np.cumsum(sizes)[:-1] if count else []
        for name in names:
            whole = _take(arrays, name, _TYPES.get(name, np.float16), int(sizes.sum()))
            if name not in _TYPES and not (np.isnan(whole) | ((whole >= 0) & (whole <= 1))).all():
                raise ValueError(f"{name}: one is no share")
            if name in ("weights", "contents") and np.isnan(whole).any():
                raise ValueError(f"{name}: one is no number")
            columns[name] = np.split(whole, edges) if count else []
    columns["key"] = list(_take(arrays, "keys", np.uint64, count))  # type: ignore[arg-type]
    columns["title"] = list(_take(arrays, "titles", np.uint32, count))  # type: ignore[arg-type]
    order = [field.name for field in fields(Trace)]
    traces = [
        Trace(int(key), int(title), *rest)  # type: ignore[arg-type, call-overload]
        for key, title, *rest in zip(*(columns[name] for name in order), strict=True)
    ]
    built, at = {}, 0
    for site, size in sites.items():
        if not isinstance(size, int) or not 0 <= size <= MOST_PAGES:
            raise ValueError(f"{site}: has {size} pages")
        built[str(site)] = remember(Memory(), *traces[at : at + size])
        at += size
    return built


def _take(arrays: Mapping[str, npt.NDArray[np.generic]], name: str, kind: type, size: int) -> npt.NDArray[np.generic]:
    array = arrays[name]
    if array.dtype != np.dtype(kind) or array.shape != (size,):
        raise ValueError(f"{name} is {array.dtype!s:.20} {array.shape!s:.40}")
    return array
