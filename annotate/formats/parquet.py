"""Parquet in the layout of Hugging Face ``datasets``: ``data/test-00000-of-00001.parquet`` with a card beside it.

Columns are the keys of our JSON Lines; ``spans`` and ``optional`` are lists of [start, end], ``extra`` is JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from annotate.card import collect_facts, make_card
from annotate.formats.files import write_export
from annotate.formats.jsonl import make_record, make_row
from annotate.formats.records import Omission, Record
from cetr.console import InputError, name_install
from evaluate.package import Document

BATCH = 16
"""How many pages are in memory at a time."""


def _load_pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise InputError(f"Parquet needs pyarrow: {name_install('parquet')}") from error
    return pyarrow, parquet


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of a Parquet file, or of all below a folder, in the order of their names."""
    pyarrow, parquet = _load_pyarrow()
    paths = sorted(source.rglob("*.parquet")) if source.is_dir() else [source]
    if not paths:
        raise InputError(f"{source}: has no Parquet files")
    number = 0
    for path in paths:
        try:
            with parquet.ParquetFile(path) as file:
                schema = file.schema_arrow
            if "html" not in schema.names:
                raise InputError(f"{path}: has no column html (its columns: {', '.join(schema.names)})")
            # A few bytes can say the same long text any number of times: it is held once, and written out row by row.
            texts = [field.name for field in schema if str(field.type).removeprefix("large_") in ("string", "binary")]
            # Without threads, which cannot start where little memory is left.
            with parquet.ParquetFile(path, read_dictionary=texts, pre_buffer=False) as file:
                for batch in file.iter_batches(BATCH, use_threads=False):
                    for i in range(len(batch)):
                        number += 1
                        yield make_record(_read_row(_list_rows(batch.slice(i, 1), path)[0]), number)
        except pyarrow.ArrowException as error:
            if isinstance(error, MemoryError):
                raise
            raise InputError(f"{path}: cannot be read as a Parquet file: {error}") from error


def _list_rows(batch: Any, path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]]
    try:
        rows = batch.to_pylist()
    except (ValueError, OverflowError) as error:  # such as a time in nanoseconds, or a date after the year 9999
        raise InputError(f"{path}: has a value of a type that Python does not have: {error}") from error
    return rows


def _read_row(values: dict[str, Any]) -> dict[str, Any]:
    row = {key: value for key, value in values.items() if value is not None}
    if isinstance(extra := row.get("extra"), str):
        try:
            row["extra"] = json.loads(extra)
        except (ValueError, RecursionError):
            row["extra"] = {"extra": extra}
    return row


def write(documents: Iterable[Document], target: Path) -> None:
    """Write one split, named test, in batches, and a card of its contents."""
    pyarrow, parquet = _load_pyarrow()
    first = next(iter_documents := iter(documents))
    written: set[str] = set()
    text, places = pyarrow.string(), pyarrow.list_(pyarrow.list_(pyarrow.int64()))
    approval = pyarrow.struct([("annotator", text), ("time", text)])
    names = ("id", "url", "page_type", "language", "title", "html", "text")
    columns = [(name, pyarrow.large_string() if name == "html" else text) for name in names]
    columns += [("spans", places), ("optional", places), ("multiple_articles", pyarrow.bool_())]
    columns += [("status", text), ("annotator", text), ("approvals", pyarrow.list_(approval))]
    columns += [("note", text), ("extra", text)]
    path = target / "data" / "test-00000-of-00001.parquet"
    path.parent.mkdir(parents=True)
    rows = chain((first,), iter_documents)
    with parquet.ParquetWriter(path, pyarrow.schema(columns), compression="zstd") as file:
        while batch := list(islice(rows, BATCH)):
            file.write_batch(pyarrow.RecordBatch.from_pylist([*map(_make_values, batch)], schema=file.schema))
            written.update(document.name for document in batch)
    write_export(target / "README.md", make_card(collect_facts(first.folder, written)))


def _make_values(document: Document) -> dict[str, Any]:
    values = msgspec.structs.asdict(make_row(document))
    values["approvals"] = msgspec.to_builtins(values["approvals"])
    return values | {"extra": json.dumps(values["extra"], ensure_ascii=False) if values["extra"] else None}
