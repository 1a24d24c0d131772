"""Rows of extracted text on disk: JSON Lines that a run can continue, and Parquet made from them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from itertools import islice
from pathlib import Path
from typing import cast

import regex

from cetr.console import InputError, replacing
from cetr.extraction.batches import Row

_ROWS_PER_GROUP = 10_000
_HEAD = ("source", "record", "url", "warc_record_id", "warc_date", "method")
"""The fields of a row before its content."""


def format_row(row: Row, method: str) -> str:
    """Format a row as a line of JSON, with the method that found its text."""
    fields = {
        "source": write_source(row.source), "record": row.record, "url": row.url, "warc_record_id": row.record_id,
        "warc_date": row.date, "method": method, **row.content,
    }  # fmt: skip
    # Lone surrogates of a broken page cannot be encoded in UTF-8.
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8") + "\n"


def write_source(source: str) -> str:
    r"""Write a path as rows have it: bytes that are not UTF-8 become ``\udcXX``, which keeps paths apart."""
    return source.encode("utf-8", "backslashreplace").decode("utf-8")


def read_done(path: Path, method: str, fields: Collection[str]) -> dict[str, frozenset[int]]:
    """Read which records of each source a file has rows of, and cut off a row torn by a crash.

    Raises `InputError`, without changing the file, if it holds anything but rows of ``method`` with the content in
    these fields.
    """
    done: dict[str, set[int]] = defaultdict(set)
    if not path.exists():
        return {}
    with path.open("rb+") as file:
        whole = 0
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                _refuse_foreign(line, path, number)
                break
            try:
                row = json.loads(line)
                done[row["source"]].add(row["record"])
                row["method"]
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise _tell_foreign(path, number) from error
            refuse_mixture(path, row, method, fields)
            whole += len(line)
        file.truncate(whole)
    return {source: frozenset(records) for source, records in done.items()}


def read_first(path: Path) -> Mapping[str, object] | None:
    """Read the first row of a file of rows, JSON Lines or Parquet; None if it has no row."""
    try:
        if path.suffix == ".parquet":
            import pyarrow.parquet as pq

            batches = pq.ParquetFile(path).iter_batches(batch_size=1)
            return next((batch.to_pylist()[0] for batch in batches), None)
        with path.open("rb") as file:
            line = file.readline()
        row = json.loads(line) if line else None
        if row is not None:
            row["method"]
        return cast("Mapping[str, object] | None", row)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _tell_foreign(path, 1) from error


def refuse_mixture(path: Path, row: Mapping[str, object], method: str, fields: Collection[str]) -> None:
    """Raise `InputError` if a row of a file has another method or form than the rows to be added."""
    found = row["method"]
    if found != method:
        raise InputError(f"{path}: has rows of the method '{found}', not of '{method}'; name another file")
    if row.keys() - set(_HEAD) != set(fields):
        raise InputError(f"{path}: has rows of another --format; name another file")


_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_ROW = regex.compile(
    rb'\{"source": %b, "record": \d++, (?:"(?:url|warc_record_id|warc_date)": (?:null|%b), ){3}"method": %b, '
    rb'(?:"(?:text|markdown|html|file)": %b|"spans": \[[0-9, \[\]]*+\])(?:, .*+)?+\}\n' % ((_STRING,) * 4)
)


def _refuse_foreign(line: bytes, path: Path, number: int) -> None:
    """Raise `InputError` if the end of a file is not the beginning of one of our rows."""
    if not _ROW.fullmatch(line, partial=True):
        raise _tell_foreign(path, number)


def _tell_foreign(path: Path, number: int) -> InputError:
    return InputError(f"{path}: line {number}: is not a row of extracted text; name another file")


def convert_to_parquet(lines: Path, target: Path, field: str) -> None:
    """Convert JSON Lines to a Parquet file (compressed with zstd), written whole or not at all.

    ``field`` is the string field with the content.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    text = pa.string()
    schema = pa.schema([(name, pa.int64() if name == "record" else text) for name in (*_HEAD, field)])
    with (
        lines.open(encoding="utf-8") as file,
        replacing(target) as staged,
        pq.ParquetWriter(staged, schema, compression="zstd") as writer,
    ):
        rows = map(json.loads, file)
        while group := list(islice(rows, _ROWS_PER_GROUP)):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))
