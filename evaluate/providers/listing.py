"""The list of extractors, each with its description, source and options."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points

from cetr.console import GROUP, InputError, choose_registered, list_facts, list_options, load_registered
from evaluate.extractors import PEERS
from evaluate.providers.peers import is_installed


@dataclass(frozen=True)
class Listed:
    """One registered extractor.

    ``options`` are ``name=default``. ``status`` is empty, 'not installed', 'cannot be loaded from ...', 'is registered
    twice, ...', or 'needs layout', because not every page has one.
    """

    name: str
    description: str
    source: str
    options: tuple[str, ...]
    status: str


def list_extractors() -> list[Listed]:
    """List all registered extractors by name."""
    listed = []
    entries = entry_points(group=GROUP)
    for name in sorted(entries.names):
        found = entries.select(name=name)
        try:
            entry = choose_registered(found)
            function = load_registered(entry)
        except InputError as error:
            values = ", ".join(entry.value for entry in found)
            listed.append(Listed(name, "", values, (), str(error).removeprefix(name).strip()))
            continue
        status = "" if entry.module != PEERS or is_installed(name) else "not installed"
        listed.append(describe(name, function, status))
    return listed


def describe(name: str, function: Callable[..., object], status: str = "") -> Listed:
    """Describe an extractor by its docstring (first line, and the line that begins with ``Source:``) and signature.

    Code in the docstring is marked as in messages, by single backticks.
    """
    lines = (inspect.getdoc(function) or "").replace("``", "`")
    description, _, rest = lines.partition("\n")
    sources = [part for part in rest.split("\n\n") if part.strip().startswith("Source:")]
    source = " ".join(sources[0].split()).removeprefix("Source:").strip() if sources else ""
    options = tuple(f"{option}={default}" for option, default in list_options(function).items())
    if not status and "layout" in list_facts(function):
        status = "needs layout"
    return Listed(name, description, source, options, status)
