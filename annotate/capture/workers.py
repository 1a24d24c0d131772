"""The workers of a page, which keep fetching and computing when its scripts are stopped."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from playwright.sync_api import CDPSession
from playwright.sync_api import Error as PlaywrightError


class Workers:
    """All workers that documents of a page have started, but not those that workers start."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._sessions: set[str] = set()
        self._stopped = False
        cdp.on("Target.attachedToTarget", lambda event: self._come(event))
        cdp.on("Target.detachedFromTarget", lambda event: self._sessions.discard(event["sessionId"]))
        cdp.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})

    def stop(self, stopped: bool) -> None:
        """Pause them, or let them continue."""
        self._stopped = stopped
        for session in tuple(self._sessions):
            self._tell(session, *(("Debugger.enable", "Debugger.pause") if stopped else ("Debugger.disable",)))

    def _come(self, event: dict[str, Any]) -> None:
        self._sessions.add(event["sessionId"])
        if self._stopped:
            self._tell(event["sessionId"], "Debugger.enable", "Debugger.pause")

    def _tell(self, session: str, *methods: str) -> None:
        for number, method in enumerate(methods):
            message = json.dumps({"id": number, "method": method})
            with suppress(PlaywrightError):  # it has ended
                self._cdp.send("Target.sendMessageToTarget", {"sessionId": session, "message": message})
