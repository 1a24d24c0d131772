"""Run extractors over test packages, each in a process of its own, by documents, on one machine or several."""

from __future__ import annotations
