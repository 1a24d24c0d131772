"""Dismiss consent banners before a page is frozen, by the rules of Autoconsent, which DuckDuckGo maintains.

Its script and rules are in this folder as they were published; ``packaging/autoconsent.sh`` updates them.
"""

from __future__ import annotations

from typing import Literal

from annotate.capture.consent.banner import Banner, Talk

VERSION = "16.23.0"
"""The version of Autoconsent."""

Consent = Literal["reject", "accept", "leave"]
"""How to answer a banner."""

__all__ = ["VERSION", "Banner", "Consent", "Talk"]
