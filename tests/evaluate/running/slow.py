"""An extractor that notes down what it was given, and waits."""

from __future__ import annotations

import os
import time
from itertools import count
from pathlib import Path

_CALLS = count(1)


def slow(html: str, *, document: str) -> str:
    """The page's paragraph; from the sixth call in a process on once a file ``hurry`` stands beside the notes."""
    notes = Path(os.environ["SLOW_LOG"])
    while next(_CALLS) > 5 and not notes.with_name("hurry").exists():
        time.sleep(0.01)
    descriptor = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(descriptor, f"{document}\n".encode())
    os.close(descriptor)
    return html.partition("<p>")[2].partition("</p>")[0]
