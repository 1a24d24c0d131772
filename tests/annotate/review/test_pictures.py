"""The page's picture beside its lines, in terminals that can show one."""

from __future__ import annotations

import fcntl
import gzip
import io
import json
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from annotate.review.pictures import read_picture
from cetr.console import InputError
from evaluate.package import attach_files, read_document
from tests.annotate.review.pages import make_package, span_of

image = pytest.importorskip("PIL.Image")
pytest.importorskip("textual_image")

PAGE = "<html><body><p>First</p>\n<p>Second</p>\n<p hidden>Third</p></body></html>"
RED, GREEN = (200, 0, 0), (0, 120, 0)


def make_pictured(folder: Path, size: tuple[int, int] = (200, 1000)) -> Path:
    """A page whose first paragraph is red, and whose second, far below, is green."""
    make_package(folder, {"page": (PAGE, ())})
    picture = image.new("RGB", size, (255, 255, 255))
    picture.paste(RED, (0, 0, 200, 100))
    picture.paste(GREEN, (0, 800, 200, 900))
    drawn = io.BytesIO()
    picture.save(drawn, "PNG")
    starts = [PAGE.index(tag) for tag in ("<html", "<body", "<p>First", "<p>Second", "<p hidden")]
    columns = {
        "start": starts,
        "x": [0] * 5,
        "y": [0, 0, 0, 400, 0],
        "width": [100] * 4 + [0],
        "height": [500, 500, 50, 50, 0],
        "visible": [1] * 4 + [0],
        "font_size": [16] * 5,
        "font_weight": [400] * 5,
        "background": [0] * 5,
    }
    layout = {"schema": 1, "viewport": [100, 100], "page": [100, 500], "colours": ["#fff"], "elements": columns}
    attach_files(
        folder, "page", {".png": drawn.getvalue(), ".layout.json.gz": gzip.compress(json.dumps(layout).encode())}
    )
    return folder


def test_the_part_around_a_line_is_cut_out(tmp_path: Path) -> None:
    """As wide as the page, in the shape that is asked for, with a frame; the picture may be larger than the layout."""
    picture = read_picture(read_document(make_pictured(tmp_path / "news"), "page"))
    first = picture.cut_out(span_of(PAGE, "First")[0], (20, 30))
    second = picture.cut_out(span_of(PAGE, "Second")[0], (20, 30))
    assert first.size == second.size == (200, 300)
    assert (first.getpixel((50, 50)), second.getpixel((50, 150))) == (RED, GREEN)
    assert second.getpixel((50, 100 - 4)) == (29, 95, 168)


def test_text_that_is_not_shown_has_no_frame(tmp_path: Path) -> None:
    """The top of the page is shown, and a page that is lower than the shape as a whole."""
    picture = read_picture(read_document(make_pictured(tmp_path / "news"), "page"))
    part = picture.cut_out(span_of(PAGE, "Third")[0], (20, 300))
    assert part.size == (200, 1000)
    assert {colour for _, colour in part.getcolors()} == {RED, GREEN, (255, 255, 255)}


def test_what_cannot_be_shown_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page without a picture, one that is none, and one that would take the memory."""
    bare = read_document(make_package(tmp_path / "bare", {"page": (PAGE, ())}), "page")
    with pytest.raises(InputError, match=r"page: has no screenshot or no layout; 'annotate render' adds both"):
        read_picture(bare)
    folder = make_pictured(tmp_path / "news")
    monkeypatch.setattr("annotate.review.pictures.LARGEST", 1000)
    with pytest.raises(InputError, match=r"page\.png: 200 × 1000 pixels are too many"):
        read_picture(read_document(folder, "page"))
    (folder / "page.png").write_bytes(b"no picture")
    with pytest.raises(InputError, match=r"page\.png: cannot be read"):
        read_picture(read_document(folder, "page"))


KITTY = {b"\x1b[c": b"\x1b[?62;22c", b"a=q": b"\x1b_Gi=1;OK\x1b\\"}
SIXEL = {b"\x1b[c": b"\x1b[?62;4;22c"}


@pytest.mark.parametrize(
    ("answers", "sign"), [(SIXEL, b"\x1bP"), (KITTY, "\U0010eeee".encode())], ids=["sixel", "kitty"]
)
def test_a_terminal_with_graphics_gets_them(tmp_path: Path, answers: dict[bytes, bytes], sign: bytes) -> None:
    """It is asked what it can do when the reviewer starts; P shows the picture as it likes it."""
    folder = make_pictured(tmp_path / "news")
    terminal, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 900, 1000))
    config = tmp_path / "review.toml"
    config.write_text("extractors = []", "utf-8")
    command = [sys.executable, "-m", "annotate", "review", str(folder), "--config", str(config)]
    environment = os.environ | {"TERM": "xterm-256color"}
    started = subprocess.Popen(
        command, stdin=inside, stdout=inside, stderr=inside, env=environment, start_new_session=True
    )
    os.close(inside)
    shown, asked, pressed, until = b"", dict(answers), False, time.monotonic() + 120
    try:
        while sign not in shown and time.monotonic() < until:
            if select.select([terminal], [], [], 0.2)[0]:
                shown += os.read(terminal, 65536)
            for question in [question for question in asked if question in shown]:
                os.write(terminal, asked.pop(question))
            if not pressed and b"1003h" in shown and "▶".encode() in shown:
                os.write(terminal, b"P")
                pressed = True
    finally:
        started.kill()
        started.wait()
        os.close(terminal)
    assert sign in shown
