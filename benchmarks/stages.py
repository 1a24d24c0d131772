"""Where the time of `cetr` goes: its stages on whole pages of one size, and on their first characters alone.

    python -m benchmarks.stages [--data DIR] [--pages N] [--least BYTES] [--most BYTES] [--head N] [--runs N]

The second figure is what the calls take when they have next to nothing to do. The last row is resiliparse. Of each page
the least processor time of all runs counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import islice, pairwise
from pathlib import Path

import numpy as np

from benchmarks.extract_speed import Extract, install_peers, load_systems
from cetr.document import Floats, derive_text, lex
from cetr.tagratio import analyse, cut_lines
from training.datasets import DATA, read_dataset

STAGES = ("tokens", "lines", "labels", "spans", "text", "`cetr` in all", "resiliparse")


def time_steps(html: str, peer: Extract) -> list[int]:
    """Nanoseconds of processor time of the steps from a page to its text, the third of which does the second over
    again, and of a peer.
    """
    lex("")  # forgets the page of the round before
    marks = [time.process_time_ns()]
    tokens = lex(html)
    marks.append(time.process_time_ns())
    cut_lines(html, tokens=tokens)
    marks.append(time.process_time_ns())
    model = analyse(html, "cetr", tokens=tokens)
    marks.append(time.process_time_ns())
    spans = model.spans
    marks.append(time.process_time_ns())
    derive_text(html, spans, tokens)
    marks.append(time.process_time_ns())
    peer(html)
    marks.append(time.process_time_ns())
    return [end - start for start, end in pairwise(marks)]


def measure_stages(pages: Sequence[str], runs: int, peer: Extract) -> Floats:
    """The mean over pages of the least times of each of `STAGES` in so many runs, microseconds."""
    steps = np.array([[time_steps(page, peer) for page in pages] for _ in range(runs)])
    tokens, lines, analysis, spans, text, other = steps.min(axis=0).mean(axis=0) / 1e3
    return np.array([tokens, lines, analysis - lines, spans, text, tokens + analysis + spans + text, other])


def main() -> None:
    """Print a table of the stages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pages", type=int, default=500, help="choose from the first pages of the set")
    parser.add_argument("--least", type=int, default=45_000)
    parser.add_argument("--most", type=int, default=75_000)
    parser.add_argument("--head", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    install_peers()
    peer = load_systems(trafilatura=False)["resiliparse"]
    pages = [page.html for page in islice(read_dataset(options.data, "wcxb-dev"), options.pages)]
    pages = [page for page in pages if options.least <= len(page.encode("utf-8", "replace")) < options.most]
    heads = [page[: options.head] for page in pages]
    print(f"{len(pages)} pages\n\n| stage | whole page, µs | first {options.head:,} characters, µs |\n|---|---:|---:|")
    whole_pages, only_heads = (measure_stages(some, options.runs, peer) for some in (pages, heads))
    for name, whole, head in zip(STAGES, whole_pages, only_heads, strict=True):
        print(f"| {name} | {whole:.0f} | {head:.0f} |")


if __name__ == "__main__":
    main()
