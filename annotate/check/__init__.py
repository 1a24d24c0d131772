"""``annotate check``: what may be wrong with a package's gold, and how to fix it."""

from __future__ import annotations

from annotate.check.dismissal import dismiss, is_dismissed
from annotate.check.document import check_document
from annotate.check.findings import Finding, Report
from annotate.check.package import check_package, choose_extractors

__all__ = ["Finding", "Report", "check_document", "check_package", "choose_extractors", "dismiss", "is_dismissed"]
