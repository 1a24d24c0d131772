"""Markdown beside other converters on the pages of structure, and its time beside that of text.

    python benchmarks/structure.py [--data DIR] [--pages N] [--method NAME]

Converters that are not installed are left out: pip install html-to-markdown markdownify.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

from cetr.document import content_spans, derive_text
from cetr.methods import load_method
from cetr.structure import read_blocks, write_html, write_markdown
from training.datasets import DATA, read_dataset

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "tests" / "cetr" / "structure" / "pages"
URL = "https://example.org/docs/page.html"
Convert = Callable[[str], str]


def find_converters() -> dict[str, Convert]:
    """Ours, and the others that are installed, in the setting that is nearest to our dialect."""

    def ours(html: str) -> str:
        return write_markdown(read_blocks(html, ((0, len(html)),), url=URL))

    found: dict[str, Convert] = {"cetr": ours}
    if find_spec("markdownify"):
        markdownify = import_module("markdownify").markdownify
        found["markdownify"] = lambda html: str(markdownify(html, heading_style="ATX", bullets="-"))
    if find_spec("html_to_markdown"):
        module = import_module("html_to_markdown")

        def convert(html: str) -> str:
            result = module.convert(html)
            return str(getattr(result, "content", result) or "")

        found["html-to-markdown"] = convert
    return found


def count_equal(convert: Convert) -> tuple[int, int]:
    """On how many pages a converter's Markdown and a person's are the same tree, and of how many."""
    parse = import_module("tests.cetr.structure.commonmark").parse_markdown
    pages = sorted(PAGES.glob("*.html"))
    equal = 0
    for page in pages:
        # Addresses are made absolute before, as the others do not do so.
        html = page.read_text("utf-8").replace("https://example.org/docs/page.html#", "#")
        equal += parse(convert(html)) == parse(page.with_suffix(".md").read_text("utf-8"))
    return equal, len(pages)


def main() -> None:
    """Compare and time."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", default="wcxb-dev", dest="name")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--method", default="learned")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    for name, convert in find_converters().items():
        equal, total = count_equal(convert)
        print(f"{name}: {equal} of {total} pages as a person would write them")
    method = load_method(options.method)
    seconds = {"text": 0.0, "markdown": 0.0, "html": 0.0}
    for page in islice(read_dataset(options.data, options.name), options.pages):
        start = time.process_time()
        spans = content_spans(page.html, method(page.html))
        found = time.process_time()
        derive_text(page.html, spans)
        text = time.process_time()
        write_markdown(read_blocks(page.html, spans))
        markdown = time.process_time()
        write_html(page.html, spans)
        seconds["text"] += text - start
        seconds["markdown"] += found - start + markdown - text
        seconds["html"] += found - start + time.process_time() - markdown
    for form in ("markdown", "html"):
        print(f"{options.method}: {form} takes {seconds[form] / seconds['text']:.2f} times the time of text")


if __name__ == "__main__":
    main()
