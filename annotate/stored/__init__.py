"""Pages stored in WARC, WACZ, JSON Lines or Parquet files or in folders, replayed offline under their own URLs."""

from __future__ import annotations

from annotate.stored.pages import Response, Stored, read_version
from annotate.stored.reading import is_stored, list_wanted, open_stored

__all__ = ["Response", "Stored", "is_stored", "list_wanted", "open_stored", "read_version"]
