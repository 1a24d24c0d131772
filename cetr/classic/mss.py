"""Maximum subsequence segmentation: the stretch of the page whose words and tags have the highest total score."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cetr.classic.maximum import find_maximum
from cetr.classic.mss_model import read_model, score_tokens
from cetr.console import check_range
from cetr.document import Spans, cut_spans, read_page, read_sequence

LARGEST = 1_000_000
"""The largest score of a tag, so that sums over a page stay exact."""


def mss(html: str, *, tag_score: float = -3.25, model: str = "") -> Spans:
    """Maximum subsequence segmentation: the single stretch in which the scores of words and tags have the highest sum.

    Source: Pasternack, Roth, "Extracting article text from the web with maximum subsequence segmentation" (2009).

    Without a model, every word scores 1 and every tag ``tag_score`` (the paper's baseline). With a ``model``, a file
    made by ``annotate train-mss``, a token scores its probability of being content less one half (the paper's
    supervised method; see `cetr.classic.mss_model`). Among equally good stretches, the first and shortest wins.
    """
    check_range("mss", -LARGEST, LARGEST, tag_score=tag_score)
    page = read_page(html)
    sequence = read_sequence(page)
    trained = read_model(Path(model)) if model else None
    scores = score_tokens(trained, page, sequence) if trained else np.where(sequence.tag, tag_score, 1.0)
    found = find_maximum(scores)
    return cut_spans(page, [sequence.interval(*found, len(html))]) if found else ()
