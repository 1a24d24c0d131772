"""The sure proposals of `annotate propagate`, to approve or correct one after the other."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from annotate.propagate.proposal import read_proposal
from cetr.console import InputError, count_of
from evaluate.package import read_meta


def find_proposed(folder: Path, names: Sequence[str]) -> tuple[str, ...]:
    """Find the drafts with a sure proposal: those of the sample if any are left, otherwise all others."""
    found = _find_sure(folder, names)
    if not found:
        raise InputError(f"{folder}: has no sure proposals; make them: annotate propagate {shlex.quote(str(folder))}")
    return tuple(name for name, in_sample in found.items() if in_sample) or tuple(found)


def tell_proposed(folder: Path, names: Sequence[str]) -> str:
    """Describe whether the proposals that `find_proposed` finds are the sample, and what comes after it."""
    found = _find_sure(folder, names)
    sample = sum(found.values())
    if not sample:
        return f"{count_of(len(found), 'sure proposal')}, the sample is decided"
    if sample == len(found):
        return f"a sample of {count_of(sample, 'sure proposal')}; there are no others"
    return f"a sample of {count_of(sample, 'sure proposal')}; then quit, and review or accept the others"


def _find_sure(folder: Path, names: Sequence[str]) -> dict[str, bool]:
    """Map each draft with a sure proposal to whether it is in the sample."""
    metas = {name: read_meta(folder, name) for name in names}
    found = {name: read_proposal(meta) for name, meta in metas.items() if meta.status == "draft"}
    return {name: proposal.sample for name, proposal in found.items() if proposal is not None and proposal.sure}
