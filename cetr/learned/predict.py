"""From a page to its content: blocks, features, first scores by networks, second scores by trees, choice of blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from cetr.document import Bools, Floats, Ints, Kind, Spans, find_tags, follow_opening, mark_names, subtract_spans
from cetr.learned.blocks import SKIPPED, Blocks, find_blocks
from cetr.learned.choice import choose_blocks, to_probability
from cetr.learned.columns import LARGEST_PART, Describe, Matrix, cut, stack_columns, take_part
from cetr.learned.comments import leave_out_comments
from cetr.learned.edges import widen
from cetr.learned.extents import Extents, find_extents
from cetr.learned.families import mark_comments, mark_forums
from cetr.learned.features import compare_head, survey_blocks
from cetr.learned.formulas import find_copies
from cetr.learned.hashes import Hashes
from cetr.learned.headlines import find_headline
from cetr.learned.heads import Head, read_head
from cetr.learned.model import Model
from cetr.learned.narrowing import narrow
from cetr.learned.network import evaluate_network
from cetr.learned.paths import ROLES, list_terms, score_paths, survey_names
from cetr.learned.permalinks import find_permalinks
from cetr.learned.scores import survey_scores
from cetr.learned.stamps import mark_records
from cetr.learned.tables import complete_tables
from cetr.learned.tags import Tags, read_tags
from cetr.learned.templates import MIDDLE, hash_containers, hash_paths, recall, shorten_paths
from cetr.learned.titles import take_title
from cetr.learned.trees import evaluate_trees

LEAST_ODDS = -4.0
"""Blocks with a lower first score are not scored a second time."""
STAMPED = 2.5
"""How much it counts, in log-odds, against records that each has a date and a time: the model does not see these."""

Known = tuple[Ints, Ints]
"""What `list_terms` finds of a page: tags and the numbers of their terms that the model knows."""


@dataclass(frozen=True)
class Page:
    """A prepared page: its head, its n blocks, their extents and tags, the hashes of the ``paths`` (kinds, n) to them,
    the block that is the headline, and the source of the features that need no model.
    """

    head: Head
    blocks: Blocks
    extents: Extents
    tags: Tags
    paths: Hashes
    headline: int | None
    describe: Describe


def read_page(html: str) -> Page:
    """Cut a page into blocks and measure them."""
    blocks = find_blocks(html)
    extents = find_extents(blocks)
    tags = read_tags(blocks, extents.stop > extents.first)
    head, paths = read_head(html, blocks.tokens), hash_paths(blocks, hash_containers(blocks, tags))
    if not len(blocks):
        return Page(head, blocks, extents, tags, paths, None, partial(take_part, {}))
    title, description = compare_head(blocks, head)
    describe = survey_blocks(blocks, tags, title, description, extents)
    return Page(head, blocks, extents, tags, paths, find_headline(blocks, title), describe)


def measure_page(page: Page) -> Matrix:
    """Measure the features of all blocks of a page, (n, f)."""
    return stack_columns(page.describe(slice(0, len(page.blocks)))).T if len(page.blocks) else np.zeros((0, 0), "f4")


def score_page(page: Page, model: Model) -> Floats:
    """Compute the log-odds that each block is content, (n,)."""
    blocks = page.blocks
    if not len(blocks):
        return np.zeros(0)
    known = list_terms(page.tags, model.paths.terms)
    named, stamped = find_discussions(page, known, model)
    odds = leave_out_comments(weigh_blocks(page, known, model), blocks.words, named)
    return leave_out_comments(odds, blocks.words, stamped, STAMPED)


def weigh_blocks(page: Page, known: Known, model: Model) -> Floats:
    """Compute the log-odds of n > 0 blocks, (n,), with all that the model knows about each of them."""
    blocks = page.blocks
    odds = narrow(score_blocks(page, known, model), blocks, page.tags, page.extents, page.headline)
    if model.adaptation is not None:
        own = model.adaptation.paths
        terms = score_paths(blocks, page.tags, list_terms(page.tags, own.terms), own)[:ROLES].sum(axis=0)
        odds = model.adaptation.scale * odds + model.adaptation.bias + terms
    return odds if model.templates is None else odds + recall(model.templates, shorten_paths(page.paths))


def score_blocks(page: Page, known: Known, model: Model, largest_part: int = LARGEST_PART) -> Floats:
    """Compute the log-odds of n > 0 blocks, (n,), each by itself: before narrowing and the model's own correction.

    At most ``largest_part`` blocks are described at once, which limits the memory.
    """
    blocks = page.blocks
    parts = cut(len(blocks), largest_part)
    names = survey_names(blocks, page.tags, page.extents, known, model.paths)

    @lru_cache(maxsize=1)  # most pages are a single part, which is then described only once for both looks
    def describe(number: int) -> Matrix:
        return stack_columns(page.describe(parts[number]), names(parts[number]))

    firsts = [evaluate_network(model.first, describe(number).T) for number in range(len(parts))]
    odds = np.concatenate(firsts, dtype=np.float64)
    unsettled = odds > LEAST_ODDS
    scores = survey_scores(odds.copy(), blocks, page.extents)
    for number, part in enumerate(parts):
        if (open_blocks := unsettled[part]).any():
            table = np.concatenate((describe(number), stack_columns(scores(part))))[:, open_blocks]
            odds[part][open_blocks] = evaluate_trees(model.second, table.T)
    return odds + find_bias(page, known, model)


def find_bias(page: Page, known: Known, model: Model) -> Floats:
    """Return what is added to the log-odds of each block before blocks are chosen, (n,)."""
    tag, number = known
    commented = mark_comments(page.blocks, page.tags, tag, model.paths.terms.find_families(number))
    return np.where(commented, model.bias + model.comment_bias, model.bias)


def find_discussions(page: Page, known: Known, model: Model) -> tuple[Bools, Bools]:
    """Mark the blocks in parts called comments, and those of records with stamps, (n,) each.

    None of either are marked if one is in a part called a forum.
    """
    blocks, (tag, number) = page.blocks, known
    families = model.paths.terms.find_families(number)
    named = mark_comments(blocks, page.tags, tag, families) > 0
    stamped = mark_records(blocks, page.extents, page.paths[MIDDLE])
    if named.any() or stamped.any():
        forum = mark_forums(blocks, page.tags, tag, families) > 0
        named &= not forum[named].any()
        stamped &= not forum[stamped].any()
    return named, stamped


@dataclass(frozen=True)
class Suggestion:
    """The content of a page, and the F1 over words (0 to 1) that the model expects of it."""

    spans: Spans
    expected_f1: float


def suggest(html: str, model: Model) -> Suggestion:
    """Choose a page's content."""
    page = read_page(html)
    probability = to_probability(score_page(page, model))
    chosen, expected = choose_blocks(probability, page.blocks.words)
    return Suggestion(join_chosen(page.blocks, probability, chosen), expected)


