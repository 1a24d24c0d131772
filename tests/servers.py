"""Servers of tests, on the loopback interface."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import TCPServer


class Quiet:
    """What a handler of HTTP requests is mixed with to write no log."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(server: TCPServer) -> Iterator[str]:
    """Serve in a thread; gives HOST:PORT."""
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)  # seconds to a look at its end
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
