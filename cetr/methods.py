"""Finding an extraction method by its name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from importlib.metadata import entry_points
from pathlib import Path

from cetr.document import Spans
from cetr.errors import InputError

GROUP = "evaluate.extractors"
"""The entry-point group in which this package, and anyone's, registers extractors."""

Method = Callable[..., "Spans | str"]


@lru_cache(maxsize=64)
def load_method(name: str) -> Method:
    """The function registered under a name; ``learned:FILE`` is the one with a model of your own.

    Raises `InputError` that names the methods there are, or a file that is not there.
    """
    if name.startswith("learned:"):
        path = name.removeprefix("learned:")
        _check_model(name, path)
        return partial(load_method("learned"), model=path)
    found = entry_points(group=GROUP, name=name)
    if not found:
        known = ", ".join(sorted(entry_points(group=GROUP).names))
        raise InputError(f"no method named '{name}' (there are: {known})")
    method: Method = next(iter(found)).load()
    return method


def _check_model(name: str, path: str) -> None:
    if not Path(path).is_file():
        raise InputError(f"{name}: '{path}' is no model file")


def read_method(written: str, options: Iterable[str] = ()) -> tuple[str, dict[str, object]]:
    """Name and hyper-parameters of a method as people write it, ``NAME`` or ``NAME@key=value,...``, and more options.

    What stands after ``learned:`` is a path, whatever is in it.
    """
    name, _, inline = (written, "", "") if written.startswith("learned:") else written.partition("@")
    return name, parse_options(name, load_method(name), (*filter(None, inline.split(",")), *options))


def parse_options(name: str, method: Method, options: Iterable[str]) -> dict[str, object]:
    """Hyper-parameters written as ``key=value``, each read as the type of its default.

    The layout of a page is none, though methods take it as a keyword, too.
    """
    keywords = {p.name: p for p in inspect.signature(method).parameters.values() if p.kind is p.KEYWORD_ONLY}
    parameters = {name: p for name, p in keywords.items() if name != "layout"}
    values: dict[str, object] = {}
    for option in options:
        key, mark, value = option.partition("=")
        if not mark or key not in parameters:
            known = ", ".join(parameters) or "none"
            raise InputError(f"{name}: '{option}' is not an option of it (key=value with key of: {known})")
        default = parameters[key].default
        if key == "model":
            _check_model(name, value)
        try:
            if isinstance(default, bool):
                values[key] = {"true": True, "false": False}[value.lower()]
            else:
                values[key] = type(default)(value) if isinstance(default, int | float) else value
        except (ValueError, KeyError) as error:
            raise InputError(f"{name}: {key}: '{value}' is not of type {type(default).__name__}") from error
    return values
