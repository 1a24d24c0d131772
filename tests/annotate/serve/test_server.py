"""``annotate serve``: the reviewer in other people's browsers."""

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import BrowserContext
from rich.cells import cell_len

from annotate.review.served import ServedDriver
from annotate.serve.links import Link
from evaluate.package import read_journal, read_meta
from tests.annotate.review.threads import run_async
from tests.documents import make_document
from tests.processes import wait_for_end

pytest.importorskip("textual_serve")
from aiohttp import WSMsgType, web
from aiohttp.test_utils import TestClient, TestServer

from annotate.serve import server

PAGE = "<title>Foxes</title><p>The quick brown fox jumps.</p><ul><li>Home</li></ul>"


SOCKET = "/secret/ws?proof=proof"


@pytest.fixture(autouse=True)
def _proof(monkeypatch):
    """What proves that the page asks is known."""
    monkeypatch.setattr(server.secrets, "token_urlsafe", lambda: "proof")


@pytest.fixture
def package(tmp_path):
    """A package of one page, with a screenshot."""
    attachments = {".png": b"\x89PNG\r\n\x1a\n"}
    return make_document(
        tmp_path / "foxes", "page", PAGE, ("The quick brown fox jumps.",), attachments=attachments
    ).folder


def ask(package, *paths):
    """The site's answers to requests: status, headers, text."""

    async def work():
        site = await server.make_site([Link(package, "secret", "jana")])
        async with TestClient(TestServer(site)) as client:
            answers = []
            for path in paths:
                async with client.get(path, allow_redirects=False) as answer:
                    answers.append((answer.status, answer.headers, await answer.read()))
            return answers

    return run_async(work())


def test_only_links_are_known(package):
    """Whoever does not know a link learns nothing; with it, only documents have pictures."""
    (package / "other.png").write_bytes(b"not a document's")
    known = ask(package, "/secret/", "/secret/page.js", "/secret/pictures/page.png", "/secret/static/js/textual.js")
    assert [status for status, _, _ in known] == [200] * 4
    assert known[2][2] == b"\x89PNG\r\n\x1a\n"
    unknown = ("/", "/secre/", "/static/js/textual.js", "/secret/pictures/other.png", "/secret/pictures/%2e%2e.png")
    assert [status for status, _, _ in ask(package, *unknown)] == [404] * 5


def test_a_link_may_lose_its_final_slash(package):
    """Many programs cut it off; the visitor gets to the page, under whatever path the server is reached."""
    ((status, headers, text),) = ask(package, "/secret")
    assert (status, headers["Location"], text, headers["Referrer-Policy"]) == (302, "secret/", b"", "no-referrer")


def test_a_package_that_has_gone_has_no_pictures(package):
    """The visitor gets a plain answer, and the owner's terminal no traceback."""
    shutil.rmtree(package)
    assert [status for status, _, _ in ask(package, "/secret/", "/secret/pictures/page.png")] == [200, 404]


def test_no_picture_is_sent_through_a_link(package):
    """A stranger's package may have a link to another file of the machine in place of a screenshot."""
    (package / "page.png").unlink()
    (package / "page.png").symlink_to(package / "page.html")
    assert [status for status, _, _ in ask(package, "/secret/pictures/page.png")] == [404]


def test_nothing_is_loaded_from_elsewhere(package):
    """The page names no server, not even its own, may load nothing from another one, and tells none its address."""
    ((_, headers, text),) = ask(package, "/secret/")
    assert not re.search(rb"://|[\"(]/", text)
    assert b"foxes" in text
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'none'; script-src 'self';" in headers["Content-Security-Policy"]


def test_visitors_are_limited(package, monkeypatch):
    """Further visitors are refused while so many are there, and admitted when one has left."""

    async def stay(self, request):
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for _ in socket:
            pass
        return socket

    async def work():
        monkeypatch.setattr(server.Server, "handle_websocket", stay)
        site = await server.make_site([Link(package, "secret", "jana")])
        async with TestClient(TestServer(site)) as client:
            sockets = [await client.ws_connect(SOCKET) for _ in range(server.MOST_VISITS)]
            async with client.get(SOCKET) as answer:
                refused = answer.status, await answer.text()
            await sockets[0].close()
            while True:
                try:
                    await client.ws_connect(SOCKET)
                except OSError:
                    await asyncio.sleep(0.01)
                else:
                    return refused

    assert run_async(work()) == (429, "too many people have this package open")


