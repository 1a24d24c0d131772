"""The parent's side of a worker process: ask it, and start a new one when it dies."""

from __future__ import annotations

import os
import secrets
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

from cetr.console import InputError, describe_end, foreign_environment, python_command
from evaluate.package import read_document
from evaluate.package.served import read_html
from evaluate.protocols import split_protocol
from evaluate.running.documents import describe_document
from evaluate.running.tasks import PATIENCE, Answer, Hello, Job, Results, Task

_START = 120.0
"""How many seconds a worker may take to load its extractor."""
_GRACE = 5.0
"""How many seconds after the time-out a worker must have ended by its own alarm."""
_LOOK = 0.5
"""After how many seconds of silence to check whether a worker still exists."""
_MARK = "CETR_GOLD_WORKER"
"""The environment variable that marks the processes that a worker has started, whatever their session."""
_ROUNDS = 10
"""How often to search for these, at most, because they may start others before they end."""


class _EndedError(Exception):
    """The worker has died. ``code`` is its exit code, negative for a signal, None if it had to be killed."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


_HELLOS, _ANSWERS = msgspec.json.Decoder(Hello), msgspec.json.Decoder(Answer)
"""Made before any thread asks: msgspec 0.22 crashes where two threads are the first to decode a type."""


class IsolatedExtractor:
    """An extractor in a process of its own, where a hang, a crash or excessive memory costs one document.

    The process starts with the first question and again after it dies. Only one thread at a time may ask. Any thread
    may close it, which ends a question under way.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self._process: subprocess.Popen[bytes] | None = None
        self._line = -1
        """The end of a pipe: when it closes, as it does when this process ends, the other ends whatever it is at."""
        self._mark = secrets.token_hex(16)
        self._received = b""
        self._closed = False
        self._used = False
        """Whether the process has been asked about a document."""
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        self._clean_up()

    def close(self) -> None:
        """End the process, and all that it has started, for good."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                _end_all(self._process.pid, self._mark)

    def _clean_up(self) -> None:
        """End the process, so that the next question starts a new one."""
        with self._lock:
            process, self._process, self._received, self._used = self._process, None, b"", False
            if process is None:
                return
            # Until the process is waited for, no other process group can get its number.
            _end_all(process.pid, self._mark)
            process.wait()
        os.close(self._line)
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()

    def start(self) -> Hello:
        """Start the process and load the extractor; raises `InputError` if that fails."""
        environment = foreign_environment() | {
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "PYTHONHASHSEED": "0",
        }
        environment[_MARK] = self._mark
        for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            # Parallel work is by documents.
            environment.setdefault(variable, "1")
        with self._lock:
            if self._closed:
                raise InputError(f"{self.job.extractor}: has been closed")
            line, self._line = os.pipe()
            self._process = subprocess.Popen(
                [*python_command("evaluate.running.worker"), str(line)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                start_new_session=True,
                pass_fds=(line,),
                bufsize=0,
            )
            os.close(line)
        try:
            self._write(self.job)
            hello = _HELLOS.decode(self._read_line(_START))
        except _EndedError as error:
            raise InputError(f"{self.job.extractor}: cannot be loaded: {_tell(error.code)}") from error
        if hello.error:
            self._clean_up()
            raise InputError(hello.error)
        return hello

    def ask(self, task: Task) -> Answer:
        """Return the answer about one document, whatever happens to the process.

        Memory that is full may be full of what the extractor kept of earlier documents: then a new process is asked.
        """
        used = self._used
        answer = self._ask(task)
        if not used or answer.status != "memory":
            return answer
        self._clean_up()
        again = self._ask(task)
        if again.status == "memory":
            return again
        kept = f"took more than {self.job.memory} MB with what earlier pages left in memory, so a new process began"
        return msgspec.structs.replace(again, note="; ".join(filter(None, (again.note, kept))))

    def _ask(self, task: Task) -> Answer:
        if self._process is None:
            self.start()
        self._used = True
        start = time.perf_counter()
        scoring = False
        try:
            self._write(task)
            # The document is read, extracted from (twice if the extractor is cold) and scored; each step has its own
            # alarm.
            line = self._read_line(self.job.timeout * (self.job.repeat + 1) + _GRACE)
            if line == b"\n":
                scoring = True
                line = self._read_line(self.job.timeout + _GRACE)
            answer = _ANSWERS.decode(line)
            if answer.described is None and answer.status == "memory":
                return self._fail(task, answer, read=False)
            if answer.described is None and answer.status not in ("unreadable", "unreachable"):
                raise msgspec.ValidationError
            if answer.status == "memory":
                self._clean_up()
            return answer
        except msgspec.DecodeError:
            self._clean_up()
            return self._fail(
                task, Answer("crash", times=_time(start), error="wrote into the answer stream of its process")
            )
        except _EndedError as error:
            times = _time(start)
            if error.code is None or error.code == -signal.SIGALRM:
                said = f"took more than {self.job.timeout:g} s" + (" to be scored" if scoring else "")
                return self._fail(task, Answer("timeout", times=times, error=said), read=not scoring)
            return self._fail(task, Answer("crash", times=times, error=_tell(error.code)), read=not scoring)

    def _fail(self, task: Task, answer: Answer, read: bool = True) -> Answer:
        """Complete the answer of a worker that could not give it; expected items are counted if the document can be
        ``read``.
        """
        document = read_document(Path(task.folder), task.document)
        described = describe_document(document, read_html(document, self.job.html))
        scored = self._score_failure(msgspec.structs.replace(task, failed="extracting" if read else "scoring"))
        if scored.status == "unreadable":
            return scored
        others = len(task.others) if split_protocol(self.job.spec or self.job.extractor)[1].site else 0
        return msgspec.structs.replace(answer, described=described, scores=scored.scores, others=others)

    def _score_failure(self, task: Task) -> Answer:
        """Have a failure scored by a process that lives; raises `InputError` if measures do not even end without
        texts.
        """
        if self._process is None:
            self.start()
        patience = max(self.job.timeout, PATIENCE)
        try:
            self._write(task)
            return _ANSWERS.decode(self._read_line(2 * patience + _GRACE))
        except _EndedError as error:
            if task.failed == "extracting":
                return self._score_failure(msgspec.structs.replace(task, failed="scoring"))
            raise InputError(
                f"{', '.join(self.job.measures)}: a measure takes more than {patience:g} s, or ends its process, "
                "even without any text"
            ) from error

    def _write(self, message: Job | Task) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
        except BrokenPipeError as error:
            raise self._end() from error

    def _read_line(self, timeout: float | None) -> bytes:
        """Read the worker's next line; raises `_EndedError` if it ends or the time (in seconds) is over."""
        assert self._process is not None
        assert self._process.stdout is not None
        pipe = self._process.stdout
        deadline = None if timeout is None else time.monotonic() + timeout
        pieces = [self._received]
        while b"\n" not in pieces[-1]:
            left = _LOOK if deadline is None else min(_LOOK, deadline - time.monotonic())
            if left <= 0:
                self._clean_up()
                raise _EndedError(None)
            # Processes that it has started may keep the pipe open after its end.
            ended = _has_ended(self._process.pid)
            if not select.select([pipe], [], [], 0 if ended else left)[0]:
                if ended:
                    raise self._end()
                continue
            piece = os.read(pipe.fileno(), 1 << 16)
            if not piece:
                raise self._end()
            pieces.append(piece)
        line, self._received = _cut_line(b"".join(pieces))
        return line

    def _end(self) -> _EndedError:
        """The process has closed its side: wait for its end, which is near, and clean up."""
        process = self._process
        assert process is not None
        _await_end(process.pid)
        self._clean_up()
        return _EndedError(process.returncode)


