"""The extractor that learns from gold standards.

A page is cut into blocks (`blocks`, `containers`, `tags`). Blocks are measured (`features`, `paths`, `families`) and
scored, first by small networks (`network`), then, given all these scores (`scores`), by boosted trees (`trees`). An
article is separated from the lists around it (`headlines`, `narrowing`). Gold of known pages of the same template
counts (the room `cetr.learned.templates`). The best blocks are taken (`choice`, `predict`), with the rest of their
tables (`tables`). Gold says which blocks are content (`labelling`), or which of their inline elements are (`inlines`).
The room `cetr.learned.training` makes a model (`model`) from pages and their gold. See docs/learned.md.
"""

from __future__ import annotations

from cetr.learned.archives import read_arrays
from cetr.learned.blocks import Blocks, find_blocks, mark_headings
from cetr.learned.choice import LEAST_WORDS, choose_blocks, to_probability
from cetr.learned.containers import pass_over
from cetr.learned.families import mark_comments
from cetr.learned.hashes import Hashes
from cetr.learned.heads import read_head
from cetr.learned.inlines import Inlines, find_inlines
from cetr.learned.labelling import LEAST_COVERAGE, Labels, WordLabels, label_blocks, label_words, sum_labels
from cetr.learned.loading import SHIPPED, identify_model, load_model, refuse_replaced
from cetr.learned.model import Model, write_model
from cetr.learned.narrowing import NAMES as NARROWING
from cetr.learned.narrowing import narrow_to, survey_parts
from cetr.learned.paths import choose_terms, list_terms
from cetr.learned.predict import (
    Page,
    Suggestion,
    join_blocks,
    join_chosen,
    read_page,
    score_blocks,
    score_page,
    suggest,
)
from cetr.learned.titles import take_title

__all__ = [
    "LEAST_COVERAGE",
    "LEAST_WORDS",
    "NARROWING",
    "SHIPPED",
    "Blocks",
    "Hashes",
    "Inlines",
    "Labels",
    "Model",
    "Page",
    "Suggestion",
    "WordLabels",
    "choose_blocks",
    "choose_terms",
    "estimate_doubt",
    "find_blocks",
    "find_inlines",
    "identify_model",
    "join_blocks",
    "join_chosen",
    "label_blocks",
    "label_words",
    "list_terms",
    "load_model",
    "mark_comments",
    "mark_headings",
    "narrow_to",
    "pass_over",
    "rate_blocks",
    "read_arrays",
    "read_head",
    "read_page",
    "refuse_replaced",
    "score_blocks",
    "score_page",
    "suggest",
    "sum_labels",
    "survey_parts",
    "take_title",
    "to_probability",
    "write_model",
]


def rate_blocks(html: str, *, model: str = SHIPPED) -> tuple[tuple[int, int, float], ...]:
    """Rate the blocks of a page, in order, by the probability (0 to 1) that a model gives each of being content."""
    page = read_page(html)
    probability = to_probability(score_page(page, load_model(model)))
    blocks = page.blocks
    return tuple(zip(blocks.start.tolist(), blocks.end.tolist(), probability.tolist(), strict=True))


def estimate_doubt(html: str, *, model: str = SHIPPED) -> float:
    """Estimate how unsure a model is about a page: 1 minus the F1 that it expects of its answer, 0 (sure) to 1."""
    return 1.0 - suggest(html, load_model(model)).expected_f1
