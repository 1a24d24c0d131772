"""The results folder: a tab-separated file of rows and a file of predictions for each extractor, and two summaries.

RESULTS/summary.json                    the figures of `evaluate run`'s table
RESULTS/run.json                        what was run: versions, data sets with their hashes, settings
RESULTS/<extractor>.tsv                 a row for each document
RESULTS/<extractor>.predictions.jsonl   what was extracted: package, document, text and spans
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import IO, Self
from urllib.parse import quote

import msgspec

from cetr.console import InputError, naming, read_lines, replacing
from evaluate.parsing import parse_json
from evaluate.results.predictions import Prediction, find_predictions, is_whole
from evaluate.results.rows import Row, format_line, format_row, make_header, parse_row, split_line
from evaluate.results.runs import RUN, SUMMARY

_RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{kind}{i}" for kind in ("COM", "LPT") for i in range(1, 10))}
"""Names that Windows keeps for devices, whatever their extension."""


def name_file(extractor: str) -> str:
    """Make the file name, without extension, of an extractor's results, such that every system and archive accepts
    it.
    """
    name = os.fsencode(extractor)  # it may be a path, and not UTF-8
    safe = quote(name, safe="@=,+ ()")
    if safe.startswith((".", " ")):
        safe = f"%{ord(safe[0]):02X}{safe[1:]}"
    if safe.partition(".")[0].rstrip().upper() in _RESERVED:
        safe = f"%{ord(safe[0]):02X}{safe[1:]}"
    return safe if len(safe) <= 180 else f"{safe[:160]}-{hashlib.sha256(name).hexdigest()[:16]}"


def rows_path(folder: Path, extractor: str) -> Path:
    """Return the file of an extractor's rows in a results folder."""
    return folder / f"{name_file(extractor)}.tsv"


def has_rows(folder: Path, extractors: Iterable[str]) -> bool:
    """Whether a folder has the results of any of the extractors on any document."""
    files = [rows_path(folder, name) for name in extractors]
    return any(file.exists() and file.stat().st_size for file in files)


def remove_results(folder: Path, extractors: Iterable[str]) -> None:
    """Remove the results of the extractors, which `Run` lists, and the list last."""
    for name in extractors:
        rows = rows_path(folder, name)
        for path in (rows, find_predictions(rows)):
            path.unlink(missing_ok=True)
    for file in (SUMMARY, RUN):
        (folder / file).unlink(missing_ok=True)


def read_rows(path: Path) -> Iterator[Row]:
    """Read the rows of a results file, one by one; refuses a document that occurs twice."""
    try:
        file = path.open("rb")
    except FileNotFoundError as error:
        raise InputError(f"{path}: is missing") from error
    with file:
        header: tuple[str, ...] | None = None
        known: dict[str, set[str]] = {}
        try:
            for number, line in enumerate((line.decode() for line in read_lines(file, str(path))), 1):
                if header is None:
                    header = tuple(line.rstrip("\r\n").split("\t"))
                    continue
                row = parse_row(header, line, f"{path}: line {number}")
                own = known.setdefault(row.package, set())
                if row.document in own:
                    raise InputError(f"{path}: line {number}: {'/'.join(row.key)} occurs twice; remove one of its rows")
                own.add(row.document)
                yield row
        except UnicodeDecodeError as error:
            raise InputError(f"{path}: is not UTF-8") from error


