"""How all our commands run: exit codes, one-line errors, signals, streams."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from types import FrameType

import click
from click.shell_completion import shell_complete

from cetr.console.children import starting_safely
from cetr.console.choices import tell_usage
from cetr.console.errors import InputError
from cetr.console.groups import LazyGroup
from cetr.console.streams import guarding_terminal


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
        told = tell_usage(error)
        # What does not go together may be a default that the person does not think of.
        own = ""
        if called and isinstance(group, LazyGroup) and type(error) is click.UsageError:
            named = {default.name: default.name.rpartition(".")[2] for default in group.find_defaults(called)}
            own = ", ".join(name for name, key in named.items() if re.search(rf"--{key}(?![\w-])", told))
        help_at = f"see '{where} --help'" + (f"; your own defaults: {own}" if own else "")
        return _complain(name, f"{told} ({help_at})")
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
    except BaseException as error:  # noqa: BLE001  # the outermost line of a command: no traceback without --debug
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
