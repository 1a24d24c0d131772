"""Results: a row for each document and extractor, the folder they are kept in, and the figures made from them."""

from __future__ import annotations
