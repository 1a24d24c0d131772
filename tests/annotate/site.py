"""What a local web site answers: the files of tests/annotate/pages, and what no file server would."""

from __future__ import annotations

from contextlib import AbstractContextManager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.servers import Quiet, serving

PAGES = Path(__file__).parent / "pages"

RESPONSES: dict[str, tuple[int, dict[str, str], bytes]] = {
    "/paper.pdf": (200, {"Content-Type": "application/pdf"}, b"%PDF-1.4\n%%EOF\n"),
    "/download.html": (
        200,
        {"Content-Type": "text/html", "Content-Disposition": "attachment; filename=page.html"},
        b"<p>kept</p>",
    ),
    "/data.json": (200, {"Content-Type": "application/json"}, b'{"text": "no page"}'),
    "/empty.html": (200, {"Content-Type": "text/html"}, b""),
    "/hidden.html": (200, {"Content-Type": "text/html"}, b"<p style='display: none'>nobody sees this</p>"),
    "/latin1.html": (
        200,
        {"Content-Type": "text/html; charset=iso-8859-1"},
        "<p>Käse schließt den Magen</p>".encode("latin-1"),
    ),
    "/broken.html": (500, {"Content-Type": "text/html"}, b"<p>something went wrong</p>"),
    "/silent.html": (204, {}, b""),
    "/unchanged.html": (304, {}, b""),
    "/nothing.html": (410, {"Content-Type": "text/html"}, b""),
    "/robots.txt": (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /private/\n"),
    "/private/page.html": (200, {"Content-Type": "text/html"}, b"<p>not for robots</p>"),
    "/astray.html": (302, {"Location": "/private/page.html"}, b""),
    "/moved.html": (302, {"Location": "/article.html"}, b""),
    "/led.html": (302, {"Location": "/deep/linking.html?a&b#top"}, b""),
    "/deep/linking.html": (200, {"Content-Type": "text/html"}, b"<a href=q>Led</a>"),
    "/linked.html": (
        200,
        {"Content-Type": "text/html"},
        b"<p><a href=q>Out</a></p><iframe src=led.html></iframe><iframe src=based.html></iframe>"
        b"<iframe src=deep/linking.html#end></iframe><iframe srcdoc='<a href=q>Own</a>' src=deep/linking.html></iframe>"
        b"<iframe srcdoc='<base href=//f.example/d/#top><a href=q>Own</a>'></iframe><object data=led.html></object>"
        b"<iframe srcdoc='<iframe src=based.html></iframe>'></iframe>"
        b"<iframe src=deep/linking.html data-baseuri=//wrong.example/></iframe><p><a href=q>Out</a></p>",
    ),
    "/based.html": (200, {"Content-Type": "text/html"}, b"<base href=/base/><a href=q>Based</a><img name=baseURI>"),
}
"""Path -> status, headers, body of what a plain file server does not answer."""


class _Handler(Quiet, SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".xhtml": "application/xhtml+xml"}

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, directory=str(PAGES), **kwargs)

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path not in RESPONSES:
            super().do_GET()
            return
        status, headers, body = RESPONSES[path]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        if self.path.startswith("/csp.html"):
            policy = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
            self.send_header("Content-Security-Policy", policy)
        super().end_headers()


def serve_site() -> AbstractContextManager[str]:
    """Serve it; gives HOST:PORT."""
    return serving(ThreadingHTTPServer(("127.0.0.1", 0), _Handler))
