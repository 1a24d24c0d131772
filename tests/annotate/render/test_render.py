"""Rendering saved pages in a real Chromium: boxes as styled, nothing fetched, no script run."""

from __future__ import annotations

import gzip
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread
from playwright.sync_api import BrowserContext

from annotate.capture.warc import Exchange, write_warc
from annotate.render.page import render_page
from cetr.document import derive_text, read_page
from cetr.visual import read_layout
from cetr.visual.hybrid import hybrid
from cetr.visual.vips import vips
from evaluate.package import (
    Document,
    Meta,
    PackageInfo,
    attach_files,
    create_package,
    html_hash,
    read_document,
    write_document,
)
from evaluate.package.files import EXCHANGE, LAYOUT, SCREENSHOT
from tests.annotate.wrapping import find_driver, wrap_browser
from tests.processes import ending, find_processes, inheriting_interrupts, wait_until


def render(browser: BrowserContext, html: str) -> tuple[bytes, bytes]:
    """The layout and the screenshot of a page that is in no package."""
    meta = Meta(url="http://a.example/", html_sha256=html_hash(html))
    assert browser.browser is not None
    return render_page(browser.browser, Document(Path("nowhere"), "a", html, "", meta, ""))


def lay_out(browser: BrowserContext, html: str) -> dict[str, Any]:
    """The parsed layout of a page."""
    layout: dict[str, Any] = json.loads(gzip.decompress(render(browser, html)[0]))
    return layout


STYLED = """<!DOCTYPE html><html><head><title>\U0001f600</title><style>
body { margin: 0; background: rgb(250, 250, 250) } div { position: absolute }
</style></head><body><!-- <div> --><div
style="left:10px;top:20px;width:300px;height:40px;font:700 20px serif">\u4e2d</div
><div style="left:400px;top:2000px;width:50px;height:50px;background:rgb(1,2,3)"><p>in it</div>
<div style="display:none">no</div><div style="visibility:hidden;width:9px;height:9px">no</div></body></html>"""


def test_every_element_has_its_box_at_its_place_in_the_source(browser: BrowserContext) -> None:
    """Boxes, fonts, colours and visibility are those of the style sheet, matched by code points."""
    tree = read_page(STYLED).tree
    parsed = lay_out(browser, STYLED)
    layout = read_layout(tree, parsed)
    divs = [i for i in range(len(tree)) if tree.is_named("div")[i]]
    assert [tuple(layout.box[i]) for i in divs[:2]] == [(10, 20, 310, 60), (400, 2000, 450, 2050)]
    assert layout.shown[divs].tolist() == [True, True, False, False]
    assert (layout.font_size[divs[0]], layout.font_weight[divs[0]]) == (20, 700)
    colours = [parsed["colours"][layout.background[i]] for i in divs[:2]]
    assert colours == ["rgb(250, 250, 250)", "rgb(1, 2, 3)"]
    assert layout.height == 2050


def test_the_picture_shows_nothing_on_its_way(browser: BrowserContext) -> None:
    """What has another place in a narrow window, and moves back slowly, stands where the layout has it."""
    style = """#bar { position: absolute; left: 300px; width: 100px; height: 50px; background: #f00 }
        @media (min-width: 769px) { #bar { transition: left 9s } } @media (max-width: 768px) { #bar { left: 0 } }
        #tall { height: 200vh }"""
    page = f"<!doctype html><style>{style}</style><div id=bar></div><p id=tall>Text"
    picture = imread(BytesIO(render(browser, page)[1]))
    assert [picture[30, x, :3].tolist() for x in (290, 310, 390, 410)] == [[1, 1, 1], [1, 0, 0], [1, 0, 0], [1, 1, 1]]


