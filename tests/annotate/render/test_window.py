"""The saved page in a window of the real browser: what is drawn, what a hand does in it, and that it leads nowhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import BrowserContext, Page

from annotate.capture.hand import Hand
from annotate.capture.tab import Limits
from annotate.capture.warc import Exchange, write_warc
from annotate.capture.world import Frame
from annotate.window.messages import Deed, Look
from annotate.window.page import PageWindow, close_empty_windows, open_quiet_context
from evaluate.package import attach_files
from tests.annotate.review.pages import ARTICLE, MONDAY, NORTH, make_package, span_of
from tests.servers import Quiet, serving

HEADING = span_of(ARTICLE, "Rain is expected")

Open = Callable[..., PageWindow]


@pytest.fixture
def deeds() -> list[Deed]:
    """What was done in the window."""
    return []


@pytest.fixture
def show(browser: BrowserContext, tmp_path: Path, deeds: list[Deed]) -> Iterator[Open]:
    """Show a page in a window without a screen, with what is marked in it."""
    assert browser.browser is not None
    context = open_quiet_context(browser.browser)
    window = PageWindow(context, deeds.append)

    def show(html: str = ARTICLE, **look: object) -> PageWindow:
        folder = tmp_path / str(len(html))
        if not folder.exists():
            make_package(folder, {"rain": (html, ())})
        window.show(Look(str(folder), "rain", str(len(html)), **look))
        return window

    yield show
    context.close()


def hand_in(window: PageWindow) -> Hand:
    """A hand on mouse and keys of a window."""

    def pump(seconds: float = 0.02) -> None:
        window.tab.pause(seconds)
        window.listen()

    return Hand(SimpleNamespace(tab=window.tab, page=window.tab.page, pump=pump))


def drawn(window: PageWindow, name: str, frame: Frame | None = None) -> list[str]:
    """The texts that are highlighted under a name in the page, or in a frame of it."""
    world = window.tab.world
    texts = f"[...(CSS.highlights.get('cetr-gold-{name}') ?? [])].map((range) => range.startContainer.data)"
    return world.evaluate(texts, frame or world.frames[0])


def test_what_is_marked_optional_and_predicted_is_drawn(show: Open, deeds: list[Deed]) -> None:
    """Each in its own way, and drawn anew when it changes; the page is not loaded again for that."""
    window = show(gold=(HEADING,), optional=(MONDAY,), prediction=(NORTH,))
    assert drawn(window, "mark") == ["Rain is expected"]
    assert [text[:9] for text in drawn(window, "optional") + drawn(window, "prediction")] == ["On Monday", "It will r"]
    show(gold=(MONDAY,))
    assert [text[:9] for text in drawn(window, "mark")] == ["On Monday"]
    assert drawn(window, "optional") == drawn(window, "prediction") == []
    world = window.tab.world
    many = "gold.rangesOfSpans = () => Array(200_000).fill().map(() => new StaticRange(place))"
    place = "{ startContainer: document.body, startOffset: 0, endContainer: document.body, endOffset: 0 }"
    world.evaluate(f"{{ const place = {place}; {many}; }}", world.frames[0])
    show(gold=(MONDAY,), prediction=(NORTH,))  # of a large page there are more texts than a call takes arguments
    assert world.evaluate("CSS.highlights.get('cetr-gold-prediction').size", world.frames[0]) == 200_000
    assert deeds == [Deed("rain", "ready")]


def test_a_click_and_a_drag_are_told_as_places_in_the_saved_page(show: Open, deeds: list[Deed]) -> None:
    """A click takes the element under it, a drag the text that it goes over; Ctrl cuts."""
    window = show()
    hand = hand_in(window)
    x, y = window.tab.world.call("dragEnds", [[*window._shown.places.to_shown((HEADING,))[0]]], False)
    hand.click_at(x + 5, y)
    hand.drag("p", 1)
    with hand.holding_ctrl():
        hand.drag("p", 2)
    south = span_of(ARTICLE, "The south stays dry; &quot;take no umbrella&quot;, they say, and nobody does.")
    assert deeds[1:] == [
        Deed("rain", "add", (HEADING,)),
        Deed("rain", "add", (south,)),
        Deed("rain", "cut", (MONDAY,)),
    ]


def test_keys_and_buttons_go_to_the_reviewer(show: Open, deeds: list[Deed]) -> None:
    """What is not about the window itself is the reviewer's; approving takes something that is marked."""
    window = show(gold=(HEADING,))
    hand = hand_in(window)
    hand.press("c", "z", "n", "a")
    hand.click("save")
    assert [deed.command for deed in deeds[1:]] == ["undo", "next-difference", "approve"]
    hand.press("q")
    assert window.closed


