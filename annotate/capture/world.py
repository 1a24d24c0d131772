"""The isolated world in which our scripts run in a page, invisible to the page's own scripts.

An isolated world shares the page's DOM and nothing else. The page can reach no variable, prototype or listener of ours,
and the binding through which the scripts talk to Python exists only in that world.
"""

from __future__ import annotations

import base64
import json
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from playwright.sync_api import CDPSession, Page
from playwright.sync_api import Error as PlaywrightError

from annotate.browser import START
from annotate.capture.workers import Workers

WORLD = "cetr-gold"
BINDING = "cetrGoldTell"
FREEZE_KEY = "F2"
_HELD = "cetr-gold-texts"
_PART = (
    1 << 22
)  # bytes read at once; with larger parts, each process that passes them on waits longer for the one before

_TAKE_NOTED = "[...(page.body?.childNodes ?? [])].forEach(({ data }) => gold.keepKey(JSON.parse(data)))"


@cache
def read_scripts() -> str:
    """Read the scripts of the isolated world as one source."""
    style = json.dumps(_read_file("toolbar.css"))
    names = "own dom digest serialise offsets seen places beside layout work finding"
    names += " drawing obstacles picking letters ends keyname select elements scrolling outline map panels toolbar"
    scripts = [_read_file(f"{name}.js") for name in names.split()]
    return _alone("\n".join([*scripts, f"gold.toolbarStyle = {style};"]))


@cache
def _read_file(name: str) -> str:
    return files("annotate.capture").joinpath(name).read_text("utf-8")


def _alone(script: str) -> str:
    """Wrap a script so that its names are its own and it can be evaluated again."""
    return f'(() => {{ "use strict";\n{script}\n}})()'


class ScriptError(RuntimeError):
    """One of our scripts failed in the page."""


@dataclass(frozen=True)
class Frame:
    """A frame of the page: its isolated world, and the element that holds it (None for the page itself)."""

    id: str
    context: int
    owner: str | None
    parent: Frame | None


