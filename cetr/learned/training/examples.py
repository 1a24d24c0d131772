"""Training pages: measured, labelled and weighted."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from cetr.document import Floats, Spans, lex
from cetr.learned.choice import LEAST_WORDS
from cetr.learned.columns import name_columns, stack_columns, take_part
from cetr.learned.labelling import LEAST_COVERAGE, label_blocks
from cetr.learned.predict import Page, read_page


@dataclass(frozen=True)
class Example:
    """A page to learn from: its site, the target (n,) and the weight (n,) of its n blocks, and whether it teaches."""

    page: Page
    site: str
    target: Floats
    weight: Floats
    teaches: bool


def make_example(html: str, gold: str | Spans, site: str, *, optional: Spans = (), weight: float = 1.0) -> Example:
    """Measure and label a page. Every page weighs ``weight``, spread over its blocks by the root of their words."""
    page = read_page(html)
    labels = label_blocks(page.blocks, gold, optional)
    spread = np.sqrt(np.maximum(page.blocks.words, LEAST_WORDS)) * labels.counted
    target = (labels.share > 0.5).astype(np.float64)
    teaches = labels.coverage >= LEAST_COVERAGE and bool(gold) and spread.sum() > 0
    return Example(forget_source(page), site, target, weight * spread / max(spread.sum(), 1e-9), teaches)


def forget_source(page: Page) -> Page:
    """Return the page without its HTML and tokens, which training no longer needs."""
    forgetful = replace(page.blocks, html="", tokens=lex(""))
    if not len(page.blocks):
        return replace(page, blocks=forgetful)
    columns = page.describe(slice(0, len(page.blocks)))
    described = {" ".join(name_columns(columns)): stack_columns(columns)}
    return replace(page, blocks=forgetful, describe=partial(take_part, described))


def fold_of(site: str, folds: int) -> int:
    """Return the fold of a site: the same in every run and on every machine."""
    return int.from_bytes(hashlib.sha256(site.encode("utf-8")).digest()[:8], "big") % folds
