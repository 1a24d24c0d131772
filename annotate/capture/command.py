"""What ``annotate capture`` does, between its options and the session."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import click

from annotate.browser import open_browser
from annotate.capture.save import Saved, refuse_other_folder
from annotate.capture.session import Session, Wishes
from annotate.capture.tab import Limits
from cetr.commandline import Exit
from cetr.errors import InputError


@dataclass(frozen=True)
class Request:
    """The options of the command, as click read them."""

    folder: Path
    urls: tuple[str, ...]
    headless: bool
    select: tuple[str, ...]
    drop: tuple[str, ...]
    browser: Path | None
    profile: Path | None
    hold: bool
    settle: float
    timeout: float
    clicks: tuple[str, ...]
    max_size: float
    language: str | None
    multiple: bool
    page_type: str | None
    annotator: str | None
    method: str | None
    viewport: str
    no_layout: bool
    no_screenshot: bool


def run_capture(request: Request) -> int:
    """Capture pages; one line of stdout for each: name, URL, fragments, words, 'exact'."""
    if request.headless and not request.select:
        raise InputError("--headless needs --select CSS: which elements are the main content")
    if not request.urls:
        raise InputError("no page is named: give a URL")
    refuse_other_folder(request.folder)
    wishes = Wishes(
        limits=Limits(
            timeout=request.timeout,
            settle=request.settle,
            click=request.clicks,
            size=int(request.max_size * 1_000_000),
        ),
        layout=not request.no_layout,
        screenshot=not request.no_screenshot,
        annotator=request.annotator,
        method=request.method,
        auto_freeze=not request.hold,
    )
    with open_browser(
        request.browser,
        headless=request.headless,
        profile=request.profile,
        viewport=_parse_viewport(request.viewport) if request.headless else None,
    ) as context:
        session = Session(context, request.folder, wishes)
        for url in request.urls:
            if request.headless:
                choice = {"language": request.language} if request.language else {}
                _print_saved(
                    session.capture(
                        url,
                        request.select,
                        request.drop,
                        multiple_articles=request.multiple,
                        page_type=request.page_type,
                        **choice,
                    )
                )
                continue
            session.open(url)
            saved = session.wait()
            if saved:
                _print_saved(saved)
            elif session.outcome == "leave":
                break
    return Exit.FINE


def _print_saved(saved: Saved) -> None:
    click.echo(f"{saved.name}\t{saved.url}\t{saved.exact}\t{saved.words}\texact")


def _parse_viewport(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,5})x(\d{2,5})", text)
    if match is None:
        raise InputError(f"--viewport: '{text}': is not a size such as 1280x900")
    return int(match[1]), int(match[2])
