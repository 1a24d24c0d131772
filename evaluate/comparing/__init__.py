"""Compare two results: what a change of an extractor did, and whether that is more than chance."""

from __future__ import annotations
