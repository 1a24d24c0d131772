"""The work of ``annotate harvest``: from rules and a list of URLs to a package and a report of what did not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import click
from playwright.sync_api import BrowserContext
from tqdm import tqdm

from annotate.browser import is_gone, open_browser
from annotate.capture.address import complete_listed
from annotate.capture.interrupt import put_off_interrupts
from annotate.capture.model import Saved
from annotate.capture.selection import check_selectors
from annotate.capture.settings import Settings
from annotate.capture.tab import Limits
from annotate.capture.unattended import capture_page
from annotate.harvest.harvesting import Failure, Passed, describe_failures, describe_idle, harvest_or_explain
from annotate.harvest.rules import Rule, find_rule, read_rules
from annotate.queue.failures import check_failures_file, report_failures
from annotate.queue.options import QueueOptions
from annotate.queue.planning import find_lacking, plan_queue, refuse_other_folder
from annotate.queue.politeness import Pace, Politeness, Robots
from annotate.queue.telling import (
    tell_lacking,
    tell_left,
    tell_losses,
    tell_missing,
    tell_not_stored,
    tell_nothing_to_do,
)
from annotate.stored import Stored, list_wanted, open_stored
from cetr.console import Exit, InputError, count_of
from cetr.sources import read_urls


@dataclass
class Tally:
    """What became of pages: how many are ``left``, which failed, and how many documents each rule has produced.

    ``idle`` is the number of these on which a selector to drop matched nothing, by rule and selector. ``broken``: the
    browser has ended before the work.
    """

    left: int
    interrupted: bool = False
    broken: bool = False
    failures: list[Failure] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    idle: Counter[tuple[str, str]] = field(default_factory=Counter)


def run_harvest(
    rules_file: Path,
    places: Sequence[Path],
    urls_file: str | None,
    folder: Path,
    queue: QueueOptions,
    *,
    screenshot: bool,
) -> int:
    """Harvest pages and print a line for each: name, URL, fragments, words, rule. Failures go to stderr and a file.

    The pages are those of a file of URLs, or those stored in some ``places``, of which the file may choose some.
    """
    rules = read_rules(rules_file)
    refuse_other_folder(folder)
    check_failures_file(urls_file, queue.errors, rules_file, *places)
    with open_stored(places) if places else nullcontext() as stored:
        lost = tell_losses(stored) if stored else Exit.FINE
        urls, missing = _list_pages(rules_file, rules, stored, urls_file)
        plan = plan_queue(folder, urls, queue.on_conflict)
        if queue.on_conflict == "skip":
            tell_lacking(folder, find_lacking(folder, urls, layout=True, screenshot=screenshot))
        if not plan.pages:
            tell_nothing_to_do(folder)
            return max(lost, report_failures(urls_file, queue.errors, (), 0, missing=missing))
        robots = None if queue.ignore_robots or stored else Robots()
        limits = Limits(timeout=queue.timeout, settle=queue.settle)
        allows = robots.allows if robots else None
        settings = Settings(limits=limits, screenshot=screenshot, allows=allows, stored=stored)
        politeness = Politeness(robots, Pace(0 if stored else queue.delay), queue.retries)
        total = len(plan.pages)
        with open_browser(queue.browser) as context:
            check_selectors(context, [css for rule in rules for css in (*rule.take, *rule.drop)], str(rules_file))
            capture = partial(capture_page, context, folder, settings)
            explain = partial(harvest_or_explain, capture, rules, politeness=politeness, find=plan.find)
            tally = work_through(context, rules, ((url, explain(url, name)) for url, name in plan.pages), total)
    tell_left(tally.left, total)
    for line in (*describe_failures(tally.failures, tally.done), *describe_idle(rules, tally.idle, tally.done)):
        click.echo(f"annotate: {line}", err=True)
    failures = [(failure.url, failure.reason) for failure in tally.failures]
    left = [url for url, _ in plan.pages[total - tally.left :]]
    code = report_failures(urls_file, queue.errors, failures, total, left, missing)
    if tally.interrupted:
        raise KeyboardInterrupt
    return max(lost, code, Exit.PARTIAL if tally.broken else Exit.FINE)


def _list_pages(
    rules_file: Path, rules: Sequence[Rule], stored: Stored | None, urls_file: str | None
) -> tuple[list[str], list[str]]:
    """List the URLs of the pages to harvest, and those that should be, but are not stored.

    Of stored pages that no list names, those without a rule are left out.
    """
    if stored is None:
        if urls_file is None:
            raise InputError("no page is named: give stored pages, or --urls FILE")
        if not (urls := complete_listed(read_urls(urls_file))):
            raise InputError(f"{urls_file}: has no URLs")
        return urls, []
    listed, missing = list_wanted(stored, urls_file)
    if urls_file:
        tell_not_stored(urls_file, missing, len(listed))
        if not listed:
            raise InputError(f"{urls_file}: names no stored page")
        return listed, missing
    urls = [url for url in listed if find_rule(rules, url)]
    told = f"{rules_file}: has rules for {len(urls)} of {count_of(len(listed), 'stored page')}"
    if not urls:
        raise InputError(told)
    click.echo(f"annotate: {told}", err=True)
    return urls, []


def work_through(
    context: BrowserContext, rules: Sequence[Rule], outcomes: Iterable[tuple[str, Saved | Passed | Failure]], total: int
) -> Tally:
    """Print and count each page as it comes, until all are done, somebody interrupts, or the browser is gone."""
    tally = Tally(total)
    with put_off_interrupts() as interrupted, tqdm(total=total, unit=" pages", disable=None) as bar:
        for url, outcome in outcomes:
            bar.clear()
            if isinstance(outcome, Saved):
                _tell_saved(outcome, find_rule(rules, url), tally)
            else:
                click.echo(f"annotate: {url}: {outcome.reason}", err=True)
                if isinstance(outcome, Failure):
                    tally.failures.append(outcome)
            bar.update()
            tally.left -= 1
            has_ended = is_gone(context)
            if interrupted.is_set():  # asked last: the browser may have got the signal, too
                tally.interrupted = True
                break
            if has_ended:
                tally.broken = bool(tally.left) or isinstance(outcome, Failure)
                break
    if tally.broken:
        click.echo("annotate: the browser has ended", err=True)
    return tally


def _tell_saved(saved: Saved, rule: Rule | None, tally: Tally) -> None:
    used = rule.name if rule else ""
    tally.done[used] += 1
    tally.idle.update((used, css) for css in saved.idle)
    if sum(tally.done.values()) == 1:
        click.echo("document\turl\tfragments\twords\trule")
    click.echo("\t".join(map(str, (saved.name, saved.url, saved.exact, saved.words, used))))
    tell_missing(saved.url, saved.missing)
