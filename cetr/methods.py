"""Find extraction methods by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from importlib.metadata import entry_points

from cetr.console import (
    GROUP,
    InputError,
    choose_registered,
    list_facts,
    list_options,
    load_registered,
    parse_options,
    suggest_name,
)
from cetr.document import Spans

Method = Callable[..., "Spans | str"]


@lru_cache(maxsize=64)
def load_method(name: str) -> Method:
    """Load the function registered under a name; ``learned:FILE`` is `learned` with your own model.

    Raises `InputError` that lists the existing methods, says why one cannot be loaded, or names the file that is not a
    model.
    """
    if name.startswith("learned:"):
        learned = load_method("learned")
        return partial(learned, **parse_options(name, learned, [f"model={name.removeprefix('learned:')}"]))
    found = entry_points(group=GROUP, name=name)
    if not found:
        known = sorted(entry_points(group=GROUP).names)
        raise InputError(f"no method named '{name}'{suggest_name(name, known)} (available: {', '.join(known)})")
    method: Method = load_registered(choose_registered(found))
    return method


def read_method(written: str, options: Iterable[str] = ()) -> tuple[str, dict[str, object]]:
    """Read a method as people write it, ``NAME`` or ``NAME@key=value,...``, plus more options, into name and
    hyper-parameters.

    Everything after ``learned:`` is a path.
    """
    name, _, inline = (written, "", "") if written.startswith("learned:") else written.partition("@")
    return name, parse_options(name, load_method(name), (*filter(None, inline.split(",")), *options))


def list_methods() -> Iterator[tuple[str, str]]:
    """List name and description of each method that `cetr` or any other package registers, by name.

    The options with their defaults follow the description, then, in brackets, what it lacks. The other
    libraries that `evaluate` calls are in the list of `evaluate extractors`.
    """
    entries = entry_points(group=GROUP)
    for name in sorted(entries.names):
        try:
            entry = choose_registered(entries.select(name=name))
            if entry.module.startswith("evaluate."):
                continue
            function = load_registered(entry)
        except InputError as error:
            yield name, f"[{str(error).removeprefix(name).strip()}]"
            continue
        about = (inspect.getdoc(function) or "").partition("\n")[0].replace("``", "`")
        options = ", ".join(f"{key}={value}" for key, value in list_options(function).items())
        layout = " [needs the layout of a test package]" if "layout" in list_facts(function) else ""
        yield name, f"{about}{f' ({options})' if options else ''}{layout}"
