"""Whole packages by hand-written rules for a site, unattended.

The second way to make gold of Gottron, "Evaluating content extraction on HTML documents": pages made from one template
have their main content in the same elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from annotate.capture.errors import MisfitError
from annotate.capture.model import Saved
from annotate.markup.html_facts import parse_language
from annotate.queue.arrival import Find, ThereError, find_none, refuse_there
from annotate.queue.failures import find_reason
from annotate.queue.politeness import Politeness
from cetr.console import InputError, count_of
from cetr.document import split_words
from evaluate.package import UnwritableError
from evaluate.parsing import read_toml


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the main content is on pages of one template.

    ``url`` is a pattern in which ``*`` stands for anything. ``take`` and ``drop`` are CSS selectors; each of ``take``
    must match. What was taken must contain the ``required`` texts and must not contain the ``forbidden`` ones, whatever
    their case and white space.
    """

    name: str
    url: str
    take: tuple[str, ...]
    drop: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    min_words: int = 1
    language: str | None = None
    page_type: str | None = None
    multiple_articles: bool = False


SCHEMA = 1


class _RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: tuple[Rule, ...]
    schema: int = SCHEMA


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


def read_rules(file: Path) -> tuple[Rule, ...]:
    """Read the ``[[rules]]`` of a TOML file."""
    parsed: _RuleFile = read_toml(file, _RuleFile, SCHEMA)
    rules = parsed.rules
    if not rules:
        raise InputError(f"{file}: rules: there are none; write one under [[rules]]")
    for i, rule in enumerate(rules):
        for field in ("name", "url", "take", "drop", "required", "forbidden", "language", "page_type"):
            value = getattr(rule, field)
            if not all(text.strip() for text in ((value,) if isinstance(value, str) else value or ())):
                raise InputError(f"{file}: rules[{i}].{field}: is an empty text")
        if any(other.name == rule.name for other in rules[:i]):
            raise InputError(
                f"{file}: rules[{i}].name: '{rule.name}' is also the name of another rule; choose another name"
            )
        if not rule.take:
            raise InputError(f"{file}: rules[{i}].take: names no element")
        if rule.min_words < 0:
            raise InputError(f"{file}: rules[{i}].min_words: is below 0")
        if rule.language:
            parse_language(rule.language, f"{file}: rules[{i}].language")
    return rules


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")))


def find_rule(rules: Sequence[Rule], url: str) -> Rule | None:
    """Return the first rule whose pattern matches a whole URL."""
    return next((rule for rule in rules if _compile(rule.url).fullmatch(url)), None)


def check_text(rule: Rule, text: str) -> str | None:
    """Return why a text does not satisfy a rule, or None."""
    folded = _fold(text)
    if missing := next((t for t in rule.required if _fold(t) not in folded), None):
        return f"the required text '{missing}' is not in it"
    if wrong := next((t for t in rule.forbidden if _fold(t) in folded), None):
        return f"the forbidden text '{wrong}' is in it"
    if len(split_words(text)) < rule.min_words:
        return f"it has fewer than {rule.min_words} words"
    return None


def _fold(text: str) -> str:
    return " ".join(text.split()).casefold()


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
