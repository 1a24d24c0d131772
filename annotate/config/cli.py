"""The command ``annotate config``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cetr.console import Default


@click.command()
@click.option("--edit", is_flag=True, help="Open the file in your editor ($VISUAL or $EDITOR); created if missing.")
def config(edit: bool) -> None:
    """Show your settings file and each default, and check them.

    Each table of the file belongs to a command, and its keys are that command's options: [annotate.capture] with
    viewport = "1024x768" sets --viewport for every capture. A variable such as ANNOTATE_CAPTURE_VIEWPORT overrides
    the file, and an option overrides both. The reviewer has a file of its own, review.toml, in the same folder.
    """
    from cetr.console import settings_path

    path = settings_path()
    if edit:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        click.edit(filename=str(path))
    click.echo(f"# {path}{'' if path.exists() else ' (does not exist yet: --edit creates it)'}")
    for default in list_defaults():
        click.echo(f"{default.name} = {default.value!r}" + (f"  # {default.variable}" if default.variable else ""))


def list_defaults() -> Iterator[Default]:
    """List the user's own defaults for all commands. Raises `InputError` at the first that is wrong."""
    from annotate.cli import annotate
    from cetr.cli import cetr
    from cetr.console import InputError, read_settings, settings_path, suggest_name
    from evaluate.cli import evaluate

    groups = {str(group.name): group for group in (annotate, cetr, evaluate)}
    for name in read_settings(settings_path()):
        if name not in {*groups, "schema"}:
            raise InputError(f"{settings_path()}: {name}: is not one of our commands{suggest_name(name, groups)}")
    for group in groups.values():
        for name in group.commands_at:
            yield from group.find_defaults(name)
