"""Comments below an article share a fate: all of them are content, or none."""

from __future__ import annotations

import numpy as np

from cetr.document import Bools, Floats
from cetr.learned.choice import REFUSED, choose_blocks, to_probability

LEAST_ELSEWHERE = 20
"""If fewer words than this would be left, the comments may be all that the page has."""


def leave_out_comments(odds: Floats, words: Floats, commented: Bools, against: float = 0.0) -> Floats:
    """Lower the log-odds (n,) of all ``commented`` blocks (n,) to at most `REFUSED` if they are rather not content.

    The choice of blocks treats them as independent, so below a short article it takes a long discussion of which each
    part has a probability of 0.4: the expected number of words that are content is high. But if one part is not
    content, none is. So the probability that all are content is the mean over the words of those that would be taken.
    What the model does not know about them counts ``against`` them, in log-odds.
    """
    if not commented.any():
        return odds
    chosen, _ = choose_blocks(to_probability(odds), words)
    taken = words * (chosen & commented)
    few = words @ (chosen & ~commented) < LEAST_ELSEWHERE
    if few or taken @ to_probability(odds - against) >= 0.5 * taken.sum():
        return odds
    left: Floats = np.where(commented, np.minimum(odds, REFUSED), odds)
    return left
