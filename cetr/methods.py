"""Finding an extraction method by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from importlib.metadata import entry_points

from cetr.console import GROUP, InputError, parse_options, suggest_name
from cetr.document import Spans

Method = Callable[..., "Spans | str"]


@lru_cache(maxsize=64)
def load_method(name: str) -> Method:
    """The function registered under a name; ``learned:FILE`` is the one with a model of your own.

    Raises `InputError` that names the methods there are, a package that is missing, or a file that is no model.
    """
    if name.startswith("learned:"):
        learned = load_method("learned")
        return partial(learned, **parse_options(name, learned, [f"model={name.removeprefix('learned:')}"]))
    found = entry_points(group=GROUP, name=name)
    if not found:
        known = sorted(entry_points(group=GROUP).names)
        raise InputError(f"no method named '{name}'{suggest_name(name, known)} (there are: {', '.join(known)})")
    try:
        method: Method = next(iter(found)).load()
    except ModuleNotFoundError as error:
        raise InputError(f"{name} needs {error.name}, which is not installed here") from error
    return method


def read_method(written: str, options: Iterable[str] = ()) -> tuple[str, dict[str, object]]:
    """Name and hyper-parameters of a method as people write it, ``NAME`` or ``NAME@key=value,...``, and more options.

    What stands after ``learned:`` is a path, whatever is in it.
    """
    name, _, inline = (written, "", "") if written.startswith("learned:") else written.partition("@")
    return name, parse_options(name, load_method(name), (*filter(None, inline.split(",")), *options))
