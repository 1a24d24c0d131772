"""What a shell offers for the value of an option, once its completion is on."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from cetr.console.options import GROUP

if TYPE_CHECKING:
    import click


def complete_extractor(context: click.Context, option: click.Parameter, begun: str) -> list[str]:
    """Complete the name of a registered extractor."""
    return [name for name in sorted(entry_points(group=GROUP).names) if name.startswith(begun)]
