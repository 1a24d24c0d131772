"""What a package knows of a page's site: its other pages and their gold."""

from __future__ import annotations

from annotate.sites.others import list_others

__all__ = ["list_others"]
