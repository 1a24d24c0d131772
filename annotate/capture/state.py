"""What a session is told at its start, and what the toolbar shows of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from annotate.capture.tab import Limits
from cetr.document import Spans

KEYS: dict[str, str] = {
    "a": "add",
    "c": "cut",
    "e": "pick",
    "t": "take",
    "z": "undo",
    "y": "redo",
    "x": "clear",
    "s": "suggest",
    "p": "preview",
    "m": "multiple",
    "f": "fragmented",
    "l": "language",
    "Enter": "save",
    "n": "skip",
    "r": "release",
    "h": "collapse",
    "b": "focus",
    "q": "leave",
    "?": "help",
    "Escape": "escape",
    "Ctrl+z": "undo",
    "Ctrl+y": "redo",
}
"""Key -> command. `read_keys` changes it as a person wants it."""

LOCAL = ("preview", "help", "collapse", "language", "focus")
"""Commands that concern the toolbar alone."""


@dataclass(frozen=True)
class Settings:
    """How a session goes: what is kept of a page (``exchange``: all it loaded, as WARC), who marks, who suggests, what
    is marked to begin with (CSS selectors, less those of ``drop``), and what is known of all its pages beforehand.
    """

    limits: Limits = field(default_factory=Limits)
    layout: bool = True
    screenshot: bool = True
    annotator: str | None = None
    method: str | None = None
    keys: dict[str, str] = field(default_factory=lambda: dict(KEYS))
    auto_freeze: bool = True
    select: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    exchange: bool = False
    language: str = ""
    multiple: bool = False
    page_type: str | None = None


@dataclass(frozen=True)
class State:
    """What the toolbar shows. ``words`` and ``text`` are of what is marked; ``tone`` is "", "good" or "bad"."""

    spans: Spans = ()
    mode: str = "add"
    picking: bool = False
    words: int = 0
    text: str = ""
    can_undo: bool = False
    can_redo: bool = False
    multiple: bool = False
    fragmented: bool = False
    language: str = ""
    message: str = ""
    tone: str = ""
    progress: str = ""
