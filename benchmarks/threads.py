"""How far one label reaches in a forum: threads cut in two, as if each half were a page of its own.

    python -m training.fit_site --data DATA --odds odds.npz
    python -m benchmarks.threads --data DATA --odds odds.npz

The forums of wcxb-dev rarely have two pages with gold that agrees. So one half keeps every other post of a thread, the
second half the others, and both keep what is around the posts. The posts are the children of the element that has most
children with gold, if these hold 60 % of it. One half is extracted with the gold of the other. F1 is over the words of
blocks. The log-odds are those of models that saw no page of the site.

Gold may take some posts of a thread and not others, and no label can say which. So there is a row for the pages that
agree with their label: 95 % of the words at paths that both halves have are gold, or not, as most of the text there is
in the other half.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from tqdm import tqdm

from benchmarks.intervals import find_interval
from cetr.document import Bools, Floats, Ints
from cetr.learned import LEAST_WORDS, Blocks, Labels, choose_blocks, label_blocks, load_model, to_probability
from cetr.learned.templates import NEAR
from cetr.site import Memory, Signature, gather_evidence, make_trace, remember, see, weigh
from evaluate.tables import Cell, format_table
from training.datasets import DATA, read_dataset
from training.fit_site import read_odds

LEAST_POSTS, LEAST_SHARE, LEAST_POST_WORDS = 4, 0.6, 5
AGREES = 0.95


@dataclass(frozen=True)
class Half:
    """One half of a thread: what is known of its n blocks, with ``words`` (n,) and ``odds`` (n,) by the model."""

    key: int
    signature: Signature
    words: Floats
    odds: Floats
    labels: Labels

    @property
    def weight(self) -> Floats:
        """How much each block counts, (n,)."""
        counts: Floats = np.maximum(self.words, LEAST_WORDS) * self.labels.counted
        return counts


def number_posts(blocks: Blocks, gold: Floats) -> Ints | None:
    """Number the post of each of n blocks, (n,), -1 around the posts, by words of ``gold`` (n,)."""
    parents = blocks.containers.parent
    children: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for block in np.flatnonzero(gold >= LEAST_POST_WORDS).tolist():
        container = int(blocks.container[block])
        while container:
            children[int(parents[container])][container] += float(gold[block])
            container = int(parents[container])
    posts = [
        (len(held), parent)
        for parent, held in children.items()
        if len(held) >= LEAST_POSTS and sum(held.values()) >= LEAST_SHARE * gold.sum()
    ]
    if not posts:
        return None
    _, thread = max(posts)
    firsts = sorted(children[thread])
    number = np.full(len(blocks), -1)
    for block, at in enumerate(blocks.container.tolist()):
        container = int(at)
        while container and parents[container] != thread:
            container = int(parents[container])
        if container:
            # What stands between two posts, such as a line about an author, belongs to the one before.
            number[block] = np.searchsorted(firsts, container, side="right") - 1
    return number


def cut(half: Half, kept: Bools, key: int) -> Half:
    """Keep some of the blocks, (n,), under another key."""
    signature, labels = half.signature, half.labels
    return Half(
        key,
        # Without a title, as if the halves were different threads.
        Signature(
            signature.text[kept],
            signature.place[kept],
            signature.paths[:, kept],
            signature.heading[kept],
            0,
            replace(signature.nesting, innermost=signature.nesting.innermost[kept]),
        ),
        half.words[kept],
        half.odds[kept],
        Labels(labels.share[kept], labels.counted[kept], labels.coverage),
    )


def measure(page: Half, label: Half) -> dict[str, float]:
    """Measure F1 of a half, alone, with the gold of the other half, and at most; and whether their gold agrees."""
    told = make_trace(label.key, label.signature, label.words, label.odds, label.labels)
    evidence = gather_evidence(remember(Memory(), told), page.key, page.signature, page.words, page.odds)
    gold = page.weight * page.labels.share
    answers = {"alone": page.odds, "1-shot": weigh(page.odds, evidence), "limit": page.labels.share - 0.5}
    row = {}
    for name, odds in answers.items():
        chosen = odds > 0 if name == "limit" else choose_blocks(to_probability(odds), page.words)[0]
        row[name] = 2 * float(gold[chosen].sum()) / max(float(page.weight[chosen].sum() + gold.sum()), 1)
    return row | {"agrees": float(find_agreement(page, label) >= AGREES)}


def find_agreement(page: Half, label: Half) -> float:
    """Find the share of words, at paths of both halves, whose gold is that of most of the text there in the other."""
    paths, of = np.unique(label.signature.paths[NEAR], return_inverse=True)
    total = np.bincount(of, label.weight)
    share = np.bincount(of, label.weight * label.labels.share) / np.maximum(total, 1e-9)
    place = np.searchsorted(paths, page.signature.paths[NEAR]).clip(max=len(paths) - 1)
    weight = page.weight * (paths[place] == page.signature.paths[NEAR]) * (total[place] > 0)
    return float(weight @ ((share[place] > 0.5) == (page.labels.share > 0.5))) / max(float(weight.sum()), 1e-9)


def read_halves(data: Path, odds: Path) -> Iterator[tuple[Half, Half]]:
    """Cut the threads of WCXB."""
    kept = read_odds(odds)
    for page in tqdm([page for page in read_dataset(data, "wcxb-dev") if page.page_type == "forum"], disable=None):
        seen = see(page.html, load_model())
        blocks = seen.page.blocks
        labels = label_blocks(blocks, page.text)
        number = number_posts(blocks, blocks.words * labels.share)
        if number is not None:
            whole = Half(seen.key, seen.signature, blocks.words, kept[f"wcxb-dev {page.id}"], labels)
            first, second = (cut(whole, (number < 0) | (number % 2 == part), part) for part in (0, 1))
            yield first, second


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--odds", type=Path, required=True, help="the scores that training.fit_site keeps")
    arguments = parser.parse_args()
    threads = [
        [measure(first, second), measure(second, first)]
        for first, second in read_halves(arguments.data, arguments.odds)
    ]
    agreeing = [[row for row in rows if row["agrees"]] for rows in threads]
    table: list[dict[str, Cell]] = []
    for name, found in (("all", threads), ("gold agrees", [rows for rows in agreeing if rows])):
        low, high = find_interval([[row["1-shot"] - row["alone"] for row in rows] for rows in found])
        every = [row for rows in found for row in rows]
        cells: dict[str, Cell] = {"halves": name, "threads": len(found), "pages": len(every)}
        cells |= {key: round(float(np.mean([row[key] for row in every])), 3) for key in ("alone", "1-shot", "limit")}
        table.append(cells | {"1-shot - alone": f"{low:+.3f} to {high:+.3f}"})
    print(format_table(table, "table", digits=3), end="")


if __name__ == "__main__":
    main()
