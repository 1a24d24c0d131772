"""Whether the gold of one page teaches a guideline that the model does not have.

    python -m benchmarks.guidelines --data DATA --set waddle-dev

Gold is changed as another guideline would have it: text at one path (`cetr.learned.templates`) that the gold of a site
leaves out is taken, or text that it takes is left out, on all pages alike. Such a path has a certain share of the words
that are gold, on two pages or more. Of each site at most three such paths count, and three pages for each. Comments,
parts that their names call so, are taken with all that they hold. The page is extracted with the gold of one other page
that has the path, or comments. F1 is over the words of blocks, and ``followed`` is the share of the text in question
for which the answer is that of the changed gold. In the same way, inline elements that are parts of blocks are left
out; there, F1 is over all words.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
from tqdm import tqdm

from benchmarks.hosts import group_by_host
from cetr.document import (
    Bools,
    Floats,
    Span,
    Spans,
    content_spans,
    derive_text,
    intersect_spans,
    normalize_spans,
    split_words,
    subtract_spans,
)
from cetr.learned import (
    LEAST_WORDS,
    Inlines,
    Labels,
    choose_blocks,
    find_inlines,
    label_blocks,
    list_terms,
    load_model,
    mark_comments,
    to_probability,
)
from cetr.learned.templates import MIDDLE, NEAR
from cetr.site import Memory, Seen, Trace, gather_evidence, make_trace, remember, see, suggest_among, trace, weigh
from evaluate.measures import score
from evaluate.tables import Cell, format_table
from training.datasets import DATA, DatasetPage, read_dataset

MOST_PAGES, MOST_PATHS, MOST_TESTED = 8, 3, 3
LEAST_GOLD = 30
"""Fewer words of gold say nothing about shares of it, and fewer words are no comments."""
MOST_COMMENTS = 0.9
"""If more of a page is called comments, a part around its content has the name."""


@dataclass(frozen=True)
class Known:
    """A page with its gold, the weight of each of its n blocks, (n,), and which of them are in comments, (n,); its
    inline elements, and its gold as spans.
    """

    seen: Seen
    labels: Labels
    weight: Floats
    comments: Bools
    plain: Trace
    inlines: Inlines
    gold: Spans

    def write(self, spans: Spans) -> str:
        """Write the text of spans over the page."""
        return derive_text(self.seen.page.blocks.html, spans)


def read_site(pages: list[DatasetPage]) -> list[Known]:
    """Score the pages of a site and label their blocks."""
    found = []
    for page in pages:
        seen = see(page.html, load_model())
        weight = np.maximum(seen.page.blocks.words, LEAST_WORDS)
        labels = label_blocks(seen.page.blocks, page.text)
        inlines = find_inlines(seen.page.blocks, seen.signature.paths[MIDDLE])
        gold = content_spans(page.html, page.text)
        found.append(Known(seen, labels, weight, find_comments(seen), trace(seen), inlines, gold))
    return found


def find_comments(seen: Seen) -> Bools:
    """Find the n blocks in parts whose names call them comments, (n,)."""
    terms = load_model().paths.terms
    tag, number = list_terms(seen.page.tags, terms)
    return mark_comments(seen.page.blocks, seen.page.tags, tag, terms.find_families(number)) > 0


def find_commented(site: list[Known]) -> list[dict[int, Bools]]:
    """Find the pages with comments: as one thing that a guideline could treat otherwise, or nothing."""
    found = {
        number: page.comments
        for number, page in enumerate(site)
        if LEAST_GOLD <= page.weight[page.comments].sum() < MOST_COMMENTS * page.weight.sum()
        and (page.weight * page.labels.share)[~page.comments].sum() >= LEAST_GOLD
    }
    return [found] if len(found) > 1 else []


def find_paths(site: list[Known], more: bool, least: float, most: float) -> list[dict[int, Bools]]:
    """Find paths that a guideline could treat otherwise: for each the pages that have it, and its blocks (n,)."""
    found: dict[int, dict[int, Bools]] = defaultdict(dict)
    for number, page in enumerate(site):
        gold = page.weight * (page.labels.share > 0.5)
        if gold.sum() < LEAST_GOLD:
            continue
        paths = page.seen.signature.paths[NEAR]
        for path in np.unique(paths).tolist():
            there = paths == path
            all_words, gold_words = float(page.weight[there].sum()), float(gold[there].sum())
            alike = gold_words < 0.1 * all_words if more else gold_words > 0.9 * all_words
            if alike and least * gold.sum() <= all_words <= most * gold.sum() and all_words >= 5:
                found[path][number] = there
    return [pages for pages in found.values() if len(pages) > 1]


def find_elements(site: list[Known]) -> list[dict[int, Spans]]:
    """Find inline elements that a guideline could leave out: for each kind the pages that have it, and where.

    They are in blocks that gold takes whole, and together have 5 words or more on the site.
    """
    found: dict[int, dict[int, list[Span]]] = defaultdict(lambda: defaultdict(list))
    for number, page in enumerate(site):
        whole = page.labels.share[page.inlines.block] == 1
        columns = (page.inlines.code, page.inlines.start, page.inlines.end)
        for code, start, end in zip(*(column[whole].tolist() for column in columns), strict=True):
            found[code][number].append((start, end))
    elements = [
        {number: normalize_spans(spans, len(site[number].seen.page.blocks.html)) for number, spans in pages.items()}
        for pages in found.values()
        if len(pages) > 1
    ]
    return [
        pages
        for pages in elements
        if sum(len(split_words(site[number].write(spans))) for number, spans in pages.items()) >= 5
    ]


def measure_elements(site: list[Known], changed: dict[int, Spans], draw: Random) -> Iterator[dict[str, float]]:
    """Measure pages with an inline element that gold leaves out: F1 and how much is followed, as `measure` does."""
    for number in islice(changed, MOST_TESTED):
        page, elements = site[number], changed[number]
        labelled = draw.choice([other for other in changed if other != number])
        teacher = site[labelled]
        told = trace(teacher.seen, subtract_spans(teacher.gold, changed[labelled]))
        traces = [told, *(page.plain for other, page in enumerate(site) if other not in (number, labelled))]
        gold = page.write(subtract_spans(page.gold, elements))
        words = len(split_words(page.write(elements)))
        row = {}
        for name, memory in (("alone", Memory()), ("1-shot", remember(Memory(), *traces))):
            answer = suggest_among(page.seen, memory).spans
            row[name] = score(gold, page.write(answer), ["bag"])["bag"].f1
            taken = len(split_words(page.write(intersect_spans(answer, elements))))
            row[f"{name} followed"] = 1 - taken / max(words, 1)
        yield row


CHANGES: dict[str, tuple[bool, Callable[[list[Known]], list[dict[int, Bools]]]]] = {
    "takes 2 to 40 % more": (True, partial(find_paths, more=True, least=0.02, most=0.4)),
    "takes 40 to 600 % more": (True, partial(find_paths, more=True, least=0.4, most=6.0)),
    "takes 2 to 40 % less": (False, partial(find_paths, more=False, least=0.02, most=0.4)),
    "takes the comments": (True, find_commented),
}
"""Whether gold takes more, and what finds the blocks that are concerned, by the number of the page."""
PARTS = "takes parts of blocks less"
"""The name of the change that concerns inline elements."""


def change(page: Known, there: Bools, more: bool) -> Known:
    """Change the gold of a page at some blocks (n,)."""
    return replace(page, labels=replace(page.labels, share=np.where(there, float(more), page.labels.share)))


def measure(site: list[Known], changed: dict[int, Bools], more: bool, draw: Random) -> Iterator[dict[str, float]]:
    """Measure pages with a changed path: F1 and how much is followed, alone and with one label."""
    for number in islice(changed, MOST_TESTED):
        there = changed[number]
        labelled = draw.choice([other for other in changed if other != number])
        teacher = change(site[labelled], changed[labelled], more)
        told = make_trace(
            teacher.seen.key, teacher.seen.signature, teacher.seen.page.blocks.words, teacher.seen.odds, teacher.labels
        )
        traces = [told, *(page.plain for other, page in enumerate(site) if other not in (number, labelled))]
        page = change(site[number], there, more)
        words, odds = page.seen.page.blocks.words, page.seen.odds
        evidence = gather_evidence(remember(Memory(), *traces), page.seen.key, page.seen.signature, words, odds)
        row = {}
        for name, answer in (("alone", odds), ("1-shot", weigh(odds, evidence))):
            chosen, _ = choose_blocks(to_probability(answer), words)
            gold = page.weight * page.labels.share
            row[name] = 2 * float(gold[chosen].sum()) / float(page.weight[chosen].sum() + gold.sum())
            row[f"{name} followed"] = float(np.average(chosen[there] == more, weights=page.weight[there]))
        yield row


def main() -> None:
    """Measure and print a table with a row for each change."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", default="waddle-dev")
    arguments = parser.parse_args()
    several = group_by_host(read_dataset(arguments.data, arguments.set), MOST_PAGES)
    found: dict[str, dict[str, list[dict[str, float]]]] = {name: {} for name in (*CHANGES, PARTS)}
    for host, pages in tqdm(several.items(), disable=None):
        known = read_site(pages)
        for name, (more, find) in CHANGES.items():
            draw = Random(f"{host} {name}")
            paths = find(known)
            for changed in draw.sample(paths, min(MOST_PATHS, len(paths))):
                found[name].setdefault(host, []).extend(measure(known, changed, more, draw))
        draw, elements = Random(host), find_elements(known)
        for element in draw.sample(elements, min(MOST_PATHS, len(elements))):
            found[PARTS].setdefault(host, []).extend(measure_elements(known, element, draw))
    rows: list[dict[str, Cell]] = []
    for name, of_sites in found.items():
        every = [row for of_site in of_sites.values() for row in of_site]
        cells: dict[str, Cell] = {"gold": name, "sites": len(of_sites), "pages": len(every)}
        rows.append(cells | {key: round(float(np.mean([row[key] for row in every])), 3) for key in every[0]})
    print(format_table(rows, "table", digits=3), end="")


if __name__ == "__main__":
    main()
