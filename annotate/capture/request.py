"""The options of ``annotate capture``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from annotate.capture.consent import Consent
from annotate.queue.options import QueueOptions


@dataclass(frozen=True)
class Request:
    """The options of the command, as click has parsed them."""

    folder: Path
    urls: tuple[str, ...]
    urls_file: str | None
    url: str
    sitemap: tuple[str, ...]
    match: tuple[str, ...]
    leave_out: tuple[str, ...]
    sample: int | None
    attach: str | None
    headless: bool
    select: tuple[str, ...]
    drop: tuple[str, ...]
    profile: Path | None
    hold: bool
    consent: Consent
    clicks: tuple[str, ...]
    max_size: float
    all_frames: bool
    language: str | None
    multiple: bool
    page_type: str | None
    annotator: str | None
    method: str | None
    suggest: Literal["ask", "auto"]
    viewport: str
    keys: Path | None
    warc: bool
    no_layout: bool
    no_screenshot: bool
    queue: QueueOptions
