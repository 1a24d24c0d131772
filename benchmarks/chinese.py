"""Chinese pages with their main content: those that GNE keeps as tests, marked by rules of our own (chinese.toml).

    tar xzf gne-0.4.3.tar.gz  # its source distribution
    python benchmarks/chinese.py gne-0.4.3

prints bag F1 of each extractor over them. The shipped model has learned from these pages; what it reaches on those of
a site that it has not seen is told by ``benchmarks/build_model.py --scores``.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from bs4 import BeautifulSoup
from datasets import DatasetPage
from unseen import EXTRACTORS, read_html, score

from cetr.document import derive_text

RULES = Path(__file__).with_name("chinese.toml")
_HIDDEN = ("script", "style", "noscript", '[style*="display:none" i]', '[style*="display: none" i]')


def main() -> None:
    """Print bag F1 of each extractor."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    pages = list(read_chinese(parser.parse_args().folder))
    print(f"{len(pages)} pages of {len({page.url for page in pages})} sites")
    for name in EXTRACTORS:
        print(f"  {name:12} {np.mean([score(name, page.html, page.text) for page in pages]):.3f}")


def read_chinese(folder: Path) -> Iterator[DatasetPage]:
    """The pages of GNE's unpacked source distribution, with the text that the rules take."""
    for rule in tomllib.loads(RULES.read_text(encoding="utf-8"))["rules"]:
        paths = sorted(folder.glob(rule["pages"]))
        if not paths:
            raise SystemExit(f"{folder}: has no {rule['pages']}; unpack the source distribution of GNE 0.4.3 there")
        for path in paths:
            html, site = read_html(path), path.parent.name
            text = take_text(html, rule["take"], rule.get("drop", ()))
            yield DatasetPage(str(path.relative_to(folder)), f"http://{site}/", "article", html, text)


def take_text(html: str, take: list[str], drop: list[str]) -> str:
    """The text of the first element that each CSS selector to take matches, less that of all to drop."""
    page = BeautifulSoup(html, "lxml")
    for element in page.select(", ".join((*_HIDDEN, *drop))):
        element.decompose()
    parts = [str(page.select(css, limit=1)[0]) for css in take]
    return "\n".join(derive_text(part, ((0, len(part)),)) for part in parts)


if __name__ == "__main__":
    main()
