"""Scoring texts that exist already, without test packages and without running anything."""

from __future__ import annotations
