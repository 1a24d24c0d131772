"""Our measures of structure beside WebMainBench's own toolkit, on the same pairs of Markdown.

    pip install --no-deps webmainbench apted
    pip install rouge-score beautifulsoup4 openai jieba
    python -m benchmarks.webmainbench [--data DIR]

The pairs: the set's public sample with the Markdown that comes with it and with trafilatura's, and the pages of
structure in tests/cetr/structure with every third block left out. ROUGE-5 is compared on the Markdown that our measure
makes of both sides; TEDS also with APTED on the trees of the tables, by the costs of the paper that defines it.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from cetr.structure import Block, write_markdown
from evaluate.measures import Comparison, compare
from evaluate.measures.blocks import read_output, read_text, walk
from evaluate.measures.teds import score_tree
from evaluate.outputs import declare
from training.datasets import DATA

PAGES = Path(__file__).resolve().parent.parent / "tests" / "cetr" / "structure" / "pages"
Pair = tuple[str, str, str]


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    toolkit = _load_toolkit()
    pairs = [*_read_sample(options.data / "webmainbench" / "sample.jsonl.xz"), *_make_pairs()]
    for measure in ("rouge_n", "code_edit", "formula_edit", "table_TEDS"):
        found = [(name, *_score(toolkit, measure, gold, predicted)) for name, gold, predicted in pairs]
        both = [row for row in found if not (math.isnan(row[1]) and math.isnan(row[2]))]
        same = [row for row in both if abs(row[1] - row[2]) < 1e-6]
        print(f"{measure}: {len(same)} of {len(both)} pairs are the same to 1e-6")
        for name, ours, theirs in both:
            if abs(ours - theirs) >= 1e-6 or math.isnan(ours - theirs):
                print(f"    {name}: ours {ours:.6f}, theirs {theirs:.6f}")
    tables = list(_pair_tables(pairs))
    same_trees = sum(abs(score_tree(one, other) - _score_by_apted(one, other)) < 1e-6 for one, other in tables)
    print(f"TEDS by APTED: {same_trees} of {len(tables)} pairs of tables are the same to 1e-6")
    differences = [abs(score_tree(one, other) - toolkit("table_TEDS", write_markdown([one]), write_markdown([other])))
                   for one, other in tables]  # fmt: skip
    same_theirs = sum(difference < 1e-6 for difference in differences)
    print(f"TEDS by the toolkit: {same_theirs} of {len(tables)}, the others differ by up to {max(differences):.3f}")


def _load_toolkit() -> Callable[[str, str, str], float]:
    """A function that gives the toolkit's figure of a measure, gold and prediction; NaN where it gives none."""
    place = find_spec("webmainbench")
    if place is None or not place.submodule_search_locations:
        raise SystemExit("webmainbench is not installed: see the head of this file")
    # Its package imports a language model's library, which none of its measures needs.
    package = types.ModuleType("webmainbench")
    package.__path__ = list(place.submodule_search_locations)
    sys.modules["webmainbench"] = package
    rouge = import_module("webmainbench.metrics.text_metrics").TextRougeNgramMetric("rouge_n")
    calculator = import_module("webmainbench.metrics.calculator").MetricCalculator({})

    def score(measure: str, gold: str, predicted: str) -> float:
        with redirect_stdout(StringIO()):
            if measure == "rouge_n":
                result = rouge.calculate(predicted, gold)
            else:
                result = calculator.calculate_all(predicted, gold)[measure]
        return float(result.score) if result.success else math.nan

    return score


def _read_sample(file: Path) -> Iterator[Pair]:
    import trafilatura

    with lzma.open(file, "rt", encoding="utf-8") as lines:
        rows = list(map(json.loads, lines))
    for row in rows:
        found = trafilatura.extract(row["html"], output_format="markdown", include_links=True) or ""
        for name, predicted in (("its own", row.get("llm_webkit_md")), ("trafilatura", found)):
            if predicted is not None:
                yield f"{row['track_id'][:8]} {name}", row["groundtruth_content"], predicted


def _make_pairs() -> Iterator[Pair]:
    for page in sorted(PAGES.glob("*.md")):
        gold = page.read_text("utf-8")
        blocks = read_output(declare(gold, "markdown"))
        yield page.stem, gold, write_markdown(block for i, block in enumerate(blocks) if i % 3 != 1)


def _score(toolkit: Callable[[str, str, str], float], measure: str, gold: str, predicted: str) -> tuple[float, float]:
    """Our figure and theirs."""
    made = Comparison(declare(gold, "markdown"), predicted, output=declare(predicted, "markdown"))
    if measure == "rouge_n":
        sides = (write_markdown(blocks) for blocks in (made.gold_blocks, made.predicted_blocks))
        return compare(made, ("rouge-5",))["rouge-5"].f1, toolkit(measure, *sides)
    name, detail = {"code_edit": ("code", "edit"), "formula_edit": ("formulas", "edit"),
                    "table_TEDS": ("tables", "where-present")}[measure]  # fmt: skip
    return compare(made, (name,))[name].details[detail], toolkit(measure, gold, predicted)


def _pair_tables(pairs: list[Pair]) -> Iterator[tuple[Block, Block]]:
    """Each table with each that comes after it."""
    tables = [block for _, gold, _ in pairs for block in walk(read_output(declare(gold, "markdown")))
              if block.kind == "table"]  # fmt: skip
    for i, one in enumerate(tables):
        yield from ((one, other) for other in tables[i:])


@dataclass(frozen=True)
class _Node:
    label: tuple[str, int, int]
    text: str
    children: tuple[_Node, ...] = ()


def _score_by_apted(one: Block, other: Block) -> float:
    apted = import_module("apted")

    class Costs(apted.Config):  # type: ignore[name-defined,misc]
        valuecls = float

        def rename(self, node1: _Node, node2: _Node) -> float:
            if node1.label != node2.label:
                return 1.0
            return float(Levenshtein.normalized_distance(node1.text, node2.text))

    trees = [_grow(table) for table in (one, other)]
    sizes = [1 + sum(1 + len(row.children) for row in tree.children) for tree in trees]
    return 1 - float(apted.APTED(*trees, Costs()).compute_edit_distance()) / max(sizes)


def _grow(table: Block) -> _Node:
    rows = (_Node(("tr", 1, 1), "", tuple(_Node(("td", cell.columns, cell.rows), read_text(cell))
                                          for cell in row.blocks)) for row in table.blocks)  # fmt: skip
    return _Node(("table", 1, 1), "", tuple(rows))


if __name__ == "__main__":
    main()
