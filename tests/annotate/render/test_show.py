"""The copy of a saved page with its marks, in a real browser."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page

from annotate.render.marked_page import POLICY, draw_marks
from annotate.render.show import Request, show_page
from annotate.review.window import show_in_browser
from cetr.document import derive_text, normalize_spans
from tests.annotate.review.pages import ARTICLE, HEADING, NORTH, make_package, span_of
from tests.annotate.review.threads import run_async, run_beside
from tests.markup import pages
from tests.servers import Quiet, serving


@given(pages, st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=4))
def test_marks_change_no_text(html: str, raw: list[tuple[int, int]]) -> None:
    """Without what is put in, the copy is the page."""
    spans = normalize_spans(raw, len(html))
    copy = draw_marks(html, {"gold": spans, "prediction": ((0, len(html)),)})
    body = copy.partition("</style>")[2].rpartition('<div id="cetr-legend">')[0]
    assert derive_text(body) == derive_text(html)


def test_the_doctype_stays_first_and_refreshes_go() -> None:
    """A page keeps its layout mode, and cannot send the reader elsewhere."""
    html = '<!-- x --><!DOCTYPE html><meta HTTP-EQUIV="Refresh" content="0;url=https://example.org/"><p>text</p>'
    copy = draw_marks(html, {})
    assert copy.startswith(f'<!-- x --><!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="{POLICY}">')
    assert "refresh" not in copy.lower()


@pytest.fixture
def requests() -> list[str]:
    """What the local server was asked for."""
    return []


@pytest.fixture
def server(requests: list[str]):
    """A local server that writes down what it is asked for."""

    class Handler(Quiet, BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append(self.path)
            self.send_response(404)
            self.end_headers()

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as address:
        yield f"http://{address}"


def test_the_page_is_shown_offline_without_scripts_and_with_marks(
    tmp_path: Path, server: str, requests: list[str]
) -> None:
    """Gold is on green, scripts have not run, and nothing was fetched."""
    script, style = '<script>document.title = "ran"</script>', f'<link rel="stylesheet" href="{server}/style.css">'
    hostile = ARTICLE.replace("<body>", f'<body>{script}<img src="{server}/pixel">{style}')
    heading = span_of(hostile, "Rain is expected")
    folder = make_package(tmp_path / "news", {"rain": (hostile, (heading,))})
    seen: list[str] = []

    def look(page: Page) -> None:
        page.wait_for_timeout(300)
        seen.append(page.title())
        marked = page.locator("mark[data-cetr-mark~=gold]")
        seen.append(marked.inner_text())
        seen.append(marked.evaluate("e => getComputedStyle(e).backgroundColor"))
        seen.append(page.locator("mark[data-cetr-mark~=prediction]").first.inner_text())

    request = Request(str(folder), "rain", (span_of(hostile, "First related"),))
    run_beside(lambda: show_page(request, look, headless=True))
    assert seen == ["Rain | The Daily", "Rain is expected", "rgb(183, 240, 193)", "First related"]
    assert requests == []


@pytest.mark.parametrize("refresh", ['http-equiv="re&#102;resh"', 'title=">" http-equiv="refresh"'])
@pytest.mark.parametrize("goal", ["server", "file"])
def test_the_page_leads_nowhere(tmp_path: Path, server: str, requests: list[str], refresh: str, goal: str) -> None:
    """However its order to go elsewhere is written, the window keeps the page and asks nobody."""
    (tmp_path / "other.html").write_text("<title>Elsewhere</title>", "utf-8")
    address = f"{server}/other" if goal == "server" else (tmp_path / "other.html").as_uri()
    page = ARTICLE.replace("<body>", f'<meta {refresh} content="0; url={address}"><body>')
    folder = make_package(tmp_path / "news", {"rain": (page, (span_of(page, "Rain is expected"),))})
    seen: list[str] = []

    def look(page: Page) -> None:
        page.wait_for_timeout(1000)
        seen.append(page.title())

    run_beside(lambda: show_page(Request(str(folder), "rain"), look, headless=True))
    assert (seen, requests) == (["Rain | The Daily"], [])


def test_a_browser_that_cannot_open_is_told(tmp_path: Path) -> None:
    """The reviewer gets one line that says why."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, (HEADING, NORTH))})
    said = run_async(show_in_browser(folder, "rain", None, "/no/such/browser"))
    assert said == "--browser: /no/such/browser: is not a program; name a Chromium's, or leave it out"


def test_a_window_without_a_screen_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reviewer says where the page is, and nothing of capture's options."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, (HEADING, NORTH))})
    said = run_async(show_in_browser(folder, "rain", None, None))
    assert said == f"there is no screen for a browser window; the saved page is {folder / 'rain.html'}"
