"""What an extractor is given of a page's site: nothing, the other pages, or these and the gold of some of them.

The protocol follows a plus in the extractor's name. ``learned`` gets one page (`ALONE`). ``learned+site`` also gets the
other pages of the package from the same site, never their gold. ``learned+shots=2`` also gets the gold of two of them,
drawn with a seed (``+shots=2,seed=7``). The gold of the scored page is never given, nor that of the same HTML under
another name.
"""

from __future__ import annotations

from evaluate.protocols.naming import ALONE, Protocol, describe_mixture, split_protocol
from evaluate.protocols.others import OtherPage, find_mates, pack_others, read_others, write_others

__all__ = [
    "ALONE",
    "OtherPage",
    "Protocol",
    "describe_mixture",
    "find_mates",
    "pack_others",
    "read_others",
    "split_protocol",
    "write_others",
]
