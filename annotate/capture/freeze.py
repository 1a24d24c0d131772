"""Freeze a page: its document as HTML, before we add anything to it, and what the browser knows about it."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urldefrag

from annotate.capture.consent import Banner
from annotate.capture.errors import CaptureError, explain_failures
from annotate.capture.frames import leave_out_frames, name_frames
from annotate.capture.loading import check_kind
from annotate.capture.reach import AWAY, leads_away
from annotate.capture.serialise import serialise
from annotate.capture.tab import Answer, Limits, Tab
from annotate.capture.views import begin_layout, take_screenshot
from annotate.capture.warc import write_warc
from annotate.markup.html_facts import normalize_language
from annotate.queue.urls import strip_credentials
from cetr.document import TextCache, decode_html, lex, parse_content_type
from evaluate.package import Source, html_hash


@dataclass(frozen=True)
class Frozen:
    """A page as it was when it was frozen.

    ``text`` derives the text of spans and has already derived that of the whole page. ``layout`` is the bytes of
    NAME.layout.json.gz (docs/capture.md). ``revealed``: it hides all of itself, and is shown nevertheless. ``left_out``
    says what is missing.
    """

    url: str
    html: str
    html_sha256: str
    text: TextCache
    title: str
    language: str
    browser: str
    viewport: tuple[int, int]
    page: tuple[int, int]
    time: datetime
    source: Source | None
    source_bytes: bytes | None
    layout: bytes | None
    screenshot: bytes | None
    exchange: bytes | None = None
    banner: Banner | None = None
    revealed: bool = False
    left_out: tuple[str, ...] = ()


def freeze(tab: Tab, limits: Limits, *, layout: bool = True, screenshot: bool = True) -> Frozen:
    """Stop the page and serialise it. Raises `CaptureError` if there is nothing to mark.

    If no person will change the page any more, ``layout`` and ``screenshot`` can be taken later.
    """
    tab.held = True
    world = tab.world
    world.frames = []  # those of an earlier frozen document are gone
    with explain_failures(tab.page.url):
        world.stop_page(True)
        tab.close_popups()  # their scripts would keep running, and can reach the page
    world.cdp.send("Page.stopLoading")  # nor does it follow a <meta http-equiv="refresh">
    url = strip_credentials(tab.address)
    # The browser works at the same time as we do.
    with ThreadPoolExecutor(1) as aside, explain_failures(url):
        answer = _find_answer(tab)
        finding_source = aside.submit(_describe_source, answer)
        leave_out_frames(tab)
        revealed = world.reveal_page()
        tree = world.cdp.send("Page.getFrameTree")["frameTree"]
        dead = tree["frame"].get("unreachableUrl")
        if leads_away(tab, dead or url):
            raise CaptureError(f"{tab.url}: {AWAY}")
        if dead:  # what stands there is the browser's own page
            raise CaptureError(f"{tab.url}: it redirects to {dead}, which cannot be opened")
        read_html = serialise(world, tree, limits.size, url)
        # While the HTML is transferred, the browser does what takes it longest.
        finish_layout = begin_layout(world) if layout else None
        if not layout:
            world.begin("gold.see()", world.frames[0])
        html = read_html()
        hashing = aside.submit(html_hash, html)
        text = TextCache(html, lex(html))
        text.derive(((0, len(html)),))  # the browser is still working
        facts = world.call("facts")
        check_kind(url, facts["type"])
        if not facts["shown"] and not any(world.call("facts", frame=f)["shown"] for f in world.frames[1:]):
            raise CaptureError(f"{url}: the page is empty: it shows no text")
        boxes = finish_layout() if finish_layout else None
        world.release()
    return Frozen(
        url=url,
        html=html,
        html_sha256=hashing.result(),
        text=text,
        title=facts["title"],
        language=normalize_language(facts["language"]) or "",
        browser=world.cdp.send("Browser.getVersion")["product"].replace("/", " ").replace("HeadlessChrome", "Chrome"),
        viewport=(facts["viewport"][0], facts["viewport"][1]),
        page=(facts["page"][0], facts["page"][1]),
        time=datetime.now(UTC).replace(microsecond=0),
        source=finding_source.result(),
        source_bytes=answer.body if answer is not None else None,
        layout=boxes,
        screenshot=take_screenshot(tab) if screenshot else None,
        exchange=write_warc(tab.exchanges, datetime.now(UTC)) if tab.exchanges is not None else None,
        banner=tab.banner,
        revealed=revealed,
        left_out=(*name_frames(tuple(tab.left_out)), *tab.name_cut()),
    )


def _find_answer(tab: Tab) -> Answer | None:
    """Find the response that brought the page. It is not that of an address to which the page's script led a person."""
    stayed = not tab.arrived or urldefrag(tab.arrived).url == urldefrag(tab.address).url
    return tab.answer if stayed else None


_HEADERS = ("content-type", "content-language", "last-modified", "etag", "date", "server", "link", "content-encoding")


def _describe_source(answer: Answer | None) -> Source | None:
    """Describe the response as served."""
    if answer is None or answer.body is None:
        return None
    kind = answer.headers.get("content-type")
    return Source(
        status=answer.status,
        content_type=kind,
        charset=decode_html(answer.body, parse_content_type(kind or "")[1])[1],
        sha256=hashlib.sha256(answer.body).hexdigest(),
        headers={name: value for name, value in answer.headers.items() if name in _HEADERS},
    )
