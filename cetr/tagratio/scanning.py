"""Cut lines in one compiled scan of what is kept of a document."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.compiled import lines
from cetr.document import Bytes, Ints, Tokens
from cetr.tagratio.kept import IS_COUNTED


def measure_lines(tokens: Tokens, wrap: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Cut a document into the n lines of `Lines`: their starts, ends, text and tags, all (n,)."""
    kept = _keep(tokens)
    most = lines.count_filled(kept.code) + (len(kept.code) // wrap if wrap else 0)
    start, end, text, tags = (np.empty(most, dtype=np.int64) for _ in range(4))
    n = lines.scan_lines(kept.code, kept.start, kept.token, kept.is_text, tokens.start, wrap, start, end, text, tags)
    return start[:n].copy(), end[:n].copy(), text[:n].copy(), tags[:n].copy()


def count_text(tokens: Tokens) -> Ints:
    """Count the characters of each token that are text, shape (len(tokens.start),); 0 for markup and white space."""
    kept = _keep(tokens)
    counts = np.zeros(len(tokens.start), dtype=np.int64)
    lines.count_text(kept.code, kept.start, kept.token, kept.is_text, counts)
    return counts


@dataclass(frozen=True)
class _Kept:
    """A document without its script, style and comments, as bytes that end with a line break.

    ``start``, shape (m + 1,), are the places in it of its m tokens and of its end. ``token`` (m,) are their indices in
    the document, and ``is_text`` (m,) says which are text.
    """

    code: Bytes
    start: Ints
    token: Ints
    is_text: Bytes


def _keep(tokens: Tokens) -> _Kept:
    """Take script, style and comments, and the tags of the first two, out of a document."""
    size = len(tokens.start)
    code = np.empty(len(tokens.code) + 1, dtype=np.uint8)
    start, token = np.empty(size + 1, dtype=np.int64), np.empty(size, dtype=np.int64)
    is_text = np.empty(size, dtype=np.uint8)
    n, characters = lines.keep_text(
        tokens.code, tokens.start, tokens.end, tokens.kind, tokens.number, IS_COUNTED.view(np.uint8),
        code, start, token, is_text,
    )  # fmt: skip
    return _Kept(code[: characters + 1], start[: n + 1], token[:n], is_text[:n])
