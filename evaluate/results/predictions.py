"""Predictions beside the rows of scores: a line of JSON for each document that did not fail."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cetr.console import InputError, read_lines
from cetr.document import Spans
from evaluate.outputs import Output, OutputType
from evaluate.parsing import parse_json

PREDICTIONS = ".predictions.jsonl"


class Prediction(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a predictions file: the text that was compared with the gold, and what it was made from.

    That is ``spans``, if the extractor returned spans. It is ``returned``, content of the type ``output`` (None is
    text), if that differs from the text: Markdown, HTML, or text from which optional words were removed.
    """

    package: str
    document: str
    text: str
    spans: Spans | None = None
    output: OutputType | None = None
    returned: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        """Package and document."""
        return self.package, self.document

    @property
    def prediction(self) -> Spans | Output:
        """What the extractor returned."""
        if self.spans is not None:
            return self.spans
        return Output(self.text if self.returned is None else self.returned, self.output or "text")


def find_predictions(rows: Path) -> Path:
    """Find the predictions that belong to a file of rows, if there are any."""
    return rows.with_name(rows.name.removesuffix(".tsv") + PREDICTIONS)


def is_whole(line: bytes) -> bool:
    """Whether a line was not torn by a crash. It may lack its end, which some editors leave out."""
    if line.endswith(b"\n"):
        return True
    try:
        parse_json(line, object, "")
    except InputError:
        return False
    return True


class _Line(msgspec.Struct):
    """The part of a line of predictions that is needed."""

    package: str
    document: str
    text: str


class PredictedTexts:
    """The texts of the predictions that belong to a file of rows, read one by one; only their places are kept.

    There may be no predictions at all. If a run was interrupted, a document may occur twice: the last one counts.
    """

    def __init__(self, rows: Path) -> None:
        self.path = find_predictions(rows)
        self._places: dict[tuple[str, str], int] = {}
        if not self.path.exists():
            return
        at = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(read_lines(file, str(self.path)), 1):
                if is_whole(line):
                    known: _Line = parse_json(line, _Line, f"{self.path}: line {number}")
                    self._places[known.package, known.document] = at
                at += len(line)

    def read(self, key: tuple[str, str]) -> str | None:
        """Read a document's predicted text; None if there is none."""
        line = self._read_line(key)
        return None if line is None else msgspec.json.decode(line, type=_Line).text

    def find(self, key: tuple[str, str]) -> Prediction | None:
        """Read a document's whole prediction; None if there is none."""
        line = self._read_line(key)
        return None if line is None else parse_json(line, Prediction, f"{self.path}: {'/'.join(key)}")

    def _read_line(self, key: tuple[str, str]) -> bytes | None:
        at = self._places.get(key)
        if at is None:
            return None
        with self.path.open("rb") as file:
            file.seek(at)
            return file.readline()
