"""Score texts that already exist, without test packages and without running anything."""

from __future__ import annotations
