"""Events of a page: what a person does (`deeds`), what the edge finds, and what the transition defers."""

from __future__ import annotations

from dataclasses import dataclass

from annotate.capture.model.deeds import AskedForText, Crossed, Deed, GoneTo, Placed
from annotate.capture.model.draft import Draft
from annotate.capture.model.marks import Gold, Marks
from annotate.capture.model.stages import Saved
from cetr.console import InputError
from cetr.document import Spans

# --- of the edge


@dataclass(frozen=True)
class Loaded:
    """The page has loaded; ``at`` is the time on the edge's clock."""

    at: float


@dataclass(frozen=True)
class Froze:
    """The page is frozen: the length of its document, in characters, and the language it declares ("" if none).

    ``revealed``: it hides all of itself, and is shown nevertheless.
    """

    length: int
    language: str
    revealed: bool = False


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
    """The main content of the visible page, according to an extractor. ``asked``: the person asked for it."""

    spans: Spans
    method: str
    asked: bool = True


@dataclass(frozen=True)
class Measured:
    """Marks, tidied, with their text, and whether other visible text stands between them.

    ``optional_words`` is the number of words that are optional. ``heard`` is the language of the text, as the page
    declares it or, if it reads like another, as guessed. ``reordered``: the page shows the marks in another
    order than that of the document.
    """

    marks: Marks
    text: str
    interrupted: bool
    reordered: bool = False
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
    """The document was restored as it was before it was saved, or removed."""


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
    | Placed
    | Crossed
    | GoneTo
    | AskedForText
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
