"""The reviewer in somebody else's browser: a program of its own, which a web server runs for each visitor.

    python -m annotate.review.served DIR ANNOTATOR PICTURES

It talks with the server by Textual's driver for the web. What only the owner of the machine may do is not offered: see
`App.is_web`.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

from annotate.review.app import ReviewApp
from annotate.review.config import config_path, load_config
from annotate.review.start import Options, make_assignment

LOOK_SECONDS = 1.0
"""How often it looks whether the server still runs."""


def main(folder: Path, annotator: str, pictures: str) -> None:
    """Run the reviewer until the visitor leaves, or the server ends; ``pictures`` is the URL of the screenshots."""
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    config = load_config(config_path())
    assignment = make_assignment(Options(folder, annotator=annotator), annotator, config.extractors)
    ReviewApp(replace(assignment, pictures=pictures), config).run()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
