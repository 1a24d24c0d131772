from __future__ import annotations

import io
import shlex
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import click
import pytest

from cetr.console import InputError, LazyGroup, run


def make_group(error: BaseException | None, outcome: int | None = None) -> click.Group:
    """A group 'tool' with one command 'work' that raises or returns what it is told."""

    @click.command("work")
    @click.option("--size", type=int)
    def work(size: int | None) -> int | None:
        if error is not None:
            raise error
        return outcome

    group = click.Group("tool")
    group.add_command(work)
    return group


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (InputError("a.html: is empty\n(two lines)"), 2, "tool: a.html: is empty (two lines)\n"),
        (FileNotFoundError(2, "No such file or directory", "x.html"), 2, "tool: x.html: No such file or directory\n"),
        (OSError(28, "No space left on device"), 2, "tool: No space left on device\n"),
        (OSError("odd"), 2, "tool: odd\n"),
        (KeyboardInterrupt(), 130, "\ntool: interrupted\n"),
        (click.ClickException("no"), 2, "tool: no\n"),
        (InputError("'\x1b]0;mine\x07' is no page"), 2, "tool: '\ufffd]0;mine\ufffd' is no page\n"),
        (ZeroDivisionError("by 0"), 2, "tool: internal error: ZeroDivisionError: by 0 (--debug shows where)\n"),
        (BaseException("panic"), 2, "tool: internal error: BaseException: panic (--debug shows where)\n"),
    ],
)
def test_errors_are_one_line_and_a_code(
    error: BaseException, code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every error of a command becomes one line on stderr and the exit code that the design gives it."""
    assert run(make_group(error), ["work"]) == code
    assert capsys.readouterr() == ("", line)


def test_wrong_usage_names_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong option value says what is wrong and where the help is, with exit code 2."""
    assert run(make_group(None), ["work", "--size", "x"]) == 2
    assert capsys.readouterr().err == (
        "tool: Invalid value for '--size': 'x' is not a valid integer. (see 'tool work --help')\n"
    )


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("--json", "No such option '--json'; did you mean '--format json'?"),
        ("--jobbs", "No such option '--jobbs'. Did you mean '--jobs'?"),
        ("--xml", "No such option '--xml'."),
    ],
)
def test_an_unknown_option_may_be_a_value(option: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Programs that write JSON with --json are as common as those with --format json."""
    group = click.Group("tool")
    params = [click.Option(["--jobs"]), click.Option(["--format"], type=click.Choice(["json", "tsv"]))]
    group.add_command(click.Command("work", params=params))
    assert run(group, ["work", option]) == 2
    assert capsys.readouterr().err == f"tool: {line} (see 'tool work --help')\n"


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    """A group alone shows its help, as it stands, on stderr, with exit code 2."""
    group = make_group(None)
    assert run(group, []) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("Usage: tool [OPTIONS] COMMAND [ARGS]...\n\nOptions:\n")


def test_a_reader_that_has_gone_is_no_error() -> None:
    """Output that nobody reads to its end, as of ``| head``, ends a command quietly with 0."""
    source = """
import click, sys
from cetr.console import run
group = click.Group("tool")
group.command("work")(lambda: [click.echo("x" * 1000) for _ in range(1000)] and None)
sys.exit(run(group, ["work"]))
"""
    with subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.parametrize("outcome", [0, 1, 3])
def test_a_command_returns_its_exit_code(outcome: int) -> None:
    """What a command returns is the exit code, also in a thread, which gets no signals."""
    assert run(make_group(None, outcome), ["work"]) == outcome
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(run, make_group(None, outcome), ["work"]).result() == outcome


@pytest.mark.parametrize("on_ctrl_c", [signal.default_int_handler, signal.SIG_IGN])
def test_a_request_to_end_is_ctrl_c(on_ctrl_c: signal.Handlers) -> None:
    """As `kill` and `timeout` send it, also if a shell ignores Ctrl-C; afterwards signals mean what they meant."""
    before, terminate = signal.signal(signal.SIGINT, on_ctrl_c), signal.getsignal(signal.SIGTERM)
    try:
        group = click.Group("tool")
        group.command("work")(lambda: signal.raise_signal(signal.SIGTERM))
        assert run(group, ["work"]) == 130
        assert signal.getsignal(signal.SIGTERM) == terminate
    finally:
        signal.signal(signal.SIGINT, before)


def test_debug_shows_the_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    """With --debug an error comes with its traceback."""
    assert run(make_group(InputError("bad")), ["--debug", "work"]) == 2
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_a_lazy_group_imports_only_what_is_asked_for() -> None:
    """Subcommands are imported by name when they run; the others may even be missing."""
    group = LazyGroup("tool", commands_at={"there": ("cetr.cli:cetr", ""), "missing": ("no_such_module:x", "")})
    context = click.Context(group)
    assert group.list_commands(context) == ["there", "missing"]
    assert isinstance(group.get_command(context, "there"), click.Command)
    assert group.get_command(context, "other") is None


def test_help_is_short_and_tells_of_debug(capsys: pytest.CaptureFixture[str]) -> None:
    """-h works for a group and below it; the group's help has --debug, which may stand anywhere."""
    group = LazyGroup("tool", commands_at={"extract": ("cetr.extraction.cli:extract", "")})
    for arguments in (["-h"], ["extract", "-h"], ["extract", "--debug", "-h"]):
        assert run(group, arguments) == 0
        assert "-h, --help" in capsys.readouterr().out
    run(group, ["--help"])
    assert "  --debug     Show the traceback of an error" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("streams", "code"), [("<&- >&-", 0), ("<&- >&- 2>&-", 0), ("--no-such 2>&-", 2), ("--no-such 2>/dev/full", 2)]
)
def test_closed_streams_change_no_exit_code(streams: str, code: int) -> None:
    """As a service starts its programs, without standard streams; what is said is lost, what came of it is not."""
    command = f"{shlex.quote(sys.executable)} -m cetr extract {shlex.quote(__file__)} {streams}"
    assert subprocess.run(["sh", "-c", command], check=False).returncode == code


