"""What ``annotate capture`` does, between its options and the session."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event

import click
from playwright.sync_api import BrowserContext
from playwright.sync_api import Error as PlaywrightError
from tqdm import tqdm

from annotate.browser import is_gone, open_browser, parse_viewport
from annotate.capture.address import complete_listed, complete_url
from annotate.capture.errors import CaptureError
from annotate.capture.interrupt import put_off_interrupts
from annotate.capture.keys import read_keys
from annotate.capture.model import Saved
from annotate.capture.selection import find_no_selector
from annotate.capture.session import Session
from annotate.capture.settings import KEYS, Settings
from annotate.capture.settling import scroll_ahead
from annotate.capture.tab import Limits, Tab
from annotate.capture.unattended import capture_page
from annotate.capture.world import FREEZE_KEY
from annotate.markup.html_facts import parse_language
from annotate.queue.arrival import ThereError, refuse_there
from annotate.queue.failures import check_failures_file, find_reason, report_failures
from annotate.queue.options import QueueOptions
from annotate.queue.planning import Plan, plan_queue, refuse_other_folder
from annotate.queue.politeness import Pace, Politeness, Robots
from annotate.queue.telling import tell_left, tell_missing, tell_nothing_to_do, tell_windows
from annotate.queue.urls import read_urls
from cetr.console import InputError, count_of, disarm
from evaluate.extractors import find_extractor


@dataclass(frozen=True)
class Request:
    """The options of the command, as click read them."""

    folder: Path
    urls: tuple[str, ...]
    urls_file: str | None
    headless: bool
    select: tuple[str, ...]
    drop: tuple[str, ...]
    profile: Path | None
    hold: bool
    clicks: tuple[str, ...]
    max_size: float
    language: str | None
    multiple: bool
    page_type: str | None
    annotator: str | None
    method: str | None
    viewport: str
    keys: Path | None
    warc: bool
    no_layout: bool
    no_screenshot: bool
    queue: QueueOptions


@dataclass
class Run:
    """A plan at work: what is to be done, where, the tabs of pages that are ``ready``, and what failed.

    ``session`` is the person's, None where there is none.
    """

    request: Request
    settings: Settings
    plan: Plan
    politeness: Politeness
    context: BrowserContext
    session: Session | None
    ready: dict[str, Tab] = field(default_factory=dict)
    failures: list[tuple[str, str]] = field(default_factory=list)


def run_capture(request: Request) -> int:
    """Capture pages; one line of stdout for each: name, URL, fragments, words, 'exact'."""
    if request.headless and not request.select:
        raise InputError("--headless needs --select CSS: which elements are the main content")
    persons = {"--hold": request.hold, "--keys": request.keys, "--method": request.method}
    if request.headless and (idle := [name for name, given in persons.items() if given]):
        raise InputError(f"{' and '.join(idle)}: for the person at the window, and --headless has none")
    refuse_other_folder(request.folder)
    check_failures_file(request.urls_file, request.queue.errors)
    urls = [complete_url(url) for url in request.urls]
    urls += complete_listed(read_urls(request.urls_file)) if request.urls_file else []
    if not urls:
        named = f"{request.urls_file}: has no URLs" if request.urls_file else "no page is named"
        raise InputError(f"{named}: give a URL, or --urls FILE")
    settings = make_settings(request)
    if request.method:
        find_extractor(request.method)  # before a person has begun
    queue = request.queue
    plan = plan_queue(request.folder, urls, queue.on_conflict)
    if not plan.pages:
        tell_nothing_to_do(request.folder)
        return report_failures(request.urls_file, queue.errors, (), 0)
    with open_browser(
        queue.browser,
        headless=request.headless,
        profile=request.profile,
        viewport=parse_viewport(request.viewport) if request.headless else None,
    ) as context:
        if (unknown := find_no_selector(context, (*request.select, *request.drop, *request.clicks))) is not None:
            raise InputError(f"'{unknown}' is not a CSS selector")
        robots = Robots() if request.urls_file and not queue.ignore_robots else None
        politeness = Politeness(robots, Pace(queue.delay), queue.retries)
        session = None if request.headless else Session(context, request.folder, settings)
        run = Run(request, settings, plan, politeness, context, session)
        work_through(run)
    return report_failures(request.urls_file, queue.errors, run.failures, len(plan.pages))


def make_settings(request: Request) -> Settings:
    """The session's settings for these options."""
    return Settings(
        limits=Limits(
            timeout=request.queue.timeout,
            settle=request.queue.settle,
            click=request.clicks,
            size=int(request.max_size * 1_000_000),
        ),
        layout=not request.no_layout,
        screenshot=not request.no_screenshot,
        annotator=request.annotator,
        method=request.method,
        keys=read_keys(request.keys) if request.keys else dict(KEYS),
        auto_freeze=not request.hold,
        select=request.select,
        drop=request.drop,
        exchange=request.warc,
        language=parse_language(request.language, "--language") if request.language else "",
        multiple=request.multiple,
        page_type=request.page_type,
    )


