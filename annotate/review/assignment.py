"""The assignment of one run of the reviewer: the package that it writes, and what it shows beside the gold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from annotate.review.columns import Column

if TYPE_CHECKING:
    from annotate.check import Finding


@dataclass(frozen=True)
class Assignment:
    """What a person decides. In an adjudication, ``columns`` are the packages of the people who differ."""

    folder: Path
    names: tuple[str, ...]
    columns: tuple[Column, ...] = ()
    annotator: str | None = None
    edits_reopen: bool = True
    """Whether a change of an approved document withdraws its approvals."""
    blind: bool = False
    adjudicating: bool = False
    findings: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    first: str | None = None
    notice: str = ""
    """The message at the start."""
    guideline: str = ""
    """The package's guideline."""
    begun: bool = True
    """Whether the person has already made a decision in the package."""
