"""Make documents by the rules of a site, and say why others were not made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.capture.errors import MisfitError
from annotate.capture.model import Saved
from annotate.harvest.rules import Rule, check_text, find_rule
from annotate.markup.html_facts import parse_language
from annotate.queue.arrival import Find, ThereError, find_none, refuse_there
from annotate.queue.failures import find_reason
from annotate.queue.politeness import Politeness
from cetr.console import InputError, count_of
from evaluate.package import UnwritableError


@dataclass(frozen=True)
class Failure:
    """A page that was not saved. ``rule`` is empty if it has none; ``misfit``: the page came but the rule did not
    fit.
    """

    url: str
    rule: str
    reason: str
    misfit: bool = False


@dataclass(frozen=True)
class Passed:
    """A page that was not saved because the package has it."""

    url: str
    reason: str


Capture = Callable[..., Saved]
"""`capture_page`, but for its first arguments: browser context, folder, settings."""


def harvest_page(capture: Capture, rule: Rule, url: str, name: str | None = None, find: Find = find_none) -> Saved:
    """Capture a page by its rule, as a document of status ``harvested``, unless it led to an existing page.

    ``name`` is the document to replace. Raises `ThereError` if the page exists, `CaptureError` if it does not come, and
    `MisfitError` if the rule does not fit.
    """

    def check(came: str, text: str) -> None:
        refuse_there(url, came, name, find)
        if reason := check_text(rule, text):
            raise MisfitError(f"{url}: {reason}")

    choice: dict[str, Any] = {
        "status": "harvested",
        "action": "harvest",
        "annotator": f"rule {rule.name}",
        "multiple_articles": rule.multiple_articles,
        "page_type": rule.page_type,
    }
    if rule.language:
        choice["language"] = parse_language(rule.language)
    return capture(url, rule.take, rule.drop, name=name, check=check, **choice)


def harvest_or_explain(
    capture: Capture, rules: Sequence[Rule], url: str, name: str | None, politeness: Politeness, find: Find = find_none
) -> Saved | Passed | Failure:
    """Harvest one page of a list, politely: its document, or why there is none.

    Raises `UnwritableError` if no page can be saved at all.
    """
    rule = find_rule(rules, url)
    if rule is None:
        return Failure(url, "", "no rule matches this URL")
    if name is None and (there := find(url)) is not None:
        return Passed(url, f"already there as {there}")
    try:
        politeness.approach(url)
        return politeness.retry(url, lambda: harvest_page(capture, rule, url, name, find))
    except UnwritableError:
        raise
    except ThereError as error:
        return Passed(url, find_reason(url, error))
    except InputError as error:
        return Failure(url, rule.name, find_reason(url, error), isinstance(error, MisfitError))


def describe_failures(failures: Sequence[Failure], done: Mapping[str, int]) -> list[str]:
    """Write a line for each rule that did not fit somewhere, with the number of pages, and one for pages without a
    rule.

    ``done`` is the number of pages that each rule has produced.
    """
    lines = []
    for name in dict.fromkeys(f.rule for f in failures if f.misfit):
        misfits = sum(f.misfit and f.rule == name for f in failures)
        total = misfits + done.get(name, 0)
        changed = " (the site may have changed)" if misfits == total else ""
        lines.append(f"rule '{name}' fails on {misfits} of {count_of(total, 'page')}{changed}")
    if lost := sum(not f.rule for f in failures):
        lines.append(f"no rule for {count_of(lost, 'page')}")
    return lines


def describe_idle(rules: Sequence[Rule], idle: Mapping[tuple[str, str], int], done: Mapping[str, int]) -> list[str]:
    """Write a line for each selector to drop that matched nothing on any page of its rule.

    ``idle`` is the number of such pages, by rule and selector.
    """
    return [
        f"rule '{rule.name}': drop: '{css}' matched nothing on {count_of(done[rule.name], 'page')}"
        for rule in rules
        for css in rule.drop
        if done.get(rule.name) and idle.get((rule.name, css)) == done[rule.name]
    ]
