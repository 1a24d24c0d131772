"""What the scenarios work on: packages made of the starter package's pages, and pages of sites, served here."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from benchmarks.by_site import write_warc
from benchmarks.capture import make_page
from benchmarks.review import short_page
from cetr.document import derive_text
from evaluate.package import (
    Decision,
    Meta,
    PackageInfo,
    create_package,
    html_hash,
    make_fragments,
    read_document,
    read_journal,
    read_package,
    write_document,
)

STARTER = Path(__file__).parents[2] / "packages" / "starter"
_NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def make_package(folder: Path, count: int) -> None:
    """The starter package's documents over and over, each from a site of its own, with a decision in the journal."""
    create_package(folder, PackageInfo(name=folder.name))
    for number, name in enumerate(islice(cycle(read_package(STARTER).names), count)):
        document = read_document(STARTER, name)
        address = urlsplit(document.meta.url)._replace(netloc=f"site{number}.example").geturl()
        meta = msgspec.structs.replace(document.meta, url=address)
        _write(folder, f"{name}-{number:04}", meta, document.html)


def make_site(folder: Path, sites: int, pages: int, finished: int) -> None:
    """Pages of some sites with one template; so many of each site are finished, the others are drafts."""
    create_package(folder, PackageInfo(name=folder.name))
    for number in range(sites * pages):
        site, page = divmod(number, pages)
        html = short_page(number)
        done = page < finished
        spans = (_find_article(html),) if done else ()
        meta = Meta(
            url=f"https://site{site}.example/articles/{page}",
            language="en",
            status="gold" if done else "draft",
            html_sha256=html_hash(html),
            fragments=make_fragments(html, spans),
        )
        _write(folder, f"page-{number:04}", meta, html)


def approve_sample(folder: Path) -> None:
    """Finish the sampled proposals of a package as they are."""
    sampled = [one for one in read_journal(folder) if one.detail.get("sample")]
    if not sampled:
        raise SystemExit(f"{folder}: nothing was sampled")
    for decision in sampled:
        document = read_document(folder, decision.document)
        fragments = make_fragments(document.html, decision.after)
        meta = msgspec.structs.replace(document.meta, status="gold", fragments=fragments)
        text = derive_text(document.html, meta.spans)
        write_document(folder, document.name, meta=meta, text=text, expected=document.revision)


def finish_drafts(folder: Path) -> None:
    """Finish every draft of a package that `make_site` has made, as `make_site` finishes pages."""
    for name in read_package(folder).names:
        document = read_document(folder, name)
        fragments = make_fragments(document.html, (_find_article(document.html),))
        meta = msgspec.structs.replace(document.meta, status="gold", annotator=folder.name, fragments=fragments)
        text = derive_text(document.html, meta.spans)
        write_document(folder, name, meta=meta, text=text, expected=document.revision)


def _find_article(html: str) -> tuple[int, int]:
    return html.index("<h1>"), html.rindex("</p>") + 4


def _write(folder: Path, name: str, meta: Meta, html: str) -> None:
    decision = Decision(time=_NOON, document=name, action="mark", annotator="first", after=meta.spans)
    write_document(folder, name, meta=meta, text=derive_text(html, meta.spans), html=html, decision=decision)


def make_warcs(folder: Path, count: int) -> None:
    """WARC files of ten pages each: those of the starter package, from five sites to a file."""
    folder.mkdir()
    pages = [path.read_bytes() for path in sorted(STARTER.glob("*.html")) if ".source" not in path.name]
    for number in range(count):
        write_warc(folder / f"{number:02}.warc", pages[number % len(pages) :] + pages, 10, 5)


def make_served(count: int) -> dict[str, bytes]:
    """Pages for a server: about 30 kB each, and no robots.txt."""
    return {f"/page{number}.html": make_page(0.03, seed=number) for number in range(count)}
