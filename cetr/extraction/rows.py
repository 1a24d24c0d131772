"""Rows of extracted text on disk: JSON lines that can be gone on with, and Parquet made from them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from cetr.errors import InputError
from cetr.extraction.batches import Row
from cetr.files import replacing

_ROWS_PER_GROUP = 10_000


def format_row(row: Row) -> str:
    """One row as a line of JSON."""
    fields = {"source": write_source(row.source), "record": row.record, "url": row.url, "text": row.text}
    # Lone surrogates of a broken page have no UTF-8.
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8") + "\n"


def write_source(source: str) -> str:
    r"""A path as rows have it: bytes that are not UTF-8 are written as ``\udcXX``, which keeps paths apart."""
    return source.encode("utf-8", "backslashreplace").decode("utf-8")


def read_done(path: Path) -> dict[str, frozenset[int]]:
    """The records by source that a file has rows of; a line torn by a crash is cut off its end."""
    done: dict[str, set[int]] = defaultdict(set)
    if not path.exists():
        return {}
    with path.open("rb+") as file:
        whole = 0
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                break
            try:
                row = json.loads(line)
                done[row["source"]].add(row["record"])
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(f"{path}: line {number} is not a row of extracted text; name another file") from error
            whole += len(line)
        file.truncate(whole)
    return {source: frozenset(records) for source, records in done.items()}


def convert_to_parquet(lines: Path, target: Path) -> None:
    """Make a Parquet file (compressed by zstd) of a file of JSON lines; it is there whole or not at all."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("source", pa.string()), ("record", pa.int64()), ("url", pa.string()), ("text", pa.string())])
    with replacing(target) as staged, pq.ParquetWriter(staged, schema, compression="zstd") as writer:
        for group in _groups(lines):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def _groups(lines: Path) -> Iterator[list[dict[str, object]]]:
    group: list[dict[str, object]] = []
    with lines.open(encoding="utf-8") as file:
        for line in file:
            group.append(json.loads(line))
            if len(group) == _ROWS_PER_GROUP:
                yield group
                group = []
    if group:
        yield group
