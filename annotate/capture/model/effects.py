"""What a transition asks of the edge: of the browser, the disk, an extractor. The events it brings stand beside it."""

from __future__ import annotations

from dataclasses import dataclass

from annotate.capture.model.events import Event
from annotate.capture.model.marks import Marks
from annotate.capture.model.stages import Edge, Marking, Saved, Stage
from annotate.capture.model.view import View
from cetr.console import InputError
from cetr.document import Span


@dataclass(frozen=True)
class Load:
    """Bring the page into its tab. `Loaded`."""


@dataclass(frozen=True)
class Settle:
    """Wait until the page comes to rest."""


@dataclass(frozen=True)
class Freeze:
    """Stop the page and serialise it. `Froze` or `Unfreezable`."""


@dataclass(frozen=True)
class LetRun:
    """Take the toolbar away and let the page run."""


@dataclass(frozen=True)
class NameKey:
    """Say over the page, which runs, which key freezes it."""


@dataclass(frozen=True)
class Fail:
    """Raise an error to whoever drives the session."""

    error: InputError


@dataclass(frozen=True)
class OpenToolbar:
    """Put the toolbar on the page, and listen to mouse and keys."""

    view: View


@dataclass(frozen=True)
class Show:
    """Draw toolbar and marks."""

    view: View


@dataclass(frozen=True)
class RunLocally:
    """Let the toolbar do what concerns it alone; the command came from a frame."""

    command: str


@dataclass(frozen=True)
class Recall:
    """Look for the page's draft, or the gold to correct. `Recalled`, or nothing."""


@dataclass(frozen=True)
class Select:
    """Look for what CSS selectors match. `Chosen` or `Refused`."""

    select: tuple[str, ...]
    drop: tuple[str, ...]


@dataclass(frozen=True)
class Suggest:
    """Ask an extractor. `Suggested` or `Refused`; where only what is ``sure`` is wanted, else nothing."""

    sure: bool = False


@dataclass(frozen=True)
class ScrollTo:
    """Bring a part of the page into view."""

    span: Span


@dataclass(frozen=True)
class MoveEnd:
    """Find where an end of a part comes to stand a word (or a ``letter``) on or back. `Reshaped`, or nothing."""

    part: Span
    edge: Edge
    forward: bool
    letter: bool


@dataclass(frozen=True)
class Measure:
    """Tidy marks: ends at visible text, neighbours without text between them joined; then read them. `Measured`."""

    marks: Marks


@dataclass(frozen=True)
class KeepDraft:
    """Write what is marked to disk. `Kept`."""

    marking: Marking


@dataclass(frozen=True)
class ForgetDraft:
    """Remove the page's draft."""


@dataclass(frozen=True)
class Save:
    """Write the document, if it checks. `Written` or `Refused`. ``reject`` is why its gold is not to count ("": it is).

    Gold without any mark says that the page has no main content.
    """

    marking: Marking
    reject: str = ""


@dataclass(frozen=True)
class Withdraw:
    """Take a save back: what was there before is there again. `Withdrawn` or `Refused`."""

    saved: Saved


@dataclass(frozen=True)
class Then:
    """Take an event, now that what stands before is done."""

    event: Event


Effect = (
    Load
    | Settle
    | Freeze
    | LetRun
    | NameKey
    | Fail
    | OpenToolbar
    | Show
    | RunLocally
    | Recall
    | Select
    | Suggest
    | ScrollTo
    | MoveEnd
    | Measure
    | KeepDraft
    | ForgetDraft
    | Save
    | Withdraw
    | Then
)

Step = tuple[Stage, tuple[Effect, ...]]
"""The next stage of a page, and what is to be done, in this order."""
