"""``annotate agree``: how far several people agree on what main content is."""

from __future__ import annotations

from annotate.agree.coefficients import cohen_kappa, krippendorff_alpha
from annotate.agree.packages import Agreement, DocumentAgreement, compare_packages

__all__ = ["Agreement", "DocumentAgreement", "cohen_kappa", "compare_packages", "krippendorff_alpha"]
