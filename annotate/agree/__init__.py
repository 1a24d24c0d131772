"""``annotate agree``: how well several people agree on what the main content is."""

from __future__ import annotations

from annotate.agree.common import (
    find_common,
    name_annotators,
    read_urls,
    tell_guidelines,
    tell_omitted,
    tell_other_page,
)
from annotate.agree.packages import Agreement, DocumentAgreement, compare_packages

__all__ = [
    "Agreement",
    "DocumentAgreement",
    "compare_packages",
    "find_common",
    "name_annotators",
    "read_urls",
    "tell_guidelines",
    "tell_omitted",
    "tell_other_page",
]
