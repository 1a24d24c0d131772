"""Cut HTML into tokens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cetr.compiled import IN_USE
from cetr.document.tokens import Tokens

if IN_USE:
    from cetr.document.scanning import cut_tokens
else:
    from cetr.document.candidates import cut_tokens


@dataclass(frozen=True, eq=False)
class _Key:
    """A document in a cache of size one. Hashing all of it takes a tenth of the time that cutting it takes."""

    html: str

    def __hash__(self) -> int:
        return len(self.html)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.html == other.html


def lex(html: str) -> Tokens:
    """Cut a document into tokens. Never fails, whatever the markup. Linear in its length.

    The tokens of the last document are cached, so that a page is cut once for all the steps that follow.
    """
    return _lex(_Key(html))


@lru_cache(maxsize=1)
def _lex(document: _Key) -> Tokens:
    return cut_tokens(document.html)
