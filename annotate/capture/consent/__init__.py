"""Dismissing consent banners before a page is frozen, by the rules of Autoconsent, which DuckDuckGo keeps.

Its script and rules stand beside this file as they were published; ``packaging/autoconsent.sh`` brings another version.
"""

from __future__ import annotations

from typing import Literal

from annotate.capture.consent.banner import Banner, dismissing

VERSION = "16.23.0"
"""Of Autoconsent."""

Consent = Literal["reject", "accept", "leave"]
"""What is done with a banner."""

__all__ = ["VERSION", "Banner", "Consent", "dismissing"]
