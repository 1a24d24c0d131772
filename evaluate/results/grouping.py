"""Group results by facts that they do not contain: lengths of pages, other metadata."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from cetr.console import InputError, suggest_name
from cetr.document import locate_words
from evaluate.package import Meta, read_document, read_meta
from evaluate.results.rows import KINDS, Row


def add_fact(rows: Sequence[Row], field: str, folders: Mapping[str, Path]) -> Iterator[Row]:
    """Add a fact to the rows: ``length``, the class of the page's words (`length_class`), or any key of the metadata,
    with dots if it is nested (``extra.topic``).

    ``folders`` are the folders of the packages. Raises InputError if a document is gone, or if none has such a key.
    """
    values = [_read_value(row, field, folders) for row in rows]
    if all(value is None for value in values):
        known = ("length", *KINDS)
        meant = suggest_name(field, known)
        raise InputError(
            f"--by {field}: no document has it{meant}; name one of {', '.join(known)}, or a key of the metadata"
        )
    for row, value in zip(rows, values, strict=True):
        yield replace(row, facts={**row.facts, field: value or ""})


def _read_value(row: Row, field: str, folders: Mapping[str, Path]) -> str | None:
    if row.package not in folders:
        raise InputError(
            f"--by {field}: the results have no run.json, which names the folder of the package '{row.package}'; "
            "make them again with 'evaluate run'"
        )
    if not folders[row.package].exists():
        raise InputError(
            f"--by {field}: {folders[row.package]}: no such folder; if the package has moved, "
            "'evaluate rescore RESULTS DIR' makes results that know it"
        )
    if field == "length":
        document = read_document(folders[row.package], row.document)
        return length_class(len(locate_words(document.html).words))
    return find_value(read_meta(folders[row.package], row.document), field)


SHORTEST = 125
"""A page with fewer words is in the first class of lengths. Each further class is twice as wide."""


def length_class(words: int) -> str:
    """Return the class of a page by the words of its text, by doubling: '0-124', '125-249', '250-499', ..."""
    least, most = 0, SHORTEST
    while words >= most:
        least, most = most, 2 * most
    return f"{least}-{most - 1}"


def order_lengths(classes: Iterable[str]) -> list[str]:
    """Sort classes of lengths, shortest first."""
    return sorted(classes, key=lambda name: int(name.partition("-")[0]))


def find_value(meta: Meta, field: str) -> str | None:
    """Return a value of the metadata as text, JSON if it is not a text; None if there is none."""
    value: object = msgspec.to_builtins(meta)
    for key in field.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    if value is None or isinstance(value, str):
        return value
    return msgspec.json.encode(value).decode()
