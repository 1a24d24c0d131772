"""The report: results as one self-contained HTML file, or as Markdown for a pull request."""

from __future__ import annotations