class World:
    """The isolated world of one page, in all of its frames."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages: deque[dict[str, Any]] = deque()
        self.frames: list[Frame] = []
        self.pictured = 0  # frames of this document of which pictures were taken
        self._asked: float | None = None
        self._waiting_since = 0.0
        self._ended = False  # a script has been ended, perhaps one of ours
        self._said = ""
        self._listening: list[str] = []  # the scripts that listen to keys: that pass them on, and that keep them
        self._keeping = ""  # the one that is in use
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.main_frame: str = self.cdp.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self.cdp.send("Page.enable")
        self.cdp.send("Runtime.enable")
        self.cdp.send("Runtime.addBinding", {"name": BINDING, "executionContextName": WORLD})
        self.workers = Workers(self.cdp)
        self.cdp.on("Runtime.bindingCalled", lambda event: self._hear(event))
        page.on("domcontentloaded", lambda _: self.say_over_page(self._said))

    def listen_to_keys(self, keymap: Mapping[str, str], *, keep: bool) -> None:
        """Report the freeze key in this document and in later ones, and after it the toolbar's keys.

        ``keep``: report these also before it, until `pass_keys`. The page does not get reported keys. A key of the
        toolbar is reported as ``{"kind": "early", "key": ..., "command": ...}``.
        """
        script = _read_file("keyname.js") + _read_file("early.js")
        names = f"const KEYS = {json.dumps(keymap)}, FREEZE_KEY = {json.dumps(FREEZE_KEY)}"
        self._listening = [_alone(f"{names}, KEEPS = {known};\n{script}") for known in ("false", "true")]
        self._keeping = self._add_script(self._listening[keep])
        # At once, so that no key overtakes those that were noted before.
        noted = _TAKE_NOTED if keep and self.page.url == START else "undefined"
        self.peek(f"void ({self._listening[keep]}, {noted})")

    def pass_keys(self) -> None:
        """Leave the keys to the page, and to the documents that come from now on, until the freeze key is pressed."""
        self.keep_keys(False)
        self.cdp.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self._keeping})
        self._keeping = self._add_script(self._listening[False])

    def keep_keys(self, keep: bool) -> None:
        """Keep the toolbar's keys in the frames of this document, or leave them to its toolbar or the page."""
        for frame in self.frames:
            with suppress(ScriptError, PlaywrightError):  # it shows another document by now, or is closed
                self.evaluate(f"gold.keepsKeys = {json.dumps(keep)}", frame)

    def adopt_sheets(self) -> None:
        """Let the saved documents that come, and the frames in them, adopt the style sheets that they refer to."""
        self._add_script(_alone("".join(_read_file(name) for name in ("own.js", "dom.js", "adopt.js"))))

    def _add_script(self, source: str) -> str:
        """Evaluate a script in each document that comes, before its own; returns the browser's name for the script."""
        added = self.cdp.send("Page.addScriptToEvaluateOnNewDocument", {"source": source, "worldName": WORLD})
        return str(added["identifier"])

    def _hear(self, event: dict[str, Any]) -> None:
        # A page can neither see nor call the binding; the check keeps that true of other bindings, too.
        if event["name"] == BINDING:
            self.messages.append(json.loads(event["payload"]))

    def stop_page(self, stopped: bool) -> None:
        """Stop the page's own scripts and its workers, or let them run again. Ours keep running."""
        self.workers.stop(stopped)
        with self.asking():
            self.cdp.send("Emulation.setScriptExecutionDisabled", {"value": stopped})
            self.peek("0")  # once this is answered, a running script has ended too

    def reveal_page(self) -> bool:
        """Show a stopped page that hides all of itself, until it runs again; returns whether it does."""
        return bool(self._peek_by_file("reveal.js"))

    def press(self, selector: str) -> bool:
        """Press the first element that a CSS selector finds, if it is visible; returns whether there was one.

        It is not as if a person pressed it, so the page may not open a window.
        """
        return bool(self._peek_by_file("press.js", json.dumps(selector)))

    def _peek_by_file(self, name: str, arguments: str = "") -> Any:
        return self.peek(f"(() => {{ {_read_file('dom.js')}\nreturn ({_read_file(name)}\n); }})()({arguments})")

    def say_over_page(self, text: str) -> None:
        """Show a line over the page, on each document that comes into it; "" removes it.

        The browser draws it, as it does for debuggers, so that the page does not contain it.
        """
        if not text and not self._said:
            return
        self._said = text
        self.cdp.send("DOM.enable")
        self.cdp.send("Overlay.enable")
        self.cdp.send("Overlay.setPausedInDebuggerMessage", {"message": text} if text else {})
        if not text:
            self.cdp.send("Overlay.disable")
            self.cdp.send("DOM.disable")

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Mark that the block waits for a running script of the page, or for a document on its way."""
        self._asked = self._waiting_since = time.monotonic()
        try:
            yield
        finally:
            self._asked = None

    def end_endless_script(self, limit: float) -> None:
        """End the page's script if we have waited for it for more than ``limit`` seconds."""
        if self._asked is not None and time.monotonic() - self._asked > limit:
            self._asked = time.monotonic()
            self.end_script()

    def stop_coming_document(self, limit: float) -> None:
        """Stop what is on its way to the page, whose server may never send it, if we have waited for it for more than
        ``limit`` seconds.
        """
        if self._asked is not None and time.monotonic() - self._waiting_since > limit:
            self.cdp.send("Page.stopLoading")

    def end_script(self) -> None:
        """End the script that runs in the page, or the next one if none does."""
        self._ended = True
        self.cdp.send("Runtime.terminateExecution")

    def enter(self, frame_id: str, owner: str | None = None, parent: Frame | None = None) -> Frame:
        """Bring our scripts into a frame."""
        created = self.cdp.send("Page.createIsolatedWorld", {"frameId": frame_id, "worldName": WORLD})
        frame = Frame(frame_id, created["executionContextId"], owner, parent)
        self.evaluate(read_scripts(), frame)
        return frame

    def peek(self, expression: str) -> Any:
        """Evaluate an expression over the page's DOM, invisible to its scripts, whatever document it shows now.

        ``page`` is the document, whatever its elements are called (own.js).
        """
        script = _alone(f"{_read_file('own.js')}return ({expression});")
        with self.asking():
            while True:
                created = self.cdp.send("Page.createIsolatedWorld", {"frameId": self.main_frame, "worldName": WORLD})
                try:
                    return self.evaluate(script, Frame(self.main_frame, created["executionContextId"], None, None))
                except PlaywrightError as error:
                    if not self._ended or "Internal error" not in error.message:
                        raise
                    self._ended = False  # our script was ended in place of the page's

    def evaluate(self, expression: str, frame: Frame) -> Any:
        """Evaluate an expression in a frame's world and return its value."""
        answer = self.cdp.send(
            "Runtime.evaluate",
            {"expression": expression, "contextId": frame.context, "returnByValue": True, "awaitPromise": True},
        )
        return _value(answer)

    def call(self, function: str, *arguments: object, frame: Frame | None = None) -> Any:
        """Call ``gold.function(...)`` in a frame (default: the page itself)."""
        values = ", ".join(json.dumps(a) for a in arguments)
        return self.evaluate(f"gold.{function}({values})", frame or self.frames[0])

    def begin(self, expression: str, frame: Frame) -> str:
        """Let a frame evaluate an expression on its own; returns an expression for its value, to be used once."""
        return f"gold.finish({self.evaluate(f'gold.begin(() => {expression})', frame)})"

    def call_on(self, handle: str, declaration: str, *arguments: object) -> Any:
        """Call a function with a remote object as ``this``."""
        answer = self.cdp.send(
            "Runtime.callFunctionOn",
            {
                "objectId": handle,
                "functionDeclaration": declaration,
                "arguments": [{"value": a} for a in arguments],
                "returnByValue": True,
            },
        )
        return _value(answer)

    def resolve(self, node: int, frame: Frame) -> str:
        """Get a handle, in a frame's world, of a node known by the browser's number."""
        answer = self.cdp.send("DOM.resolveNode", {"backendNodeId": node, "executionContextId": frame.context})
        return str(answer["object"]["objectId"])

    def read_text(self, expression: str, frame: Frame) -> str:
        """Read the string, or its parts, that an expression evaluates to as a file, which is faster for megabytes."""
        text = b"".join(self.hold_text(expression, frame)).decode()
        self.release()
        return text

    def hold_text(self, expression: str, frame: Frame) -> Iterator[bytes]:
        """Make a file of the string, or its parts, that an expression evaluates to; returns its bytes on demand.

        The frame is free for other work meanwhile. The file is kept until `release`.
        """
        made = f"new Blob([{expression}].flat())"
        blob = self.cdp.send("Runtime.evaluate", {"expression": made, "contextId": frame.context, "objectGroup": _HELD})
        _value(blob)
        return self._read_held(
            "blob:" + self.cdp.send("IO.resolveBlob", {"objectId": blob["result"]["objectId"]})["uuid"]
        )

    def _read_held(self, file: str) -> Iterator[bytes]:
        eof = False
        while not eof:
            part = self.cdp.send("IO.read", {"handle": file, "size": _PART})
            eof = part["eof"]
            yield base64.b64decode(part["data"]) if part["base64Encoded"] else part["data"].encode()
        self.cdp.send("IO.close", {"handle": file})

    def release(self) -> None:
        """Release all texts that are held."""
        self.cdp.send("Runtime.releaseObjectGroup", {"objectGroup": _HELD})


def _value(answer: dict[str, Any]) -> Any:
    if "exceptionDetails" in answer:
        raise ScriptError(_message(answer["exceptionDetails"]))
    return answer["result"].get("value")


def _message(details: dict[str, Any]) -> str:
    text = details.get("exception", {}).get("description") or details.get("text", "")
    return str(text).splitlines()[0].removeprefix("Error: ")