@pytest.mark.parametrize("content", ["0", "0; url=http://site.example/", "0; url=about:blank"])
def test_a_page_that_sends_its_visitors_on_stays(browser: BrowserContext, content: str) -> None:
    """Else the boxes and the picture would be those of the browser's own page for what it cannot fetch."""
    html = f'<html><head><META Content="{content}" HTTP-EQUIV="Refresh"></head><body><p>text</body></html>'
    assert lay_out(browser, html)["elements"]["start"] == [
        html.index(tag) for tag in ("<html", "<head", "<META", "<body", "<p")
    ]


def test_scripts_do_not_run_and_noscript_stays_hidden(browser: BrowserContext) -> None:
    """Neither scripts nor handlers change the page; what is for browsers without scripts has no box."""
    html = (
        "<body><p>text</p><script>document.body.innerHTML = ''</script><img src=x onerror='document.body.remove()'>"
        "<noscript><p>not shown</p></noscript></body>"
    )
    tree = read_page(html).tree
    layout = read_layout(tree, lay_out(browser, html))
    paragraphs = [bool(layout.shown[i]) for i in range(len(tree)) if tree.is_named("p")[i]]
    assert paragraphs == [True, False]


def test_shadow_trees_and_clobbered_names_are_seen(browser: BrowserContext) -> None:
    """A page that names elements like functions of the document, and hides text in a shadow tree, is laid out."""
    html = (
        "<body><form name=querySelectorAll></form><img name=documentElement><div><template shadowrootmode=open>"
        "<p>in the shadow</p></template></div></body>"
    )
    tree = read_page(html).tree
    layout = read_layout(tree, lay_out(browser, html))
    assert [bool(layout.shown[i]) for i in range(len(tree)) if tree.is_named("p")[i]] == [True]


def test_a_style_sheet_that_stands_in_another_shadow_root_counts(browser: BrowserContext) -> None:
    """It is saved once, and an empty element stands for it elsewhere."""
    html = "".join(
        f"<div><template shadowrootmode=closed><p>A</p><style data-adoptedstylesheet=1>{rules}</style></template></div>"
        for rules in ("p { font-size: 9px }", "")
    )
    tree = read_page(html).tree
    layout = read_layout(tree, lay_out(browser, html))
    assert [layout.font_size[i] for i in range(len(tree)) if tree.is_named("p")[i]] == [9, 9]


def test_what_waits_for_a_custom_element_has_a_box(browser: BrowserContext) -> None:
    """Where no script runs, none would be defined."""
    html = "<body><style>:not(:defined) { display: none }</style><x-a><p>text</p></x-a></body>"
    tree = read_page(html).tree
    layout = read_layout(tree, lay_out(browser, html))
    assert [bool(layout.shown[i]) for i in range(len(tree)) if tree.is_named("p")[i]] == [True]


def test_what_is_in_frames_has_a_box(browser: BrowserContext) -> None:
    """Where it is on the page, also in frames of frames, as their own rules say; empty frames keep their room."""
    style = "<style>* { margin: 0; border: 0; font-size: 9px } iframe { display: block }</style>"
    html = (
        f"<!doctype html><body>{style}<iframe height=100></iframe><iframe height=200><body>{style}<p>a</p>"
        "<frame width=90 height=50><noframes><p>b</p></noframes></iframe></body>"
    )
    tree = read_page(html).tree
    layout = read_layout(tree, lay_out(browser, html))
    boxes = [(*layout.box[i, :2].tolist(), layout.font_size[i]) for i in np.flatnonzero(tree.is_named("p"))]
    below = layout.box[np.flatnonzero(tree.is_named("frame"))[0], 1]
    assert boxes == [(0, 100, 9), (8, below + 16, 16)]
    assert layout.shown[tree.is_named("p", "iframe", "frame")].all()