def test_each_end_has_its_words(package):
    """The page shows those of the end that it is told, and no others."""
    ((_, _, text),) = ask(package, "/secret/")
    for end in (*server.ENDS.values(), server.FAILED):
        assert b'[data-end="%b"] .%b' % (end, end) in text
        assert text.count(b'class="message end %b"' % end) == 1


def visit(package, monkeypatch, program, leave):
    """Visit a package whose reviewer is the shell ``program``; returns what ``leave`` makes of the connection."""

    async def work():
        monkeypatch.setattr(server, "python_command", lambda module: ["sh", "-c", program])
        if "sleep" in program:  # any other ends by itself, on a busy machine some time after its last word
            monkeypatch.setattr(server, "LEAVE_SECONDS", 0.01)
        site = await server.make_site([Link(package, "secret", "jana")])
        async with TestClient(TestServer(site)) as client:
            return await asyncio.wait_for(leave(await client.ws_connect(SOCKET)), 60)

    return run_async(work())


EXIT = r"""echo __GANGLION__; printf 'M\0\0\0\020{"type": "exit"}'"""
"""What a reviewer says before it ends, even if it fails."""


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (EXIT, "left"),
        (f"{EXIT}; exit 1", "failed"),
        (f"{EXIT}; exec sleep 60", "failed"),
        ("exit 1", "failed"),
        ("exit 2", "unreadable"),
        (f"{EXIT}; exit 3", "unsaved"),
    ],
)
def test_the_page_is_told_how_the_reviewer_has_ended(package, monkeypatch, program, said):
    """It does not say that everything is saved when the reviewer has failed, nor blames others, nor stands still."""

    async def leave(socket):
        message = await socket.receive()
        return message.type, message.extra

    assert visit(package, monkeypatch, program, leave) == (WSMsgType.CLOSE, said)


def test_a_reviewer_that_does_not_end_is_killed(package, monkeypatch, tmp_path):
    """A busy reviewer, which does not hear that its visitor has left, takes nobody's place for ever."""

    async def leave(socket):
        while not (tmp_path / "pid").exists() or not (pid := (tmp_path / "pid").read_text().strip()):
            await asyncio.sleep(0.01)
        await socket.close()
        while Path(f"/proc/{pid}").exists():  # until it is forgotten, too
            await asyncio.sleep(0.01)

    visit(package, monkeypatch, f"echo $$ > {tmp_path}/pid; exec sleep 60", leave)


def test_only_the_page_opens_its_websocket(package):
    """Another site's page that has got hold of the link cannot decide by the visitor's browser; it cannot read ours. A
    browser that opens the address of the websocket itself is refused, too, without a word on the server.
    """
    ((_, _, text),) = ask(package, "/secret/")
    assert b'data-proof="proof"' in text
    assert [status for status, _, _ in ask(package, "/secret/ws", "/secret/ws?proof=", SOCKET)] == [403, 403, 400]


@contextmanager
def serving(package, home):
    """A server of the package: its process and its link."""
    command = [sys.executable, "-m", "annotate", "serve", str(package), "--port", "0", "--annotator", "jana"]
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            person, name, link = process.stdout.readline().rstrip("\n").split("\t")
            assert (person, name) == ("jana", "foxes")
            yield process, link
        finally:
            process.kill()


