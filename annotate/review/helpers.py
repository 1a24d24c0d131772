"""Other parts of the project that the reviewer runs as programs of their own: the check, and the browser window."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path
from typing import Any

import msgspec

from annotate.review.session import Finding
from cetr.document import Spans
from cetr.errors import InputError

START_SECONDS = 5.0
"""How long a browser window has to say that it cannot open."""


class _Found(msgspec.Struct, frozen=True):
    document: str
    code: str
    message: str
    fix: str = ""
    start: int | None = None


class _Check(msgspec.Struct, frozen=True):
    findings: list[_Found]


def find_suspects(folder: Path) -> dict[str, tuple[Finding, ...]]:
    """What `annotate check` finds, by document. Its progress goes to the terminal."""
    run = "import sys; from annotate.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", run, "check", str(folder), "--format", "json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    try:
        check = msgspec.json.decode(done.stdout, type=_Check)
    except msgspec.DecodeError as error:
        raise InputError(f"{folder}: 'annotate check' did not finish (exit code {done.returncode})") from error
    by_document: dict[str, list[Finding]] = {}
    for found in check.findings:
        finding = Finding(found.code, found.message, found.fix, found.start)
        by_document.setdefault(found.document, []).append(finding)
    return {name: tuple(sorted(findings, key=lambda f: f.start or 0)) for name, findings in by_document.items()}


async def show_in_browser(folder: Path, name: str, prediction: Spans | None, browser: str | None) -> str | None:
    """Open a page in a window of its own; returns what went wrong, if it is known within some seconds."""
    request: dict[str, Any] = {"folder": str(folder), "name": name, "prediction": prediction, "browser": browser}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "annotate.show", stdin=PIPE, stdout=DEVNULL, stderr=PIPE, start_new_session=True
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
