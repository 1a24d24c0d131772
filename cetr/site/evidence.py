"""The evidence that other pages of a site give about the blocks of one page."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.document import Bools, Floats
from cetr.learned import LEAST_WORDS, to_probability
from cetr.learned.templates import ALIKE, KINDS, MIDDLE, NAMES, NEAR, ask_gold, compare_paths, to_odds
from cetr.site.memory import Memory
from cetr.site.renaming import find_renamed
from cetr.site.signatures import Signature
from cetr.site.wholes import ask_containers

SAME_STORY, SAME_TITLE_STORY = 0.95, 0.5
"""A page with this much of another's content, or with less and the same title, is the same story again: a print
version, moved or updated.
"""

LEAST_SHARED = 0.1
"""Pages of a site that share a smaller part of their paths say nothing about each other."""
SAME_KIND = 0.7
"""Two pages of a site that share this much of their paths are of one kind, such as two listings (benchmarks/kinds.py).
"""

SURE_GOLD = 1.9
"""From these log-odds on, or their negative, gold at the nearest path of a block is sure: three words or more, and all
of them gold, or none.
"""
_MOST_LOST = 0.5
"""If gold would surely leave out more than this share of what the model takes, the other page rather has something else
at the same paths.
"""

_LONG = 5.0
"""A text whose number of words has at least this logarithm counts as long."""
_BELIEF = 0.5
"""How many pages' worth the expectation weighs that a path's share of content starts from, without gold: what this page
says itself."""

SITE = ("same_place", "repeated", "repeated_long", *(f"path_{kind}" for kind in KINDS))
"""Evidence that needs no gold: the share of the other pages that have a block's text at its path; how surely the text
is repeated there; the same times the logarithm of its words; and, for each kind of path, how much its content on the
other pages raises or lowers the log-odds that it has on this page.

A text is surely repeated if most pages repeat it, or most of what is at its path. A quotation from another article is
neither, nor are the cards of a listing, which are on other listings, too, but each on few, nor a chapter that some
pages of a manual share. A heading is repeated as far as the text below it is: "Ingredients" may be content if the
recipe is new.
"""
GOLD = (*(f"gold_{kind}" for kind in KINDS), "text_in_gold", "text_not_in_gold", "gold_around")
"""Evidence from the gold of other pages: the log-odds of content at each kind of path; whether the same text is gold on
one of them, or stands at the same path on one of them without being gold anywhere; and, where neither the nearest nor
the middle path is known, whether the container around the block is gold as a whole, or left out as a whole.

