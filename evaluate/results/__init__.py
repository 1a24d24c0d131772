"""Results: a row for each document and extractor, the folder of these, and the figures made from them."""

from __future__ import annotations
