"""The rules of a site, read from a file: which elements to take on which pages, and what must be in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from annotate.markup.html_facts import parse_language
from annotate.queue.urls import matches
from cetr.console import InputError
from cetr.document import fold, remove_unseen, split_words
from evaluate.parsing import read_toml


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the main content is on pages of one template.

    ``url`` is a pattern, or several, in which ``*`` stands for anything. ``take`` and ``drop`` are CSS selectors; each
    of ``take`` must match. What was taken must contain the ``required`` texts and must not contain the ``forbidden``
    ones, whatever their case and white space.
    """

    name: str
    url: str | tuple[str, ...]
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
        if not rule.url:
            raise InputError(f"{file}: rules[{i}].url: is an empty list; write a URL, in which * stands for anything")
        if not rule.take:
            raise InputError(f"{file}: rules[{i}].take: names no element; write at least one CSS selector")
        if rule.min_words < 0:
            raise InputError(f"{file}: rules[{i}].min_words: is below 0; write 0 or more")
        if rule.language:
            parse_language(rule.language, f"{file}: rules[{i}].language")
    return rules


def find_rule(rules: Sequence[Rule], url: str) -> Rule | None:
    """Return the first rule with a pattern that matches a whole URL, as both are written or as browsers write them."""
    return next((rule for rule in rules if matches(url, _list_patterns(rule))), None)


def _list_patterns(rule: Rule) -> Iterator[str]:
    """List the patterns of a rule as those of shells, which take ``?`` and ``[`` for other signs."""
    for pattern in (rule.url,) if isinstance(rule.url, str) else rule.url:
        yield re.sub(r"[?[]", r"[\g<0>]", pattern)


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
    return " ".join(fold(remove_unseen(text)).split())