At another path, a text that is not gold may be a link to this page, as a headline is in a list of other articles.
"""
RENAMED = ("gold_renamed",)
"""Evidence from the gold of pages whose elements had other names, if no other page has gold: the log-odds of content at
the path of tag names.
"""


@dataclass(frozen=True)
class Evidence:
    """Columns `SITE`, `GOLD` and `RENAMED` (n, f) for the n blocks of a page.

    ``sure`` (n,) is 1 where all text at the block's nearest path is gold, however much the labelled pages count, -1
    where none of it is, and 0 elsewhere. ``pages`` is the number of other pages of its template that they come from.
    ``teachers`` (remembered pages,) are those of them with gold that counted. Without other pages, all columns are 0.
    ``empty``: gold says that pages of its kind have no content, and then all columns are 0, too.
    """

    columns: Floats
    sure: Floats
    pages: int
    teachers: Bools
    empty: bool = False

    @property
    def labelled(self) -> int:
        """The number of other pages with gold that counted."""
        return int(self.teachers.sum())


def gather_evidence(memory: Memory, key: int, signature: Signature, words: Floats, odds: Floats) -> Evidence:
    """Gather a memory's evidence about the n blocks of a page, which have ``words`` (n,) and the model's ``odds`` (n,).

    The page itself, identified by ``key``, and pages of other templates do not count.
    """
    size = len(words)
    columns, sure = np.zeros((size, len(SITE) + len(GOLD) + len(RENAMED))), np.zeros(size)
    nobody = np.zeros(len(memory.traces), dtype=np.bool_)
    if not memory.traces:
        return Evidence(columns, sure, 0, nobody)
    itself = np.array([trace.key == key for trace in memory.traces])
    sizes = np.array([len(trace.paths) for trace in memory.traces], dtype=np.int64)
    likeness = compare_paths(memory.paths, sizes, signature.paths)
    empty, known = ~itself & memory.empty, ~itself & memory.known
    renamed = known & find_renamed(memory.paths, len(sizes), signature.paths) if known.any() else known
    alike = (likeness >= LEAST_SHARED) & ~itself & ~renamed
    if not (alike | renamed).any():
        return Evidence(columns, sure, 0, nobody)
    if _is_like_empty(likeness, empty, known):
        return Evidence(columns, sure, int(alike.sum()), alike & empty, empty=True)
    same_story = _find_same_story(memory, signature, words, odds)
    columns[:, : len(SITE)] = _weigh_site(memory, alike, alike & ~same_story, signature, words, odds)
    labelled = alike & known
    if labelled.any():
        # The same story counts fully, even in a template that is less alike.
        trust = labelled * np.where(same_story, 1, np.minimum(likeness / ALIKE, 1))
        odds_there, counts = ask_gold(memory.paths, trust, signature.paths)
        unknown = ~counts[[NEAR, MIDDLE]].any(axis=0)
        around = unknown * ask_containers(memory.containers, labelled, signature.nesting)
        texts = _find_gold_texts(memory, labelled, signature)
        columns[:, len(SITE) : -len(RENAMED)] = np.stack([*odds_there * counts, *texts, around], axis=1)
        sure = _find_sure(odds_there[NEAR], words, odds)
    elif renamed.any():
        odds_there, _ = ask_gold(memory.paths, renamed.astype(np.float64), signature.paths)
        columns[:, -1] = odds_there[NAMES]
    return Evidence(columns, sure, int((alike | renamed).sum()), labelled)


def _is_like_empty(likeness: Floats, empty: Bools, known: Bools) -> bool:
    """Whether a page is of the kind of the ``empty`` pages (pages,), and less like those with ``known`` content.

    As long as no page with content is labelled, it cannot be told how the others differ from it.
    """
    if not (empty.any() and known.any()):
        return False
    nearest = float(likeness[empty].max())
    return nearest >= SAME_KIND and nearest > float(likeness[known].max())


def _weigh_site(
    memory: Memory, alike: Bools, distinct: Bools, signature: Signature, words: Floats, odds: Floats
) -> Floats:
    """Of the pages (pages,) those that are ``alike`` tell about paths, and those that are ``distinct`` about texts."""
    size = len(words)
    which, row = memory.places.find(signature.place)
    same = np.bincount(which, distinct[memory.places.page[row]], size)
    others = int(distinct.sum())
    weight, probability = np.maximum(words, LEAST_WORDS), to_probability(odds)
    share = same / max(others, 1)
    repeated = (same > 0) * np.maximum(same / (others + 1), _average_along(signature, weight, share))
    below = np.where(signature.heading, _repeat_below(signature.heading, weight, same > 0), 1)
    columns = [
        below * share,
        below * repeated,
        below * repeated * np.minimum(np.log1p(words), _LONG),
    ]
    for paths in signature.paths:
        different, of = np.unique(paths, return_inverse=True)
        own = np.bincount(of, weight * probability) / np.bincount(of, weight)
        which, row = memory.paths.find(different)
        values = memory.paths.values[:, row] * alike[memory.paths.page[row]]
        mass = np.bincount(which, values[0], len(different))
        content = np.bincount(which, values[0] * values[1], len(different))
        columns.append((to_odds((content + _BELIEF * own) / (mass + _BELIEF)) - to_odds(own))[of])
    return np.stack(columns, axis=1)


def _find_same_story(memory: Memory, signature: Signature, words: Floats, odds: Floats) -> Bools:
    """Find the remembered pages that hold nearly all of this page's content, as the model sees it, or most of it
    under its title.
    """
    which, row = memory.texts.find(signature.text)
    content = np.where(odds > 0, words, 0)
    shared = np.bincount(memory.texts.page[row], content[which], len(memory.traces)) / max(float(content.sum()), 1e-9)
    titled = np.array([trace.title == signature.title != 0 for trace in memory.traces], dtype=np.bool_)
    same: Bools = shared >= np.where(titled, SAME_TITLE_STORY, SAME_STORY)
    return same


def _average_along(signature: Signature, weight: Floats, share: Floats) -> Floats:
    """Average the shares of pages that have each text (n,) over the text at each block's path."""
    _, of = np.unique(signature.paths[MIDDLE], return_inverse=True)
    shares: Floats = (np.bincount(of, weight * share) / np.bincount(of, weight))[of]
    return shares


def _repeat_below(heading: Bools, weight: Floats, repeated: Bools) -> Floats:
    """Compute how much of the text between the last and the next headings is ``repeated`` (n,); 1 if there is none."""
    section = np.cumsum(heading & ~np.append(False, heading[:-1]))
    text = np.bincount(section, weight * ~heading)
    shares = np.where(text > 0, np.bincount(section, weight * (repeated & ~heading)) / np.maximum(text, 1e-9), 1)
    found: Floats = shares[section]
    return found


def _find_sure(gold: Floats, words: Floats, odds: Floats) -> Floats:
    """``gold`` are the log-odds of gold at the nearest paths, (n,)."""
    sure: Floats = np.sign(gold) * (np.abs(gold) >= SURE_GOLD)
    taken = np.maximum(words, LEAST_WORDS) * to_probability(odds)
    if taken @ (sure < 0) > _MOST_LOST * taken.sum():
        return np.maximum(sure, 0)
    return sure


def _find_gold_texts(memory: Memory, labelled: Bools, signature: Signature) -> tuple[Bools, Bools]:
    """Find the blocks whose text is gold on the ``labelled`` pages (pages,), and those that these leave out, (n,)."""
    which, row = memory.texts.find(signature.text)
    marks = np.where(labelled[memory.texts.page[row]], memory.texts.values[0, row], np.nan)
    gold = np.bincount(which[marks == 1], minlength=len(signature.text)) > 0
    other = np.bincount(which[marks == 0], minlength=len(signature.text)) > 0
    which, row = memory.places.find(signature.place)
    there = np.bincount(which, labelled[memory.places.page[row]], len(signature.place)) > 0
    return gold, other & there & ~gold
