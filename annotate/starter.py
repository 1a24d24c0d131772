"""The starter site: pages written for this project, captured with the mouse as a person would do it.

``python -m annotate.starter SITE PACKAGE`` rebuilds the starter package from its site, and ``... --sites`` the package
of the sites with several pages.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
from tqdm import tqdm

from annotate.browser import open_browser
from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from annotate.capture.settings import Settings
from annotate.capture.tab import Limits
from cetr.console import InputError
from cetr.document import intersect_spans, normalize_spans
from evaluate.package import PackageInfo, create_package, read_package
from evaluate.parsing import read_toml

PORT = 8765
"""The port in the starter package's URLs; the demo uses any free one."""


class StarterPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the site and an annotator's decision on it: an entry of ``gold.toml``.

    ``site`` is given if it is a further page of a site, and shares the host of the first.
    """

    file: str
    site: str = ""
    title: str
    language: str
    page_type: str
    multiple_articles: bool
    select: tuple[str, ...]
    drop: tuple[str, ...]
    first_words: str
    last_words: str


class _Gold(msgspec.Struct, frozen=True, kw_only=True):
    guideline: str
    pages: tuple[StarterPage, ...]


@dataclass(frozen=True)
class StarterSite:
    """The site's folder, the guideline of its gold, its pages, one of each kind, and ``more`` of the same templates."""

    folder: Path
    guideline: str
    pages: tuple[StarterPage, ...]
    more: tuple[StarterPage, ...]

    @property
    def series(self) -> tuple[StarterPage, ...]:
        """The pages of the sites that have several."""
        sites = {page.site for page in self.more}
        firsts = tuple(page for page in self.pages if host_of(page) in sites)
        return tuple(sorted(firsts + self.more, key=lambda page: (host_of(page), bool(page.site), page.file)))


def host_of(page: StarterPage) -> str:
    """The first label of the host under which a page is served."""
    return page.site or Path(page.file).stem


def read_site(folder: Path) -> StarterSite:
    """Read a site's ``gold.toml``."""
    path = folder / "gold.toml"
    try:
        gold: _Gold = read_toml(path, _Gold, schema=1)
    except FileNotFoundError as error:
        raise InputError(f"{path}: is missing; the demo needs a clone of the project") from error
    firsts, more = (tuple(page for page in gold.pages if bool(page.site) == wanted) for wanted in (False, True))
    return StarterSite(folder, gold.guideline.strip() + "\n", firsts, more)


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base class names it so
        """Say nothing: the demo has its own output."""


@contextmanager
def serve(folder: Path, port: int = 0) -> Iterator[int]:
    """Serve a folder on the loopback interface; yields the port."""
    with ThreadingHTTPServer(("127.0.0.1", port), partial(_QuietHandler, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


def mark_page(session: Session, page: StarterPage, url: str) -> Saved:
    """Capture one page by hand: drag over each element of its gold, cut out the boxes, set the facts, save."""
    session.open(url)
    hand = Hand(session)
    # When collapsed, the toolbar does not cover the end of the page.
    hand.press("h")
    for selector in page.select:
        for which in range(_count(session, selector)):
            hand.drag(selector, which)
    hand.press("c")
    for selector in page.drop:
        for which in range(_count(session, selector)):
            if _is_marked(session, selector, which):
                hand.drag(selector, which)
    hand.press("h")
    if page.multiple_articles:
        hand.press("m")
    if session.state.language != page.language:
        hand.press("l", "Control+a")
        hand.type(page.language)
        hand.press("Tab")
    hand.click("save")
    saved = session.wait(60)
    if saved is None:
        raise InputError(f"{url}: was not saved: {session.state.message or session.outcome}")
    return saved


def _count(session: Session, selector: str) -> int:
    world = session.tab.world
    return int(world.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length", world.frames[0]))


def _is_marked(session: Session, selector: str, which: int) -> bool:
    """Whether text of an element is marked; a person cuts out what is marked and should not be."""
    world = session.tab.world
    element = f"document.querySelectorAll({json.dumps(selector)})[{which}]"
    spans = normalize_spans(
        world.evaluate(f"gold.spansOfElements([{element}])", world.frames[0]), len(session.frozen.html)
    )
    return bool(intersect_spans(spans, session.state.spans))


def capture_site(
    site: StarterSite, package: Path, pages: Sequence[StarterPage], *, port: int = 0, annotator: str | None = None
) -> Iterator[tuple[StarterPage, Saved]]:
    """Capture pages of the site in a headless browser with real mouse drags and keys."""
    settings = Settings(limits=Limits(settle=3, quiet=0.3), annotator=annotator)
    with serve(site.folder, port) as at, open_browser(headless=True) as context:
        session = Session(context, package, settings)
        for page in tqdm(pages, unit=" pages", disable=None, leave=False):
            session.settings = replace(settings, page_type=page.page_type)
            yield page, mark_page(session, page, f"http://{host_of(page)}.localhost:{at}/{page.file}")


def build_starter(site: StarterSite, folder: Path, *, series: bool) -> int:
    """Build the starter package, or that of the ``series``; returns its number of documents."""
    pages = site.series if series else site.pages
    languages = tuple(sorted({page.language for page in pages}))
    kinds = "several of a template" if series else "one of each kind that content extraction has trouble with"
    create_package(
        folder,
        PackageInfo(
            name=folder.name,
            title="Starter package of sites" if series else "Starter package",
            description=f"Pages written for cetr-gold, {kinds}.",
            license="Apache-2.0",
            languages=languages,
            guideline=site.guideline,
            created=datetime.now(UTC).date().isoformat(),
        ),
    )
    for _ in capture_site(site, folder, pages, port=PORT, annotator="cetr-gold"):
        pass
    return len(read_package(folder).names)


if __name__ == "__main__":
    source, target = (Path(argument) for argument in sys.argv[1:3])
    print(build_starter(read_site(source), target, series="--sites" in sys.argv[3:]), "documents")
