"""The exchange with the site, kept as a WARC."""

from __future__ import annotations

import gzip
import io
from datetime import UTC, datetime

from annotate.capture.session import Session
from annotate.capture.settings import Settings
from annotate.capture.warc import Exchange, write_warc
from annotate.stored import open_stored
from evaluate.package import read_document
from tests.annotate.capturing import QUICK, capture
from tests.annotate.site import PAGES


def test_a_server_may_give_its_reason_in_any_alphabet() -> None:
    """A WARC has it in ASCII."""
    exchange = Exchange("http://a.example/", "GET", {}, 200, "d'accord, été", (), b"<p>text</p>")
    data = gzip.decompress(write_warc([exchange], datetime(2026, 1, 1, tzinfo=UTC)))
    assert b"HTTP/1.1 200 d'accord, ?t?\r\n" in data


def test_the_whole_exchange_is_kept(session: Session, site: str) -> None:
    """``--warc`` keeps every request with its answer, readable by others; frames are told from pages."""
    from warcio.archiveiterator import ArchiveIterator

    session.settings = Settings(limits=QUICK, screenshot=False, exchange=True)
    saved = capture(session, f"{site}/frames.html", ["#top"])
    path = read_document(session.folder, saved.name).path(".warc.gz")
    with open_stored([path]) as stored:
        assert stored.pages == (f"{site}/frames.html",)
    data = path.read_bytes()
    assert gzip.decompress(data).startswith(b"WARC/1.1")
    bodies = {
        record.rec_headers.get_header("WARC-Target-URI"): record.content_stream().read()
        for record in ArchiveIterator(io.BytesIO(data))
        if record.rec_type == "response"
    }
    assert bodies[f"{site}/frames.html"] == (PAGES / "frames.html").read_bytes()
    assert bodies[f"{site}/frame.html"] == (PAGES / "frame.html").read_bytes()


def test_what_lets_somebody_in_is_not_kept() -> None:
    """Neither cookies nor what a login sends, in whatever case, nor what a site sets; all else is there."""
    sent = {"cookie": "a=secret", "Authorization": "Basic secret", "Accept": "text/html"}
    answered = (("Set-Cookie", "a=secret"), ("set-cookie", "b=secret"), ("X-Kept", "yes"))
    exchange = Exchange("http://a.example/page", "GET", sent, 200, "OK", answered, b"<p>text</p>")
    data = gzip.decompress(write_warc([exchange], datetime(2026, 1, 1, tzinfo=UTC)))
    assert b"secret" not in data
    assert b"X-Kept: yes" in data and b"Accept: text/html" in data
