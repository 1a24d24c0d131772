"""Limits of the whole time that the other side of a connection takes, however often it lets a byte through."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer

from cetr.proxy.requests import RefusedError


@contextmanager
def ending(seconds: float, connection: socket.socket) -> Iterator[None]:
    """Shut a connection down if the block is not done after so many seconds, and raise `RefusedError`."""
    late = False

    def end() -> None:
        nonlocal late
        late = True
        with suppress(OSError):
            socket.socket.shutdown(connection, socket.SHUT_RDWR)  # not that of TLS, which may wait for the other side

    timer = Timer(seconds, end)
    timer.daemon = True
    timer.start()
    refusal = RefusedError(504, f"took more than {seconds:g} s")
    try:
        yield
    except (OSError, http.client.HTTPException) as error:
        if late:  # what reads a connection that was shut down sees its end or, if more was to come, an error
            raise refusal from error
        raise
    finally:
        timer.cancel()
    if late:
        raise refusal