def test_the_text_of_the_marks_is_shown_with_its_structure(show: Open) -> None:
    """A click in it goes to its place in the page."""
    html = ARTICLE.replace("<ul>", '<div style="height: 5000px"></div><ul>')
    window = show(html, gold=(span_of(html, "Rain is expected"), span_of(html, "Copyright")))
    hand = hand_in(window)
    hand.press("p")
    world = window.tab.world
    assert world.call("readPanel").split() == ["Rain", "is", "expected", "Copyright"]
    hand.click_at(*world.call("whereIsText", "Copyright"))
    hand.session.pump()
    assert world.evaluate("scrollY > 3000", world.frames[0])


def test_the_line_of_the_cursor_comes_into_sight(show: Open) -> None:
    """The page scrolls to it, and back; a line that the page does not show leaves it where it is."""
    html = ARTICLE.replace("<ul>", '<div style="height: 5000px"></div><p hidden>Not seen</p><ul>')
    window = show(html, at=span_of(html, "Copyright"))
    scrolled = window.tab.page.evaluate("scrollY")
    show(html, at=span_of(html, "Not seen"))
    kept = window.tab.page.evaluate("scrollY")
    show(html, at=span_of(html, "Rain is expected"))
    assert scrolled > 4000
    assert kept == scrolled
    assert window.tab.page.evaluate("scrollY") < 100


def test_what_the_page_cuts_off_at_the_side_is_not_brought_into_sight(show: Open) -> None:
    """A menu that waits there would shift the page, and without a scroll bar nobody got it back."""
    menu = '<div style="position: absolute; left: 2000px; top: 3000px; width: 300px">Sections</div><ul>'
    html = ARTICLE.replace("<body>", '<body style="overflow-x: hidden">').replace("<ul>", menu)
    window = show(html, at=span_of(html, "Sections"))
    assert window.tab.page.evaluate("[scrollX, scrollY > 2000]") == [0, True]


def test_another_document_takes_the_place_of_the_first(show: Open, deeds: list[Deed]) -> None:
    """It is shown in the same tab, with its own marks."""
    show(gold=(HEADING,))
    html = ARTICLE.replace("Rain is expected", "Snow is expected")
    window = show(html + " ", gold=(span_of(html, "Snow is expected"),))
    assert drawn(window, "mark") == ["Snow is expected"]
    assert [deed.kind for deed in deeds] == ["ready", "ready"]


def test_a_page_without_text_is_told(show: Open, deeds: list[Deed]) -> None:
    """It is shown, and there is nothing to mark."""
    show("<html><body><img></body></html>")
    assert deeds[0] == Deed("rain", "problem", command="the page is empty: it shows no text")


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(timeout=0.001), "did not load within 0.001 s"),
        (None, "the browser's process for it crashed"),
    ],
)
def test_a_page_that_cannot_be_shown_is_told_and_the_next_is_shown(
    show: Open, deeds: list[Deed], monkeypatch: pytest.MonkeyPatch, limits: Limits | None, reason: str
) -> None:
    """In a tab of its own, because that of the other may be busy for long."""

    def crash(page: Page) -> None:
        page.context.new_cdp_session(page).send("Page.crash")

    with monkeypatch.context() as patch:
        if limits is None:
            patch.setattr("annotate.window.loading.define_elements", crash)
        else:
            patch.setattr("annotate.window.loading.LIMITS", limits)
        show(at=HEADING)
    window = show(f"{ARTICLE} ", gold=(HEADING,))
    assert drawn(window, "mark") == ["Rain is expected"]
    assert [deed.kind for deed in deeds] == ["problem", "ready", "ready"]
    assert deeds[0].command == reason
    assert not window.closed


@pytest.fixture
def requests() -> list[str]:
    """What the local server was asked for."""
    return []


