"""Proxies as extractors: our own, a real one that nobody here wrote, and ones that misbehave."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from cetr.classic.bte import bte
from cetr.console import InputError
from cetr.document import derive_text
from evaluate.extractors import find_extractor
from evaluate.outputs import Output, read_as_text
from tests.processes import wait_until

MENU = "<ul>" + "<li><a href=x>menu</a>" * 9 + "</ul>"
PAGE = f"<title>t</title>{MENU}<p>An article, \u00fcber &lt;all&gt; \u4e2d\u6587.<p>In paragraphs.{MENU}"


def find_free_port() -> int:
    """A port nobody listens at."""
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return int(probe.getsockname()[1])


def test_our_own_proxy_gives_what_the_method_gives() -> None:
    """Through ``cetr proxy`` arrives the text that the method extracts; the time is that of the proxy alone."""
    command = [sys.executable, "-m", "cetr", "proxy", "--method", "bte", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            extractor = find_extractor(f"proxy:{address}")
            start = time.perf_counter()
            found = extractor.extract(PAGE)
            whole = time.perf_counter() - start
        finally:
            process.terminate()
    assert isinstance(found, Output)
    assert read_as_text(found) == derive_text(PAGE, bte(PAGE))
    assert found.seconds is not None
    assert 0 < found.seconds < whole


@pytest.mark.skipif(not shutil.which("tinyproxy"), reason="tinyproxy is not installed (apt-get install tinyproxy)")
def test_a_real_proxy_serves_the_plain_page(tmp_path: Path) -> None:
    """Tinyproxy changes nothing: all text of the page arrives."""
    port = find_free_port()
    settings = tmp_path / "tinyproxy.conf"
    settings.write_text(f"Port {port}\nListen 127.0.0.1\nTimeout 20\nMaxClients 4\nAllow 127.0.0.1\n")
    with subprocess.Popen(["tinyproxy", "-d", "-c", str(settings)], stdout=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: _listens(port))
            found = find_extractor(f"proxy:http://127.0.0.1:{port}").extract(PAGE)
        finally:
            process.terminate()
    assert isinstance(found, Output)
    assert read_as_text(found) == derive_text(PAGE)


def _listens(port: int) -> bool:
    """Whether somebody listens at a port."""
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def answering(*answers: bytes, ask: bool = True) -> Iterator[str]:
    """A proxy that fetches the page, when it should, and gives a fixed answer whatever it got."""
    requests = []

    def serve(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            request = connection.recv(4096)
            requests.append(request)
            target = re.match(rb"GET http://([^:]+):(\d+)(\S+) ", request)
            assert target is not None
            if ask:
                with closing(socket.create_connection((target[1].decode(), int(target[2])))) as site:
                    site.sendall(b"GET " + target[3] + b" HTTP/1.0\r\n\r\n")
                    while site.recv(65536):
                        pass
            try:
                for answer in answers:
                    connection.sendall(answer)
            except OSError:
                return

    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        yield f"proxy:http://127.0.0.1:{listener.getsockname()[1]}"
        thread.join()


def test_an_answer_before_the_end_of_the_page_takes_no_time() -> None:
    """A proxy that streams may have answered when it reads the rest; a negative time would make results unreadable."""

    def serve(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            target = re.match(rb"GET http://([^:]+):(\d+)(\S+) ", connection.recv(4096))
            assert target is not None
            with closing(socket.create_connection((target[1].decode(), int(target[2])))) as site:
                site.sendall(b"GET " + target[3] + b" HTTP/1.0\r\n\r\n")
                site.recv(1)
                connection.sendall(OK + b"Early")
                connection.shutdown(socket.SHUT_WR)
                assert connection.recv(1) == b""  # the client has read it, and closed
                time.sleep(0.1)
                while site.recv(1 << 20):
                    pass

    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        threading.Thread(target=serve, args=(listener,)).start()
        found = find_extractor(f"proxy:http://127.0.0.1:{listener.getsockname()[1]}").extract("x" * 30_000_000)
    assert isinstance(found, Output)
    assert (found, found.seconds) == ("Early", 0.0)


OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ((b"HTTP/1.1 502 Bad Gateway\r\n\r\n",), "answered with status 502"),
        ((OK, b"x" * 5_000_000), "its answer has more than 4000000 bytes"),
        ((b"nonsense\r\n\r\n",), "nonsense"),
        ((), "closed connection"),
    ],
)
def test_wrong_answers_are_failures(answers: tuple[bytes, ...], message: str) -> None:
    """An error status, too much, something that is not HTTP and nothing at all each say so."""
    with answering(*answers) as name, pytest.raises(InputError, match=message):
        find_extractor(name).extract(PAGE)


def test_an_answer_without_the_page_is_a_failure() -> None:
    """A proxy that answers from somewhere else has not extracted anything."""
    with answering(OK, b"cached", ask=False) as name, pytest.raises(InputError, match="without requesting the page"):
        find_extractor(name).extract(PAGE)


def test_a_proxy_that_is_not_there_is_a_failure() -> None:
    """The refused connection names it; a wrong address is known before the run."""
    with pytest.raises(InputError, match=r"proxy 127\.0\.0\.1:1: .*refused"):
        find_extractor("proxy:127.0.0.1:1").extract(PAGE)
    with pytest.raises(InputError, match="names a user, but the proxy gets no name or password"):
        find_extractor("proxy:http://me:secret@localhost:1")
    for wrong in ("proxy:localhost", "proxy:https://localhost:1", "proxy:http://localhost:x"):
        with pytest.raises(InputError, match="proxy:"):
            find_extractor(wrong)