@dataclass
class RowWriter:
    """Writes the rows and predictions of one extractor as they come; `finish` sorts them.

    With ``resume`` it continues after the existing rows; `done` are the documents that need not be done again.
    """

    folder: Path
    extractor: str
    resume: bool = False

    def __post_init__(self) -> None:
        """Open the files, and remove a last line that a crash has torn."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path = rows_path(self.folder, self.extractor)
        self._predictions_path = find_predictions(self.path)
        for path in (self.path, self._predictions_path):
            if path.is_symlink() and (path.is_file() or not path.exists()):  # a device is nobody's file
                raise InputError(f"{path}: is a link, and results are not written through links; remove it")
        self.done: set[tuple[str, str]] = set()
        self._header: list[str] = []
        if self.resume:
            cut_torn_line(self.path)
            cut_torn_line(self._predictions_path, is_whole)
            if self.path.exists():
                self.done = {row.key for row in read_rows(self.path)}
                self._header = _read_header(self.path)
        mode = "ab" if self.resume else "wb"
        self._rows: IO[bytes] = self.path.open(mode)
        self._predictions: IO[bytes] = self._predictions_path.open(mode)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # Closing tries again to write what could not be written.
        try:
            with naming(self._predictions_path):
                self._predictions.close()
        finally:
            with naming(self.path):
                self._rows.close()

    def write(self, row: Row, record: Prediction | None) -> None:
        """Write a row, after its prediction, so that no row is ever without one; a failed row has none."""
        if record is not None:
            with naming(self._predictions_path):
                self._predictions.write(msgspec.json.encode(record) + b"\n")
                self._predictions.flush()
        header = make_header(row.scores)
        with naming(self.path):
            if self._rows.tell() == 0:
                self._header = header
                self._rows.write(format_line(header).encode())
            elif header != self._header:
                raise InputError(_tell_other_figures(row, self._header, header))
            self._rows.write(format_row(row).encode("utf-8", "replace"))
            self._rows.flush()

    def finish(self, order: Mapping[tuple[str, str], int]) -> None:
        """Sort the lines of both files in the order of the documents, and drop those of other documents."""
        with replacing(self.path) as staged, self.path.open("rb") as file, staged.open("wb") as out:
            out.write(file.readline())
            _sort_lines(file, out, str(self.path), lambda line, _: order.get(_read_row_key(line)))
        path = self._predictions_path
        with replacing(path) as staged, path.open("rb") as file, staged.open("wb") as out:
            _sort_lines(
                file, out, str(path), lambda line, at: order.get(parse_json(line, Prediction, f"{path}: line {at}").key)
            )


def _read_header(path: Path) -> list[str]:
    with path.open("rb") as file:
        return split_line(file.readline().decode())


def _tell_other_figures(row: Row, before: Sequence[str], now: Sequence[str]) -> str:
    """Say where the figures of a document's measures are not those of the documents before it."""
    old, new = next(pair for pair in zip_longest(before, now, fillvalue="nothing") if pair[0] != pair[1])
    return (
        f"{'/'.join(row.key)}: has the figure {new} where other pages have {old}; a measure must have the same figures "
        "for each page, with nan for what a page does not have"
    )


def _read_row_key(line: bytes) -> tuple[str, str]:
    package, document = split_line(line.decode())[:2]
    return package, document


def _sort_lines(file: IO[bytes], out: IO[bytes], where: str, rank: Callable[[bytes, int], int | None]) -> None:
    """Copy the lines from here on in the order of their ranks, the last line of each rank; drop lines without a rank.

    ``rank`` receives a line and its number, counted from 1 from here on. Of each line only its place is kept.
    Raises `InputError` that names ``where`` for a line that is too long.
    """
    places = array("q")
    at = file.tell()
    for number, line in enumerate(read_lines(file, where), 1):
        place = rank(line, number)
        if place is not None:
            places.extend([-1] * (place + 1 - len(places)))
            places[place] = at
        at += len(line)
    for at in places:
        if at >= 0:
            file.seek(at)
            out.write(file.readline())


def cut_torn_line(path: Path, is_whole: Callable[[bytes], bool] = lambda line: False) -> None:
    """Remove from a file's end what a crash has left of a last line, if anything. One that only lacks its end gets it,
    if ``is_whole`` can tell.
    """
    if not path.exists():
        return
    with path.open("r+b") as file:
        step, end = 1 << 16, file.seek(0, os.SEEK_END)
        while end > 0:
            start = max(0, end - step)
            file.seek(start)
            at = file.read(end - start).rfind(b"\n")
            if at >= 0:
                end = start + at + 1
                break
            end = start
        file.seek(end)
        if is_whole(file.read()):
            file.write(b"\n")
        else:
            file.truncate(end)
