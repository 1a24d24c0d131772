"""The workers of a page, which keep fetching and computing when its scripts are stopped."""

from __future__ import annotations

import json
from collections.abc import Set
from contextlib import suppress
from typing import Any, Literal

from playwright.sync_api import Browser, CDPSession
from playwright.sync_api import Error as PlaywrightError

_ATTACH = ("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})
_PAUSE: tuple[tuple[str, dict[str, Any]], ...] = (("Debugger.enable", {}), ("Debugger.pause", {}))
_GO_ON: tuple[tuple[str, dict[str, Any]], ...] = (("Debugger.disable", {}),)

Path = tuple[str, ...]
"""The debugger's sessions that lead to a worker, from that of the page's own worker inwards."""


class Workers:
    """All workers of a page: those that its documents have started, and those that workers have started.

    ``services`` are the addresses of its service workers, which it shares with other pages.
    """

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._paths: set[Path] = set()
        self.services: set[str] = set()
        self._stopped = False
        for event in ("attachedToTarget", "detachedFromTarget", "receivedMessageFromTarget"):
            cdp.on(f"Target.{event}", lambda given, event=event: self._hear((), f"Target.{event}", given))
        cdp.send(*_ATTACH)

    def stop(self, stopped: bool) -> None:
        """Pause the workers, or let them continue."""
        self._stopped = stopped
        for path in tuple(self._paths):
            self._tell(path, *(_PAUSE if stopped else _GO_ON))

    def _hear(self, path: Path, method: str | None, given: dict[str, Any]) -> None:
        if method == "Target.attachedToTarget":
            inner = (*path, given["sessionId"])
            self._paths.add(inner)
            if given["targetInfo"]["type"] == "service_worker":
                self.services.add(given["targetInfo"]["url"])
            self._tell(inner, _ATTACH, *(_PAUSE if self._stopped else ()))
        elif method == "Target.detachedFromTarget":
            gone = (*path, given["sessionId"])
            self._paths -= {one for one in self._paths if one[: len(gone)] == gone}
        elif method == "Target.receivedMessageFromTarget":
            message = json.loads(given["message"])
            self._hear((*path, given["sessionId"]), message.get("method"), message.get("params", {}))

    def _tell(self, path: Path, *orders: tuple[str, dict[str, Any]]) -> None:
        for number, (method, params) in enumerate(orders):
            for session in reversed(path):
                message = json.dumps({"id": number, "method": method, "params": params})
                method, params = "Target.sendMessageToTarget", {"sessionId": session, "message": message}
            with suppress(PlaywrightError):  # it has ended
                self._cdp.send(method, params)


def close_targets(browser: Browser, kind: Literal["page", "service_worker"], addresses: Set[str]) -> None:
    """Close all pages, or end all service workers, at some addresses."""
    cdp = browser.new_browser_cdp_session()
    for target in cdp.send("Target.getTargets")["targetInfos"]:
        if target["type"] == kind and target["url"] in addresses:
            with suppress(PlaywrightError):  # it has ended
                cdp.send("Target.closeTarget", {"targetId": target["targetId"]})
    cdp.detach()
