"""The saved page in a browser window: a program of its own, as the reviewer drives no browser."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path
from typing import Any

import msgspec

from cetr.console import python_command
from cetr.document import Spans

START_SECONDS = 5.0
"""How long a browser window has to say that it cannot open."""


async def show_in_browser(folder: Path, name: str, prediction: Spans | None, browser: str | None) -> str | None:
    """Open a page in a window of its own; returns what went wrong, if it is known within some seconds."""
    request: dict[str, Any] = {"folder": str(folder), "name": name, "prediction": prediction, "browser": browser}
    process = await asyncio.create_subprocess_exec(
        *python_command("annotate.render.show"), stdin=PIPE, stdout=DEVNULL, stderr=PIPE, start_new_session=True
    )
    assert process.stdin is not None and process.stderr is not None
    process.stdin.write(msgspec.json.encode(request))
    process.stdin.close()
    try:
        said = await asyncio.wait_for(process.stderr.read(), START_SECONDS)
    except TimeoutError:
        return None
    code = await process.wait()
    return said.decode("utf-8", "replace").strip() or "the browser did not start" if code else None
