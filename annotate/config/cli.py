"""The command ``annotate config``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@click.command()
@click.option(
    "--edit", is_flag=True, help="Open the file in your editor ($VISUAL or $EDITOR); it is created if missing."
)
def config(edit: bool) -> None:
    """Show your settings file and each default that it sets.

    Each table of the file belongs to a command, and its keys are that command's options: [annotate.capture] with
    viewport = "1024x768" sets --viewport for every capture. An environment variable such as ANNOTATE_CAPTURE_VIEWPORT
    overrides the file, and an option on the command line overrides both. The reviewer's theme and keys are in
    review.toml in the same folder.
    """
    from cetr.console import read_settings, settings_path

    path = settings_path()
    if edit:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        click.edit(filename=str(path))
    click.echo(f"# {path}{'' if path.exists() else ' (does not exist yet: --edit creates it)'}")
    for line in list_settings(read_settings(path)):
        click.echo(line)


def list_settings(settings: Mapping[str, object], within: str = "") -> Iterator[str]:
    """List the settings of nested tables, one per line: ``annotate.capture.viewport = '1024x768'``."""
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from list_settings(value, f"{within}{key}.")
        else:
            yield f"{within}{key} = {value!r}"
