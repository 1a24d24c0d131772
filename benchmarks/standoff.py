"""Whether gold that was published without its pages comes back on other copies and later versions of them.

    python -m benchmarks.standoff --data DATA --set wcxb-dev --limit 300

Each page is described by the digests that ``annotate publish`` writes, and then changed: written again by another
program (lxml), or also edited. An edit concerns a stretch of text between two tags. It is deleted, gets half of its
words or one more sentence from another page, or is followed by a box from another page, which is not content.

Figures are mean F1 of the words that are marked as content in the changed page, by ``digests``, and by two ways that
need the text itself: the ``quotes`` of W3C Web Annotations, as ``annotate import web-annotation`` finds them, and
``text``, the alignment of the gold's text. ``kept`` is the share of pages whose gold stays gold, because all of it is
there and nothing is new, and ``of these`` their F1; the other pages become drafts. ``ms`` is the time for a page.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import mean

import numpy as np
from bs4 import BeautifulSoup
from tqdm import tqdm

from annotate.formats.importing import align_gold
from annotate.formats.web_annotation import find_quote
from annotate.standoff.joining import join_lines
from annotate.standoff.lines import read_lines
from annotate.texts.squeezed import squeeze_page
from cetr.document import (
    Bools,
    Kind,
    Spans,
    derive_text,
    lex,
    locate_text,
    locate_words,
    mark_inside,
    normalize_spans,
    split_words,
)
from evaluate.package import make_fragments
from evaluate.tables import Cell, format_table
from training.datasets import DATA, read_dataset

SHARES = (0.0, 0.02, 0.1)
"""The shares of edited stretches of text."""


@dataclass(frozen=True)
class Version:
    """A changed page; ``gold`` says of each of its characters whether it is content."""

    html: str
    gold: Bools


def edit_page(html: str, spans: Spans, share: float, others: Sequence[str], random: np.random.Generator) -> Version:
    """Edit a share of the stretches of a page's text, with words of other pages."""
    tokens = lex(html)
    shown = np.unique(locate_text(html, None, tokens).start)
    is_gold = mark_inside(np.arange(len(html)), spans)
    pieces: list[str] = []
    gold: list[Bools] = []
    last = 0

    def add(text: str, flags: Bools) -> None:
        pieces.append(text)
        gold.append(flags)

    for i in np.flatnonzero(tokens.kind == Kind.TEXT).tolist():
        start, end = int(tokens.start[i]), int(tokens.end[i])
        at = np.searchsorted(shown, start)
        text = html[start:end]
        if at == len(shown) or shown[at] >= end or not split_words(text) or random.random() >= share:
            continue
        add(html[last:start], is_gold[last:start])
        sentence = others[int(random.integers(len(others)))]
        content = bool(mark_inside(np.array([start + len(text) - len(text.lstrip())]), spans)[0])
        what = random.integers(4)
        if what == 1:
            words, new = text.split(), sentence.split()
            text = " ".join(new[k % len(new)] if k % 2 else word for k, word in enumerate(words))
        elif what == 2:
            text = f"{text} {sentence}"
        if what:
            add(text, np.full(len(text), content))
        if what == 3:
            box = f"<div>{sentence}</div>"
            add(box, np.zeros(len(box), np.bool_))
        last = end
    add(html[last:], is_gold[last:])
    return Version("".join(pieces), np.concatenate(gold))


def mark_quotes(html: str, version: str, spans: Spans) -> Spans:
    """Find marks in a version of a page by their quotes, and the text around them."""
    text = squeeze_page(locate_text(version))
    places = (find_quote(text, fragment) for fragment in make_fragments(html, spans))
    return normalize_spans([place for place in places if place], len(version))


def score_words(found: Bools, wanted: Bools) -> float:
    """F1 of marked words, 0 to 1; both arrays have shape (words,)."""
    right = int((found & wanted).sum())
    return 2 * right / max(1, int(found.sum()) + int(wanted.sum())) if wanted.any() or found.any() else 1.0


def compare(pages: Iterable[tuple[str, str]], share: float, others: Sequence[str]) -> dict[str, Cell]:
    """Make the row of a share of edits for pages with their gold texts."""
    random = np.random.default_rng(0)
    figures: dict[str, list[float]] = {key: [] for key in ("digests", "kept", "of these", "quotes", "text", "ms")}
    for html, text in pages:
        spans = align_gold(html, text, lex(html)).spans
        lines = read_lines(html, spans, ())
        version = edit_page(html, spans, share, others, random)
        words = locate_words(version.html)
        wanted = version.gold[words.start]
        again = str(BeautifulSoup(version.html, "lxml"))
        same = locate_words(again)
        if same.words != words.words:
            continue  # the other program has lost or moved text
        started = time.perf_counter()
        joined = join_lines(again, lines)
        figures["ms"].append(1000 * (time.perf_counter() - started))
        marked = {
            "digests": joined.spans,
            "quotes": mark_quotes(html, again, spans),
            "text": align_gold(again, derive_text(html, spans), lex(again)).spans,
        }
        scores = {key: score_words(mark_inside(same.start, found), wanted) for key, found in marked.items()}
        for key, score in scores.items():
            figures[key].append(score)
        kept = joined.state == "same text"
        figures["kept"].append(kept)
        figures["of these"] += [scores["digests"]] if kept else []
    row: dict[str, Cell] = {"edited": share, "pages": len(figures["digests"])}
    return row | {key: round(mean(found), 4) if found else None for key, found in figures.items()}


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", default="wcxb-dev", dest="name")
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    pages = [(page.html, page.text) for page in islice(read_dataset(options.data, options.name), options.limit)]
    others = [line for _, text in pages for line in text.split("\n") if 5 <= len(line.split()) <= 30]
    rows = [compare(pages, share, others) for share in tqdm(SHARES, disable=None)]
    print(format_table(rows, "table"))


if __name__ == "__main__":
    main()
