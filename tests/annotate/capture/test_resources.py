"""What a page may take of the machine and of the network: windows, requests, time, memory, workers."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError

from annotate.capture.errors import CaptureError
from annotate.capture.freeze import freeze
from annotate.capture.loading import load
from annotate.capture.opening import open_tab
from annotate.capture.session import Session
from annotate.capture.settling import settle
from annotate.capture.workers import Workers
from annotate.memory import limiting_browsers
from tests.annotate.capturing import QUICK, capture
from tests.annotate.commands import run_annotate
from tests.servers import Quiet, serving

WINDOWS = "<script>for (let i = 0; i < 30; i++) window.open('/popup' + i)</script>"
BUTTONS = """
<button onclick="this.remove(); setTimeout(() => window.open('/popup1'), 50)">More</button>
<a href=/popup2 target=_blank rel=noopener class=more onclick="setTimeout(() => this.remove())">More</a>
<form action=/popup3 target=_blank><button onclick="setTimeout(() => this.remove())">More</button></form>
<button onclick="this.remove(); const w = window.open(''); w.document.write('<img src=/popup4>'); w.fetch('/popup5')">
More</button>
<button onclick="this.remove(); const p = document.createElement('p'); fetch('/more').then((answer) =>
  document.body.appendChild(p).textContent = answer.ok ? 'The rest.' : 'Refused.')">More</button>
"""
BANNER = """
<div class=osano-cm-window><div class=osano-cm-dialog>Cookies! <button class=osano-cm-denyAll>Deny</button></div></div>
<script>
window.Osano = { cm: { dialogOpen: true } };
addEventListener("click", () => {
  document.querySelector(".osano-cm-window").remove();
  window.open("/popup6");
  document.body.appendChild(document.createElement("p")).textContent = "Denied.";
});
</script>"""
FETCHES = """<script>(async () => {
  let failed = 0;
  for (let i = 0; i < 800; i++)
    await fetch('/data' + i).catch(() => ++failed === 9 && (document.querySelector('p').textContent = 'Cut off.'));
})()</script>"""
RESTLESS = "<script>setInterval(() => document.body.append('.'), 5)</script>"
MEMORY = """<script>
  const kept = [];
  try { for (let i = 0; i < 60; i++) kept.push(new Uint8Array(1e8)); } catch { document.title = kept.length; }
</script>"""
ALLOCATION = """
  const kept = [];
  try { for (let i = 0; i < 30; i++) kept.push(new Uint8Array(1e8)); } catch {}
"""
MEMORY_OF_WORKERS = f"""<script>
  let total = 0, told = 0;
  for (let i = 0; i < 2; i++)
    new Worker(URL.createObjectURL(new Blob([{json.dumps(ALLOCATION + "postMessage(kept.length);")}]))).onmessage =
      (event) => {{ total += event.data; if (++told === 2) document.title = total; }};
</script>"""
MEMORY_OF_FRAMES = """<script>
  let total = 0, told = 0;
  onmessage = (event) => { total += event.data; if (++told === 2) document.title = total; };
  for (const host of ["localhost", "a.localhost"])
    document.body.appendChild(document.createElement("iframe")).src = `http://${host}:${location.port}/allocating`;
</script>"""
ALLOCATING = f"<script>{ALLOCATION} parent.postMessage(kept.length, '*');</script>"
WORKER = """<script>
  const source = "let i = 0; setInterval(() => fetch(ORIGIN + '/worked' + i++), 50)".replace("ORIGIN", `'${origin}'`);
  new Worker(URL.createObjectURL(new Blob([source])));
</script>"""
NESTED = """<script>
  const inner = `let i = 0; setInterval(() => fetch('${origin}/worked' + i++), 50)`;
  const outer = `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(inner)}])))`;
  new Worker(URL.createObjectURL(new Blob([outer])));
