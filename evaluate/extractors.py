"""Finding an extractor by the name a person gives: a registered one, with options after an ``@``."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import entry_points

from cetr.document import Spans
from cetr.errors import InputError

GROUP = "evaluate.extractors"

Extract = Callable[..., "Spans | str"]
"""An extractor: the page's HTML in; spans over it, or text, out. See docs/extractors.md."""


@dataclass(frozen=True)
class Extractor:
    """A named extractor, found afresh in every worker process.

    ``wants`` are the facts about a page that it takes as keywords beside its HTML: 'layout' (parsed, or None), 'url',
    and 'document' (its name in the test package). ``version`` is recorded in results: distribution and version.
    """

    name: str
    extract: Extract
    wants: frozenset[str]
    version: str = ""


FACTS = frozenset({"layout", "url", "document"})


def find_extractor(name: str) -> Extractor:
    """The extractor of a name such as ``cetr`` or ``cetr@k=2,radius=1``."""
    base, _, options = name.partition("@")
    found = entry_points(group=GROUP, name=base)
    if not found:
        known = ", ".join(sorted(entry_points(group=GROUP).names))
        raise InputError(f"no extractor named '{base}' (there are: {known})")
    entry = next(iter(found))
    function: Extract = entry.load()
    keywords = dict(_parse_option(name, function, option) for option in options.split(",") if option)
    wants = FACTS & set(inspect.signature(function).parameters)
    version = f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
    return Extractor(name, partial(function, **keywords) if keywords else function, wants, version)


def _parse_option(name: str, function: Extract, option: str) -> tuple[str, object]:
    """``key=value`` with the value read as the type of the option's default."""
    key, mark, value = option.partition("=")
    parameters = inspect.signature(function).parameters
    if not mark or key not in parameters or parameters[key].kind is not inspect.Parameter.KEYWORD_ONLY:
        known = ", ".join(p.name for p in parameters.values() if p.kind is inspect.Parameter.KEYWORD_ONLY)
        raise InputError(f"{name}: '{option}' is not an option of it (key=value with key of: {known or 'none'})")
    default = parameters[key].default
    try:
        if isinstance(default, bool):
            return key, {"true": True, "false": False}[value.lower()]
        if isinstance(default, int | float):
            return key, type(default)(value)
    except (ValueError, KeyError) as error:
        raise InputError(f"{name}: {key}: '{value}' is not a {type(default).__name__}") from error
    return key, value
