"""The fenced blocks of the documentation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Block:
    """A block's text, the line it begins on, and its fence info: the language, then what a test has to know.

    ``skip`` or ``skip=WHY``: not run, as it needs a person, the web, an installation, or your own pages;
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
        return {int(code) for code in (self._find_mark("exit") or "0").split(",")}

    @property
    def file(self) -> str:
        """Where it belongs, or nothing."""
        return self._find_mark("file")

    def _find_mark(self, name: str) -> str:
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
            frozenset("skip" if mark.startswith("skip=") else mark for mark in match[3].split()),
            re.sub(rf"^{match[1]}", "", match[4], flags=re.MULTILINE),
        )
        for match in found
    ]
