"""The reviewer in somebody else's browser: a program of its own, which a web server runs for each visitor.

    python -m annotate.review.served DIR ANNOTATOR

It talks with the server by Textual's driver for the web. What only the owner of the machine may do is not offered: see
`App.is_web`.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

from textual.drivers.web_driver import WebDriver

from annotate.review.app import ReviewApp
from annotate.review.config import config_path
from annotate.review.start import Options, load_settings, make_assignment
from cetr.console import InputError

UNREADABLE = 2
"""The exit status if the package, or the owner's settings, cannot be read."""
UNSAVED = 3
"""The exit status if the visitor has left it, but the last decision could not be saved."""
LOOK_SECONDS = 1.0
"""How often it looks whether the server still runs."""
LEAVE_SECONDS = 5.0
"""How long it may take to end with the server."""
MEMORY = 1_000_000_000
"""What a visitor's reviewer may take, in bytes; with a large page it takes some 300 MB."""
LARGEST = 1000
"""The most columns, and rows, of a visitor's screen."""


class ServedDriver(WebDriver):
    """Textual's driver for the web, for visitors who may send anything."""

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Process what is not a key; a screen of an impossible size is ignored."""
        if packet_type != "resize" or all(_is_size(payload.get(side)) for side in ("width", "height")):
            super().on_meta(packet_type, payload)


def _is_size(value: object) -> bool:
    return isinstance(value, int) and 0 < value <= LARGEST


def main(folder: Path, annotator: str) -> int:
    """Run the reviewer until the visitor leaves, or the server ends. Returns the exit status, 0 if the visitor has left
    it and everything is saved.
    """
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    for side in ("COLUMNS", "ROWS"):
        os.environ[side] = str(max(1, min(LARGEST, int(os.environ[side]))))
    try:
        app = make_app(folder, annotator)
    except InputError:
        return UNREADABLE  # why concerns the machine's owner alone, as it names files
    app.driver_class = ServedDriver
    app.run()
    return choose_status(app)


def choose_status(app: ReviewApp) -> int:
    """Choose the exit status of a reviewer that has ended."""
    if app.return_code != 0:
        return 1
    return UNSAVED if app.unsaved else 0


def make_app(folder: Path, annotator: str) -> ReviewApp:
    """Make the reviewer, with the settings of the machine's owner. Raises `InputError` if it cannot be made."""
    config = load_settings(config_path())
    assignment = make_assignment(Options(folder, annotator=annotator), annotator, config.extractors)
    return ReviewApp(replace(assignment, edits_reopen=config.edits_reopen), config)


def _end_with(parent: int) -> None:
    """End this process when its parent has ended, even if it is busy."""
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LEAVE_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
