"""What a person does on a page, as the scripts in it report it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotate.capture.model.stages import Mode
from cetr.document import Span


@dataclass(frozen=True)
class Pressed:
    """A command was given, by key or on the toolbar."""

    command: str


@dataclass(frozen=True)
class PressedEarly:
    """The key of a command was pressed before the toolbar was there."""

    command: str
    key: str


@dataclass(frozen=True)
class Dragged:
    """Text was selected, or an element taken, to be marked or cut out.

    ``again``: by a further click of a double or triple click, instead of what the clicks before have selected.
    """

    spans: tuple[Span, ...]
    mode: Mode
    again: bool = False


@dataclass(frozen=True)
class Reshaped:
    """An end of a part was moved: ``spans`` replace the part, and ``near`` is the text at the moved end."""

    part: Span
    spans: tuple[Span, ...]
    near: str = ""


@dataclass(frozen=True)
class Typed:
    """A language was typed, without white space at its ends."""

    language: str


@dataclass(frozen=True)
class Rejected:
    """The page was rejected, for a reason without white space at its ends."""

    reason: str


@dataclass(frozen=True)
class Noted:
    """A one-line note on the page was written."""

    note: str


@dataclass(frozen=True)
class Placed:
    """The toolbar was moved; its place, as values of CSS properties."""

    place: tuple[str, ...]


@dataclass(frozen=True)
class Accepted:
    """A suggested part was clicked, at a place of the document."""

    at: int


@dataclass(frozen=True)
class Complained:
    """An action on the page failed, for a reason."""

    reason: str


@dataclass(frozen=True)
class Announced:
    """Keys picked an element in a frame; the text to read out."""

    text: str


@dataclass(frozen=True)
class GoneTo:
    """The person asked to see a place of the page, with a ``line`` under some of its text."""

    span: Span
    line: Span | None


@dataclass(frozen=True)
class AskedForText:
    """The panel of the text is open, and does not have that of the current marks."""


@dataclass(frozen=True)
class Crossed:
    """Keys that pick elements go on ``into`` a frame, which begins at a place of the document, or leave it."""

    frame: int
    into: bool
    forward: bool


Deed = Pressed | PressedEarly | Dragged | Reshaped | Typed | Rejected | Noted | Accepted | Complained | Announced


def read_message(message: Mapping[str, Any]) -> Deed | Placed | Crossed | GoneTo | AskedForText:
    """Read the event that a script in the page reports."""
    match message:
        case {"kind": "command", "command": command}:
            return Pressed(command)
        case {"kind": "early", "command": command, "key": key}:
            return PressedEarly(command, key)
        case {"kind": "add" | "cut" | "optional" as mode, "spans": spans, **rest}:
            return Dragged(tuple((start, end) for start, end in spans), mode, rest.get("again", False))
        case {"kind": "reshape", "part": [start, end], "spans": spans, **rest}:
            return Reshaped((start, end), tuple((a, b) for a, b in spans), rest.get("near", ""))
        case {"kind": "language", "text": text}:
            return Typed(text.strip())
        case {"kind": "reject", "text": text}:
            return Rejected(" ".join(text.split()))
        case {"kind": "note", "text": text}:
            return Noted(" ".join(text.split()))
        case {"kind": "place", "place": place}:
            return Placed(tuple(place))
        case {"kind": "accept", "at": at}:
            return Accepted(at)
        case {"kind": "announce", "text": text}:
            return Announced(text)
        case {"kind": "cross", "frame": frame, "into": into, "forward": forward}:
            return Crossed(frame, into, forward)
        case {"kind": "go", "span": [start, end], "line": line}:
            return GoneTo((start, end), None if line is None else (line[0], line[1]))
        case {"kind": "read"}:
            return AskedForText()
        case {"kind": "problem", "text": text}:
            return Complained(text)
    raise ValueError(f"not a message of the page's scripts: {message}")
