"""Where commands run that need more than a folder: a server with pages, a screen, a terminal with somebody at it."""

from __future__ import annotations

import os
import pty
import re
import shutil
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fcntl import ioctl
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from benchmarks.capture import serve
from benchmarks.reliability.cluster import CLUSTER, start_cluster
from benchmarks.reliability.outcome import LackError
from benchmarks.reliability.pages import make_served
from benchmarks.reliability.starting import make_arguments, make_environment, start
from cetr.console import InputError
from evaluate.package import Meta, read_meta, read_package

Running = subprocess.Popen[bytes]
PAGES = 10
"""Pages of the server."""


@dataclass(frozen=True)
class Setting:
    """How a command is started, and the addresses of pages that are served."""

    start: Callable[[str, Path], Running] = start
    urls: tuple[str, ...] = ()


@contextmanager
def alone() -> Iterator[Setting]:
    """Nothing but a folder."""
    yield Setting()


@contextmanager
def with_cluster() -> Iterator[Setting]:
    """A Dask scheduler and two workers, which stay when a command is killed."""
    with TemporaryDirectory(prefix="dask-") as folder, start_cluster(Path(folder)) as (address, _):
        yield Setting(lambda line, place: start(line.replace(CLUSTER, address), place))


@contextmanager
def with_editor() -> Iterator[Setting]:
    """An editor that takes its time and writes a whole settings file."""
    yield Setting(_start_with_editor)


def _start_with_editor(line: str, folder: Path) -> Running:
    editor, settings = folder / "tmp" / "editor", folder / "settings.toml"
    editor.parent.mkdir(exist_ok=True)
    editor.write_text(
        '#!/bin/sh\nsleep .4\nprintf \'[annotate.capture]\\nviewport = "1024x768"\\n\' > "$1"\nsleep .4\n'
    )
    editor.chmod(0o755)
    return start(line, folder, more={"VISUAL": str(editor), "CETR_GOLD_SETTINGS": str(settings)})


@contextmanager
def with_pages() -> Iterator[Setting]:
    """Pages on a server."""
    with serve(make_served(PAGES)) as site:
        yield Setting(urls=tuple(f"{site}/page{number}.html" for number in range(PAGES)))


@contextmanager
def with_window() -> Iterator[Setting]:
    """The same, a screen that nobody sees, and a person who presses Enter again and again."""
    if missing := [name for name in ("Xvfb", "openbox", "xdotool") if not shutil.which(name)]:
        raise LackError(f"{', '.join(missing)} not installed")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as answer:
            screen = {"DISPLAY": f":{answer.readline().strip()}"}
        manager = subprocess.Popen(
            ["openbox"], env=os.environ | screen, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            with with_pages() as setting:
                yield Setting(partial(_start_in_window, screen), setting.urls)
        finally:
            manager.terminate()
            manager.wait()
            server.terminate()


def _start_in_window(screen: Mapping[str, str], line: str, folder: Path) -> Running:
    running = start(line, folder, more=screen)

    def press() -> None:
        while running.returncode is None:
            time.sleep(0.3)
            subprocess.run(
                ["xdotool", "key", "Return"], env=os.environ | screen, stderr=subprocess.DEVNULL, check=False
            )

    Thread(target=press, daemon=True).start()
    return running


@contextmanager
def in_terminal() -> Iterator[Setting]:
    """A terminal, and a person who takes the first prediction of each draft and approves it, then leaves."""
    yield Setting(partial(_start_in_terminal, _decide_all))


@contextmanager
def in_terminal_looking() -> Iterator[Setting]:
    """A terminal, and a person who leaves as soon as the screen is there."""
    yield Setting(partial(_start_in_terminal, _leave))


Press = Callable[[str], bool]


def _start_in_terminal(person: Callable[[Path, Press, Callable[[], bytes]], None], line: str, folder: Path) -> Running:
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 48, 160, 0, 0))
    running = subprocess.Popen(
        make_arguments(line),
        cwd=folder,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=make_environment(folder, {"TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none"}),
        start_new_session=True,
    )
    os.close(theirs)
    written = bytearray()

    def read() -> None:
        with suppress(OSError):  # the other end has ended
            while some := os.read(ours, 1 << 16):
                written.extend(some)

    def press(key: str) -> bool:
        with suppress(OSError):
            os.write(ours, key.encode())
        time.sleep(0.1)
        return running.returncode is None

    def work() -> None:
        reader = Thread(target=read, daemon=True)
        reader.start()
        person(folder / line.split()[2], press, lambda: bytes(written))
        reader.join()
        os.close(ours)

    Thread(target=work, daemon=True).start()
    return running


_SCREEN = re.compile(rb"\x1b\[\?1049h")
"""What a program writes that takes the whole screen."""


def _leave(_: Path, press: Press, written: Callable[[], bytes]) -> None:
    while press("q" if _SCREEN.search(written()) else ""):
        pass


def _decide_all(package: Path, press: Press, _: Callable[[], bytes]) -> None:
    """Go by what is saved: ``A`` until a document has marks, ``a`` until it is approved, ``q`` when all are."""
    for name in read_package(package).names:
        while not (meta := _look(package, name)).fragments and meta.status == "draft":
            if not press("A"):
                return
        while _look(package, name).status == "draft":
            if not press("a"):
                return
            until = time.monotonic() + 5
            while _look(package, name).status == "draft" and time.monotonic() < until and press(""):
                pass
    while press("q"):
        pass


def _look(package: Path, name: str) -> Meta:
    """What is saved of a document, looked at while another process saves it."""
    try:
        return read_meta(package, name)
    except InputError:
        time.sleep(0.05)
        return read_meta(package, name)
