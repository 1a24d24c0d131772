"""The rows of Parquet files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from cetr.console import LARGEST, InputError, Limits, name_install, refusing_beyond
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
    """Read the rows of a file of pages, each as the values of its columns, or of those named; ``html`` is text, also
    if the file has bytes.

    Raises `InputError` if it cannot be read, has no column ``html``, or has values that Python has not.
    """
    pyarrow, parquet = load_pyarrow()
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
            while values := _bound(partial(_read_next, rows, path), path):
                yield values
    except pyarrow.ArrowException as error:
        raise InputError(f"{path}: cannot be read as a Parquet file: {error}") from error


def _bound(read: Callable[[], T], path: Path) -> T:
    with refusing_beyond(_READING, f"{path}: reading it"):
        return read()


def _read_next(rows: Iterator[Any], path: Path) -> dict[str, Any] | None:
    """Read the values of the next row; None after the last one."""
    values: dict[str, Any]
    row = next(rows, None)
    if row is None:
        return None
    try:
        (values,) = row.to_pylist()
    except (ValueError, OverflowError) as error:  # such as a time in nanoseconds, or a date after the year 9999
        raise InputError(f"{path}: has a value of a type that Python does not have: {error}") from error
    html = values["html"]
    if isinstance(html, str | bytes) and len(html) > LARGEST:
        raise InputError(f"{path}: has a page that is longer than {LARGEST // 1_000_000} MB, the limit")
    return values | {"html": decode_html(html)[0]} if isinstance(html, bytes) else values
