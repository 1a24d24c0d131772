"""What people touch: capturing, reviewing, importing, checking and learning from pages."""

from __future__ import annotations
