"""Build gold standards: capture, review, import, check and learn from pages."""

from __future__ import annotations
