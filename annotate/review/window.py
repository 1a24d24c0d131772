"""The saved page in a browser window: a separate program, because the reviewer does not drive a browser."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

import msgspec

from annotate.window.messages import Deed, Look
from cetr.console import python_command

LEAVE_SECONDS = 3.0
"""How long the window may take to close with the reviewer, in seconds."""


LONGEST = 2**28
"""The longest line, in bytes, that the window may send: a page marked in very many pieces."""


def has_screen() -> bool:
    """Return whether a window can open here, judging by the environment."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class WindowProgram:
    """Tells the program what to show.

    ``on_deed`` receives what a person does there, ``on_end`` why the program ended ("": somebody closed the window).
    """

    def __init__(self, browser: str | None, on_deed: Callable[[Deed], object], on_end: Callable[[str], object]) -> None:
        self._command = [*python_command("annotate.window"), *([browser] if browser else [])]
        self._on_deed, self._on_end = on_deed, on_end
        self._process: Process | None = None
        self._last: Look | None = None
        self._hearing: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the window is open or opening."""
        return self._hearing is not None and not self._hearing.done()

    async def open(self, look: Look) -> None:
        """Open the window."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=LONGEST, start_new_session=True
        )
        self._last = None
        self._hearing = asyncio.create_task(self._hear(self._process))
        self.show(look)

    def show(self, look: Look) -> None:
        """Show another state, if the window is open."""
        if self.is_open and look != self._last and self._process is not None and self._process.stdin is not None:
            self._last = look
            with suppress(ConnectionError, RuntimeError):  # it is just closing
                self._process.stdin.write(msgspec.json.encode(look) + b"\n")

    async def _hear(self, process: Process) -> None:
        assert process.stdout is not None and process.stderr is not None
        errors = asyncio.create_task(process.stderr.read())
        async for line in process.stdout:
            with suppress(msgspec.DecodeError):  # what a library prints is none of ours
                self._on_deed(msgspec.json.decode(line, type=Deed))
        said = (await errors).decode("utf-8", "replace").strip()
        code = await process.wait()
        self._on_end((said.splitlines() or ["the window's program ended"])[-1] if code else "")

    async def close(self) -> None:
        """Close the window, if it is open."""
        process, hearing = self._process, self._hearing
        if process is None or hearing is None or hearing.done():
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                await asyncio.wait([hearing])
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await hearing
