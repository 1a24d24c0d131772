"""Extractors that misbehave on the pages that ask for it, for the tests of isolation."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

from evaluate import Output

HOARD: list[bytes] = []
"""What is kept from page to page."""


class PanicException(BaseException):  # as PyO3 calls it
    """What the panic of an extractor in Rust raises."""


def hostile(html: str) -> str:
    """Do what the page says, or return its paragraph."""
    if "HANG" in html:
        # In compiled code, holding the interpreter's lock.
        ctypes.PyDLL(None).sleep(1000)
    if "DEAF" in html:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        while True:
            pass
    while "STOP" in html:
        os.kill(os.getpid(), signal.SIGSTOP)
    if "CRASH" in html:
        ctypes.string_at(0)
    if "EXIT" in html:
        os._exit(7)
    if "MEMORY" in html:
        return str([bytes(10**8) for _ in range(1000)])
    if "HOARD" in html:
        HOARD.append(bytes(7 * 10**8))
    if "RAISE" in html:
        raise ValueError("no such\nluck")
    if "QUIT" in html:
        sys.exit("no licence")
    if "PANIC" in html:
        raise PanicException("overflow")
    if "HUGE" in html:
        return "word " * 200_000_000
    if "NUMBER" in html:
        return 3
    if "FRACTION" in html:
        return ((0, 5.5),)
    if "BEYOND" in html:
        return ((0, 5), (7, len(html) + 1))
    if "BACKWARDS" in html:
        return ((5, 0),)
    if "UNTYPED" in html:
        return Output("text", "pdf")
    if "BEFORE" in html:
        return Output("text", seconds=-1.5)
    if "SURROGATE" in html:
        raise ValueError("no \udc80 text")
    if "TWICE" in html:
        os.fork()
    if "ORPHAN" in html and not os.fork():
        time.sleep(1000)
    if "ORPHAN" in html:
        os._exit(3)
    if "SESSION" in html:
        subprocess.Popen(["sleep", "987.5"], start_new_session=True)
    if "FORGE" in html:
        for stream in range(3, 20):
            with suppress(OSError):
                os.write(stream, b'{"status": "ok", "text": "forged"}\n')
    if "PRINT" in html:
        for _ in range(1000):
            os.write(1, b'{"status": "ok"}\n' * 4096)
            os.write(2, b"x" * 65536)
        print("more", flush=True)
        sys.stdin.read()
    return html.partition("<p>")[2].partition("</p>")[0]
