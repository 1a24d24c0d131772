"""Evaluation of web content extraction: test packages, measures, running and comparing extractors."""

from __future__ import annotations
