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
    metas = {name: read_meta(folder, name) for name in names}
    found = {name: read_proposal(meta) for name, meta in metas.items() if meta.status == "draft"}
    sure = tuple(name for name, proposal in found.items() if proposal is not None and proposal.sure)
    if not sure:
        raise InputError(f"{folder}: has no sure proposals; make them: annotate propagate {shlex.quote(str(folder))}")
    sample = tuple(name for name in sure if (proposal := found[name]) is not None and proposal.sample)
    return sample or sure


def tell_proposed(folder: Path, names: Sequence[str]) -> str:
    """Describe whether these proposals are the sample, and what comes after it."""
    proposal = read_proposal(read_meta(folder, names[0]))
    if proposal is None or not proposal.sample:
        return f"{count_of(len(names), 'sure proposal')}, the sample is decided"
    return f"a sample of {count_of(len(names), 'sure proposal')}; then quit, and review or accept the others"
