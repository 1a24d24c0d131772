"""What a transition asks of the browser, the disk or an extractor, each with the events that it brings."""

from __future__ import annotations

from dataclasses import dataclass

from annotate.capture.model.events import Event
from annotate.capture.model.marks import Marks
from annotate.capture.model.stages import Edge, Marking, Saved, Stage
from annotate.capture.model.view import View
from cetr.console import InputError
from cetr.document import Span, Spans


@dataclass(frozen=True)
class Load:
    """Load the page into its tab. Brings `Loaded`."""


@dataclass(frozen=True)
class Settle:
    """Wait until the page comes to rest."""


@dataclass(frozen=True)
class Freeze:
    """Stop the page and serialise it. Brings `Froze` or `Unfreezable`."""


@dataclass(frozen=True)
class LetRun:
    """Remove the toolbar and let the page run."""


@dataclass(frozen=True)
class NameKey:
    """Show over the running page which key freezes it."""


@dataclass(frozen=True)
class AnswerBanners:
    """Answer the consent banners that appear while the page runs, until it is frozen, if the settings say so."""


@dataclass(frozen=True)
class Fail:
    """Raise an error for the caller of the session."""

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
    """Let the toolbar handle a command that concerns it alone and came from a frame."""

    command: str


@dataclass(frozen=True)
class Recall:
    """Find the page's draft, or the gold to correct: that of the document of a ``name``. Brings `Recalled`, or
    nothing.
    """

    name: str | None = None


@dataclass(frozen=True)
class Select:
    """Find what CSS selectors match. Brings `Chosen` or `Refused`."""

    select: tuple[str, ...]
    drop: tuple[str, ...]


@dataclass(frozen=True)
class Suggest:
    """Ask an extractor. Brings `Suggested` or `Refused`, or nothing if only a ``sure`` suggestion is wanted."""

    sure: bool = False


@dataclass(frozen=True)
class ScrollTo:
    """Scroll a part of the page into view, and draw a ``line`` under some text there."""

    span: Span
    line: Span | None = None


@dataclass(frozen=True)
class Quote:
    """Read the beginning of a part. Brings `Told`."""

    span: Span


@dataclass(frozen=True)
class Cross:
    """Let keys go on picking ``into`` a frame, which begins at a place of the document, or out of it. Brings
    `Announced`, or nothing.
    """

    frame: int
    into: bool
    forward: bool


@dataclass(frozen=True)
class MoveEnd:
    """Move an end of a part by a word (or a ``letter``), forward or back. Answers with `Reshaped`, or nothing."""

    part: Span
    edge: Edge
    forward: bool
    letter: bool


@dataclass(frozen=True)
class Measure:
    """Tidy marks (trim to visible text, join neighbours without text between them), then read them. Brings
    `Measured`.
    """

    marks: Marks


@dataclass(frozen=True)
class FillPanel:
    """Write the text of spans into the panel that shows it."""

    spans: Spans


@dataclass(frozen=True)
class KeepDraft:
    """Write the marks to disk. Brings `Kept`."""

    marking: Marking


@dataclass(frozen=True)
class ForgetDraft:
    """Remove the page's draft."""


@dataclass(frozen=True)
class Save:
    """Save the document if it passes the check. Brings `Written` or `Refused`. ``reject`` is why its gold does not
    count, or "".

    Gold without marks says that the page has no main content.
    """

    marking: Marking
    reject: str = ""


@dataclass(frozen=True)
class Withdraw:
    """Take a save back, so that the earlier state is restored. Brings `Withdrawn` or `Refused`."""

    saved: Saved


@dataclass(frozen=True)
class Then:
    """Handle an event after the preceding effects."""

    event: Event


Effect = (
    Load
    | Settle
    | Freeze
    | LetRun
    | NameKey
    | AnswerBanners
    | Fail
    | OpenToolbar
    | Show
    | RunLocally
    | Recall
    | Select
    | Suggest
    | ScrollTo
    | Quote
    | Cross
    | MoveEnd
    | Measure
    | FillPanel
    | KeepDraft
    | ForgetDraft
    | Save
    | Withdraw
    | Then
)

Step = tuple[Stage, tuple[Effect, ...]]
"""The next stage of a page, and the effects to carry out, in order."""