def test_style_sheets_come_from_what_was_recorded(browser: BrowserContext, tmp_path: Path) -> None:
    """As in the reviewer's window, if there is a WARC beside the page."""
    pytest.importorskip("warcio")
    html = "<link rel=stylesheet href=s.css><p>text"
    folder = make_package(tmp_path / "p", html)
    bodies = {"": ("text/html", html.encode()), "s.css": ("text/css", b"p { font-size: 9px }")}
    loaded = [
        Exchange(f"http://a.b/{path}", "GET", {}, 200, "OK", (("Content-Type", kind),), body)
        for path, (kind, body) in bodies.items()
    ]
    attach_files(folder, "a-0001", {EXCHANGE: write_warc(loaded, datetime(2026, 1, 2, tzinfo=UTC))})
    assert browser.browser is not None
    layout, _ = render_page(browser.browser, read_document(folder, "a-0001"))
    assert json.loads(gzip.decompress(layout))["elements"]["font_size"] == [16, 9]


def test_nothing_is_fetched(browser: BrowserContext) -> None:
    """Nothing that a saved page names makes the browser so much as connect to a server."""
    connections: list[bytes] = []

    def accept(listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                connections.append(b"connected")
                connection.close()

    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        Thread(target=accept, args=(listener,), daemon=True).start()
        at = f"http://127.0.0.1:{listener.getsockname()[1]}"
        render(
            browser,
            f"<base href='{at}/'><link rel=preconnect href={at}><link rel=stylesheet href=a.css>"
            f"<link rel=preload as=image href=b.png><img src='{at}/c.png'><iframe src='{at}/d'></iframe>"
            f"<style>@import '{at}/e.css'; p {{ background: url({at}/f) }}</style>"
            f"<p>text<script src={at}/g.js></script>",
        )
        time.sleep(0.5)
        listener.shutdown(socket.SHUT_RDWR)
    assert connections == []


ARTICLE = "<p>A paragraph of the article in the middle column, which is much longer than what stands beside it.</p>" * 4
PAGE = (
    "<!DOCTYPE html><body style='margin:0;width:1280px'><div style='position:absolute;left:0;width:200px'>"
    + "<p><a href=x>a link</a></p>" * 9
    + f"</div><div style='position:absolute;left:240px;width:800px'>{ARTICLE}</div></body>"
)

NAMES = [f"{letter}-000{number}" for number in range(1, 7) for letter in "abcdefghijklmnopqrstuvwxyz"]


def make_package(folder: Path, *pages: str) -> Path:
    """A package of these pages, named by letters; of two if none are given, of which the second shows nothing."""
    create_package(folder, PackageInfo(name="p"))
    for name, html in zip(NAMES, pages or (PAGE, ""), strict=False):
        meta = Meta(url="http://a.b/", html_sha256=html_hash(html))
        write_document(folder, name, meta=meta, text="gold", html=html)
    return folder


COMMAND = (sys.executable, "-m", "annotate", "render")


def run_command(*arguments: str) -> str:
    """What ``annotate render`` prints, in a process of its own: this one has a browser open."""
    return subprocess.run([*COMMAND, *arguments], check=True, capture_output=True, text=True, timeout=240).stdout


@pytest.mark.long
def test_the_command_adds_layout_and_screenshot(tmp_path: Path) -> None:
    """Both files, once, for every document that can be read, which stays as it is; visual methods can work."""
    folder = make_package(tmp_path / "p")
    before = read_document(folder, "a-0001")
    assert run_command(str(folder)) == "a-0001\nb-0001\n"
    after = read_document(folder, "a-0001")
    assert after.revision == before.revision
    assert after.html == before.html
    assert after.path(SCREENSHOT).read_bytes().startswith(b"\x89PNG")
    layout = json.loads(gzip.decompress(after.path(LAYOUT).read_bytes()))
    expected = derive_text(ARTICLE)
    assert [derive_text(PAGE, method(PAGE, layout=layout)) for method in (vips, hybrid)] == [expected] * 2
    picture = read_document(folder, "b-0001").path(SCREENSHOT)
    drawn = picture.stat().st_mtime_ns
    assert run_command(str(folder)) == ""
    (folder / "a-0001.json").write_text("{")
    done = subprocess.run([*COMMAND, str(folder), "--again"], capture_output=True, text=True, timeout=240)
    assert (done.returncode, done.stdout) == (3, "b-0001\n")
    assert done.stderr.startswith(f"annotate: {folder}/a-0001.json: ")
    assert picture.stat().st_mtime_ns == drawn


def test_a_package_that_cannot_be_written_ends_the_command(tmp_path: Path) -> None:
    """One line says so, before a browser starts, and not one for each page."""
    folder = make_package(tmp_path / "p")
    (folder / "journal.jsonl").symlink_to(tmp_path / "other")
    command = [*COMMAND, str(folder), "--browser", "/no/such/browser"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        f"annotate: {folder}/journal.jsonl: is a link, and nothing is written through links; put the file itself "
        "there, or remove it if it is not yours"
    ]


@pytest.mark.long
@pytest.mark.parametrize("ends", ["browser", "driver"])
def test_a_browser_that_has_ended_ends_the_command(ends: str, tmp_path: Path) -> None:
    """One line says so, and none blames a page; how many are left, and how to go on."""
    folder, (wrapper, number) = make_package(tmp_path / "p", *(PAGE + name for name in NAMES)), wrap_browser(tmp_path)
    command = [sys.executable, "-u", *COMMAND[1:], str(folder), "--browser", str(wrapper)]
    with ending(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        os.kill(int(number.read_text()) if ends == "browser" else find_driver(child.pid), signal.SIGKILL)
        rest, errors = child.communicate(timeout=240)
    left = len(NAMES) - len((first + rest).split())
    assert (child.returncode, errors.splitlines()) == (3, [
        "annotate: the browser has ended",
        f"annotate: {left} of {len(NAMES)} pages are left; run the same command again to continue",
    ])  # fmt: skip


@pytest.mark.long
def test_sigterm_that_ends_the_browser_too_is_an_interrupt(tmp_path: Path) -> None:
    """Schedulers send it to all processes of a command, and no page is to blame."""
    folder = make_package(tmp_path / "p", *(PAGE + name for name in NAMES))
    with ending(subprocess.Popen(
        [sys.executable, "-u", *COMMAND[1:], str(folder)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0,
    )) as child:  # fmt: skip
        assert child.stdout is not None
        assert child.stdout.readline()
        os.killpg(child.pid, signal.SIGTERM)
        _, errors = child.communicate(timeout=240)
    assert (child.returncode, errors.strip()) == (130, "annotate: interrupted")


@pytest.mark.long
def test_an_interrupt_ends_the_command_between_two_pages(tmp_path: Path) -> None:
    """Ctrl-C finishes the page at hand: exit code 130, one line, both files or none, and no browser stays behind."""
    folder = make_package(tmp_path / "p", *(PAGE + name for name in NAMES))
    with inheriting_interrupts():
        child = subprocess.Popen(
            [*COMMAND, str(folder)],
            env=os.environ | {"PYTHONUNBUFFERED": "1", "CETR_GOLD_TEST": str(tmp_path)},
            # As in a terminal: a group of its own, all of which gets the interrupt.
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0,
        )  # fmt: skip
    with ending(child):
        assert child.stdout is not None
        first = child.stdout.readline()
        assert find_processes(f"CETR_GOLD_TEST={tmp_path}")
        os.killpg(child.pid, signal.SIGINT)
        rest, errors = child.communicate(timeout=240)
    assert (child.returncode, errors.strip()) == (130, "annotate: interrupted")
    named = (first + rest).split()
    assert 1 <= len(named) < len(NAMES)
    assert sorted(path.name for suffix in (LAYOUT, SCREENSHOT) for path in folder.glob(f"*{suffix}")) == sorted(
        name + suffix for suffix in (LAYOUT, SCREENSHOT) for name in named
    )
    assert not any((folder / ".pending").iterdir())
    wait_until(lambda: find_processes(f"CETR_GOLD_TEST={tmp_path}") == [])