</script>"""
SERVICE = "<script>navigator.serviceWorker.register('/service.js')</script>"
SCRIPTS = {"/service.js": "let i = 0; setInterval(() => fetch('/worked' + i++), 50)"}
BLOBS = """<script>(async () => {
  const kept = [];
  for (let i = 0; i < 24; i++) {
    kept.push(new Blob([new Uint8Array(64e6).fill(1)]));
    await new Promise((go) => setTimeout(go, 50));
  }
  document.title = "done";
})()</script>"""
TEXTURES = """<script>
  const gl = document.createElement("canvas").getContext("webgl"), kept = [], data = new Uint8Array(67108864).fill(1);
  const add = () => {
    if (kept.length > 24) return (document.title = "done");
    kept.push(gl.createTexture());
    gl.bindTexture(gl.TEXTURE_2D, kept.at(-1));
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 4096, 4096, 0, gl.RGBA, gl.UNSIGNED_BYTE, data);
    gl.flush();
    setTimeout(add, 50);
  };
  add();
</script>"""
ALERTS = "<script>while (true) alert('x')</script><p>After it."
TIMED_ALERTS = "<script>setInterval(() => { alert('x'); confirm('y'); prompt('z') }, 20)</script><p>After it."
PAGES = {
    "/alerts": ALERTS,
    "/timed-alerts": TIMED_ALERTS,
    "/windows": WINDOWS,
    "/buttons": BUTTONS,
    "/banner": BANNER,
    "/fetches": FETCHES,
    "/restless": RESTLESS,
    "/memory": MEMORY,
    "/memory-of-workers": MEMORY_OF_WORKERS,
    "/memory-of-frames": MEMORY_OF_FRAMES,
    "/allocating": ALLOCATING,
    "/blobs": BLOBS,
    "/textures": TEXTURES,
    "/worker": WORKER,
    "/nested": NESTED,
    "/service": SERVICE,
}


class Site:
    """A server that counts what it is asked for, by the letters of the path."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        asked = self.asked

        class Handler(Quiet, BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked[self.path.strip("/0123456789")] += 1
                script = SCRIPTS.get(self.path)
                page = f"<!doctype html><html lang=en><p>Text.</p>{PAGES.get(self.path, '')}"
                body = (script or page).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/javascript" if script else "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = ""


@pytest.fixture
def counted() -> Iterator[Site]:
    """A site of the pages above."""
    site = Site()
    with serving(site.server) as address:
        site.address = f"http://{address}"
        yield site


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "options", "text"),
    [
        ("windows", (), ["Text."]),
        ("buttons", ("--click", "button, .more"), ["Text.", "The rest."]),
        ("banner", ("--consent", "reject"), ["Text.", "Denied."]),
    ],
)
def test_a_page_opens_no_windows(
    path: str, options: tuple[str, ...], text: list[str], tmp_path: Path, counted: Site
) -> None:
    """What they would load is outside robots.txt and every delay, also where the command presses a button."""
    folder = tmp_path / "p"
    always = ("--headless", "-p", str(folder), "--select", "p", "--settle", "30")
    done = run_annotate("capture", f"{counted.address}/{path}", *always, *options)
    assert (done.returncode, counted.asked[path], counted.asked["popup"]) == (0, 1, 0)
    (file,) = folder.glob("*.txt")
    assert file.read_text("utf-8").splitlines() == text


@pytest.mark.long
@pytest.mark.parametrize("path", ["alerts", "timed-alerts"])
def test_a_script_that_opens_dialogs_without_end_is_ended(path: str, tmp_path: Path, counted: Site) -> None:
    """The page goes on after it and is captured, also if a timer starts the script again and again."""
    folder = tmp_path / "p"
    address = f"{counted.address}/{path}"
    limits = ("--settle", "1", "--timeout", "200")  # a loop takes some hundred turns, and a busy machine long for each
    done = run_annotate("capture", address, "-p", str(folder), "--headless", "--select", "p", *limits)
    assert done.returncode == 0
    (text,) = folder.glob("*.txt")
    assert text.read_text("utf-8").split() == ["Text.", "After", "it."]


@pytest.mark.long
def test_a_page_gets_so_many_requests_and_no_more(session: Session, counted: Site) -> None:
    """What came until then is captured, and what did not is told."""
    session.settings = replace(session.settings, limits=replace(QUICK, requests=20))
    saved = capture(session, f"{counted.address}/fetches", ["p"])
    assert 10 <= counted.asked["data"] <= 400  # on a busy machine some are made before the browser is told to stop
    assert (saved.text, saved.missing) == ("Cut off.", ("what it requested after 20 requests",))