def join_chosen(blocks: Blocks, probability: Floats, chosen: Bools) -> Spans:
    """Join chosen blocks (n,) into spans, with the formulas between them, the title above them and the rest of their
    tables.
    """
    titled = take_title(blocks, probability, take_formulas(blocks, chosen))
    return join_blocks(blocks, complete_tables(blocks, probability, titled))


def take_formulas(blocks: Blocks, chosen: Bools) -> Bools:
    """Add formulas in MathML between two chosen blocks to these; formulas have too few words to be judged. (n,)."""
    tags = find_tags(blocks.tokens, "math")
    if not len(tags):
        return chosen
    between = np.append(False, chosen[:-1]) & np.append(chosen[1:], False)
    inside = follow_opening(blocks.tokens, tags, blocks.first) & follow_opening(blocks.tokens, tags, blocks.last)
    taken: Bools = chosen | (between & inside)
    return taken


def join_blocks(blocks: Blocks, chosen: Bools) -> Spans:
    """Join chosen blocks into spans; neighbours become one unless a block, a script or a form field is between.

    Signs without a letter beside a block's words, in elements of their own, are included. What `find_permalinks` and
    `find_copies` name is cut out.
    """
    taken = np.flatnonzero(chosen)
    if not len(taken):
        return ()
    # Nothing outside the blocks around all that is chosen matters.
    begin = int(blocks.last[taken[0] - 1]) + 1 if taken[0] else 0
    stop = int(blocks.first[taken[-1] + 1]) if taken[-1] + 1 < len(blocks) else len(blocks.tokens.start)
    tokens = blocks.tokens.cut(begin, stop)
    first, last = blocks.first[taken] - begin, blocks.last[taken] - begin
    # The number of barriers up to a text, which is none itself.
    skipped = mark_names(*SKIPPED)[tokens.number]
    barriers = np.cumsum((tokens.kind == np.uint8(Kind.RAW)) | skipped, dtype=np.int32)
    apart = (barriers[first[1:]] > barriers[last[:-1]]) | (np.diff(taken) > 1)
    head, tail = np.concatenate(([True], apart)), np.concatenate((apart, [True]))
    preformatted = follow_opening(blocks.tokens, find_tags(blocks.tokens, "pre"), blocks.first[taken[head]])
    edges = (first[head], last[tail], blocks.start[taken[head]], blocks.end[taken[tail]], preformatted)
    runs = list(zip(*(edge.tolist() for edge in edges), strict=True))
    widened = tuple(widen(blocks.html, tokens, skipped, runs))
    unlinked = subtract_spans(widened, find_permalinks(blocks.html, tokens))
    return subtract_spans(unlinked, find_copies(blocks.html, tokens))
