"""``annotate agree``: how well several people agree on what the main content is."""

from __future__ import annotations

from annotate.agree.coefficients import cohen_kappa, fleiss_kappa, krippendorff_alpha
from annotate.agree.common import Common, find_common, name_annotators, tell_omitted
from annotate.agree.packages import Agreement, DocumentAgreement, compare_packages

__all__ = [
    "Agreement",
    "Common",
    "DocumentAgreement",
    "cohen_kappa",
    "compare_packages",
    "find_common",
    "fleiss_kappa",
    "krippendorff_alpha",
    "name_annotators",
    "tell_omitted",
]
