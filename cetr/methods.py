"""Finding an extraction method by its name."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points

from cetr.document import Spans
from cetr.errors import InputError

GROUP = "evaluate.extractors"
"""The entry-point group in which this package, and anyone's, registers extractors."""

Method = Callable[..., "Spans | str"]


def load_method(name: str) -> Method:
    """The function registered under a name. Raises `InputError` that names the methods there are."""
    found = entry_points(group=GROUP, name=name)
    if not found:
        known = ", ".join(sorted(entry_points(group=GROUP).names))
        raise InputError(f"no method named '{name}' (there are: {known})")
    method: Method = next(iter(found)).load()
    return method
