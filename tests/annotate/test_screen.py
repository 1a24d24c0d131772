"""Whether the screen on which windows open answers."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from annotate.screen import reaches_screen
from tests.annotate.window import virtual_screen, with_window


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for the sockets of a session, with a short path, and no other screen."""
    with TemporaryDirectory(dir="/tmp") as made:
        for variable in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
            monkeypatch.delenv(variable, raising=False)
        monkeypatch.setenv("XDG_RUNTIME_DIR", made)
        yield Path(made)


@pytest.mark.parametrize("named", [None, "wayland-7", "other/wayland-7"])
def test_a_wayland_screen_answers_until_it_is_gone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, named: str | None
) -> None:
    """Under its default name, another one, or a whole path; in a session without X, too."""
    assert not reaches_screen()
    path = folder / (named or "wayland-0")
    path.parent.mkdir(exist_ok=True)
    if named:
        monkeypatch.setenv("WAYLAND_DISPLAY", str(path) if "/" in named else named)
    with socket.socket(socket.AF_UNIX) as screen:
        screen.bind(str(path))
        screen.listen()
        assert reaches_screen()
    assert not reaches_screen()  # what is left is a file


@with_window
def test_of_two_screens_the_session_names_the_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """X has a screen here, and Wayland the remains of one."""
    (folder / "wayland-0").touch()
    with virtual_screen() as screen:
        monkeypatch.setenv("DISPLAY", screen)
        assert reaches_screen()
        monkeypatch.setenv("XDG_SESSION_TYPE", "wayland")
        assert not reaches_screen()