Execute = Callable[[IsolatedExtractor, Iterable[Task]], Results]
"""Does the tasks of an extractor's job, in any order and place, perhaps by its process, which it may close."""


def _await_end(pid: int) -> None:
    """Wait until a child has ended, or for `_GRACE`; its number stays reserved until its group has been ended."""
    if not hasattr(os, "waitid"):
        time.sleep(_GRACE / 10)
        return
    deadline = time.monotonic() + _GRACE
    while not _has_ended(pid) and time.monotonic() < deadline:
        time.sleep(0.005)


def _has_ended(pid: int) -> bool:
    """Whether a child has ended, as far as can be known: on macOS before Python 3.13 not without freeing its number."""
    return hasattr(os, "waitid") and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end_all(pid: int, mark: str) -> None:
    """End a process group and, where the system lists them, processes that a member has started in another session."""
    # macOS permits no signal to a group of which only the ended leader is left.
    with suppress(PermissionError):
        os.killpg(pid, signal.SIGKILL)
    for _ in range(_ROUNDS):
        started = [process for process in _list_marked(mark) if process != pid]
        for process in started:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        if not started:
            return


def _list_marked(mark: str) -> Iterator[int]:
    """List the processes with a mark in their environment, if there is /proc. That of ended processes is empty."""
    sign = f"{_MARK}={mark}\0".encode()
    for file in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # another user's, or gone meanwhile
            if sign in file.read_bytes():
                yield int(file.parent.name)


def _time(start: float) -> tuple[float, float, float, None]:
    """Read the times of an answer that broke off."""
    seconds = time.perf_counter() - start
    return seconds, seconds, seconds, None


def _cut_line(data: bytes) -> tuple[bytes, bytes]:
    at = data.index(b"\n") + 1
    return data[:at], data[at:]


def _tell(code: int | None) -> str:
    return f"its process did not answer within {_START:g} s" if code is None else f"its process {describe_end(code)}"
