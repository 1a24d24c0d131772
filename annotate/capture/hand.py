"""Drive a session with real mouse and keyboard events, as a person does, for the demo, screenshots and tests.

::

    with open_browser(headless=True) as context:
        session = Session(context, Path("packages/mine"))
        session.open("http://localhost:8000/news.html")      # load, settle, freeze, show the toolbar
        hand = Hand(session)
        hand.drag(".story__body")                             # over an element's visible text, first to last letter
        hand.press("c")                                       # a key; here: from now on cut
        hand.drag(".ad")
        hand.click("save")                                    # a control of the toolbar
        saved = session.wait()                                # a Saved; None if the page was left

Controls: add cut pick undo redo suggest preview save help collapse leave, and the boxes multiple-box, fragmented-box,
language-box. ``session.state`` is what the toolbar shows. Playwright's own ``page.mouse`` must not move while pressed:
it waits for a timer of the page, and the page's timers stand still.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from annotate.capture.errors import CaptureError
from annotate.capture.session import Session
from annotate.capture.views import frame_offset
from annotate.capture.world import Frame, ScriptError
from cetr.document import Span


class Hand:
    """A hand on the mouse and the keyboard."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._at = (0.0, 0.0)
        self._down = False
        self._held = 0

    def press(self, *keys: str) -> None:
        """Press keys in the page, such as ``c`` or ``Control+z``."""
        for key in keys:
            self.session.page.keyboard.press(key)
            self.hear_page()
            self.session.pump()

    @contextmanager
    def holding_ctrl(self) -> Iterator[None]:
        """Hold Ctrl down in the block."""
        self._held = 2
        try:
            yield
        finally:
            self._held = 0

    def type(self, text: str) -> None:
        """Type into the focused element."""
        self.session.page.keyboard.type(text)
        self.hear_page()
        self.session.pump()

    def click(self, control: str) -> None:
        """Click a control of the toolbar."""
        x, y = self.session.tab.world.call("whereIs", control)
        self.click_at(x, y)

    def click_at(self, x: float, y: float) -> None:
        """Click at a place of the viewport."""
        self.move(x, y)
        self.down()
        self.up()
        self.session.pump()

    def drag(self, selector: str, which: int = 0, *, frame: int = 0) -> None:
        """Drag over the visible text of the ``which``-th element that a CSS selector matches.

        ``host >>> inner`` reaches into the shadow root of ``host``, open or closed; ``frame`` is the number of the
        frame, 0 the page itself.
        """
        session = self.session
        inside = session.tab.world.frames[frame]
        spans = session.tab.world.call("spansOfMatch", selector, which, frame=inside)
        if not spans:
            raise CaptureError(f"'{selector}': there is no visible text to drag over")
        self.move(*self._bring_into_view(spans, inside, end=False))
        self.down()
        # The browser begins a selection when the pressed mouse moves; the wheel alone does not begin one.
        self.move(self._at[0], self._at[1] + 6, steps=2)
        x, y = self._bring_into_view(spans, inside, end=True)
        self.move(x, y, steps=8)
        self.up()
        session.pump()

    def move(self, x: float, y: float, *, steps: int = 1) -> None:
        """Move the mouse, in CSS pixels of the viewport."""
        x0, y0 = self._at
        for step in range(1, steps + 1):
            self._send("mouseMoved", x0 + (x - x0) * step / steps, y0 + (y - y0) * step / steps)
        self._at = (x, y)

    def down(self) -> None:
        """Press the left button."""
        self._down = True
        self._send("mousePressed", *self._at, button="left", clickCount=1)

    def up(self) -> None:
        """Release the left button."""
        self._down = False
        self._send("mouseReleased", *self._at, button="left", clickCount=1)
        self.hear_page()

    def hear_page(self) -> None:
        """Wait for what the page says of an event: the browser may pass it on after it has answered for the event."""
        with suppress(PlaywrightError, ScriptError):  # the event has closed or left the page
            self.session.tab.world.peek("0")

    def _send(self, kind: str, x: float, y: float, **more: Any) -> None:
        buttons = {"buttons": int(self._down), "button": "left" if self._down else "none"}
        event = {"type": kind, "x": x, "y": y, **buttons, "modifiers": self._held}
        self.session.tab.world.cdp.send("Input.dispatchMouseEvent", event | more)

    def _bring_into_view(self, spans: Sequence[Span], frame: Frame, *, end: bool) -> tuple[float, float]:
        """Turn the wheel until one end of the spans is in view; returns its position in the viewport."""
        world = self.session.tab.world
        while True:
            x, y = world.call("dragEnds", spans, end, frame=frame)
            dx, dy = frame_offset(world, frame)
            x, y = x + dx, y + dy
            height, before, lowest = world.evaluate(
                "[innerHeight, scrollY, gold.page.scrollingElement.scrollHeight - innerHeight]", world.frames[0]
            )
            if 0.05 * height <= y <= 0.7 * height:
                return float(x), float(y)
            delta = y - 0.4 * height
            if before <= 0 if delta < 0 else before >= lowest:
                return float(x), float(y)
            self._send("mouseWheel", *self._at, deltaX=0, deltaY=delta, button="none", buttons=0)
            if not self._has_scrolled(before):
                return float(x), float(y)

    def _has_scrolled(self, before: float) -> bool:
        """Wait, at most ten seconds, for the wheel to take effect; smooth scrolling must have come to rest."""
        world = self.session.tab.world
        last = before
        for _ in range(250):
            self.session.tab.pause(0.04)
            now = world.evaluate("scrollY", world.frames[0])
            if now == last and now != before:
                return True
            last = now
        return bool(last != before)
