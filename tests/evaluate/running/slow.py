"""An extractor that takes its time and notes down what it was given."""

from __future__ import annotations

import os
import time
from pathlib import Path


def slow(html: str, *, document: str) -> str:
    """The page's paragraph, after a tenth of a second, or at once where a file ``hurry`` stands beside the notes."""
    notes = Path(os.environ["SLOW_LOG"])
    time.sleep(0 if notes.with_name("hurry").exists() else 0.1)
    descriptor = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(descriptor, f"{document}\n".encode())
    os.close(descriptor)
    return html.partition("<p>")[2].partition("</p>")[0]
