"""The options of an extractor: its keywords, and values for them as people write these."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable
from pathlib import Path

from cetr.errors import InputError

GROUP = "evaluate.extractors"
"""The entry-point group in which this package, and anyone's, registers extractors."""

FACTS = frozenset({"layout", "url", "document"})
"""The facts about a page that an extractor takes as keywords, too, if it wants them; people do not set these."""


def list_options(extract: Callable[..., object]) -> dict[str, object]:
    """The options of an extractor and their defaults."""
    parameters = _list_parameters(extract)
    return {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY and p.name not in FACTS}


def list_facts(extract: Callable[..., object]) -> frozenset[str]:
    """Those of `FACTS` that an extractor takes."""
    return FACTS & {parameter.name for parameter in _list_parameters(extract)}


def _list_parameters(extract: Callable[..., object]) -> tuple[inspect.Parameter, ...]:
    """The parameters of an extractor; none where it does not tell, as compiled functions may not."""
    try:
        return tuple(inspect.signature(extract).parameters.values())
    except ValueError:
        return ()


def check_range(method: str, least: float, most: float = math.inf, **values: float) -> None:
    """Refuse a setting of a method that is not a finite number from ``least`` to ``most``."""
    for name, value in values.items():
        if not least <= value <= most or math.isinf(value):
            bounds = f"from {least:g} on" if math.isinf(most) else f"from {least:g} to {most:g}"
            raise InputError(f"{method}: {name}: {value:g} is not a number {bounds}")


def parse_options(name: str, extract: Callable[..., object], options: Iterable[str]) -> dict[str, object]:
    """Options written as ``key=value``, each read as the type of its default.

    Raises `InputError` that says which options there are, of which type a value is, that there is no such model, or
    what a method of this package refuses.
    """
    known = list_options(extract)
    values = dict(_parse_option(name, known, option) for option in options)
    ours = str(getattr(extract, "__module__", "")).startswith("cetr.")
    if values and ours and not list_facts(extract):
        # A method says on an empty page, before any other, which values it refuses; not one that needs facts of it.
        extract("", **values)
    return values


def _parse_option(name: str, known: dict[str, object], option: str) -> tuple[str, object]:
    key, mark, value = option.partition("=")
    if not mark or key not in known:
        keys = ", ".join(known) or "none"
        raise InputError(f"{name}: '{option}' is not an option of it (key=value with key of: {keys})")
    default = known[key]
    if key == "model" and not Path(value).is_file():
        raise InputError(f"{name}: no such model file: '{value}'")
    try:
        if isinstance(default, bool):
            return key, {"true": True, "false": False}[value.lower()]
        return key, type(default)(value) if isinstance(default, int | float) else value
    except (ValueError, KeyError) as error:
        raise InputError(f"{name}: {key}: '{value}' is not of type {type(default).__name__}") from error
