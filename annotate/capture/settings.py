"""What a session is given at its start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from annotate.capture.tab import Limits
from annotate.stored import Stored

KEYS: dict[str, str] = {
    "a": "add",
    "c": "cut",
    "i": "optional",
    "e": "pick",
    "t": "take",
    "z": "undo",
    "y": "redo",
    "x": "clear",
    "s": "suggest",
    "v": "accept",
    ".": "following",
    ",": "preceding",
    "w": "edge",
    "j": "word-back",
    "k": "word-forth",
    "Alt+j": "letter-back",
    "Alt+k": "letter-forth",
    "p": "preview",
    "m": "multiple",
    "f": "fragmented",
    "l": "language",
    "Enter": "save",
    "0": "empty",
    "d": "reject",
    "n": "later",
    "o": "other",
    "Backspace": "back",
    "u": "withdraw",
    "r": "release",
    "h": "collapse",
    "b": "focus",
    "q": "leave",
    "?": "help",
    "Escape": "escape",
    "Ctrl+z": "undo",
    "Ctrl+y": "redo",
}
"""Key -> command. `read_keys` applies the user's changes."""


@dataclass(frozen=True)
class Settings:
    """How a session works.

    It says what is kept of a page (``exchange``: all it loaded, as WARC), who marks, which method suggests
    (``suggest``: without being asked, if it is sure), what is marked at first (CSS selectors, without those of
    ``drop``), and what is known about all pages beforehand. If pages are ``stored``, they are replayed and nothing is
    fetched. ``allows`` says whether a page may be fetched without a person, also one that another page leads to.
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
    suggest: bool = False
    exchange: bool = False
    language: str = ""
    multiple: bool = False
    page_type: str | None = None
    stored: Stored | None = None
    allows: Callable[[str], bool] | None = None
