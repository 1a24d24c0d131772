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
from cetr.console import InputError
from cetr.sources import PARQUET_SUFFIX, load_pyarrow, read_values
from evaluate.package import Document

BATCH = 16
"""How many pages are written at a time."""


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of a Parquet file, or of all below a folder, in the order of their names."""
    paths = sorted(source.rglob(f"*{PARQUET_SUFFIX}")) if source.is_dir() else [source]
    if not paths:
        raise InputError(f"{source}: has no Parquet files")
    for number, values in enumerate(chain.from_iterable(map(read_values, paths)), 1):
        yield make_record(_read_row(values), number)


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
    pyarrow, parquet = load_pyarrow()
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
