"""``cmd:COMMAND``: any program that reads HTML and writes what it extracts."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import IO

from cetr.console import InputError, describe_end, foreign_environment
from evaluate.extractors import Extract
from evaluate.outputs import Output
from evaluate.protocols import OtherPage, write_others
from evaluate.providers.outputs import bound_output, read_at_most, read_output

SITE = "CETR_SITE"
"""The environment variable that names the file with the site's other pages."""

_TRACE = re.compile(r"\s++(?!what\(\):)|\}|Node\.js v\d|note: run with|goroutine \d|exit status \d")
_MESSAGE = re.compile(r"(?:panic|fatal error|Exception in thread|Caused by|[\w.]*(?:Error|Exception))\b.*:")
"""What lines of a stack trace begin with, but not the indented message of C++, and lines that say what has happened."""


def make_command_extractor(command: str) -> Extract:
    """Make an extractor that runs a command for each page: HTML (UTF-8) on its stdin, and on its stdout text, or what
    the option ``output`` declares.

    The command is split as by a shell, but there is no shell: ``cmd:sh -c 'one | two'`` uses one. An exit code other
    than 0 is a failure, reported with what stderr says last. If the protocol gives other pages of the site, the
    variable `SITE` names a file with them: JSON Lines of ``url``, ``html`` and ``text``, the gold or null. Raises
    `InputError` if there is no such program.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InputError(f"cmd:{command}: {error}") from error
    if not words or shutil.which(words[0]) is None:
        raise InputError(f"cmd:{command}: {_explain_absence(words)}")

    def run_command(html: str, *, site: Sequence[OtherPage] = ()) -> Output:
        if not site:
            return read_output(_run(words, html), "text", declared=False)
        with tempfile.NamedTemporaryFile(prefix="cetr-site-", suffix=".jsonl") as file:
            file.write(write_others(site))
            file.flush()
            return read_output(_run(words, html, {SITE: file.name}), "text", declared=False)

    return run_command


def _explain_absence(words: Sequence[str]) -> str:
    if not words:
        return "names no program"
    if os.path.isfile(words[0]):  # noqa: PTH113  # any text is no error
        if os.access(words[0], os.X_OK):
            return f"no such program: '{words[0]}'; for the file in this folder write './{words[0]}'"
        return f"'{words[0]}' is not executable: run 'chmod +x' on it, or write its interpreter before it"
    return f"no such program: '{words[0]}'"


def hash_files(command: str) -> str:
    """Hash the files that a command names, such as its script, to notice when they have changed; empty if none."""
    files = [Path(word) for word in shlex.split(command) if os.path.isfile(word)]  # noqa: PTH113  # any text is no error
    digest = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return f"files {digest.hexdigest()[:12]}" if files else ""


def _run(words: list[str], html: str, told: Mapping[str, str] = MappingProxyType({})) -> bytes:
    # The child stays in this process's group, so that ending the group also ends the child and what it started.
    with tempfile.TemporaryFile() as page:
        page.write(html.encode("utf-8", "replace"))
        page.seek(0)
        process = subprocess.Popen(
            words, stdin=page, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**foreign_environment(), **told}
        )
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        complaints: deque[bytes] = deque(maxlen=4)
        listener = threading.Thread(target=_listen, args=(process.stderr, complaints), daemon=True)
        listener.start()
        try:
            data = read_at_most(process.stdout, bound_output(html))
            code = process.wait()
        except BaseException:
            process.kill()
            raise
        listener.join()
    if code:
        reason = find_reason(b"".join(complaints).decode("utf-8", "replace"))
        raise InputError(f"'{words[0]}' {describe_end(code)}" + (f": {reason}" if reason else ""))
    return data


def find_reason(complaints: str) -> str:
    """Find the line of standard error that says why a program ended: the last one or, if that belongs to a stack trace,
    as Go, Java, JavaScript and Rust write it, the message above it. Empty if there is no line.
    """
    lines = [line for line in complaints.split("\n") if line.strip()]
    traced = bool(lines) and bool(_TRACE.match(lines[-1]))
    told = [line for line in lines if not _TRACE.match(line)]
    messages = [line for line in told if _MESSAGE.match(line)] if traced else []
    return next((line.strip() for line in reversed(messages or told or lines)), "")


def _listen(stream: IO[bytes], kept: deque[bytes]) -> None:
    """Read a stream to its end and keep its last pieces, so that a child never waits for a reader."""
    while piece := stream.read(1 << 12):
        kept.append(piece)
