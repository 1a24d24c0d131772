"""The options of an extractor: its keyword parameters, and how people write values for them."""

from __future__ import annotations

import inspect
import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping
from importlib.metadata import EntryPoint, EntryPoints
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from cetr.console.errors import FAILURE, InputError, describe_error
from cetr.console.wording import suggest_name

GROUP = "evaluate.extractors"
"""The entry-point group in which any package registers its extractors, as this one does."""

FACTS = frozenset({"layout", "url", "document", "site"})
"""Facts about a page that an extractor may take as keywords. People do not set them."""

MOST_CLUSTERS = 100
"""The most clusters that a method makes, because each is compared with all points of a page at once."""


def choose_registered(entries: EntryPoints) -> EntryPoint:
    """Return the only thing that is registered under a name, by one package or by several. Raises `InputError` if
    there are two.
    """
    found = {entry.value: entry for entry in entries}
    first, *others = found.values()
    if others:
        places = " and ".join(f"{value} ({entry.dist.name if entry.dist else '?'})" for value, entry in found.items())
        raise InputError(f"{first.name} is registered twice, as {places}; uninstall one")
    return first


def load_registered(entry: EntryPoint) -> Callable[..., Any]:
    """Load what a package registers. Raises `InputError` that says why anyone's package does not load."""
    try:
        found: Callable[..., Any] = entry.load()
    except ModuleNotFoundError as error:
        raise InputError(f"{entry.name} needs {error.name}, which is not installed") from error
    except FAILURE as error:
        raise InputError(f"{entry.name} cannot be loaded from {entry.value}: {describe_error(error)}") from error
    if not callable(found):
        raise InputError(f"{entry.name} cannot be loaded from {entry.value}: it is not a function")
    return found


def list_options(extract: Callable[..., object]) -> dict[str, object]:
    """List the options of an extractor and their defaults: its keyword parameters without the facts."""
    parameters = _list_parameters(extract)
    by_place = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    options = [p for p in by_place[1:] if p.default is not p.empty]
    options += [p for p in parameters if p.kind is p.KEYWORD_ONLY]
    return {p.name: p.default for p in options if p.name not in FACTS}


def list_facts(extract: Callable[..., object]) -> frozenset[str]:
    """List those of `FACTS` that an extractor takes."""
    return FACTS & {parameter.name for parameter in _list_parameters(extract)}


def _list_parameters(extract: Callable[..., object]) -> tuple[inspect.Parameter, ...]:
    """List the parameters of an extractor; none if it does not tell, as some compiled functions do not."""
    try:
        return tuple(inspect.signature(extract).parameters.values())
    except ValueError:
        return ()


def check_range(method: str, least: float, most: float, **values: object) -> None:
    """Refuse a setting of a method unless it is a number from ``least`` to ``most``."""
    _check(method, "number", Real, least, most, values)


def check_whole(method: str, least: int, most: int, **values: object) -> None:
    """Refuse a setting of a method unless it is a whole number from ``least`` to ``most``."""
    _check(method, "whole number", Integral, least, most, values)


def _check(method: str, noun: str, kind: type, least: float, most: float, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        # To ask whether a number is one of an abstract class takes longer than all the rest.
        is_number = type(value) in (int, kind) or (isinstance(value, kind) and not isinstance(value, bool))
        if not is_number or not least <= value <= most:
            raise InputError(f"{method}: {name}: {_write(value)} is not a {noun} from {least} to {most}")


def _write(value: object) -> str:
    """Write a value for people, who need not read hundreds of digits."""
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number this large"
    return str(value) if isinstance(value, Real) else reprlib.repr(value)


def parse_options(name: str, extract: Callable[..., object], options: Iterable[str]) -> dict[str, object]:
    """Read options written as ``key=value``, each as the type of its default.

    Raises `InputError` if an option does not exist (and lists those that do), if a value has the wrong type, if there
    is no such model file, or if a method of this package refuses the value.
    """
    written = tuple(options)
    if not written:  # asking a function for its signature takes as long as extracting from a small page
        return {}
    known = list_options(extract)
    values = dict(_parse_option(name, known, option) for option in written)
    ours = str(getattr(extract, "__module__", "")).startswith("cetr.")
    if ours and "layout" not in list_facts(extract):
        # A method says which values it refuses when it gets an empty page, unless it needs facts about the page.
        extract("", **values)
    return values


_KINDS = {bool: "true or false", int: "a whole number", float: "a number"}


def refuse_unknown(name: str, extract: Callable[..., object], options: Collection[str]) -> None:
    """Raise `TypeError`, as a call does, for a keyword that an extractor does not take; list those that it takes."""
    if not options:
        return
    parameters = _list_parameters(extract)
    if not parameters or any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return
    known = list_options(extract)
    for key in options:
        if key not in known and key not in list_facts(extract):
            raise TypeError(_deny(name, key, key, known))


def _deny(name: str, option: str, key: str, known: Iterable[str]) -> str:
    keys = f" (available: {', '.join(known)})" if known else "; it has none"
    return f"{name}: '{option}' is not one of its options{suggest_name(key, known)}{keys}"


def _parse_option(name: str, known: dict[str, object], option: str) -> tuple[str, object]:
    key, mark, value = option.partition("=")
    if not mark or key not in known:
        raise InputError(_deny(name, option, key, known))
    default = known[key]
    if key == "model" and not Path(value).is_file():
        raise InputError(f"{name}: no such model file: '{value}'")
    try:
        if isinstance(default, bool):
            return key, {"true": True, "false": False}[value.lower()]
        return key, type(default)(value) if isinstance(default, int | float) else value
    except (ValueError, KeyError) as error:
        raise InputError(f"{name}: {key}: '{value:.40}' is not {_KINDS[type(default)]}") from error
