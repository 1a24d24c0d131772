"""Exchange messages with Autoconsent's script in an isolated world of each frame (docs/api.md of its source).

The script finds a consent manager, then its banner, then presses its buttons, and reports each step by a message. If
one of its rules must ask the page's own scripts something, that is done here.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from playwright.sync_api import CDPSession, Page
from playwright.sync_api import Error as PlaywrightError

_WORLD = "cetr-gold-consent"
_BINDING = "cetrGoldConsentTell"

_FIND = 1.0
"""How many seconds to wait for a consent manager after the script started or a frame loaded."""
_SHOW = 2.0
"""How many seconds to wait for a manager's banner after finding the manager."""
_ACT = 8.0
"""How many seconds pressing its buttons may take."""
_GO = 1.0
"""How many seconds a banner takes to go once it is answered: many first show what was chosen, or fade."""

# We hide nothing with a style sheet: banners are answered, or they stay.
_CONFIG = {
    "enabled": True,
    "disabledCmps": [],
    "enablePrehide": False,
    "enableCosmeticRules": False,
    "enableGeneratedRules": True,
    "isMainWorld": False,
    "prehideTimeout": 0,
    "enableHeuristicDetection": False,
    "enablePopupMutationObserver": False,
    "visualTest": False,
    "heuristicMode": "off",
    "logs": {},
}
_OPEN = f"""globalThis.autoconsentSendMessage = (message) => {{
  globalThis.{_BINDING}(JSON.stringify(message));
  return Promise.resolve();
}};"""
_TIDY = "document.querySelectorAll('style[id^=autoconsent-]').forEach((style) => style.remove())"


@dataclass(frozen=True)
class Banner:
    """A consent banner: its owner, by the name of its rule, what to do with it, and whether that was done."""

    manager: str
    action: Literal["reject", "accept"]
    dismissed: bool


class Talk:
    """The exchange with the scripts in the frames of a page, until `end`. ``clock`` gives seconds.

    ``is_shown``: a banner has been found; ``is_done``: it has been answered, or cannot be. ``looks``: how often a
    document is searched for one, each half second.
    """

    def __init__(
        self, page: Page, action: Literal["reject", "accept"], clock: Callable[[], float], *, looks: int = 30
    ) -> None:
        self.is_shown = False
        self._clock = clock
        self._action = action
        self._begun = self._entered = self._news = clock()  # entered: a frame; news: a manager, a banner, an answer
        self._manager = ""
        self._succeeded = False
        self.is_done = False
        self._is_open = False
        self._pages: dict[str, int] = {}  # frame -> context of the page's own scripts
        self._frames: dict[int, str] = {}  # context of ours -> frame
        self._shown_in = 0  # the context in which the banner was found
        self._cdp: CDPSession = page.context.new_cdp_session(page)
        self._cdp.on("Runtime.executionContextCreated", self._note)
        self._cdp.on("Runtime.executionContextDestroyed", self._lose)
        self._cdp.on("Runtime.bindingCalled", self._hear)
        self._cdp.send("Runtime.enable")
        self._cdp.send("Runtime.addBinding", {"name": _BINDING, "executionContextName": _WORLD})
        config = _CONFIG | {"autoAction": {"reject": "optOut", "accept": "optIn"}[action], "detectRetries": looks}
        self._begin = f"autoconsentReceiveMessage({_start(json.dumps(config))})"
        self._main: str = self._cdp.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self._is_open = True  # a frame may come while these are entered
        for frame in [*self._pages]:
            with suppress(PlaywrightError):  # it is gone again
                self._enter(frame)

    @property
    def banner(self) -> Banner | None:
        """The banner that was found."""
        return Banner(self._manager, self._action, self._succeeded) if self.is_shown else None

    def waiting(self, patience: Callable[[], float] = lambda: _FIND) -> Iterator[float]:
        """Wait until the banner is answered and gone, or can no longer be expected: yields the seconds until the next
        look.

        A manager may take ``patience()`` seconds to appear, counted from the beginning.
        """
        while not self.is_done and self._may_come(patience()):
            yield 0.05
        while self._succeeded and self._clock() - self._news < _GO:
            yield 0.05

    def _may_come(self, patience: float) -> bool:
        now = self._clock()
        if self.is_shown:
            return now - self._news < _ACT
        # On many a page frames never cease to come, as advertisements change.
        if self._manager:
            return now - self._news < _ACT and now - max(self._news, self._entered) < _SHOW
        return now - self._begun < patience or (now - self._entered < _FIND and now - self._begun < _ACT)

    def end(self) -> None:
        """Remove what is left in the page, and stop listening."""
        for context in self._frames:
            with suppress(PlaywrightError):  # the frame has another document by now
                self._cdp.send("Runtime.evaluate", {"expression": _TIDY, "contextId": context})
        self._cdp.detach()

    def _enter(self, frame: str) -> None:
        made = self._cdp.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": _WORLD})
        context = made["executionContextId"]
        if context in self._frames:  # its document came while it was to be entered anyway
            return
        self._frames[context] = frame
        self._entered = self._clock()
        for source in (_OPEN, _read_script(), self._begin):
            self._cdp.send("Runtime.evaluate", {"expression": f"{{{source}}}", "contextId": context})

    def _note(self, event: dict[str, Any]) -> None:
        about = event["context"].get("auxData", {})
        if about.get("isDefault"):
            self._pages[about["frameId"]] = event["context"]["id"]
            if self._is_open:  # a frame that comes, or another document in one
                with suppress(PlaywrightError):  # it is gone again
                    self._enter(about["frameId"])

    def _lose(self, event: dict[str, Any]) -> None:
        """The frame of a banner that is answered goes, often before the script in it can tell of the answer."""
        context = event["executionContextId"]
        if context == self._shown_in and self._frames[context] != self._main and not self.is_done:
            self._succeeded = self.is_done = True

    def _hear(self, event: dict[str, Any]) -> None:
        if event["name"] != _BINDING:
            return
        message, context = json.loads(event["payload"]), event["executionContextId"]
        match message["type"]:
            case "cmpDetected":
                self._manager, self._news = self._manager or message["cmp"], self._clock()
            case "popupFound":
                self._manager, self._news, self.is_shown = message["cmp"], self._clock(), True
                self._shown_in = context
            case "optOutResult" | "optInResult":
                self._succeeded |= message["result"]
                self.is_done |= not message["result"]
            case "autoconsentDone":
                self.is_done, self._news = True, self._clock()
            case "eval":
                with suppress(PlaywrightError):  # the tab was closed, or the page has left
                    self._ask_page(message, context)

    def _ask_page(self, message: dict[str, Any], context: int) -> None:
        asked = {
            "expression": message["code"],
            "contextId": self._pages[self._frames[context]],
            "returnByValue": True,
            "awaitPromise": True,
            "timeout": 1000,
        }
        answer = self._cdp.send("Runtime.evaluate", asked)
        said = {"id": message["id"], "type": "evalResp", "result": bool(answer["result"].get("value"))}
        reply = f"autoconsentReceiveMessage({json.dumps(said)})"
        self._cdp.send("Runtime.evaluate", {"expression": reply, "contextId": context})


@cache
def _read_script() -> str:
    return files("annotate.capture.consent").joinpath("autoconsent.js").read_text("utf-8")


@cache
def _start(config: str) -> str:
    """Make the message with which the script begins, including its rules."""
    rules = gzip.decompress(files("annotate.capture.consent").joinpath("rules.json.gz").read_bytes()).decode()
    return f'{{"type": "initResp", "config": {config}, "rules": {rules}}}'
