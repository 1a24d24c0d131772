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
"""How many seconds a manager, and then its banner, may take to appear."""
_ACT = 8.0
"""How many seconds pressing its buttons may take."""

# We hide nothing with a style sheet: banners are answered, or they stay.
_CONFIG = {
    "enabled": True,
    "disabledCmps": [],
    "enablePrehide": False,
    "enableCosmeticRules": False,
    "enableGeneratedRules": True,
    "detectRetries": 10,
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


def dismissing(
    page: Page, action: Literal["reject", "accept"], clock: Callable[[], float], found: Callable[[Banner], None]
) -> Iterator[float]:
    """Answer the page's banner step by step: yields the seconds until the next step. ``found`` is called with the
    banner.

    Without a banner, this ends after a second.
    """
    talk = _Talk(page, action)
    try:
        yield from _wait(talk, clock)
        if talk.manager and talk.is_shown:
            found(Banner(talk.manager, action, talk.succeeded))
    finally:
        talk.end()


def _wait(talk: _Talk, clock: Callable[[], float]) -> Iterator[float]:
    begun = since = clock()
    frames = talk.frames
    while not talk.is_done and clock() - since < (_ACT if talk.is_shown else _FIND if not talk.manager else 2 * _FIND):
        yield 0.05
        if talk.frames > frames and since - begun < _ACT:  # a banner may stand in one that came just now
            since, frames = clock(), talk.frames


class _Talk:
    """The exchange with the scripts in the frames of a page."""

    def __init__(self, page: Page, action: str) -> None:
        self.manager = ""
        self.is_shown = False
        self.succeeded = False
        self.is_done = False
        self._begun = False
        self._pages: dict[str, int] = {}  # frame -> context of the page's own scripts
        self._frames: dict[int, str] = {}  # context of ours -> frame
        self._cdp: CDPSession = page.context.new_cdp_session(page)
        self._cdp.on("Runtime.executionContextCreated", self._note)
        self._cdp.on("Runtime.bindingCalled", self._hear)
        self._cdp.send("Runtime.enable")
        self._cdp.send("Runtime.addBinding", {"name": _BINDING, "executionContextName": _WORLD})
        config = _CONFIG | {"autoAction": {"reject": "optOut", "accept": "optIn"}[action]}
        self._begin = f"autoconsentReceiveMessage({_start(json.dumps(config))})"
        self._enter_all(self._cdp.send("Page.getFrameTree")["frameTree"])
        self._begun = True

    @property
    def frames(self) -> int:
        """How many frames have been entered."""
        return len(self._frames)

    def end(self) -> None:
        """Remove what is left in the page, and stop listening."""
        for context in self._frames:
            with suppress(PlaywrightError):  # the frame has another document by now
                self._cdp.send("Runtime.evaluate", {"expression": _TIDY, "contextId": context})
        self._cdp.detach()

    def _enter_all(self, tree: dict[str, Any]) -> None:
        self._enter(tree["frame"]["id"])
        for child in tree.get("childFrames", ()):
            self._enter_all(child)

    def _enter(self, frame: str) -> None:
        made = self._cdp.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": _WORLD})
        context = made["executionContextId"]
        self._frames[context] = frame
        for source in (_OPEN, _read_script(), self._begin):
            self._cdp.send("Runtime.evaluate", {"expression": f"{{{source}}}", "contextId": context})

    def _note(self, event: dict[str, Any]) -> None:
        about = event["context"].get("auxData", {})
        if about.get("isDefault"):
            self._pages[about["frameId"]] = event["context"]["id"]
            if self._begun:  # a frame that comes, or another document in one
                with suppress(PlaywrightError):  # it is gone again
                    self._enter(about["frameId"])

    def _hear(self, event: dict[str, Any]) -> None:
        if event["name"] != _BINDING:
            return
        message, context = json.loads(event["payload"]), event["executionContextId"]
        match message["type"]:
            case "cmpDetected":
                self.manager = self.manager or message["cmp"]
            case "popupFound":
                self.manager, self.is_shown = message["cmp"], True
            case "optOutResult" | "optInResult":
                self.succeeded |= message["result"]
                self.is_done |= not message["result"]
            case "autoconsentDone":
                self.is_done = True
            case "eval":
                self._ask_page(message, context)

    def _ask_page(self, message: dict[str, Any], context: int) -> None:
        asked = {
            "expression": message["code"],
            "contextId": self._pages.get(self._frames[context]),
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
