"""What a site's other pages are worth: bag F1 alone, with these, with the gold of one or two of them.

    python -m benchmarks.sites --data DATA --set waddle-dev

Of each site with two pages or more at most ``--most`` are taken. With ``--pairs`` a page gets one other page alone. The
gold of other pages is drawn with ``--seed``. Intervals are of the paired difference to alone, 95 %, by a bootstrap of
sites.

With ``--renamed`` the labelled pages have other classes and ids, as before a site was built anew. Then intervals are of
the difference to the other pages without a label.

Two columns say how much could be had. ``blocks`` is F1 with the right answer for every block. ``1-shot limit`` is the
same where the labelled page has the page's template, which is so for the share ``labelled``, and F1 alone elsewhere.

The shipped model was trained on wcxb-dev and cleaneval-en: of these pages it says by itself what it was taught, so
other pages can only take away from it. ``--odds FILE`` takes what models say that saw no page of the site; ``python -m
training.fit_site --odds FILE`` keeps it.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
from tqdm import tqdm

from benchmarks.hosts import group_by_host
from benchmarks.intervals import find_interval
from cetr.document import Floats, Spans, derive_text
from cetr.learned import join_blocks, label_blocks, load_model
from cetr.site import Memory, remember, see, suggest_among, trace
from evaluate import measures
from evaluate.tables import Cell, format_table
from training.datasets import DATA, DatasetPage, read_dataset
from training.fit_site import read_odds

SURE = (0.9, 0.95, 0.98)
"""Expected F1 from which `annotate propagate` might call a proposal sure."""
PROTOCOLS = ("alone", "site", "1-shot", "2-shot")
LIMITS = ("blocks", "labelled", "1-shot limit")


def score_site(
    pages: list[DatasetPage], draw: Random, pairs: bool, odds: Mapping[str, Floats], renamed: bool = False
) -> list[dict[str, float]]:
    """The F1 of each page of a site by protocol, and how much could be had.

    ``odds`` are the log-odds of pages, by id, where others count. ``renamed``: labelled pages have other names.
    """
    model = load_model()
    shipped = [see(page.html, model) for page in pages]
    looked = [replace(s, odds=odds.get(page.id, s.odds)) for s, page in zip(shipped, pages, strict=True)]
    plain = [trace(seen) for seen in looked]
    taught = [see(rename(page.html), model) for page in pages] if renamed else looked
    labelled = [trace(seen, page.text) for seen, page in zip(taught, pages, strict=True)]
    rows = []
    for number, (page, seen) in enumerate(zip(pages, looked, strict=True)):
        others = [i for i in range(len(pages)) if i != number]
        draw.shuffle(others)
        others = others[: 1 if pairs else None]
        row = {}
        for shots, protocol in ((-1, "alone"), (0, "site"), (1, "1-shot"), (2, "2-shot")):
            traces = [labelled[i] if place < shots else plain[i] for place, i in enumerate(others) if shots >= 0]
            found = suggest_among(seen, remember(Memory(), *traces))
            row[protocol] = score_spans(page, found.spans)
            if protocol == "1-shot":
                row["expected"] = found.expected_f1 if found.labelled else 0.0
                row["labelled"] = float(found.labelled > 0)
        blocks = seen.page.blocks
        row["blocks"] = score_spans(page, join_blocks(blocks, label_blocks(blocks, page.text).share > 0.5))
        row["1-shot limit"] = row["blocks"] if row["labelled"] else row["alone"]
        rows.append(row)
    return rows


_NAMES = re.compile(r"""(\b(?:class|id)\s*=\s*(["']))(.*?)\2""", re.DOTALL | re.IGNORECASE)


def rename(html: str) -> str:
    """Give the classes and ids of a page other names, the same for the same, without digits."""

    def replace_names(found: re.Match[str]) -> str:
        codes = (hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8] for name in found[3].split())
        digits = str.maketrans("0123456789", "ghijklmnop")
        return found[1] + " ".join(f"x{code}".translate(digits) for code in codes) + found[2]

    return _NAMES.sub(replace_names, html)


def score_spans(page: DatasetPage, spans: Spans) -> float:
    """The bag F1 of an answer."""
    return measures.score(page.text, derive_text(page.html, spans), ["bag"])["bag"].f1


def main() -> None:
    """Measure and print a table with a row for each page type."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", default="waddle-dev")
    parser.add_argument("--most", type=int, default=8, help="pages of a site")
    parser.add_argument("--pairs", action="store_true", help="one other page alone")
    parser.add_argument("--renamed", action="store_true", help="labelled pages have other classes and ids")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--odds", type=Path, help="the scores that training.fit_site keeps")
    arguments = parser.parse_args()
    kept = read_odds(arguments.odds) if arguments.odds else {}
    odds = {key.partition(" ")[2]: found for key, found in kept.items() if key.startswith(f"{arguments.set} ")}
    kinds: dict[str, dict[str, list[dict[str, float]]]] = defaultdict(dict)
    several = group_by_host(read_dataset(arguments.data, arguments.set), arguments.most)
    for host, pages in tqdm(several.items(), desc=arguments.set, disable=None):
        found = score_site(pages, Random(arguments.seed), arguments.pairs, odds, arguments.renamed)
        for page, row in zip(pages, found, strict=True):
            for kind in ("all", page.page_type):
                kinds[kind].setdefault(host, []).append(row)
    rows = []
    for kind, of_kind in sorted(kinds.items()):
        every = [row for of_site in of_kind.values() for row in of_site]
        cells: dict[str, Cell] = {"page_type": kind, "sites": len(of_kind), "pages": len(every)}
        base = "site" if arguments.renamed else "alone"
        for number, protocol in enumerate(PROTOCOLS):
            cells[protocol] = round(float(np.mean([row[protocol] for row in every])), 3)
            if number > PROTOCOLS.index(base):
                differences = [[row[protocol] - row[base] for row in of_site] for of_site in of_kind.values()]
                low, high = find_interval(differences)
                cells[f"{protocol} - {base}"] = f"{low:+.3f} to {high:+.3f}"
        for name in LIMITS:
            cells[name] = round(float(np.mean([row[name] for row in every])), 3)
        rows.append(cells)
    print(format_table(rows, "table"), end="")
    every = [row for of_site in kinds["all"].values() for row in of_site]
    for least in SURE:
        sure = np.array([row["1-shot"] for row in every if row["expected"] >= least])
        if len(sure):
            told = f"{len(sure)} of {len(every)} pages, F1 {sure.mean():.3f}, {(sure < 0.8).mean():.1%} below 0.8"
            print(f"1-shot, expected F1 from {least}: {told}")


if __name__ == "__main__":
    main()
