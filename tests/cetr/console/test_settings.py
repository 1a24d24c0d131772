from __future__ import annotations

import os
from pathlib import Path

import click
import pytest

from cetr.console import LazyGroup, run
from cetr.console.settings import VARIABLE

COMMANDS = {"work": (f"{__name__}:work", ""), "rest": (f"{__name__}:work", "")}


@click.command("work")
@click.option("--wide-name", "width", type=int, default=1)
@click.option("--each", multiple=True, default=("one",))
@click.option("--fast", is_flag=True)
@click.option("--format", "kind", type=click.Choice(["html", "text"]))
def work(width: int, each: tuple[str, ...], fast: bool, kind: str) -> None:
    """Print what came of the options."""
    if fast and width > 9:
        raise click.UsageError("--fast needs a narrow name")
    click.echo(f"{width} {' '.join(each)} {fast}")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A settings file that is the person's."""
    path = tmp_path / "settings.toml"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


def test_options_have_the_persons_own_defaults(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An option on the command line goes before an environment variable, that before the file, that before ours."""
    group = LazyGroup("tool", commands_at=COMMANDS)
    run(group, ["work"])
    file.write_text('[tool.work]\nwide-name = 2\neach = ["two", "three"]\nfast = true\n[other.command]\nx = 1\n')
    run(group, ["work"])
    monkeypatch.setenv("TOOL_WORK_WIDE_NAME", "4")
    monkeypatch.setenv("TOOL_WORK_EACH", "five six")
    monkeypatch.setenv("TOOL_WORK_FAST", "false")
    run(group, ["work"])
    run(group, ["work", "--wide-name", "7", "--fast"])
    assert capsys.readouterr().out.splitlines() == [
        "1 one False",
        "2 two three True",
        "4 five six False",
        "7 five six True",
    ]


def test_what_does_not_go_with_a_default_of_ones_own_names_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who types one option may not think of the other; other defaults, and wrong values, have nothing to do with it."""
    group = LazyGroup("tool", commands_at=COMMANDS)
    file.write_text('[tool.work]\nfast = true\nformat = "html"\n')
    assert [run(group, ["work", *more]) for more in (["--wide-name", "10"], ["--wide-name", "x"])] == [2, 2]
    assert capsys.readouterr().err.splitlines() == [
        "tool: --fast needs a narrow name (see 'tool work --help'; your own defaults: tool.work.fast)",
        "tool: Invalid value for '--wide-name': 'x' is not a valid integer. (see 'tool work --help')",
    ]


def test_one_value_stands_for_a_list_of_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An option that takes many takes a single one from the file, too."""
    file.write_text('[tool.work]\neach = "two"\n')
    assert run(LazyGroup("tool", commands_at=COMMANDS), ["work"]) == 0
    assert capsys.readouterr().out == "1 two False\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.work]\nwide = 2", "tool.work.wide: is not an option of 'tool work'; did you mean 'wide-name'?"),
        ("[tool]\nwork = 2", "tool.work: is not a table, such as [tool.work]"),
        ("tool = 2", "tool: is not a table, such as [tool.work]"),
        ("[tool.wrok]", "tool.wrok: is not a command of 'tool'; did you mean 'work'?"),
        ("[tool]\nrest = 2", "tool.rest: is not a table, such as [tool.rest]"),
        ('[tool.work]\nwide-name = "x"', "tool.work.wide-name: 'x' is not a valid integer"),
        ("[tool.work]\nwide-name = [1]", "tool.work.wide-name: the option does not take [1]"),
        ("[tool.work]\nfast = {x = 1}", "tool.work.fast: the option does not take {'x': 1}"),
        (
            '[tool.work]\nformat = "txt"',
            "tool.work.format: 'txt' is not one of 'html', 'text'; did you mean 'text'?",
        ),
        ("[tool", "is not TOML: Expected ']' at the end of a table declaration (at end of document)"),
    ],
)
def test_mistakes_are_named(file: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong setting is one line with the file and the key."""
    file.write_text(text)
    assert run(LazyGroup("tool", commands_at=COMMANDS), ["work"]) == 2
    assert capsys.readouterr().err == f"tool: {file}: {message}\n"


def test_a_wrong_variable_is_named(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A value that the option does not take is one line with the variable."""
    monkeypatch.setenv("TOOL_WORK_WIDE_NAME", "wide")
    assert run(LazyGroup("tool", commands_at=COMMANDS), ["work"]) == 2
    assert capsys.readouterr().err == "tool: TOOL_WORK_WIDE_NAME: 'wide' is not a valid integer\n"


def test_an_unreadable_file_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder in the file's place and a file in another encoding are one line each."""
    file.mkdir()
    assert run(LazyGroup("tool", commands_at=COMMANDS), ["work"]) == 2
    file.rmdir()
    file.write_bytes(b"# \xe9")
    assert run(LazyGroup("tool", commands_at=COMMANDS), ["work"]) == 2
    assert capsys.readouterr().err == f"tool: {file}: is not a regular file\ntool: {file}: is not UTF-8 (byte 2)\n"


def test_a_file_that_everybody_can_write_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another user of the machine could name a program in it; the same file is read once nobody else can write it."""
    file.write_text("[tool.work]\nwide-name = 7\n")
    file.chmod(0o666)
    assert run(LazyGroup("tool", commands_at=COMMANDS), ["work"]) == 2
    told = f"every user of this machine can change it; prevent that with: chmod o-w {file}"
    assert capsys.readouterr().err == f"tool: {file}: {told}\n"
    file.chmod(0o664)
    assert run(LazyGroup("tool", commands_at=COMMANDS), ["work"]) == 0
    assert capsys.readouterr().out == "7 one False\n"


def test_a_file_of_another_user_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only your own settings and those of root count."""
    file.write_text("")
    if os.geteuid() == 0:
        os.chown(file, 1, -1)
    else:
        monkeypatch.setattr("os.geteuid", lambda: os.getuid() + 1)
    assert run(LazyGroup("tool", commands_at=COMMANDS), ["work"]) == 2
    told = "belongs to another user of this machine; use a copy of your own"
    assert capsys.readouterr().err == f"tool: {file}: {told}\n"


def test_settings_without_end(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A file is read up to a limit, pipes and devices are not read, and the null device is a file without settings."""
    file.write_bytes(b" " * 1_000_001)
    assert run(LazyGroup("tool", commands_at=COMMANDS), ["work"]) == 2
    assert capsys.readouterr().err == f"tool: {file}: is larger than 1 MB, the limit\n"
    reading, writing = os.pipe()
    os.write(writing, b"[tool.work]\nwide-name = 7\n")
    os.close(writing)
    for name in (f"/dev/fd/{reading}", "/dev/zero"):
        monkeypatch.setenv(VARIABLE, name)
        assert run(LazyGroup("tool", commands_at=COMMANDS), ["work"]) == 2
        assert capsys.readouterr().err == f"tool: {name}: is not a regular file\n"
    os.close(reading)
    monkeypatch.setenv(VARIABLE, "/dev/null")
    assert run(LazyGroup("tool", commands_at=COMMANDS), ["work"]) == 0
