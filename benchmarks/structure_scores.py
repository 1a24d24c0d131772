"""The measures of structure for systems that give Markdown, HTML or spans, on one of the data sets.

    python -m benchmarks.structure_scores [--data DIR] [--set NAME] [--every N]

Gold structure is that of the spans where the gold text stands in the page. Means are over the pages whose gold has
such a thing; intervals are 95 per cent of 2,000 resamples of the pages. `learned` is the shipped model, which was
trained on pages of WCXB, too: the table tells how much structure is kept, not how well pages are chosen.
"""

from __future__ import annotations

import argparse
import warnings
from itertools import islice
from pathlib import Path

import numpy as np

from cetr.document import align_text, derive_text, normalize_spans
from evaluate.extractors import find_extractor
from evaluate.measures import Comparison, Page, compare
from evaluate.outputs import Output
from training.datasets import DATA, read_dataset

SYSTEMS = ("learned", "trafilatura@structure=true", "resiliparse@structure=true", "readability-lxml@structure=true")
MEASURES = ("rouge-5", "headings", "lists", "tables", "code", "formulas", "links", "order")


def main() -> None:
    """Score and print."""
    warnings.filterwarnings("ignore")
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", default="wcxb-dev", dest="name")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    extractors = {name: find_extractor(name).extract for name in SYSTEMS}
    scores: dict[tuple[str, str], list[float]] = {}
    pages = 0
    for page in islice(read_dataset(options.data, options.name), 0, None, options.every):
        pages += 1
        html = page.html
        gold = align_text(html, page.text).spans
        for name, extract in extractors.items():
            found = extract(html)
            if isinstance(found, str):
                output = found if isinstance(found, Output) else None
                made = Comparison(page.text, str(found), Page(html, gold), output=output)
            else:
                spans = normalize_spans(found, len(html))
                made = Comparison(page.text, derive_text(html, spans), Page(html, gold, spans))
            for measure, score in compare(made, MEASURES).items():
                value = score.details.get("where-present", score.f1)
                if value == value:
                    scores.setdefault((name, measure), []).append(value)
    print(f"{pages} pages")
    print("| |", " | ".join(f"{m} ({len(scores.get((SYSTEMS[0], m), []))})" for m in MEASURES), "|")
    print("|---" * (len(MEASURES) + 1) + "|")
    for name in SYSTEMS:
        print(f"| {name.partition('@')[0]} |", " | ".join(_tell(scores.get((name, m), [])) for m in MEASURES), "|")


def _tell(values: list[float]) -> str:
    """A mean with its interval."""
    if not values:
        return "-"
    array = np.array(values)
    draws = np.random.default_rng(0).choice(array, (2000, len(array))).mean(axis=1)
    low, high = np.quantile(draws, (0.025, 0.975))
    return f"{array.mean():.3f} ({low:.3f} to {high:.3f})"


if __name__ == "__main__":
    main()
