"""The behaviour that all our commands share: lazy subcommands, one-line errors, exit codes in one place."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from types import FrameType

import click
from click.shell_completion import CompletionItem, shell_complete

from cetr.console.children import starting_safely
from cetr.console.choices import suggest_choice
from cetr.console.errors import InputError
from cetr.console.settings import Default, find_defaults
from cetr.console.streams import guarding_terminal
from cetr.console.wording import suggest_name


class Exit(IntEnum):
    """The exit codes of all commands."""

    FINE = 0
    FOUND = 1
    """The check or the comparison found something."""
    WRONG = 2
    """Wrong usage or unreadable input."""
    PARTIAL = 3
    """Some documents failed; the rest is done."""
    INTERRUPTED = 130


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
        """Suggest the command that has a similar name or, for a file or an address, the first one."""
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


def run(group: click.Group, arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code. An error becomes one line on stderr (``--debug`` shows the traceback)."""
    _open_streams()
    with guarding_terminal(), _ending_on_request():
        return _run(group, arguments)


def _run(group: click.Group, arguments: list[str] | None) -> int:
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    debug = "--debug" in arguments
    arguments = [a for a in arguments if a != "--debug"]
    name = group.name or "cetr"
    completed = f"_{name.upper()}_COMPLETE"
    if instruction := os.environ.get(completed):
        return shell_complete(group, {}, name, completed, instruction)
    context = None
    try:
        # group.main() would end the program with 1 if the reader of its output has gone.
        with starting_safely(), group.make_context(name, arguments) as context:
            outcome = group.invoke(context)
        sys.stdout.flush()
        return int(outcome) if isinstance(outcome, int) else Exit.FINE
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return Exit.WRONG
    except click.UsageError as error:
        # click's parser raises some errors without the context of the subcommand.
        called = context.invoked_subcommand if context else None
        where = error.ctx.command_path if error.ctx else f"{name} {called}" if called else name
        meant = suggest_choice(error)
        told = error.format_message()
        return _complain(name, f"{told.removesuffix('.') if meant else told}{meant} (see '{where} --help')")
    except click.ClickException as error:
        return _complain(name, error.format_message())
    except InputError as error:
        return _report(name, str(error), debug)
    except BrokenPipeError:
        _lead_output_nowhere()
        return Exit.FINE
    except (KeyboardInterrupt, click.Abort):
        click.echo(err=True)  # the terminal has already shown ^C
        return _complain(name, "interrupted", Exit.INTERRUPTED)
    except OSError as error:
        return _report(
            name, f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error), debug
        )
    except Exception as error:  # noqa: BLE001  # the outermost line of a command: no traceback without --debug
        return _report(name, f"internal error: {type(error).__name__}: {error} (--debug shows where)", debug)


@contextmanager
def _ending_on_request() -> Iterator[None]:
    """Take SIGTERM, as ``kill``, ``timeout`` and schedulers send it, for Ctrl-C: what is done is kept, and temporary
    files are removed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):  # a shell ignores Ctrl-C for commands in the background
        handler = signal.default_int_handler
    handler(number, frame)


@contextmanager
def printing_a_verdict() -> Iterator[None]:
    """Print what the exit code sums up; the code stands even if the reader, such as ``| head``, has gone."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _lead_output_nowhere()


def _lead_output_nowhere() -> None:
    # The reader of our output has gone. Python must not complain about it when it flushes at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_streams() -> None:
    """Make sure that commands can write to the standard streams.

    Streams that the caller has closed are opened on the null device, here and for child processes. Otherwise the next
    file that is opened would get their numbers.
    """
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(handle, True)
            setattr(sys, stream, os.fdopen(handle, mode))
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Pages are in any language, but a terminal may be in Latin-1. What it lacks is escaped and does not end the
        # command.
        sys.stdout.reconfigure(errors="backslashreplace")


def _report(name: str, message: str, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    return _complain(name, message)


def _complain(name: str, message: str, code: Exit = Exit.WRONG) -> int:
    with suppress(OSError):  # if nothing can be written, the exit code still tells
        click.echo(f"{name}: {' '.join(message.split())}", err=True)
    return code