@pytest.mark.long
def test_a_visitor_decides_in_a_browser(package, tmp_path, browser: BrowserContext):
    """With nothing but the link, under any name of the server: a key approves the page, the screenshot opens, and
    leaving ends the reviewer.
    """
    with serving(package, tmp_path) as (process, link):
        link = link.replace("127.0.0.1", "localhost")
        page = browser.new_page()
        page.goto(link)
        page.wait_for_selector("body.-first-byte")
        end = time.monotonic() + 60
        while read_meta(package, "page").status != "reviewed" and time.monotonic() < end:
            page.keyboard.press("a")
            page.wait_for_timeout(200)
        decision = list(read_journal(package))[-1]
        assert (decision.action, decision.annotator) == ("approve", "jana")
        with browser.expect_page() as opened:
            page.keyboard.press("w")
        assert opened.value.url == f"{link}pictures/page.png"
        opened.value.close()
        page.keyboard.press("q")
        assert page.locator(".end:visible").inner_text() == "Everything is saved.\nOpen it again"
        page.wait_for_selector(".xterm-helper-textarea:not(:focus)", state="attached")  # so that F5 reloads
        with page.expect_navigation():  # the page before has had its first byte, too
            page.locator(".end:visible").get_by_text("Open it again").click()
        page.wait_for_selector("body.-first-byte")
        browser.set_offline(True)
        lost = "The connection was lost. What was saved stays saved.\nReload to go on"
        assert page.locator(".end:visible").inner_text() == lost
        browser.set_offline(False)
        with page.expect_navigation():
            page.get_by_text("Reload to go on").click()
        page.wait_for_selector("body.-first-byte")
        refused = browser.new_page()
        refused.route_web_socket(lambda url: True, lambda socket: socket.close())
        refused.goto(link)
        refused.wait_for_selector(".refused")
        said = "It did not open. Perhaps too many people have it open.\nTry again"
        assert refused.locator(".message:visible").all_inner_texts() == [said]
        refused.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert page.locator(".end:visible").inner_text() == lost
        page.close()


@pytest.mark.long
def test_arabic_letters_are_drawn_in_words_and_shift_no_column(package, tmp_path, open_page):
    """On canvas, where every cell has its place, also by browsers without WebGL; a sentence is in one piece, up to a
    bracket, and has its natural width on a fine screen, too.
    """
    sentence = "BBC در ۱۱ شب گفت که کشتی شبانه پس از یازده سال برگشت."
    gold = f"{sentence} + [۱]"
    make_document(package, "ferry", f"<title>کشتی شبانه</title><p>{gold}</p>", (gold,))
    make_document(package, "read", "<p>در ۱۱</p>", ("در ۱۱",), title="کتابخانه تازه", status="reviewed")
    make_document(package, "rest", "<p>در ۱۱</p>", (), title="خبر تازه", status="draft")
    telling = """
      HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {
        apply: (get, canvas, [kind, how]) => (kind === "2d" ? get.call(canvas, kind, how) : null),
      });
      CanvasRenderingContext2D.prototype.fillText = new Proxy(CanvasRenderingContext2D.prototype.fillText, {
        apply: (fill, context, [text, x, y, most]) => {
          fill.call(context, text, x, y, most);
          const { direction, textAlign } = context;
          if (!(most < context.measureText(text).width)) console.log(text, direction, textAlign);
        },
      });
    """
    with serving(package, tmp_path) as (_, link):
        page = open_page(device_scale_factor=2)
        page.add_init_script(telling)
        with (
            page.expect_console_message(lambda message: message.text == "کشتی شبانه rtl left"),
            page.expect_console_message(lambda message: message.text == "کتابخانه تازه rtl left"),
            page.expect_console_message(lambda message: message.text == "خبر تازه rtl left"),
            page.expect_console_message(lambda message: message.text == f"{sentence} rtl left"),
            page.expect_console_message(lambda message: message.text == "۱ ltr left"),
        ):
            page.goto(link)


