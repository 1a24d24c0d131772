"""Content code blurring: content is text with much text and little code around it."""

from __future__ import annotations

import numpy as np
from scipy.ndimage import gaussian_filter1d

from cetr.console import check_range, check_whole
from cetr.document import Bools, Kind, Page, Spans, join_tokens, mark_links, read_page

WIDEST, MOST_ROUNDS = 1000, 100
"""Limits of the blur, because each round weighs each character with all others within the radius."""


def ccb(html: str, *, radius: int = 40, threshold: float = 0.75, rounds: int = 3) -> Spans:
    """Content code blurring: text that stays content after the line between text and code is blurred.

    Source: Gottron, "Content code blurring" (2008), character variant.

    See `blur_code` for what the papers at hand leave open.
    """
    _check("ccb", radius, threshold, rounds)
    page = read_page(html)
    return join_tokens(page, blur_code(page, radius, threshold, rounds))


def accb(html: str, *, radius: int = 40, threshold: float = 0.75, rounds: int = 3) -> Spans:
    """Adapted content code blurring: ccb without the tags of links, so that links in prose do no harm.

    Source: Gottron, "Content code blurring" (2008), the variant for link-rich pages.

    See `blur_code` for what the papers at hand leave open.
    """
    _check("accb", radius, threshold, rounds)
    page = read_page(html)
    tokens = page.tree.tokens
    anchors = mark_links(page) & (tokens.kind != Kind.TEXT)
    return join_tokens(page, blur_code(page, radius, threshold, rounds, ignored=anchors))


def _check(method: str, radius: int, threshold: float, rounds: int) -> None:
    check_whole(method, 1, WIDEST, radius=radius)
    check_range(method, 0, 1, threshold=threshold)
    check_whole(method, 0, MOST_ROUNDS, rounds=rounds)


def blur_code(page: Page, radius: int, threshold: float, rounds: int, ignored: Bools | None = None) -> Bools:
    """Find the text tokens that are content, by the mean of their characters after blurring. Shape (tokens,).

    The vector holds 1 for each character of rendered text and 0 for each character of a tag. It leaves out comments,
    scripts, blank and unrendered text, and the ``ignored`` tokens. It is blurred ``rounds`` times with a Gaussian that
    is cut off at ``radius`` characters, two standard deviations, and mirrored at the ends. A text is content if the
    mean over its characters is at least ``threshold``, so that no text is cut in the middle. The long tags of today's
    markup weigh by their length, as in the paper.
    """
    tokens, content = page.tree.tokens, page.rendered
    counted = page.rendered | (tokens.kind == Kind.OPEN) | (tokens.kind == Kind.CLOSE)
    if ignored is not None:
        counted &= ~ignored
    places = np.flatnonzero(counted)
    if not len(places):
        return content
    lengths = (tokens.end - tokens.start)[places]
    vector = np.repeat(content[places].astype(np.float64), lengths)
    for _ in range(rounds):
        vector = gaussian_filter1d(vector, radius / 2, mode="reflect", radius=radius)
    means = np.add.reduceat(vector, np.concatenate(([0], np.cumsum(lengths)[:-1]))) / lengths
    chosen = np.zeros(len(tokens.start), dtype=np.bool_)
    chosen[places] = content[places] & (means >= threshold)
    return chosen
