"""Questions to the worker process: the most urgent first, with a time limit for each part of an answer."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

import msgspec

from annotate.review.columns import Answer, Job, Result
from cetr.console import foreign_environment, python_command

TIMEOUT = 60.0
"""The time limit for an extractor, in seconds; then its process is ended."""

NOW, SOON, LATER = 0, 1, 2
"""The urgency of a job: the open document, its neighbours, all others."""


class Predictor:
    """Sends jobs to a worker process and passes on the parts of its answers.

    If a worker hangs or dies, it is replaced; the column that caused it fails, and the others are asked for again.
    """

    def __init__(self, on_answer: Callable[[Job, Answer], None], timeout: float = TIMEOUT) -> None:
        self._on_answer = on_answer
        self._timeout = timeout
        self._process: Process | None = None
        self._line = -1
        """The end of a pipe. It closes when this process ends, and then the worker ends, whatever it is doing."""
        self._waiting: dict[int, dict[str, Job]] = {NOW: {}, SOON: {}, LATER: {}}
        self._wake = asyncio.Event()
        self._busy = False

    def ask(self, job: Job, urgency: int = LATER) -> None:
        """Queue a job; it replaces a waiting job on the same document.

        It comes before earlier jobs of the same urgency, because another document is open now.
        """
        for known, waiting in self._waiting.items():
            if earlier := waiting.pop(job.document, None):
                urgency, job = min(known, urgency), msgspec.structs.replace(job, spans=job.spans or earlier.spans)
        if urgency == NOW:
            self._waiting[SOON] = self._waiting[NOW] | self._waiting[SOON]
            self._waiting[NOW] = {}
        self._waiting[urgency][job.document] = job
        self._wake.set()

    @property
    def idle(self) -> bool:
        """Whether no job is waiting or being answered."""
        return not any(self._waiting.values()) and not self._busy

    def forget(self) -> None:
        """Drop all waiting jobs."""
        for waiting in self._waiting.values():
            waiting.clear()

    async def run(self) -> None:
        """Send jobs to the worker until cancelled."""
        try:
            while True:
                while not any(self._waiting.values()):
                    self._wake.clear()
                    await self._wake.wait()
                waiting = next(filter(None, self._waiting.values()))
                job = waiting.pop(next(iter(waiting)))
                self._busy = True
                await self._answer(job)
                self._busy = False
        finally:
            await self._end()

    async def _answer(self, job: Job) -> None:
        left = job.columns
        while left:
            known = Answer(job.document)
            try:
                # Not asyncio.wait_for, which up to Python 3.11 loses a cancellation that comes with the answer.
                async with asyncio.timeout(self._timeout):
                    await self._send(msgspec.structs.replace(job, columns=left))
                while known.contest is None:
                    async with asyncio.timeout(self._timeout):
                        part = await self._receive()
                    known = Answer(
                        job.document,
                        marks=known.marks | part.marks,
                        results=known.results | part.results,
                        contest=part.contest,
                    )
                    self._on_answer(job, part)
                return
            except TimeoutError:
                why = f"no answer within {self._timeout:.0f} s"
            except (ConnectionError, EOFError, asyncio.IncompleteReadError, msgspec.DecodeError):
                why = "the extractor's process ended"
            except OSError as error:  # no room for another process, say
                why = f"its process cannot be started: {error.strerror}"
            await self._end()
            failed = next((column for column in left if column.name not in known.results), left[-1])
            if failed.name in known.marks:
                why = why.replace("no answer", "not scored")
            self._on_answer(job, Answer(job.document, results={failed.name: Result(error=why)}))
            left = tuple(column for column in left if column != failed)
        self._on_answer(job, Answer(job.document, contest=0.0))

    async def _send(self, job: Job) -> None:
        if self._process is None:
            line, self._line = os.pipe()
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *python_command("annotate.review.worker"),
                    str(line),
                    stdin=PIPE,
                    stdout=PIPE,
                    limit=2**28,
                    start_new_session=True,
                    pass_fds=(line,),
                    env=foreign_environment(),
                )
            except OSError:
                os.close(self._line)
                raise
            finally:
                os.close(line)
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(job) + b"\n")
        await self._process.stdin.drain()

    async def _receive(self) -> Answer:
        assert self._process is not None and self._process.stdout is not None
        return msgspec.json.decode(await self._process.stdout.readuntil(b"\n"), type=Answer)

    async def _end(self) -> None:
        """End the process and everything that an extractor has started, such as a command that hangs."""
        process, self._process = self._process, None
        if process is not None:
            # macOS permits no signal to a group of which only its ended leader is left.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            # Reads what is left, so that the pipes are closed, too.
            await process.communicate()
            os.close(self._line)
