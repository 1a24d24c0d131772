"""Asking the worker process: the most urgent question first, each with a time limit."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

import msgspec

from annotate.review.columns import Answer, Job, Result

TIMEOUT = 60.0
"""Seconds after which an extractor's process is ended."""

NOW, SOON, LATER = 0, 1, 2
"""How urgent a job is: the open document, its neighbours, all others."""


class Predictor:
    """Sends jobs to a worker process and hands on its answers. A worker that hangs or dies is replaced."""

    def __init__(self, on_answer: Callable[[Job, Answer], None], timeout: float = TIMEOUT) -> None:
        self._on_answer = on_answer
        self._timeout = timeout
        self._process: Process | None = None
        self._waiting: dict[str, tuple[int, Job]] = {}
        self._wake = asyncio.Event()
        self._busy = False

    def ask(self, job: Job, urgency: int = LATER) -> None:
        """Put a job in line; it takes the place of one on the same document that still waits."""
        known = self._waiting.pop(job.document, None)
        if known is not None:
            urgency, job = min(known[0], urgency), msgspec.structs.replace(job, spans=job.spans or known[1].spans)
        self._waiting[job.document] = (urgency, job)
        self._wake.set()

    @property
    def idle(self) -> bool:
        """Whether no job waits or is being answered."""
        return not self._waiting and not self._busy

    def forget(self) -> None:
        """Drop all jobs that still wait."""
        self._waiting.clear()

    async def run(self) -> None:
        """Answer jobs until cancelled."""
        try:
            while True:
                while not self._waiting:
                    self._wake.clear()
                    await self._wake.wait()
                document = min(self._waiting, key=lambda name: self._waiting[name][0])
                job = self._waiting.pop(document)[1]
                self._busy = True
                self._on_answer(job, await self._answer(job))
                self._busy = False
        finally:
            await self._end()

    async def _answer(self, job: Job) -> Answer:
        try:
            # Not asyncio.wait_for, which up to Python 3.11 loses a cancellation that comes together with the answer.
            async with asyncio.timeout(self._timeout):
                return await self._exchange(job)
        except TimeoutError:
            why = f"no answer within {self._timeout:.0f} s"
        except (ConnectionError, EOFError, asyncio.IncompleteReadError, msgspec.DecodeError):
            why = "the extractor's process ended"
        await self._end()
        return Answer(job.document, {column.name: Result(error=why) for column in job.columns})

    async def _exchange(self, job: Job) -> Answer:
        if self._process is None:
            command = (sys.executable, "-m", "annotate.review.worker")
            self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=2**28)
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        stdin.write(msgspec.json.encode(job) + b"\n")
        await stdin.drain()
        return msgspec.json.decode(await stdout.readuntil(b"\n"), type=Answer)

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            # Reads what is left, so that the pipes are closed, too.
            await process.communicate()
