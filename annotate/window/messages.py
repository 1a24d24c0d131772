"""The messages between the reviewer and the window."""

from __future__ import annotations

from typing import Literal

import msgspec

from cetr.document import Span, Spans


class Look(msgspec.Struct, frozen=True):
    """What the window must show: a document of a package, its marks, and the line of the cursor.

    ``said`` is the reviewer's message to the person. ``front`` asks the window to come to the front.
    """

    folder: str
    name: str
    html_sha256: str = ""
    gold: Spans = ()
    optional: Spans = ()
    prediction: Spans = ()
    at: Span | None = None
    said: str = ""
    wrong: bool = False
    progress: str = ""
    front: bool = False


class Deed(msgspec.Struct, frozen=True):
    """What a person did in the window, on the document of that name.

    ``kind`` is "ready" when the page is shown, "add" or "cut" for text, "command" for a key or a button named
    ``command``, and "problem" for a problem that ``command`` describes.
    """

    name: str
    kind: Literal["ready", "add", "cut", "command", "problem"]
    spans: Spans = ()
    command: str = ""
