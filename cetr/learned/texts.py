"""What a page's texts contain: characters by class, words, and what they begin and end with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cetr.document import Ints, Numbers
from cetr.learned.characters import CLASSES, DIGIT, IDEOGRAPH, LOWER, MONEY, NONE, SPACE, UPPER, classify_characters
from cetr.learned.hashes import Codes, Hashes, encode, hash_runs

Counts = npt.NDArray[np.uint32]


@dataclass(frozen=True)
class Measured:
    """The v visible texts among stretches of one text: those with a letter, a digit, an ideograph or a money sign.

    ``visible`` (v,) are their indices, ``counts`` (v, CLASSES) their characters by class. ``head`` and ``end``
    (v,) are where their first character that is not white space begins and where the last ends: an entity ends with its
    last letter. ``edge`` (v, 3): class of the first and of the last character, code of the last.
    ``word_text``, ``word_hash`` (w,) are the words of all: the place in ``visible`` of the text in which a word begins,
    and its hash.
    """

    visible: Ints
    counts: Counts
    head: Ints
    end: Ints
    edge: Counts
    word_text: Ints
    word_hash: Hashes


def measure_texts(text: str, stop: Ints) -> Measured:
    """Measure the m stretches that make up a text, each up to its ``stop`` (m,)."""
    codes = encode(text)
    classes = classify_characters().take(codes, mode="clip")
    begin = np.concatenate(([0], stop[:-1]))
    number = np.repeat(np.arange(len(stop)), stop - begin)
    counts = np.bincount(number * CLASSES + classes, minlength=len(stop) * CLASSES).astype(np.uint32)
    counts = counts.reshape(-1, CLASSES)
    visible = np.flatnonzero(counts[:, LOWER : IDEOGRAPH + 1].sum(axis=1) + counts[:, MONEY])
    unspaced = np.flatnonzero(classes != SPACE)
    inked = unspaced[classes[unspaced] != NONE]
    head = inked[np.searchsorted(inked, begin[visible])]
    tail = inked[np.searchsorted(inked, stop[visible]) - 1]
    end = unspaced[np.searchsorted(unspaced, stop[visible]) - 1] + 1
    edge = np.stack((classes[head], classes[tail], codes[tail]), axis=1)
    word_start, word_hash = _hash_words(codes, classes)
    word_text = np.searchsorted(visible, number[word_start])
    return Measured(visible, counts[visible], head, end, edge, word_text, word_hash)


def _hash_words(codes: Codes, classes: Numbers) -> tuple[Ints, Hashes]:
    """Find where the words of a text begin, and hash each word: a run of letters and digits, or a single ideograph."""
    ideograph = classes == IDEOGRAPH
    inside = classes - np.uint8(LOWER) <= DIGIT - LOWER
    begins = inside.copy()
    begins[1:] &= ~inside[:-1]
    return hash_runs(codes | (classes == UPPER) * np.uint32(32), begins | ideograph, inside | ideograph)