def test_a_page_that_nobody_is_at_ends_in_time(session: Session, counted: Site) -> None:
    """It ends in time however long its single steps may take."""
    limits = replace(QUICK, settle=60, quiet=20, whole=1)
    session.settings = replace(session.settings, limits=limits)
    begun = time.monotonic()
    with pytest.raises(CaptureError, match="took more than 1 s altogether"):
        capture(session, f"{counted.address}/restless", ["p"])
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("path", ["memory", "memory-of-workers", "memory-of-frames"])
def test_a_page_gets_so_much_memory_and_no_more(path: str, session: Session, counted: Site) -> None:
    """It, its workers or its frames of two other sites ask for 6 GB and get less than 4.3."""
    tab = open_tab(session.context, QUICK)
    try:
        load(tab, f"{counted.address}/{path}", QUICK)
        settle(tab, QUICK)
        tab.page.wait_for_function("document.title", timeout=60_000)
        assert 1 <= int(tab.page.title()) <= 43
    finally:
        tab.close()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process takes")
@pytest.mark.parametrize("path", ["blobs", "textures"])
def test_what_the_browser_keeps_for_a_page_has_a_limit(
    path: str, session: Session, counted: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own process holds blobs, another one textures: of 1.6 GB the page gets less, and the next page opens."""
    monkeypatch.setattr("annotate.memory._PATIENCE", 600)  # a busy machine frees late what a page held
    with limiting_browsers(1_000_000_000):
        tab = open_tab(session.context, QUICK)
        with pytest.raises((PlaywrightError, CaptureError)):  # the page has crashed
            load(tab, f"{counted.address}/{path}", QUICK)
            tab.page.wait_for_function("document.title === 'done'", timeout=60_000)
        tab.close()
        assert capture(session, f"{counted.address}/other", ["p"]).text == "Text."


def test_a_worker_that_starts_while_its_page_is_frozen_stands_still_too() -> None:
    """Its page, or another worker, had asked for it before. No page can be made to do so at the right moment."""
    heard: dict[str, Callable[[dict[str, Any]], None]] = {}
    sent: list[str] = []
    cdp: Any = SimpleNamespace(on=heard.__setitem__, send=lambda method, given: sent.append(str(given)))
    workers = Workers(cdp)
    for stopped, orders in ((True, 1), (False, 0)):
        workers.stop(stopped)
        sent.clear()
        heard["Target.attachedToTarget"]({"sessionId": str(stopped), "targetInfo": {"type": "worker"}})
        assert sum("Debugger.pause" in order for order in sent) == orders


@pytest.mark.parametrize("kind", ["worker", "nested", "service"])
def test_the_workers_of_a_frozen_page_stand_still(kind: str, session: Session, counted: Site) -> None:
    """Those that workers have started, too. They go on when it is released, and end with it."""
    tab = open_tab(session.context, QUICK)
    try:
        load(tab, f"{counted.address}/{kind}", QUICK)
        settle(tab, QUICK)
        wait_for_more(counted, 0, tab.pause)
        freeze(tab, QUICK, layout=False, screenshot=False)
        before = wait_for_rest(counted, tab.pause)
        tab.world.stop_page(False)
        wait_for_more(counted, before, tab.pause)
    finally:
        tab.close()
    wait_for_rest(counted, time.sleep)


def wait_for_more(counted: Site, before: int, pause: Callable[[float], None]) -> None:
    """Wait until the workers have asked more often than ``before``."""
    end = time.monotonic() + 60
    while counted.asked["worked"] <= before:
        assert time.monotonic() < end
        pause(0.1)


def wait_for_rest(counted: Site, pause: Callable[[float], None]) -> int:
    """How often the workers have asked once they ask no more. On a busy machine some of it comes late."""
    asked = [-1, counted.asked["worked"]]
    while asked[-1] != asked[-2]:
        assert len(asked) < 20
        pause(0.3)
        asked.append(counted.asked["worked"])
    return asked[-1]
