"""Whole packages by hand-written rules for a site, unattended.

The second way to gold of Gottron, "Evaluating content extraction on HTML documents": pages made from one template
have their main content in the same elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from annotate.capture.errors import CaptureError
from annotate.capture.save import Saved
from annotate.html_facts import parse_language
from annotate.queue.politeness import Politeness
from cetr.errors import InputError


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is main content on the pages of one template.

    ``url`` is a pattern in which ``*`` stands for anything; ``take`` and ``drop`` are CSS selectors, each of ``take``
    must match; ``required`` texts must be in what was taken, ``forbidden`` ones must not.
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


class _RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Failure:
    """A page that a rule did not fit; ``rule`` is empty if none is for it."""

    url: str
    rule: str
    reason: str


def read_rules(file: Path) -> tuple[Rule, ...]:
    """The ``[[rules]]`` of a TOML file."""
    try:
        rules = msgspec.toml.decode(file.read_bytes(), type=_RuleFile).rules
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: {error}") from error
    for i, rule in enumerate(rules):
        if any(other.name == rule.name for other in rules[:i]):
            raise InputError(f"{file}: rules[{i}].name: '{rule.name}' is the name of another rule; give it its own")
        if not rule.take:
            raise InputError(f"{file}: rules[{i}].take: names no element")
        try:
            parse_language(rule.language or "en")
        except InputError as error:
            raise InputError(f"{file}: rules[{i}].language: {error}") from error
    return rules


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")))


def find_rule(rules: Sequence[Rule], url: str) -> Rule | None:
    """The first rule whose pattern fits a whole URL."""
    return next((rule for rule in rules if _compile(rule.url).fullmatch(url)), None)


def check_text(rule: Rule, text: str) -> str | None:
    """Why a text cannot be what a rule is for, or None."""
    folded = " ".join(text.split())
    if missing := next((t for t in rule.required if t not in folded), None):
        return f"the required text '{missing}' is not in it"
    if wrong := next((t for t in rule.forbidden if t in folded), None):
        return f"the forbidden text '{wrong}' is in it"
    if len(folded.split()) < rule.min_words:
        return f"it has fewer than {rule.min_words} words"
    return None


Capture = Callable[..., Saved]
"""`capture_page`, but for its first arguments: browser context, folder, settings."""


def harvest_page(capture: Capture, rule: Rule, url: str, name: str | None = None) -> Saved:
    """Capture one page by its rule, as a document of status ``harvested``. Raises `CaptureError` if it does not fit."""

    def check(text: str) -> None:
        if reason := check_text(rule, text):
            raise CaptureError(f"{url}: {reason}")

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
    capture: Capture, rules: Sequence[Rule], url: str, name: str | None, politeness: Politeness
) -> Saved | Failure:
    """One page of a list, politely: its document, or why there is none."""
    rule = find_rule(rules, url)
    if rule is None:
        return Failure(url, "", "no rule is for this URL")
    try:
        politeness.approach(url)
        return politeness.retry(lambda: harvest_page(capture, rule, url, name))
    except InputError as error:
        return Failure(url, rule.name, str(error).removeprefix(f"{url}: "))


def describe_failures(failures: Sequence[Failure], done: dict[str, int]) -> list[str]:
    """A line for each rule that failed somewhere: how often it fits, and the pages it does not fit."""
    lines = []
    for name in dict.fromkeys(f.rule for f in failures):
        pages = [f for f in failures if f.rule == name]
        total = len(pages) + done.get(name, 0)
        what = f"rule '{name}' fails on {len(pages)} of {total} pages" if name else f"no rule for {len(pages)} pages"
        if name and len(pages) == total:
            what += " (the site may have changed)"
        lines.append(what)
    return lines