def test_a_letter_that_standard_output_lacks_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends no command, as where the locale's encoding is Latin-1."""
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="latin-1"))
    group = click.Group("tool")
    group.command("work")(lambda: click.echo("\u00e9 \u4e2d"))
    assert run(group, ["work"]) == 0
    assert raw.getvalue() == b"\xe9 \\u4e2d\n"


def test_a_misspelt_command_is_told_which_one_is_like_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The nearest name is suggested, where there is one; an address lacks the first command."""
    group = LazyGroup("tool", commands_at={"extract": ("cetr.extraction.cli:extract", "")})
    assert [run(group, [name]) for name in ("extrat", "zzz", "http://a/")] == [2, 2, 2]
    assert capsys.readouterr().err == (
        "tool: No such command 'extrat'; did you mean 'extract'? (see 'tool --help')\n"
        "tool: No such command 'zzz' (see 'tool --help')\n"
        "tool: No such command 'http://a/'; did you mean 'tool extract http://a/'? (see 'tool --help')\n"
    )


def test_an_option_without_its_value_leads_to_the_help_of_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Click raises this error without saying which command it was."""
    group = LazyGroup("tool", commands_at={"extract": ("cetr.extraction.cli:extract", "")})
    assert run(group, ["extract", "--jobs"]) == 2
    assert capsys.readouterr().err == "tool: Option '--jobs' requires an argument. (see 'tool extract --help')\n"


def test_a_misspelt_value_is_told_which_one_is_like_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The nearest of an option's values is suggested, where there is one."""
    group = click.Group("tool")
    group.command("work", params=[click.Option(["--form"], type=click.Choice(["text", "markdown"]))])(lambda form: None)
    assert [run(group, ["work", "--form", name]) for name in ("mardown", "zzz")] == [2, 2]
    assert capsys.readouterr().err == (
        "tool: Invalid value for '--form': 'mardown' is not one of 'text', 'markdown'; did you mean 'markdown'?"
        " (see 'tool work --help')\n"
        "tool: Invalid value for '--form': 'zzz' is not one of 'text', 'markdown'. (see 'tool work --help')\n"
    )


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("tool ex", "plain,extract"),
        ("tool extract --form", "plain,--format"),
        ("tool --de", "plain,--debug"),
        ("tool extract --method lea", "plain,learned"),
    ],
)
def test_shells_complete(
    words: str, completed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The shell's question through click's variables is answered with subcommands, options and extractors."""
    group = LazyGroup("tool", commands_at={"extract": ("cetr.extraction.cli:extract", ""), "plot": ("x:y", "")})
    for name, value in {"COMPLETE": "bash_complete", "WORDS": words, "CWORD": str(words.count(" "))}.items():
        monkeypatch.setenv(f"_TOOL_{name}" if name == "COMPLETE" else f"COMP_{name}", value)
    assert run(group, []) == 0
    assert capsys.readouterr().out == completed + "\n"
