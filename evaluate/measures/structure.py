"""Measures of structure: headings, lists, tables, code, formulas, links, order, and ROUGE-5 over Markdown.

Each but `rouge-5` has two details. ``present`` is 1 if the gold has any such element, else 0, so that its mean is the
share of such documents. ``where-present`` is the F1 of these documents alone.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Hashable, Sequence
from functools import lru_cache

from rapidfuzz.distance import LCSseq, Levenshtein

from cetr.console import InputError, name_install
from cetr.structure import Block, write_markdown
from evaluate.measures.bags import count_shared, list_runs, pair_bags
from evaluate.measures.blocks import read_link, read_text, walk, walk_inlines
from evaluate.measures.comparison import Comparison, Score, make_score
from evaluate.measures.sequence import lcs_length
from evaluate.measures.teds import score_tree

Blocks = tuple[Block, ...]


def _judge(
    matched: float, predicted: float, gold: float, details: dict[str, float] | None = None, present: bool | None = None
) -> Score:
    score = make_score(matched, predicted, gold)
    has = bool(gold) if present is None else present
    found = {"present": float(has), "where-present": score.f1 if has else math.nan}
    return make_score(matched, predicted, gold, {**found, **(details or {})})


def _judge_items(
    gold: Sequence[Hashable], predicted: Sequence[Hashable], details: dict[str, float] | None = None
) -> Score:
    return _judge(count_shared(gold, predicted), len(predicted), len(gold), details)


def score_headings(comparison: Comparison) -> Score:
    """Headings with the same level and text, in any case; where-text ignores the level.

    Source: this project.
    """
    gold, predicted = (
        [(block.level, read_text(block)) for block in walk(blocks) if block.kind == "heading"]
        for blocks in (comparison.gold_blocks, comparison.predicted_blocks)
    )
    texts = make_score(count_shared([t for _, t in gold], [t for _, t in predicted]), len(predicted), len(gold))
    return _judge_items(gold, predicted, {"where-text": texts.f1 if gold else math.nan})


def score_lists(comparison: Comparison) -> Score:
    """List items with the same depth, kind (bullet or number) and text; the text of lists in an item does not count.

    Source: this project.
    """
    return _judge_items(_list_items(comparison.gold_blocks), _list_items(comparison.predicted_blocks))


def _list_items(blocks: Blocks, depth: int = 0) -> list[tuple[int, bool, str]]:
    items: list[tuple[int, bool, str]] = []
    for block in blocks:
        if block.kind == "list":
            for item in block.blocks:
                own = " ".join(read_text(part) for part in item.blocks if part.kind != "list")
                items.append((depth, block.number is not None, own))
                items += _list_items(item.blocks, depth + 1)
        else:
            items += _list_items(block.blocks, depth)
    return items


def score_code(comparison: Comparison) -> Score:
    """Characters of code blocks in order, with indentation; edit is the edit similarity, 0 to 1.

    The blocks of a document are joined by line breaks. Source: WebMainBench's ``code_edit``, 1 - distance / longer
    length, is the detail; precision and recall are over the longest common subsequence, as of `chars`.
    """
    gold, predicted = (
        "\n".join(block.text for block in walk(blocks) if block.kind == "code")
        for blocks in (comparison.gold_blocks, comparison.predicted_blocks)
    )
    edit = Levenshtein.normalized_similarity(gold, predicted) if gold else math.nan
    return _judge(lcs_length(gold, predicted), len(predicted), len(gold), {"edit": edit})


def score_formulas(comparison: Comparison) -> Score:
    """Formulas with the same TeX, without white space; edit is the edit similarity of all, 0 to 1.

    Source: WebMainBench's ``formula_edit`` for the detail.
    """
    gold, predicted = (_list_formulas(blocks) for blocks in (comparison.gold_blocks, comparison.predicted_blocks))
    edit = Levenshtein.normalized_similarity("\n".join(gold), "\n".join(predicted)) if gold else math.nan
    return _judge_items(gold, predicted, {"edit": edit})


def _list_formulas(blocks: Blocks) -> list[str]:
    found: list[str] = []
    for block in walk(blocks):
        if block.kind == "formula":
            found.append("".join(block.text.split()))
        found += ["".join(inline.text.split()) for inline in walk_inlines(block) if inline.kind == "formula"]
    return found


def score_links(comparison: Comparison) -> Score:
    """Links with the same URL and text, in any case; a trailing # of a URL does not count.

    Source: this project.
    """
    gold, predicted = (
        [read_link(inline) for block in walk(blocks) for inline in walk_inlines(block) if inline.kind == "link"]
        for blocks in (comparison.gold_blocks, comparison.predicted_blocks)
    )
    return _judge_items(gold, predicted)


def score_tables(comparison: Comparison) -> Score:
    """Each gold table with the extracted table that shares most cells with it, by the similarity of trees (TEDS).

    Matched is the sum of TEDS. Detail ``cells``: F1 over the multiset of texts of all cells that are not empty.
    Source: Zhong, ShafieiBavani and Jimeno Yepes, "Image-based table recognition", ECCV 2020, section 5; trees of rows
    and cells without sections.
    """
    gold, predicted = (
        [block for block in walk(blocks) if block.kind == "table"]
        for blocks in (comparison.gold_blocks, comparison.predicted_blocks)
    )
    bags = [[Counter(_list_cells(table)) for table in tables] for tables in (gold, predicted)]
    matched = 0.0
    for i, j in pair_bags(*bags):
        matched += score_tree(gold[i], predicted[j])
    cells = [[text for bag in found for text in bag.elements()] for found in bags]
    shared = make_score(count_shared(*cells), len(cells[1]), len(cells[0])).f1 if gold else math.nan
    return _judge(matched, len(predicted), len(gold), {"cells": shared})


def _list_cells(table: Block) -> list[str]:
    texts = (read_text(cell) for row in table.blocks for cell in row.blocks)
    return [text for text in texts if text]


def score_order(comparison: Comparison) -> Score:
    """Paragraphs, headings, items and cells that both have: how many of them are in the gold's order.

    Blocks are the same if their texts are, whatever the case; only first occurrences count. A document is not
    ``present`` if the extraction has fewer than two of the gold's blocks. Source: this project.
    """
    gold, predicted = (
        list(dict.fromkeys(text for block in walk(blocks) if block.inlines and (text := read_text(block))))
        for blocks in (comparison.gold_blocks, comparison.predicted_blocks)
    )
    shared = set(gold) & set(predicted)
    one, other = ([text for text in texts if text in shared] for texts in (gold, predicted))
    return _judge(LCSseq.similarity(one, other), len(other), len(one), present=len(shared) > 1)


NGRAM = 5


def score_rouge_5(comparison: Comparison) -> Score:
    """Runs of five words of the Markdown, in any order; jieba splits the words (ROUGE-N of Lin 2004, N = 5).

    Each character of white space is a word too. Both sides are first rewritten in one dialect. A shorter text is a
    single run. Source: WebMainBench's main-content protocol (Apache-2.0).
    """
    gold, predicted = (
        list_runs(_cut(write_markdown(blocks)), NGRAM)
        for blocks in (comparison.gold_blocks, comparison.predicted_blocks)
    )
    return make_score(count_shared(gold, predicted), len(predicted), len(gold))


_RUN = re.compile(r"[\u4e00-\u9fd5a-zA-Z0-9+#&._%-]+|[^\u4e00-\u9fd5a-zA-Z0-9+#&._%-]+")
_LONGEST_KEPT = 40


def _cut(text: str) -> list[str]:
    # jieba splits a text into such runs and cuts each alone. Most of them come again and again.
    return [word for run in _RUN.findall(text) for word in (_cut_again if len(run) <= _LONGEST_KEPT else _cut_run)(run)]


def _cut_run(run: str) -> list[str]:
    try:
        import jieba
    except ModuleNotFoundError as error:
        raise InputError(f"the measure 'rouge-5' needs jieba: {name_install('jieba')}") from error
    jieba.setLogLevel("WARNING")
    words: list[str] = jieba.lcut(run)
    return words


_cut_again = lru_cache(maxsize=1 << 15)(_cut_run)
