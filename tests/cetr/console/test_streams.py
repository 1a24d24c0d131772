from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest

from cetr.cli import cetr
from cetr.console import disarm, run

HARM = "\x1b[31m\x07\x84\x9b\u202e"


class _Terminal(io.TextIOWrapper):
    """A terminal, as far as anybody asks."""

    def isatty(self) -> bool:
        return True


def test_a_line_of_an_error_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    """The name of what is missing may have come from a stranger's list."""
    name = "x" * 200_000
    assert run(cetr, ["extract", f"https://a.example:x/{name}", "--method", "plain"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert (len(line), line[-2:]) == (1000, "x\u2026")


def print_to(
    stream: type[io.TextIOWrapper], encoding: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> bytes:
    """What a command writes to standard output of a kind and an encoding."""
    raw = io.BytesIO()
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", stream(raw, encoding=encoding, newline="\n"))
        assert run(cetr, ["extract", *arguments, "--method", "plain"]) == 0
        return raw.getvalue()


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-8"])
def test_programs_get_utf8(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    """JSON, lines and rows are UTF-8 whatever the locale; text is in the locale's encoding, as far as it goes."""
    page = tmp_path / "p.html"
    page.write_text("<p>é 中", encoding="utf-8")
    other = Path(shutil.copy(page, tmp_path / "other.html"))

    def output(*arguments: str) -> bytes:
        return print_to(io.TextIOWrapper, encoding, [str(page), *arguments], monkeypatch)

    assert json.loads(output("--format", "json").decode())["text"] == "é 中"
    assert output("--format", "lines").decode().endswith("\té 中\n")
    assert [json.loads(line)["text"] for line in output(str(other)).decode().splitlines()] == ["é 中"] * 2
    text = {"latin-1": b"\xe9 \\u4e2d\n", "ascii": b"\\xe9 \\u4e2d\n", "utf-8": "é 中\n".encode()}
    assert output() == text[encoding]


def test_no_page_commands_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a terminal would obey is replaced there, in JSON escaped; a file gets the text as it is."""
    page = tmp_path / "p.html"
    page.write_text(f"<p>a {HARM} b<p>c", encoding="utf-8")
    other = Path(shutil.copy(page, tmp_path / "other.html"))

    def output(stream: type[io.TextIOWrapper], *arguments: str) -> str:
        return print_to(stream, "utf-8", [str(page), *arguments], monkeypatch).decode()

    shown = "a \ufffd[31m\ufffd\ufffd\ufffd\ufffd b"
    assert output(_Terminal) == f"{shown}\nc\n"
    assert output(_Terminal, "--format", "lines").endswith(f"\t{shown}c\n")
    found = output(_Terminal, "--format", "json"), output(_Terminal, str(other)).splitlines()[1]
    for line in found:
        assert "a \\u001b[31m\\u0007\\u0084\\u009b\\u202e b" in line
        assert json.loads(line)["text"] == f"a {HARM} b\nc"
    assert output(io.TextIOWrapper) == f"a {HARM} b\nc\n"
    assert json.loads(output(io.TextIOWrapper, "--format", "json"))["text"] == f"a {HARM} b\nc"


def test_what_is_counted_does_not_command_either(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page that failed first may have any name."""
    (tmp_path / "a\x1b[2J.warc").write_bytes(b"no WARC")
    (tmp_path / "b.html").write_text("<p>b")
    assert run(cetr, ["extract", str(tmp_path)]) == 3
    err = capsys.readouterr().err
    assert "\x1b" not in err
    assert "a.warc: unreadable: " in err


def test_marks_of_direction_are_left_out() -> None:
    """They are common between Hebrew and digits, where nobody sees them; what turns a whole line is replaced."""
    assert disarm("\u05d0\u200f 12\u200e\u061c\ufeff \u202e!") == "\u05d0 12 \ufffd!"
    assert (
        disarm("\u05d0 \u2066/etc\u2069, \u202a/usr\u202c, \u202b\u05d0\u2068x\u2067") == "\u05d0 /etc, /usr, \u05d0x"
    )
