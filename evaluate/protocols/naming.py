"""The protocol in the name of an extractor."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cetr.console import InputError

_WRITTEN = re.compile(r"(.+)\+(?:(site)|shots=([0-9]{1,3})(?:,seed=([0-9]{1,9}))?)", re.DOTALL)
_LIKE = re.compile(r".+\+(?:sites?|shots?)\b[^:/+]*", re.DOTALL)


@dataclass(frozen=True)
class Protocol:
    """Whether other pages of the site are given, and the gold of how many (``shots``), drawn with a ``seed``."""

    site: bool = False
    shots: int = 0
    seed: int = 0

    def __str__(self) -> str:
        if not self.shots:
            return "site" if self.site else "alone"
        return f"shots={self.shots}" + (f",seed={self.seed}" if self.seed else "")


ALONE = Protocol()
"""One page and nothing else."""


def split_protocol(name: str) -> tuple[str, Protocol]:
    """Split the name of an extractor from its protocol; raises `InputError` if there is no such protocol."""
    written = _WRITTEN.fullmatch(name)
    if written is None:
        if _LIKE.fullmatch(name):
            raise InputError(f"{name}: write 'site' or 'shots=NUMBER' after the plus, such as learned+shots=1")
        return name, ALONE
    base, site, shots, seed = written.groups()
    if _WRITTEN.fullmatch(base):
        raise InputError(f"{name}: write either 'site' or 'shots=NUMBER', which includes the other pages")
    if not site and not int(shots):
        raise InputError(f"{name}: write '{base}+site' to pass other pages without their gold")
    return base, Protocol(True, int(shots or 0), int(seed or 0))


def describe_mixture(names: Iterable[str]) -> str:
    """Name the protocols of extractors if they differ; empty otherwise."""
    given = dict.fromkeys(str(split_protocol(name)[1]) for name in names)
    return f"the extractors ran with different protocols: {', '.join(given)}" if len(given) > 1 else ""
