"""Cut HTML into tokens in one compiled scan from its first character to its last."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cetr.compiled import lexing
from cetr.document.candidates import RAW_NAMES
from cetr.document.narrowing import PAD
from cetr.document.tagnames import known_table, number_name, tabulate_meanings
from cetr.document.tokens import LITERAL, Tokens


def cut_tokens(html: str) -> Tokens:
    """Cut a document into tokens."""
    code = np.empty(len(html) + PAD, dtype=np.uint8)
    code[len(html) :] = 0
    lexing.narrow(html, code)
    code.flags.writeable = False
    # A piece of markup has at least two characters, and text on both sides.
    most = 2 * min(int(np.count_nonzero(code == ord("<"))), len(html) // 2) + 1
    bounds, name = np.empty(most + 1, dtype=np.int64), np.empty(most, dtype=np.uint64)
    kind, number = np.empty((2, most), dtype=np.uint8)
    n = lexing.scan_tokens(html, code, _grammar(), bounds, kind, name, number)
    bounds = bounds[: n + 1].copy()
    return Tokens(bounds[:-1], bounds[1:], kind[:n].copy(), name[:n].copy(), number[:n].copy(), code)


@lru_cache(maxsize=1)
def _grammar() -> lexing.Grammar:
    """What the loop knows about names."""
    table = known_table()
    return lexing.Grammar(
        table.names,
        table.numbers,
        int(table.multiplier),
        int(table.shift),
        tabulate_meanings(RAW_NAMES),
        tabulate_meanings({name: len(name) for name in RAW_NAMES}),
        LITERAL,
        number_name("#literal"),
    )
