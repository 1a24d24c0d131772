"""The whole exchange behind a page as a WARC file for replay (ISO 28500, WARC 1.1)."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version

from cetr.console import InputError, name_install


@dataclass(frozen=True)
class Exchange:
    """A request and its answer. ``body`` is decompressed; None if the browser did not keep it."""

    url: str
    method: str
    request_headers: Mapping[str, str]
    status: int
    reason: str
    headers: tuple[tuple[str, str], ...]
    body: bytes | None


_SECRET = frozenset(("authorization", "cookie", "proxy-authorization", "set-cookie", "set-cookie2"))
"""Headers by which a site recognises the client. Whoever has them is logged in, and packages are published."""

# The body is stored decompressed and whole, so these no longer apply.
_STALE = frozenset(("content-encoding", "transfer-encoding", "content-length"))


def write_warc(exchanges: Sequence[Exchange], time: datetime) -> bytes:
    """Write the bytes of NAME.warc.gz: a warcinfo record, then a response and its request for each exchange.

    Cookies and credentials are left out of both.
    """
    try:
        from warcio.statusandheaders import StatusAndHeaders
        from warcio.warcwriter import WARCWriter
    except ImportError as error:
        raise InputError(f"--warc needs warcio: {name_install('warc')}") from error
    output = io.BytesIO()
    writer = WARCWriter(output, gzip=True, warc_version="1.1")
    date = {"WARC-Date": time.strftime("%Y-%m-%dT%H:%M:%SZ")}
    writer.write_record(
        writer.create_warcinfo_record("capture.warc.gz", {"software": f"cetr-gold {version('cetr-gold')}"})
    )
    for exchange in exchanges:
        if exchange.body is None:
            continue
        kept = [(k, v) for k, v in exchange.headers if k.lower() not in _STALE | _SECRET]
        kept.append(("Content-Length", str(len(exchange.body))))
        reason = exchange.reason.encode("ascii", "replace").decode()  # some servers speak their own language
        head = StatusAndHeaders(f"{exchange.status} {reason}".strip(), kept, protocol="HTTP/1.1")
        response = writer.create_warc_record(
            exchange.url, "response", payload=io.BytesIO(exchange.body), http_headers=head, warc_headers_dict=dict(date)
        )
        path = exchange.url.partition("://")[2].partition("/")[2]
        sent = [(k, v) for k, v in exchange.request_headers.items() if k.lower() not in _SECRET]
        asked = StatusAndHeaders(f"{exchange.method} /{path} HTTP/1.1", sent, is_http_request=True)
        request = writer.create_warc_record(exchange.url, "request", http_headers=asked, warc_headers_dict=dict(date))
        writer.write_request_response_pair(request, response)
        for record in (response, request):
            record.raw_stream.close()  # warcio has put a temporary file there
    return output.getvalue()
