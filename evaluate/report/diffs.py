"""The difference between a prediction and the gold, word by word, as a short script over the gold text."""

from __future__ import annotations

import numpy as np

from cetr.document import LocatedWords, match_words, place_words
from evaluate.comparing.words import LARGEST, cut_ends

RIGHT, MISSING, SUPERFLUOUS = 0, 1, 2

Script = list[tuple[int, int | str]]
"""(RIGHT or MISSING, number of characters of the gold text) and (SUPERFLUOUS, predicted text), in reading order."""


def diff_texts(gold: str, predicted: str, gold_words: LocatedWords | None = None) -> Script:
    """Compare a predicted text with the gold text by the longest common subsequence of their words.

    ``gold_words`` are the gold text's words (see `place_words`), if already known. The lengths of RIGHT and MISSING add
    up to the gold text. Characters between words belong to the word before them. In texts too long to align, only the
    equal ends are right.
    """
    ours, theirs = gold_words or place_words(gold), place_words(predicted)
    start, ours_end, theirs_end = cut_ends(ours.words, theirs.words)
    middle = (ours_end - start) * (theirs_end - start)
    place = np.full(len(theirs.words), -1, dtype=np.int64)
    place[:start] = np.arange(start)
    place[theirs_end:] = np.arange(ours_end, len(ours.words))
    if 0 < middle <= LARGEST:
        found = match_words(ours.words[start:ours_end], theirs.words[start:theirs_end])
        place[start:theirs_end] = np.where(found >= 0, found + start, -1)
    here = np.flatnonzero(place >= 0)
    there = place[here]
    # Runs of words that follow one another in both texts.
    breaks = np.flatnonzero((np.diff(here) != 1) | (np.diff(there) != 1)) + 1
    firsts = np.concatenate(([0], breaks)) if len(here) else breaks
    lasts = np.concatenate((breaks, [len(here)])) if len(here) else breaks
    gold_at = [0, *ours.start.tolist()[1:], len(gold)] if ours.words else [0, len(gold)]
    predicted_at = [*theirs.start.tolist(), len(predicted)]
    script: Script = []
    at, done = 0, 0
    runs = [
        *(
            (int(there[i]), int(there[j - 1]) + 1, int(here[i]), int(here[j - 1]) + 1)
            for i, j in zip(firsts, lasts, strict=True)
        ),
        (len(gold_at) - 1, len(gold_at) - 1, len(theirs.words), len(theirs.words)),
    ]
    for gold_first, gold_last, first, last in runs:
        if gold_first > at:
            script.append((MISSING, gold_at[gold_first] - gold_at[at]))
        if first > done:
            script.append((SUPERFLUOUS, predicted[predicted_at[done] : predicted_at[first]].strip()))
        if gold_last > gold_first:
            script.append((RIGHT, gold_at[gold_last] - gold_at[gold_first]))
        at, done = gold_last, last
    if script and not ours.words:
        # A gold text without words is neither right nor missing.
        script = [step for step in script if step[0] == SUPERFLUOUS]
    return script
