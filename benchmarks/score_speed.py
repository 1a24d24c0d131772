"""How fast scoring is, beside other ways of doing the same, in one run.

    python -m benchmarks.score_speed [--data DIR] [--pages N]

Texts are trafilatura's extractions of WCXB's development pages against their gold (made once, kept in --cache).
Every figure is the least CPU time of three rounds over all pages, but the quadratic ways run once, on the pages whose
table has at most --cells cells, and ours is measured on the same pages again.
"""

from __future__ import annotations

import argparse
import difflib
import json
import random
import re
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from benchmarks.children import benchmark_command, own_environment
from benchmarks.memory import read_memory
from cetr.console import count_cores, map_bounded
from cetr.document import split_words
from evaluate.measures import Comparison, compare, score
from evaluate.measures.sequence import lcs_length
from training.datasets import DATA, DatasetPage, read_dataset

Pair = tuple[str, str]
GOTTRON = ("words", "chars", "bag", "set")


def extract(page: DatasetPage) -> Pair:
    """The gold text and trafilatura's extraction of a page of the data set."""
    import trafilatura

    return page.text, trafilatura.extract(page.html) or ""


def load_pairs(data: Path, cache: Path, pages: int | None) -> list[Pair]:
    """The texts, from the cache if it has them."""
    if not cache.exists():
        pairs = list(map_bounded(extract, read_dataset(data, "wcxb-dev"), count_cores()))
        cache.write_text(json.dumps(pairs), encoding="utf-8")
    return [(gold, predicted) for gold, predicted in json.loads(cache.read_text(encoding="utf-8"))[:pages]]


def measure(work: Callable[[], object], rounds: int = 3) -> float:
    """The least CPU seconds of some rounds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def number(one: Sequence[str], other: Sequence[str]) -> tuple[list[int], list[int]]:
    """Words as numbers."""
    numbers: dict[str, int] = {}
    first, second = ([numbers.setdefault(word, len(numbers)) for word in words] for words in (one, other))
    return first, second


def last_row(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The last row of the table of common subsequence lengths."""
    row = [0] * (len(other) + 1)
    for a in one:
        diagonal = 0
        for j, b in enumerate(other, 1):
            above = row[j]
            row[j] = diagonal + 1 if a == b else max(above, row[j - 1])
            diagonal = above
    return row


def hirschberg(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """A longest common subsequence in linear space: Hirschberg 1975, the algorithm that Gottron's paper names."""
    if not one or not other:
        return []
    if len(one) == 1:
        return [one[0]] if one[0] in other else []
    half = len(one) // 2
    before = last_row(one[:half], other)
    after = last_row(one[half:][::-1], other[::-1])[::-1]
    cut = max(range(len(other) + 1), key=lambda k: before[k] + after[k])
    return hirschberg(one[:half], other[:cut]) + hirschberg(one[half:], other[cut:])


def count_words(gold: str, predicted: str) -> int:
    """One plain pass: what the simplest word measure does."""
    one, other = (Counter(re.findall(r"\w+", text.lower())) for text in (gold, predicted))
    return sum((one & other).values())


def measure_large(kind: str) -> tuple[float, float]:
    """CPU seconds and peak MB, in a process of its own, of two different texts of 1 MB (``chars`` or ``words``)."""
    command = [*benchmark_command("score_speed"), "--large", kind]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=own_environment())
    seconds, megabytes = json.loads(done.stdout)
    return seconds, megabytes


def score_large(kind: str) -> None:
    """Print the CPU seconds and the process's peak of memory."""
    rng = random.Random(0)
    vocabulary = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(1, 9))) for _ in range(20_000)]
    # As often as words of a language are: Zipf's law.
    weights = [1 / rank for rank in range(1, len(vocabulary) + 1)]
    one, other = (" ".join(rng.choices(vocabulary, weights, k=250_000))[:1_000_000] for _ in range(2))
    start = time.process_time()
    score(one, other, [kind])
    seconds = time.process_time() - start
    print(json.dumps([seconds, read_memory(peak=True)]))


def compare_times(pairs: Sequence[Pair], cells: int) -> list[tuple[str, float, str]]:
    """Compare our measures with other ways to the same numbers: what, the quotient of the times, and its target.

    Slow ways get only pairs whose product of words is at most ``cells``.
    """
    tokens = [(split_words(gold), split_words(predicted)) for gold, predicted in pairs]
    numbered = [number(*pair) for pair in tokens]
    small = [pair for pair in numbered if 0 < len(pair[0]) * len(pair[1]) <= cells]
    strings = [(list(map(str, one)), list(map(str, other))) for one, other in small]
    print(f"{len(pairs)} pages, {sum(len(p[0]) for p in tokens)} gold words; {len(small)} small pages")

    def difflib_matches() -> None:
        for one, other in numbered:
            sum(block.size for block in difflib.SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks())

    def compare_all(measures: Sequence[str]) -> None:
        for pair in pairs:
            compare(Comparison(*pair), measures)

    from rouge_score.rouge_scorer import _score_lcs

    ours = measure(lambda: [lcs_length(*pair) for pair in numbered])
    ours_small = measure(lambda: [lcs_length(*pair) for pair in small], 5)
    plain = measure(lambda: [count_words(*pair) for pair in pairs])
    all_four = measure(partial(compare_all, GOTTRON))
    lines = [
        ("word LCS, difflib / ours", measure(difflib_matches, 1) / ours, "at least 8"),
        (
            "word LCS, Hirschberg in Python / ours",
            measure(lambda: [hirschberg(*p) for p in small], 1) / ours_small,
            ">= 50",
        ),
        ("word LCS, rouge-score / ours", measure(lambda: [_score_lcs(*p) for p in strings], 1) / ours_small, ">= 50"),
        ("words, chars, bag, set / one Counter pass", all_four / plain, "at most 6"),
    ]
    alone = {name: measure(partial(compare_all, [name])) for name in GOTTRON}
    return lines + [(f"  {name} alone / one Counter pass", one / plain, "") for name, one in alone.items()]


def main() -> None:
    """Print a table of figures, each beside its target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--cache", type=Path, default=Path("/tmp/score-speed-trafilatura.json"))
    parser.add_argument("--pages", type=int)
    parser.add_argument("--cells", type=int, default=400_000)
    parser.add_argument("--large", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.large:
        score_large(options.large)
        return
    lines = compare_times(load_pairs(options.data, options.cache, options.pages), options.cells)
    for kind, target in (("chars", "20 s, 500 MB"), ("words", "1 s")):
        seconds, megabytes = measure_large(kind)
        lines += [(f"two texts of 1 MB, {kind}: seconds", seconds, target), (f"  {kind}: peak MB", megabytes, "")]
    for name, value, target in lines:
        print(f"{name:45} {value:10.2f}   {target}")


if __name__ == "__main__":
    main()
