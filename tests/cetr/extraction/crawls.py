"""Pages and WARC files that stand for a crawl, and the rows that become of them."""

from __future__ import annotations

import gzip
import json
import uuid
from pathlib import Path

LONG = "A paragraph that is long enough to be the main content of this page, as everybody can see.\n"


def make_page(number: int) -> str:
    """A page with a navigation and an article that holds its number."""
    return "<ul>\n" + "<li><a href=/>Item</a></li>\n" * 10 + f"</ul>\n<p>Page {number}. {LONG * 3}</p>\n"


def write_warc(path: Path, numbers: range) -> Path:
    """A compressed WARC file: a page for each number, gzipped or chunked here and there, and three that are none."""

    def add(url: str, body: bytes, *headers: tuple[str, str], status: str = "200 OK") -> None:
        http = "".join(f"{key}: {value}\r\n" for key, value in headers)
        payload = f"HTTP/1.1 {status}\r\n{http}\r\n".encode() + body
        head = (
            f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
            f"WARC-Record-ID: <urn:uuid:{uuid.uuid4()}>\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(payload)}\r\n\r\n"
        )
        file.write(gzip.compress(head.encode() + payload + b"\r\n\r\n"))

    html = ("Content-Type", "text/html; charset=utf-8")
    with path.open("wb") as file:
        add("http://x.example/gone", b"<p>gone", html, status="404 Not Found")
        add("http://x.example/i.png", b"\x89PNG", ("Content-Type", "image/png"))
        add("http://x.example/really.pdf", b"%PDF-1.4", html)
        for number in numbers:
            body, more = make_page(number).encode(), ()
            if number % 3 == 0:
                body, more = gzip.compress(body), (("Content-Encoding", "gzip"),)
            elif number % 3 == 1:
                body, more = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body), (("Transfer-Encoding", "chunked"),)
            add(f"http://x.example/{number}", body, html, *more)
    return path


def read_rows(path: Path) -> list[dict]:
    """The rows of a file of JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
