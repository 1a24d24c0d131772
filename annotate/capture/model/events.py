"""Events of a page: what a person does, what the edge finds, and what the transition defers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotate.capture.draft import Draft
from annotate.capture.model.marks import Gold, Marks
from annotate.capture.model.stages import Mode, Saved
from annotate.capture.prose import Line
from cetr.console import InputError
from cetr.document import Span, Spans

# --- of a person


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
    """Text was selected, or an element taken, to be marked or cut out."""

    spans: tuple[Span, ...]
    mode: Mode


@dataclass(frozen=True)
class Reshaped:
    """An end of a part was moved: ``spans`` is what stands in its place now; ``near`` is the text at the moved end."""

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
    """Keys picked an element in a frame: what is read out."""

    text: str


@dataclass(frozen=True)
class Crossed:
    """Keys that pick elements go on ``into`` a frame, which begins at a place of the document, or leave it."""

    frame: int
    into: bool
    forward: bool


Deed = (
    Pressed | PressedEarly | Dragged | Reshaped | Typed | Rejected | Noted | Placed | Accepted | Complained | Announced
)


def read_message(message: Mapping[str, Any]) -> Deed | Crossed:
    """Read the event that a script in the page reports."""
    match message:
        case {"kind": "command", "command": command}:
            return Pressed(command)
        case {"kind": "early", "command": command, "key": key}:
            return PressedEarly(command, key)
        case {"kind": "add" | "cut" | "optional" as mode, "spans": spans}:
            return Dragged(tuple((start, end) for start, end in spans), mode)
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
        case {"kind": "problem", "text": text}:
            return Complained(text)
    raise ValueError(f"not a message of the page's scripts: {message}")


# --- of the edge


@dataclass(frozen=True)
class Sought:
    """The caller of the session wants what CSS selectors match to be marked."""

    select: tuple[str, ...]
    drop: tuple[str, ...]


@dataclass(frozen=True)
class Loaded:
    """The page has loaded; ``at`` is the time on the edge's clock."""

    at: float


@dataclass(frozen=True)
class Froze:
    """The page is frozen: the length of its document, in characters, and the language it declares ("" if none)."""

    length: int
    language: str


@dataclass(frozen=True)
class Unfreezable:
    """There is nothing to freeze, or too much."""

    error: InputError


@dataclass(frozen=True)
class Recalled:
    """Marks of an earlier session: where they are now (``spans``), and since when they have been worked on."""

    draft: Draft
    gold: Gold
    since: float
    said: str


@dataclass(frozen=True)
class Chosen:
    """What selectors match."""

    spans: Spans


@dataclass(frozen=True)
class Suggested:
    """What an extractor takes as the main content of the visible page. ``asked``: the person asked for it."""

    spans: Spans
    method: str
    asked: bool = True


@dataclass(frozen=True)
class Measured:
    """Marks, tidied, with their text, and whether other visible text stands between them.

    ``optional_words`` is the number of words that are optional. ``heard`` is the language of the text, as the page
    declares it or, if it reads like another, as guessed. ``reordered``: the page shows the marks in another
    order than that of the document. ``prose`` is the text with its structure, ``markdown`` what the marks come out as;
    both are empty where so much is marked that they are not made at each change.
    """

    marks: Marks
    text: str
    interrupted: bool
    markdown: str = ""
    reordered: bool = False
    prose: tuple[Line, ...] = ()
    optional_words: int = 0
    heard: str = ""


@dataclass(frozen=True)
class Refused:
    """The edge could not do what was asked, for a reason."""

    reason: str


@dataclass(frozen=True)
class Kept:
    """The draft is on disk, unless there is a ``problem``."""

    problem: str = ""


@dataclass(frozen=True)
class Written:
    """The document is saved."""

    saved: Saved


@dataclass(frozen=True)
class Withdrawn:
    """The document is as it was before it was saved, or is gone."""


@dataclass(frozen=True)
class Reopened:
    """The person came back to the page after ``away`` seconds; ``previous``: there is an earlier page to go back to."""

    away: float
    previous: bool


@dataclass(frozen=True)
class Gone:
    """The page is gone: its window was closed, it crashed, or the caller of the session leaves it."""


# --- of the transition itself, for when what it asked for before is done


@dataclass(frozen=True)
class Begun:
    """The toolbar is open, with the marks from before."""


@dataclass(frozen=True)
class TakenUp:
    """The marks of an earlier session are measured."""

    recalled: Recalled


@dataclass(frozen=True)
class Answered:
    """What a person did has been handled."""


@dataclass(frozen=True)
class Told:
    """There is something to say, once the marks are measured."""

    message: str


@dataclass(frozen=True)
class Changed:
    """There is something to show."""


Event = (
    Deed
    | Crossed
    | Sought
    | Loaded
    | Froze
    | Unfreezable
    | Recalled
    | Chosen
    | Suggested
    | Measured
    | Refused
    | Kept
    | Written
    | Withdrawn
    | Reopened
    | Gone
    | Begun
    | TakenUp
    | Answered
    | Told
    | Changed
)