def work_through(run: Run) -> None:
    """Capture page after page. What fails is noted; of one page that was named alone it is the command's own error."""
    pages = run.plan.pages
    total, left, idle, done = len(pages), len(pages), Counter[str](), 0
    with (
        put_off_interrupts() as interrupted,
        tqdm(total=total, unit=" pages", disable=None if total > 1 and run.request.headless else True) as bar,
    ):
        for i, (url, name) in enumerate(pages):
            saved = None
            try:
                saved = _capture_one(run, i, url, name, interrupted)
            except InputError as error:
                is_there = isinstance(error, ThereError)
                if total == 1 and not run.request.urls_file and not is_there:
                    raise
                left -= 1
                reason = find_reason(url, error)
                if not is_there:
                    run.failures.append((url, reason))
                bar.clear()
                click.echo(f"annotate: {url}: {disarm(reason)}", err=True)
                if is_gone(run.context):
                    click.echo("annotate: the browser has ended", err=True)
                    tell_left(left, total)
                    break
            if saved:
                bar.clear()  # progress and data may share the terminal
                click.echo(f"{saved.name}\t{saved.url}\t{saved.exact}\t{saved.words}\texact")
                tell_missing(saved.url, saved.missing)
                done, left = done + 1, left - 1
                idle.update(saved.idle)
            elif run.session is not None and run.session.outcome == "leave":
                tell_left(left, total)
                break
            if interrupted.is_set():
                bar.clear()
                tell_left(left, total)
                report_failures(run.request.urls_file, run.request.queue.errors, run.failures, total)
                raise KeyboardInterrupt
            bar.update()
    for css in (css for css, times in idle.items() if times == done):
        click.echo(f"annotate: --drop '{css}' matched nothing on {count_of(done, 'page')}", err=True)


def _capture_one(run: Run, i: int, url: str, name: str | None, interrupted: Event) -> Saved | None:
    if url not in run.ready:
        run.politeness.approach(url)
    if run.session is not None:
        return _annotate(run, run.session, i, url, name, interrupted)
    request = run.request
    capture = partial(capture_page, run.context, request.folder, run.settings, url, request.select, request.drop)
    return run.politeness.retry(
        url, lambda: capture(name=name, check=lambda came, _: refuse_there(url, came, name, run.plan.find))
    )


def _annotate(run: Run, session: Session, i: int, url: str, name: str | None, interrupted: Event) -> Saved | None:
    """Let a person mark a page, while the next one loads in the background."""
    pages = run.plan.pages
    progress = f"{i + 1}/{len(pages)}" if len(pages) > 1 else ""
    if (ready := run.ready.get(url)) is not None:
        tell_windows(url, ready.shut)
    run.politeness.retry(url, lambda: session.open(url, tab=run.ready.pop(url, None), progress=progress, name=name))
    if session.outcome is not None:
        return None
    if run.request.hold:
        click.echo(f"annotate: press {FREEZE_KEY} in the window when the page is as it should be", err=True)
    following = pages[i + 1][0] if i + 1 < len(pages) else ""
    with ThreadPoolExecutor(1) as aside:  # a site may take its time over robots.txt; the toolbar answers meanwhile
        allowed = aside.submit(run.politeness.allows, following)
        while session.outcome is None and not interrupted.is_set():
            try:
                session.wait(limit=0.5)
            except CaptureError as error:  # nothing to freeze yet
                click.echo(f"annotate: {disarm(str(error))}; {FREEZE_KEY} tries again", err=True)
            if following and session.outcome is None and allowed.done() and allowed.result():
                _get_ready(run, session, following)
    return session.outcome if isinstance(session.outcome, Saved) else None


def _get_ready(run: Run, session: Session, url: str) -> None:
    """Begin to load the next page as soon as that may be, then scroll through it; not while somebody drags."""
    with suppress(PlaywrightError):  # where the window is closed meanwhile `Session.wait` will say so
        if session.dragging:
            return
        if url in run.ready:
            scroll_ahead(run.ready[url], run.settings.limits)
        elif run.politeness.wait_time(url) == 0.0:
            run.politeness.pace.note(url)
            run.ready[url] = session.prepare(url)
