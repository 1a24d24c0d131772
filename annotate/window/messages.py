"""What the reviewer and the window say to each other."""

from __future__ import annotations

from typing import Literal

import msgspec

from cetr.document import Span, Spans


class Look(msgspec.Struct, frozen=True):
    """What the window is to show: a document of a package, what is marked in it, and the line that the cursor is on.

    ``said`` is what the reviewer tells the person. ``front`` asks for the window to come to the front.
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

    ``kind`` is "ready" when the page is there, "add" or "cut" for text, "command" for a key or a button, whose name
    is ``command``; "problem" if there is something that ``command`` says.
    """

    name: str
    kind: Literal["ready", "add", "cut", "command", "problem"]
    spans: Spans = ()
    command: str = ""