@pytest.fixture
def server(requests: list[str]) -> Iterator[str]:
    """A local server that writes down what it is asked for."""

    class Handler(Quiet, BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append(self.path)
            self.send_response(404)
            self.end_headers()

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as address:
        yield f"http://{address}"


LINKS = (
    "preload prefetch prerender dns-prefetch modulepreload icon manifest apple-touch-icon import stylesheet next"
    " compression-dictionary"
)


def test_no_script_runs_and_nothing_is_fetched(show: Open, server: str, requests: list[str], tmp_path: Path) -> None:
    """However it is asked for: the page stays, and nobody hears of it."""
    (tmp_path / "other.html").write_text("<title>Elsewhere</title>", "utf-8")
    hostile = [
        '<script>document.title = "ran"</script>',
        "<body onload=\"document.title = 'ran'\">",
        f'<img src="{server}/pixel" onerror="document.title = 1">',
        f'<link rel="stylesheet" href="{server}/style.css"><link rel="preconnect" href="{server}">',
        f'<style>body {{ background: url("{server}/background") }}</style>',
        f'<iframe src="{server}/frame"></iframe><object data="{server}/object"></object>',
        f'<frameset><frame src="{server}/inner"></frameset><embed src="{(tmp_path / "other.html").as_uri()}">',
        f'<meta http-equiv="re&#102;resh" content="0; url={server}/refresh">',
        f'<meta title=">" http-equiv="refresh" content="0; url={(tmp_path / "other.html").as_uri()}">',
        f'<base href="{server}/base/"><img srcset="set 1x"><input type="image" src="button">',
        '<video poster="poster"></video>',
        *(f'<link rel="{rel}" href="{server}/{rel}" as="image">' for rel in LINKS.split()),
        f'<svg><image href="{server}/svg"/><use href="{server}/use#a"/><feImage href="{server}/filter"/></svg>',
        f'<style>@import "{server}/import"; @font-face {{ font-family: a; src: url({server}/font) }} * {{ '
        f"font-family: a; cursor: url({server}/cursor), auto; list-style: url({server}/list); "
        f"mask: url({server}/mask) }}</style>",
        f'<iframe srcdoc="&lt;img src={server}/srcdoc&gt;"></iframe><portal src="{server}/portal"></portal>',
        f'<audio src="{server}/audio" autoplay></audio><track src="{server}/track"><body background="{server}/old">',
        f'<script type="speculationrules">{{"prefetch": [{{"urls": ["{server}/speculation"]}}]}}</script>',
        f'<div><template shadowrootmode="open"><img src="{server}/shadow"></template></div>',
        '<iframe sandbox="allow-scripts allow-top-navigation allow-same-origin" srcdoc="x" width=200 height=50>'
        f'<meta http-equiv="refresh" content="0; url={server}/led"><p>In a frame</p><img src="{server}/framed" '
        'onerror="top.document.title = 1"><script>top.document.title = "ran"</script>'
        f"<style>p {{ background: url({server}/behind) }}</style></iframe>",
        f'<a id="out" href="{server}/link" ping="{server}/ping">out</a>',
        f'<form action="{server}/form"><button id="send" name="a">send</button></form>',
    ]
    page = ARTICLE.replace("<body>", "<body>" + "".join(hostile))
    window = show(page, gold=(span_of(page, "Rain is expected"),))
    hand = hand_in(window)
    for element in ("#out", "#send"):
        hand.click_at(
            *window.tab.page.evaluate(
                f"(b => [b.x + 2, b.y + 2])(document.querySelector('{element}').getBoundingClientRect())"
            )
        )
    window.tab.pause(0.7)
    assert window.tab.page.title() == "Rain | The Daily"
    assert window.tab.page.url == "http://page.invalid/rain"
    assert drawn(window, "mark") == ["Rain is expected"]
    assert [frame.url for frame in window.tab.page.frames] == ["http://page.invalid/rain", *["about:srcdoc"] * 3]
    assert requests == []


@pytest.mark.parametrize("moved", ["", "#/today", "?day=2"])
def test_styles_come_from_what_was_recorded(browser: BrowserContext, tmp_path: Path, moved: str) -> None:
    """With a WARC beside the page it looks as it did, also if its script gave it another address; scripts and frames
    of it stay away.
    """
    pytest.importorskip("warcio")
    head = '<link rel="stylesheet" href="/s.css"><script src="/s.js"></script><iframe src="/f.html"></iframe>'
    html = ARTICLE.replace("</head>", f"{head}</head>")
    folder = make_package(tmp_path / "news", {"rain": (html, ())})
    url, meta = "https://example.org/rain", folder / "rain.json"
    meta.write_text(meta.read_text("utf-8").replace(f'"{url}"', f'"{url}{moved}"'), "utf-8")
    bodies = {
        url: ("text/html", b"as served"),
        "https://example.org/s.css": ("text/css", b"h1 { color: rgb(1, 2, 3) }"),
        "https://example.org/s.js": ("text/javascript", b"document.title = 'ran'"),
        "https://example.org/f.html": ("text/html", b"framed"),
    }
    loaded = [Exchange(u, "GET", {}, 200, "OK", (("Content-Type", t),), b) for u, (t, b) in bodies.items()]
    attach_files(folder, "rain", {".warc.gz": write_warc(loaded, datetime(2026, 1, 2, tzinfo=UTC))})
    assert browser.browser is not None
    context = open_quiet_context(browser.browser)
    window = PageWindow(context, lambda _: None)
    heading = span_of(html, "Rain is expected")
    window.show(Look(str(folder), "rain", gold=(heading,)))
    page = window.tab.page
    assert (page.url, page.title()) == (url + moved.partition("#")[0], "Rain | The Daily")
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(1, 2, 3)"
    assert drawn(window, "mark") == ["Rain is expected"]
    assert "framed" not in page.content()
    for edited, opened in (("HTTPS://me@EXAMPLE.org:443/./rain", url), ("https://[", "http://page.invalid/rain")):
        fields = json.loads(meta.read_bytes())
        meta.write_text(json.dumps(fields | {"url": edited}), "utf-8")
        window.show(Look(str(folder), "rain", edited, gold=(heading,)))
        assert (page.url, drawn(window, "mark")) == (opened, ["Rain is expected"])
    (folder / "rain.warc.gz").write_bytes(b"damaged")
    window.show(Look(str(folder), "rain", "anew", gold=(heading,)))
    assert page.url == "http://page.invalid/rain"
    assert drawn(window, "mark") == ["Rain is expected"]
    context.close()


def test_an_empty_window_of_the_browser_is_closed(browser: BrowserContext) -> None:
    """Some browsers begin with one, whatever they are told; others stay."""
    assert browser.browser is not None
    kept = browser.new_page()
    kept.goto("data:text/html,kept")
    empty = browser.new_page()
    with empty.expect_event("close"):
        close_empty_windows(browser.browser)
    assert not kept.is_closed()
    kept.close()


def test_the_frames_of_a_frameset_are_shown(show: Open) -> None:
    """Each with what it showed, side by side, and a frame in it; what is for browsers without frames is not."""
    page = (
        "<!DOCTYPE html><html><head><title>Frames</title></head><frameset cols='1,1'><frame src=a><noframes>"
        "<p>Menu of the day</p><iframe>deep</iframe></noframes><frame src=b><noframes><h1>Soup</h1></noframes>"
        "<noframes>Get another browser</noframes></frameset></html>"
    )
    window = show(page, gold=(span_of(page, "Soup"),))
    assert [drawn(window, "mark", frame) for frame in window.tab.world.frames[1:]] == [[], [], ["Soup"]]
    shown = [frame.inner_text("body").strip() for frame in window.tab.page.frames]
    assert sorted(shown) == ["", "Menu of the day", "Soup", "deep"]


COLOURS = """[...document.querySelectorAll(".host")].map(({ shadowRoot }) =>
    getComputedStyle(shadowRoot.querySelector("p")).color)"""


def test_the_style_sheets_of_shadow_roots_are_theirs_again(show: Open) -> None:
    """Rules that stand in one root count in each that names them, in its order, and take no place in it."""
    red = '<style data-adoptedstylesheet="1">p:last-child { color: rgb(9, 0, 0) }</style>'
    last = '<style data-adoptedstylesheet="2">p:last-child { color: rgb(0, 0, 9) }</style>'
    red_again, last_again = (f'<style data-adoptedstylesheet="{i}"></style>' for i in (1, 2))
    in_print = '<style data-adoptedstylesheet="1" media="print"></style>'
    host = '<div class="host"><template shadowrootmode="{}"><p>In a root</p>{}</template></div>'
    roots = (("open", red + last), ("closed", red_again + last_again), ("closed", last_again + in_print))
    page = "".join(host.format(*root) for root in (*roots, ("open", last_again + red_again)))
    window = show(ARTICLE.replace("<h1>", f"<iframe width=300 height=200>{page}</iframe>{page}<h1>"))
    colours = ["rgb(0, 0, 9)"] * 3 + ["rgb(9, 0, 0)"]
    assert [frame.evaluate(COLOURS) for frame in window.tab.page.frames] == [colours, colours]


def test_what_waits_for_a_custom_element_is_seen(show: Open) -> None:
    """It is defined, as it was in the page, in the document and in shadow roots, but none of the page's scripts run."""
    style = "<style>:not(:defined) { display: none }</style>"
    root = f'<x-b><template shadowrootmode="closed">{style}<x-c>In the root</x-c></template></x-b>'
    script = "<script>customElements.define('x-a', class extends HTMLElement { innerText = 'ran' })</script>"
    names = "<img name=querySelectorAll><form><input name=shadowRoot><input name=localName></form><x-a>Again</x-a>"
    page = ARTICLE.replace("<h1>", f"{style}{script}{names}<x-a>In it</x-a>{root}<font-face>No name</font-face><h1>")
    texts = ("Again", "In it", "In the root")
    window = show(page, gold=tuple(span_of(page, text) for text in texts))
    assert drawn(window, "mark") == [*texts]


def test_a_short_page_does_not_ask_for_gigabytes_of_rules(show: Open) -> None:
    """Many references with other media to one long sheet would hang the window; those after some have no rules."""
    rules = "p { color: red }/*" + "x" * 2_000_000 + "*/"
    widths = "".join(f'<style data-adoptedstylesheet="1" media="(width > {i}px)"></style>' for i in range(4))
    window = show(ARTICLE.replace("<h1>", f'<style data-adoptedstylesheet="1">{rules}</style>{widths}<h1>'))
    lengths = window.tab.page.evaluate("document.adoptedStyleSheets.map((sheet) => sheet.cssRules.length)")
    assert lengths[:5] == [1, 1, 1, 0, 0]


@pytest.mark.parametrize("redirect", ["{}", "<svg><style>{}</style></svg>"])
def test_a_page_that_redirects_at_once_is_shown(show: Open, deeds: list[Deed], redirect: str) -> None:
    """Also where only the browser sees the redirect."""
    refresh = redirect.format('<meta http-equiv="refresh" content="0">')
    show(ARTICLE.replace("<h1>", f"{refresh}<x-a></x-a><h1>"))
    assert deeds == [Deed("rain", "ready")]


def test_a_frame_has_its_own_styles(show: Open, deeds: list[Deed]) -> None:
    """They count for all of it and for nothing else; marks in it are drawn, and made with the mouse, as elsewhere."""
    style = "<style>body { margin: 0; color: rgb(1, 2, 3) } h1 { font-size: 9px }</style>"
    frame = f'<iframe src="/a" width=300 height=100>{style}<h1>Framed heading</h1><p>Framed "text"</p></iframe>'
    page = ARTICLE.replace("<h1>", f"{frame}<h1>")
    heading, text = span_of(page, "Framed heading"), span_of(page, 'Framed "text"')
    window = show(page, gold=(heading,), at=heading)
    outer, inner = window.tab.page.frames
    colour = "getComputedStyle(document.querySelector('h1')).color"
    size = "getComputedStyle(document.querySelector('h1')).fontSize"
    assert (inner.evaluate(colour), inner.evaluate(size)) == ("rgb(1, 2, 3)", "9px")
    assert (outer.evaluate(colour), outer.evaluate(size)) == ("rgb(0, 0, 0)", "32px")
    assert drawn(window, "mark", window.tab.world.frames[1]) == ["Framed heading"]
    box = inner.locator("p").bounding_box()
    assert box is not None
    hand_in(window).click_at(box["x"] + 5, box["y"] + 5)
    assert deeds[1:] == [Deed("rain", "add", (text,))]
