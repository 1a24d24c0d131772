"""The rows of Parquet files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from cetr.console import LARGEST, InputError, Limits, is_damage, name_install, refusing_beyond
from cetr.document import decode_html

T = TypeVar("T")

PARQUET_SUFFIX = ".parquet"

_PIECE = 1 << 20
"""How many bytes of each column are read at a time."""

_READING = Limits(timeout=600)
"""What reading a row may take; pyarrow takes three times the size of the longest value near it."""


def is_parquet(place: str | Path) -> bool:
    """Whether a file is Parquet, by its name."""
    return str(place).lower().endswith(PARQUET_SUFFIX)


def load_pyarrow() -> tuple[Any, Any]:
    """Load ``pyarrow`` and ``pyarrow.parquet``; raises `InputError` if they are not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise InputError(f"Parquet needs pyarrow: {name_install('parquet')}") from error
    return pyarrow, parquet


def read_values(path: Path, columns: Collection[str] | None = None) -> Iterator[dict[str, Any]]:
    """Read the rows of a file of pages, each as the values of its columns, or of those named. ``html`` and ``url`` are
    text, also if the file has bytes; other text that is not UTF-8 is bytes.

    Raises `InputError` if it cannot be read, has no column ``html``, or has values that Python has not.
    """
    pyarrow, parquet = load_pyarrow()
    number = 1
    try:
        with path.open("rb") as data:
            schema = parquet.read_schema(data)
        if "html" not in schema.names:
            raise InputError(f"{path}: has no column html (its columns: {', '.join(schema.names)})")
        chosen = [name for name in schema.names if columns is None or name in columns]
        # Without threads, which cannot start where little memory is left.
        with path.open("rb") as data, parquet.ParquetFile(data, buffer_size=_PIECE, pre_buffer=False) as file:
            # One by one, because a few bytes can say the same long page any number of times.
            rows = file.iter_batches(1, columns=chosen, use_threads=False)
            while values := _bound(partial(_read_next, rows, f"{path}: row {number}"), path):
                yield values
                number += 1
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:  # the last of the name of a column
        if not is_damage(error):
            raise
        since = f" from row {number} on" if number > 1 else ""
        raise InputError(f"{path}: cannot be read as a Parquet file{since}: {error}") from error


def _bound(read: Callable[[], T], path: Path) -> T:
    with refusing_beyond(_READING, f"{path}: reading it"):
        return read()


def _read_next(rows: Iterator[Any], where: str) -> dict[str, Any] | None:
    """Read the values of the next row; None after the last one."""
    row = next(rows, None)
    if row is None:
        return None
    values = {name: _read_value(column, f"{where}: {name}") for name, column in zip(row.schema.names, row, strict=True)}
    html, url = values["html"], values.get("url")
    if isinstance(html, str | bytes) and len(html) > LARGEST:
        raise InputError(f"{where}: is longer than {LARGEST // 1_000_000} MB, the limit")
    if isinstance(html, bytes):
        values["html"] = decode_html(html)[0]
    if isinstance(url, bytes):
        values["url"] = url.decode("utf-8", "replace")
    return values


def _read_value(column: Any, where: str) -> object:
    """Read the only value of a column."""
    try:
        return column.to_pylist()[0]  # as a scalar, it would be copied by code that ends the process if memory lacks
    except (ValueError, OverflowError) as error:  # such as a time in nanoseconds, or a date after the year 9999
        if isinstance(error, UnicodeDecodeError) and not column.type.num_fields:
            return error.object
        raise InputError(f"{where}: has a value that Python does not have; leave the column out ({error})") from error
