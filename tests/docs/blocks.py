"""The fenced blocks of the documentation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


SKIPS = {
    "placeholder": "shows the form of a command",
    "install": "installs something, which takes minutes and the network",
    "lasting": "serves until somebody interrupts it",
    "screen": "opens a browser window for a person",
    "machines": "needs a cluster",
    "data": "needs the benchmarks' data, which are not ours to ship",
    "library": "needs an extractor or a program that is not installed",
    "conflict": "needs a merge that git could not finish",
}
"""Why a block cannot be run by a test."""


@dataclass(frozen=True)
class Block:
    """A block's text, the line it begins on, and its fence info: the language, then what a test has to know.

    ``skip=WHY``: not run, for a reason of `SKIPS`; ``keys=n,space,q``: run in a terminal, where these keys are pressed;
    ``exit=0,1``: the exit codes that are right; ``output``: what the block before prints, ``...`` for any text;
    ``file=PATH``: where it belongs.
    """

    page: str
    line: int
    language: str
    marks: frozenset[str]
    text: str

    @property
    def codes(self) -> set[int]:
        """The exit codes that are right."""
        return {int(code) for code in (self.find_mark("exit") or "0").split(",")}

    @property
    def runs(self) -> bool:
        """Whether a test can run it."""
        return self.language in {"sh", "python"} and not any(mark.partition("=")[0] == "skip" for mark in self.marks)

    def find_mark(self, name: str) -> str:
        """The value of a mark, or nothing."""
        return next((mark.partition("=")[2] for mark in self.marks if mark.startswith(f"{name}=")), "")


def read_blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, whose path is relative to the project's folder."""
    text = (ROOT / page).read_text("utf-8")
    found = re.finditer(r"^( *)```(\w+)([^\n]*)\n(.*?)^\1```$", text, re.DOTALL | re.MULTILINE)
    return [
        Block(
            page,
            text.count("\n", 0, match.start()) + 1,
            match[2],
            frozenset(match[3].split()),
            re.sub(rf"^{match[1]}", "", match[4], flags=re.MULTILINE),
        )
        for match in found
    ]
