"""The name of an extractor as the value of an option: completed by a shell, and checked in a settings file."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points

import click
from click.shell_completion import CompletionItem

from cetr.console.options import GROUP


class ExtractorName(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """The type of an option whose value names an extractor.

    ``finder`` is the function that finds it, ``module:function``, imported when it is needed. ``others`` are further
    values. A command finds its extractors itself; `check` is for values that a person has written elsewhere.
    """

    name = "name"

    def __init__(self, finder: str, *others: str) -> None:
        self.finder, self.others = finder, others

    def check(self, name: str) -> None:
        """Raise `InputError` if there is no such extractor, or if it does not take its options."""
        if name not in self.others:
            module, _, function = self.finder.partition(":")
            getattr(import_module(module), function)(name)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a registered extractor."""
        names = sorted({*entry_points(group=GROUP).names, *self.others})
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]
