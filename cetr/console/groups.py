"""Commands that consist of subcommands."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from cetr.console.settings import Default, find_defaults
from cetr.console.wording import suggest_name


class LazyGroup(click.Group):
    """A group that imports a subcommand only when it is called.

    ``commands_at`` maps each name to ``(module:object, summary)``. The group's help shows the summaries without
    importing the commands. The group and its commands have ``-h``. The help of the group lists ``--debug``, which `run`
    accepts in any position.
    """

    def __init__(self, *args: object, commands_at: Mapping[str, tuple[str, str]], **kwargs: object) -> None:
        kwargs.setdefault("context_settings", {"help_option_names": ["-h", "--help"]})
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # click's own keyword arguments
        about = "Show the traceback of an error; works with every command."
        self.params.append(click.Option(["--debug"], is_flag=True, expose_value=False, help=about))
        self.commands_at = dict(commands_at)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names in the order in which they were written down, the order of the work."""
        return list(self.commands_at)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one subcommand."""
        return self._load(cmd_name) if cmd_name in self.commands_at else None

    def _load(self, name: str) -> click.Command:
        module, _, attribute = self.commands_at[name][0].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def find_defaults(self, name: str) -> list[Default]:
        """Find the user's own defaults for a subcommand; see `settings.find_defaults`."""
        return find_defaults(self._load(name), str(self.name), name, self.commands_at)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand and apply the user's own defaults, or suggest a name that may have been meant."""
        if args[0] not in self.commands_at and not args[0].startswith("-"):
            ctx.fail(f"No such command '{args[0]}'{self._suggest(args[0])}")
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and name is not None:
            ctx.default_map = {name: {str(each.option.name): each.value for each in self.find_defaults(name)}}
        return name, command, rest

    def _suggest(self, name: str) -> str:
        """Suggest the command that has a similar name or, for a file or a URL, the first one."""
        if "://" in name or Path(name).exists():
            return f"; did you mean '{self.name} {next(iter(self.commands_at))} {name}'?"
        return suggest_name(name, self.commands_at)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the names of subcommands and options."""
        named = [
            CompletionItem(name, help=summary)
            for name, (_, summary) in self.commands_at.items()
            if name.startswith(incomplete)
        ]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names and summaries of the subcommands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in self.commands_at.items()])