@pytest.mark.long
def test_cells_are_counted_as_by_the_reviewer(package, tmp_path, browser: BrowserContext):
    """Vowel signs take none, also where a highlight ends in front of them, and emoji two, however composed: the border
    between the list and the lines is in the same column in all rows. Joined letters are as wide as their cells.
    """
    words = {"चिट्ठी अब भी है": 10, "ភាសាខ្មែរ": 5, "ภาษาไทย": 7}
    titles = [*words, "ශ්\u200dරී ලංකා", "❤\ufe0f", "5\ufe0f", "x\ufe0f5\u0301", "🫠", "👩\u200d🚀", "👍🏽", "🇨🇿"]
    for number, title in enumerate(titles):
        make_document(package, f"d{number}", "<p>Words", (), title=title, status="draft")
    with serving(package, tmp_path) as (_, link), closing(browser.new_page()) as page:
        page.add_init_script("""
          window.drawn = {};
          CanvasRenderingContext2D.prototype.fillText = new Proxy(CanvasRenderingContext2D.prototype.fillText, {
            apply: (fill, context, [text, x, y, most]) => {
              drawn[text] = most / shown._core._renderService.dimensions.device.cell.width;
              fill.call(context, text, x, y, most);
            },
          });
        """)
        page.goto(link)
        page.wait_for_function(
            """([words, titles]) => {
              const lines = [...Array(14).keys()].map((y) => shown?.buffer.active.getLine(y));
              const text = lines.map((line) => line?.translateToString()).join();
              return words.every((word) => word in drawn) && titles.every((title) => text.includes(title));
            }""",
            arg=[list(words), titles],
        )
        borders = page.evaluate("""[...Array(14).keys()].map((y) => {
          const line = shown.buffer.active.getLine(y);
          return [...Array(shown.cols).keys()].findIndex((x) => line.getCell(x).getChars() === "│");
        })""")
        assert borders[0] > 0 and borders == borders[:1] * 14
        words["▶"] = 1
        assert {word: page.evaluate("(word) => drawn[word]", word) for word in words} == words
        counting = "(title) => shown._core.unicodeService.getStringCellWidth(title)"
        assert {title: page.evaluate(counting, title) for title in titles} == {
            title: cell_len(title) for title in titles
        }
        page.evaluate("new Promise((end) => shown.write('\\x1b[H\\x1b[7mक\\x1b[0mि|', end))")
        cells = "[0, 1].map((x) => shown.buffer.active.getLine(0).getCell(x).getChars())"
        assert page.evaluate(cells) == ["कि", "|"]


def serve_one(folder, *messages, **environment):
    """Run a reviewer with what a visitor sends, until it ends; returns its exit status and what it sends."""
    command = [sys.executable, "-m", "annotate.review.served", str(folder), "jana"]
    known = {"TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver", "COLUMNS": "80", "ROWS": "24"}
    packets = (json.dumps(message).encode() for message in messages)
    done = subprocess.run(
        command,
        input=b"".join(b"M" + len(packet).to_bytes(4, "big") + packet for packet in packets),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"PATH": "/usr/bin:/bin"} | known | environment,
        timeout=240,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.long
def test_impossible_screens_are_ignored(package):
    """A visitor may send anything; what asks for all memory is not done, and the reviewer ends when it is told."""
    messages = []
    driver = object.__new__(ServedDriver)
    driver._app = SimpleNamespace(post_message=messages.append)
    for width, height in [(10**9, 10), (10, 10**9), (-1, 5), (0, 0), ("a", 1.5), (None, None), (100, 30)]:
        driver.on_meta("resize", {"type": "resize", "width": width, "height": height})
    assert [message.size for message in messages] == [(100, 30)]
    assert b'{"type": "exit"}' in serve_one(package, {"type": "quit"}, COLUMNS="1" * 30)[1]


@pytest.mark.long
def test_a_package_that_has_gone_shows_no_path(tmp_path):
    """Where the package was removed meanwhile, the visitor learns nothing of the machine."""
    assert serve_one(tmp_path / "gone") == (2, b"")


@pytest.mark.long
def test_a_reviewer_ends_with_its_server(package):
    """When the server is killed, the reviewers that it has started end."""
    command = [sys.executable, "-m", "annotate.review.served", str(package), "jana"]
    code = f"import subprocess, os; p = subprocess.Popen({command!r}, stdin=-1, stdout=-1, stderr=-3)\n"
    code += "p.stdout.readline(); print(p.pid, flush=True); os.kill(os.getpid(), 9)"
    environment = {"TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver", "COLUMNS": "80", "ROWS": "24"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    pid = int(done.stdout)
    try:
        wait_for_end(pid)
    except AssertionError:
        os.kill(pid, signal.SIGKILL)
        raise
