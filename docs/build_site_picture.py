"""Make the picture of what one label does to a site: ``python docs/build_site_picture.py``.

Every page of packages/starter-sites is drawn three times, from its first word (above) to its last: by the page alone,
with the site's other pages, and with the gold of the first of these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from cetr.document import find_host, locate_words, mark_inside
from cetr.site import suggest_with
from evaluate.package import Document, read_document, read_package
from evaluate.protocols import OtherPage

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "packages" / "starter-sites"
PICTURE = Path(__file__).with_name("images") / "site.svg"

HEIGHT, WIDTH, GAP, BETWEEN, LEFT, TOP = 260, 20, 4, 30, 16, 64
COLOURS = {(1, 1): "#2e8b57", (1, 0): "#c0392b", (0, 1): "#e69f00", (0, 0): "#e4e4e4"}
"""Of a word that was taken, or not, and is gold, or not."""
LEGEND = (
    ((1, 1), "content, found"),
    ((0, 1), "content, missed"),
    ((1, 0), "taken, but not content"),
    ((0, 0), "the rest"),
)
NAMES = {"news": "article", "forum": "thread", "product": "product"}
PROTOCOLS = ("alone", "site", "one label")

Strip = list[tuple[tuple[int, int], int]]
"""Runs of words that were taken, or not, and are gold, or not, each with their number."""


def look_at(document: Document, others: Sequence[OtherPage]) -> Strip:
    """What became of a page's words."""
    start = locate_words(document.html).start
    taken = mark_inside(start, suggest_with(document.html, others).spans)
    gold = mark_inside(start, document.spans)
    states = zip(taken.astype(int).tolist(), gold.astype(int).tolist(), strict=True)
    return [(state, len(list(run))) for state, run in groupby(states)]


def look_at_site(documents: Sequence[Document]) -> Iterator[tuple[Document, tuple[Strip, ...]]]:
    """The three strips of each page of a site."""
    for document in documents:
        mates = [d for d in documents if d is not document]
        plain = [OtherPage(d.html, d.meta.url, d.name) for d in mates]
        told = [OtherPage(d.html, d.meta.url, d.name, d.spans, d.optional) for d in mates[:1]] + plain[1:]
        yield document, tuple(look_at(document, others) for others in ((), plain, told))


def draw(strip: Strip, x: int) -> Iterator[str]:
    """One strip, its height the whole page."""
    total = sum(count for _, count in strip)
    done = 0
    for state, count in strip:
        top, end = (TOP + HEIGHT * at // total for at in (done, done + count))
        yield f'<rect x="{x}" y="{top}" width="{WIDTH}" height="{end - top}" fill="{COLOURS[state]}"/>'
        done += count


def read_sites() -> dict[str, list[Document]]:
    """The pages of each site."""
    sites: dict[str, list[Document]] = defaultdict(list)
    for name in read_package(PACKAGE).names:
        document = read_document(PACKAGE, name)
        sites[find_host(document.meta.url)].append(document)
    return sites


def make_picture() -> str:
    """The picture as SVG."""
    parts, x = [], LEFT
    for site, documents in read_sites().items():
        for number, (_, strips) in enumerate(look_at_site(documents), 1):
            label = f"{NAMES[site.partition('.')[0]]} {number}"
            parts.append(f'<text x="{x}" y="{TOP - 10}" font-weight="bold">{label}</text>')
            for strip, protocol in zip(strips, PROTOCOLS, strict=True):
                parts += draw(strip, x)
                at = f"{x + WIDTH // 2 + 4} {TOP + HEIGHT + 8}"
                parts.append(f'<text transform="translate({at}) rotate(90)">{protocol}</text>')
                x += WIDTH + GAP
            x += BETWEEN
    for number, (state, name) in enumerate(LEGEND):
        left = LEFT + 180 * number
        parts.append(f'<rect x="{left}" y="14" width="12" height="12" fill="{COLOURS[state]}"/>')
        parts.append(f'<text x="{left + 18}" y="25">{name}</text>')
    size = f'width="{x}" height="{TOP + HEIGHT + 76}" viewBox="0 0 {x} {TOP + HEIGHT + 76}"'
    style = 'font-family="sans-serif" font-size="13" fill="#222"'
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>', '<rect width="100%" height="100%" fill="#fff"/>',
         *parts, "</svg>\n"]
    )  # fmt: skip


if __name__ == "__main__":
    PICTURE.write_text(make_picture(), "utf-8")
