"""A program in a real terminal: tmux in control mode, so that its output is seen as it comes."""

from __future__ import annotations

import re
import subprocess
import time
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread


class Terminal:
    """A tmux session under control: commands in, what the program writes out as it comes, with its time."""

    def __init__(self, command: str, width: int, height: int) -> None:
        socket = f"cetr-gold-{time.monotonic_ns()}"
        size = ("-x", str(width), "-y", str(height))
        self.started = time.perf_counter()
        self._tmux = subprocess.Popen(
            ["tmux", "-L", socket, "-f", "/dev/null", "-C", "new-session", *size, command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._lines: Queue[tuple[float, bytes]] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._tmux.stdout is not None
        for line in self._tmux.stdout:
            self._lines.put((time.perf_counter(), line))

    def wait_for(self, wanted: re.Pattern[bytes]) -> float:
        """When the next output that matches came; `time.perf_counter` seconds."""
        written = b""
        try:
            while not wanted.search(written):
                at, line = self._lines.get(timeout=30)
                if line.startswith(b"%output"):
                    # tmux cuts what the program writes wherever it likes.
                    written = written[-400:] + line.split(b" ", 2)[2].rstrip(b"\n")
        except Empty:
            raise SystemExit(f"the reviewer did not write {wanted.pattern!r}; it wrote {written!r}") from None
        return at

    def drain(self) -> None:
        """Forget what has come so far."""
        with suppress(Empty):
            while True:
                self._lines.get_nowait()

    def tell(self, command: str) -> None:
        """Send tmux a command."""
        assert self._tmux.stdin is not None
        self._tmux.stdin.write(command.encode() + b"\n")
        self._tmux.stdin.flush()

    def ask(self, command: str) -> str:
        """Send tmux a command and read its one-line answer."""
        self.drain()
        self.tell(command)
        while not self._lines.get(timeout=10)[1].startswith(b"%begin"):
            pass
        return self._lines.get(timeout=10)[1].decode().strip()

    def close(self) -> None:
        """End the session."""
        self.tell("kill-server")
        self._tmux.wait(10)
