"""The work of ``annotate capture``, between its options and the session."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import click
from playwright.sync_api import BrowserContext

from annotate.browser import Driver, attach_browser, is_gone, open_browser, parse_viewport
from annotate.capture.address import complete_listed, complete_url
from annotate.capture.keys import read_keys
from annotate.capture.request import Request
from annotate.capture.selection import check_selectors
from annotate.capture.session import Session
from annotate.capture.settings import KEYS, Settings
from annotate.capture.tab import Limits
from annotate.capture.working import Run, list_failures, work_through
from annotate.markup.html_facts import parse_language
from annotate.queue.failures import check_failures_file, report_failures
from annotate.queue.later import order_by_turn, read_later
from annotate.queue.planning import find_lacking, plan_queue, refuse_other_folder
from annotate.queue.politeness import Pace, Politeness, Robots
from annotate.queue.sitemap import choose_urls, read_sitemap
from annotate.queue.telling import tell_lacking, tell_losses, tell_not_stored, tell_nothing_to_do
from annotate.stored import Stored, is_stored, list_wanted, open_stored
from cetr.console import InputError, count_of
from cetr.sources import read_urls
from evaluate.extractors import find_extractor


def run_capture(request: Request, driver: Driver) -> int:
    """Capture pages and print a line for each: name, URL, fragments, words, 'exact' or 'draft'."""
    refuse_other_folder(request.folder)
    files = [Path(url) for url in request.urls if is_stored(url, request.url)]
    read = [*files, *map(Path, request.sitemap), *([request.keys] if request.keys else [])]
    check_failures_file(request.urls_file, request.queue.errors, *read)
    if request.url and not files:
        raise InputError("--url: says where a folder or a file was saved from; name the folder or file, too")
    if not files:
        listed = complete_listed(read_urls(request.urls_file)) if request.urls_file else []
        return _capture_urls(request, driver, [*map(complete_url, request.urls), *listed, *_read_sitemaps(request)])
    if len(files) < len(request.urls) or request.sitemap or request.warc:
        raise InputError(f"{files[0]}: stored pages are replayed offline; leave out URLs, --sitemap and --warc")
    if request.attach:
        raise InputError("--attach: uses the network, but stored pages are replayed offline")
    with open_stored(files, request.url) as stored:
        lost = tell_losses(stored)
        listed, missing = list_wanted(stored, request.urls_file)
        chosen = choose_urls(listed, request.match, request.leave_out, request.sample)
        missing = choose_urls(missing, request.match, request.leave_out)
        tell_not_stored(request.urls_file, missing, len(chosen))
        if not chosen:
            raise InputError(f"{files[0]}: --urls, --match and --leave-out leave none of its pages")
        return max(lost, _capture_urls(request, driver, chosen, stored, missing))


def _read_sitemaps(request: Request) -> list[str]:
    """List the wanted pages of sitemaps and feeds."""
    if not request.sitemap and (request.match or request.leave_out or request.sample):
        raise InputError("--match, --leave-out and --sample: choose among stored pages, or those of a --sitemap")
    listed = [url for source in request.sitemap for url in read_sitemap(source)]
    chosen = choose_urls(dict.fromkeys(listed), request.match, request.leave_out, request.sample)
    if request.sitemap:
        click.echo(f"annotate: {len(chosen)} of {count_of(len(listed), 'listed page')}", err=True)
        if not chosen:
            raise InputError(f"{request.sitemap[0]}: lists no page that matches")
    return complete_listed(chosen)


def _capture_urls(
    request: Request, driver: Driver, urls: list[str], stored: Stored | None = None, missing: Sequence[str] = ()
) -> int:
    """Capture the pages of URLs, or stored pages; others that are wanted are ``missing``."""
    urls = order_by_turn(urls, read_later(request.folder))
    if not urls:
        named = f"{request.urls_file}: has no URLs" if request.urls_file else "no page is named"
        raise InputError(f"{named}: give a URL, or --urls FILE")
    settings = replace(make_settings(request), stored=stored)
    if request.method:
        find_extractor(request.method)  # before a person has begun
    queue = request.queue
    plan = plan_queue(request.folder, urls, queue.on_conflict, drafts=request.headless and not request.select)
    if queue.on_conflict == "skip":
        lacking = find_lacking(request.folder, urls, layout=settings.layout, screenshot=settings.screenshot)
        tell_lacking(request.folder, lacking)
    if not plan.pages:
        tell_nothing_to_do(request.folder)
        return report_failures(request.urls_file, queue.errors, (), 0, missing=missing)
    with _open_browser(request, driver) as context:
        check_selectors(context, (*request.select, *request.drop, *request.clicks))
        listed = stored is None and bool(request.urls_file or request.sitemap)
        robots = Robots() if listed and not queue.ignore_robots else None
        politeness = Politeness(robots, Pace(queue.delay if stored is None else 0), queue.retries)
        settings = replace(settings, allows=robots.allows if robots else None)
        session = None if request.headless else Session(context, request.folder, settings)
        run = Run(request, settings, plan, politeness, context, session, missing)
        work_through(run)
        if request.attach and session is not None and not is_gone(context):
            session.close()
    return list_failures(run)


_ATTACHED = (
    "attached to your own browser: its extensions may change pages before they are captured, pages can use its logins,"
    " and frames of other sites are left out"
)


def _open_browser(request: Request, driver: Driver) -> AbstractContextManager[BrowserContext]:
    """Start a browser, or attach to one that already runs."""
    queue = request.queue
    if request.attach is None:
        viewport = parse_viewport(request.viewport) if request.headless else None
        return open_browser(
            queue.browser, driver=driver, headless=request.headless, profile=request.profile, viewport=viewport
        )
    if request.headless or request.profile or queue.browser:
        raise InputError("--attach: the browser already runs; leave out --headless, --profile and --browser")
    click.echo(f"annotate: {_ATTACHED}", err=True)
    return attach_browser(request.attach, driver)


def make_settings(request: Request) -> Settings:
    """Make the session's settings from these options."""
    return Settings(
        limits=Limits(
            timeout=request.queue.timeout,
            settle=request.queue.settle,
            click=request.clicks,
            consent=request.consent,
            size=int(request.max_size * 1_000_000),
            all_frames=request.all_frames,
        ),
        layout=not request.no_layout,
        screenshot=not request.no_screenshot,
        annotator=request.annotator,
        method=request.method,
        keys=read_keys(request.keys) if request.keys else dict(KEYS),
        auto_freeze=not request.hold,
        select=request.select,
        drop=request.drop,
        suggest=request.suggest == "auto",
        exchange=request.warc,
        language=parse_language(request.language, "--language") if request.language else "",
        multiple=request.multiple,
        page_type=request.page_type,
    )
