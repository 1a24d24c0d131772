"""The stages of a page: it loads, runs, is marked, and ends."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from annotate.capture.model.marks import Marks, Suggestion
from cetr.document import Span, Spans, split_words


@dataclass(frozen=True)
class Task:
    """A page to mark, and what is known of it beforehand.

    ``name`` is the document to replace, ``progress`` the page's place in its queue, ``following`` the URL of the page
    after it. ``previous``: there is an earlier page to go back to. A page that is ``held`` runs until a person freezes
    it. What the CSS selectors ``select`` match, without what ``drop`` matches, is marked at the start. ``suggest``: an
    extractor suggests what it is sure of. ``place`` is where the toolbar was moved before.
    """

    url: str
    name: str | None = None
    progress: str = ""
    language: str = ""
    multiple: bool = False
    held: bool = False
    select: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    suggest: bool = False
    previous: bool = False
    following: str = ""
    place: tuple[str, ...] = ()


@dataclass(frozen=True)
class Saved:
    """A saved document.

    ``exact`` is the number of fragments, all of them checked and exact. ``rejected`` is why the page does not count, or
    "". A ``draft`` has no marks yet. ``missing`` lists what could not be saved of the page, and ``idle`` the selectors
    to drop that matched nothing.
    """

    name: str
    url: str
    text: str
    exact: int
    rejected: str = ""
    draft: bool = False
    missing: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()

    @cached_property
    def words(self) -> int:
        """The number of words of the text."""
        return len(split_words(self.text))


Mode = Literal["add", "cut", "optional"]
"""What becomes of the text that is selected: it is marked, cut out, or marked as right either way."""

Edge = Literal["start", "end"]

Outcome = Saved | Literal["later", "back", "leave"]
"""The outcome of a page: it was saved, put off, left for the previous one, or the session ended there."""


@dataclass(frozen=True)
class Idle:
    """No page has been opened."""


@dataclass(frozen=True)
class Loading:
    """The page is loading or coming to rest. ``since`` is when it arrived, on the edge's clock (0: not yet)."""

    task: Task
    since: float = 0.0


@dataclass(frozen=True)
class Running:
    """The page runs, without a toolbar. ``saved`` is what it is saved as, if it was released then."""

    task: Task
    since: float
    saved: Saved | None = None


@dataclass(frozen=True)
class Marking:
    """The page is frozen and a person marks it.

    ``saved`` is the saved document, if the person came back to the page. ``proposed`` are suggested parts that are not
    marked; ``asked``: the person has asked for them. ``suggestion`` is the whole of the last suggestion, ``accepted``
    the one of which something was taken. ``here`` is the part that the cursor is at, until another one is marked, and
    ``edge`` the end of it that keys move. Without such a part, the cursor goes on from ``reached``, a place in the
    document. ``before_drag`` is the stage before text was last selected. ``length`` is the document's, in characters;
    ``text`` and ``words`` describe the marks. ``interrupted``: other visible text is between the marks; ``overruled``
    is the person's own view of that. ``reordered``: the page shows the marks in another order than the document, in
    which they are saved. ``language`` is ``named`` by a person or declared by the page; ``heard`` is what the marked
    text reads like. ``tone`` of the message is "", "good" or "bad".
    """

    task: Task
    since: float
    length: int
    language: str
    multiple: bool
    marks: Marks = field(default_factory=Marks)
    note: str = ""
    place: tuple[str, ...] = ()
    proposed: Spans = ()
    asked: bool = False
    suggestion: Suggestion | None = None
    accepted: Suggestion | None = None
    here: Span | None = None
    reached: int = 0
    edge: Edge = "end"
    before_drag: Marking | None = None
    text: str = ""
    words: int = 0
    optional_words: int = 0
    interrupted: bool = False
    overruled: bool | None = None
    reordered: bool = False
    mode: Mode = "add"
    picking: bool = False
    message: str = "drag over the main content"
    tone: str = ""
    saved: Saved | None = None
    named: bool = False
    heard: str = ""

    @property
    def spoken(self) -> str:
        """The language: as a person names it, or else as the text reads, or else as the page declares it."""
        return self.language if self.named else self.heard or self.language

    @property
    def fragmented(self) -> bool:
        """Whether the main content is interrupted: the person's view, or else what is visible."""
        return self.interrupted if self.overruled is None else self.overruled

    def say(self, message: str, tone: str = "") -> Marking:
        """Return the same stage with another message."""
        return replace(self, message=message, tone=tone)


@dataclass(frozen=True)
class Ended:
    """The page has ended. ``last`` is its last stage, if it was being marked then."""

    outcome: Outcome
    last: Marking | None = None


Stage = Idle | Loading | Running | Marking | Ended
