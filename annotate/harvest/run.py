"""The work of ``annotate harvest``: from rules and a list of URLs to a package and a report of what did not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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
from annotate.queue.telling import tell_lacking, tell_left, tell_missing, tell_nothing_to_do
from cetr.console import InputError
from cetr.sources import read_urls


@dataclass
class Tally:
    """What became of pages: how many are ``left``, which failed, and how many documents each rule has produced.

    ``idle`` is the number of these on which a selector to drop matched nothing, by rule and selector.
    """

    left: int
    interrupted: bool = False
    failures: list[Failure] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    idle: Counter[tuple[str, str]] = field(default_factory=Counter)


def run_harvest(rules_file: Path, urls_file: str, folder: Path, queue: QueueOptions, *, screenshot: bool) -> int:
    """Harvest pages and print a line for each: name, URL, fragments, words, rule. Failures go to stderr and a file."""
    rules = read_rules(rules_file)
    refuse_other_folder(folder)
    check_failures_file(urls_file, queue.errors, rules_file)
    urls = complete_listed(read_urls(urls_file))
    if not urls:
        raise InputError(f"{urls_file}: has no URLs")
    plan = plan_queue(folder, urls, queue.on_conflict)
    if queue.on_conflict == "skip":
        tell_lacking(folder, find_lacking(folder, urls, layout=True, screenshot=screenshot))
    if not plan.pages:
        tell_nothing_to_do(folder)
        return report_failures(urls_file, queue.errors, (), 0)
    robots = None if queue.ignore_robots else Robots()
    limits = Limits(timeout=queue.timeout, settle=queue.settle)
    settings = Settings(limits=limits, screenshot=screenshot, allows=robots.allows if robots else None)
    politeness = Politeness(robots, Pace(queue.delay), queue.retries)
    total = len(plan.pages)
    with open_browser(queue.browser) as context:
        check_selectors(context, [css for rule in rules for css in (*rule.take, *rule.drop)], str(rules_file))
        capture = partial(capture_page, context, folder, settings)
        explain = partial(harvest_or_explain, capture, rules, politeness=politeness, find=plan.find)
        tally = work_through(context, rules, ((url, explain(url, name)) for url, name in plan.pages), total)
        if is_gone(context):
            click.echo("annotate: the browser has ended", err=True)
    tell_left(tally.left, total)
    for line in (*describe_failures(tally.failures, tally.done), *describe_idle(rules, tally.idle, tally.done)):
        click.echo(f"annotate: {line}", err=True)
    failures = [(failure.url, failure.reason) for failure in tally.failures]
    left = [url for url, _ in plan.pages[total - tally.left :]]
    code = report_failures(urls_file, queue.errors, failures, total, left)
    if tally.interrupted:
        raise KeyboardInterrupt
    return code


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
            if interrupted.is_set() or is_gone(context):
                break
    tally.interrupted = interrupted.is_set()
    return tally


def _tell_saved(saved: Saved, rule: Rule | None, tally: Tally) -> None:
    used = rule.name if rule else ""
    tally.done[used] += 1
    tally.idle.update((used, css) for css in saved.idle)
    if sum(tally.done.values()) == 1:
        click.echo("document\turl\tfragments\twords\trule")
    click.echo("\t".join(map(str, (saved.name, saved.url, saved.exact, saved.words, used))))
    tell_missing(saved.url, saved.missing)
