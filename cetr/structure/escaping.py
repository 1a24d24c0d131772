"""Write backslashes where Markdown would misread text, and nowhere else."""

from __future__ import annotations

import re
import unicodedata

_BACKSLASH = re.compile(r"\\(?=[!-/:-@\[-`{-~]|$)")
# What stands at the edge of a text may have a neighbour that is none of it, such as emphasis.
_STAR = re.compile(r"\*(?!\s)|(?<!\s)\*")
_UNDERSCORE = re.compile(r"(?<![^\W_])_+(?!\s)|(?<!\s)_+(?![^\W_])")
_TILDE = re.compile(r"~(?!\s)|(?<!\s)~")
_MARKUP = re.compile(r"<(?=[a-zA-Z/!?])|&(?=#?[a-zA-Z0-9]+;)")
_BRACKET = re.compile(r"\[(?=\^|[^\[\]]*\](?:\(|$))|(?<=\^)\[")
_OPENING_DOLLAR, _CLOSING_DOLLAR = re.compile(r"\$(?=\S)"), re.compile(r"(?<=\S)[$\ufdd0\ufdd1](?!\d)")

_FIRST_STARTS = (
    (re.compile(r"^(\d{1,9})([.)])(?=\s|$)"), r"\1\\\2"),
    (re.compile(r"^(\[)(?=[ xX]\]\s|[^\[\]]+\]:)"), r"\\\1"),
)
"""Only for the first line of a paragraph."""
_LINE_STARTS = (
    (re.compile(r"^(#{1,6})(?=\s|$)"), r"\\\1"),
    (re.compile(r"^([-+*])(?=\s|$)"), r"\\\1"),
    (re.compile(r"^(1)([.)])(?=\s|$)"), r"\1\\\2"),
    (re.compile(r"^(>|[:~](?=\s)|~{3,}|=+\s*$|-{2,}\s*$|([-*_])\s*(?:\2\s*){2,}$|\|?\s*:?-+:?\s*(?=\|))"), r"\\\1"),
)
_STARTERS = frozenset("0123456789[#-+*>:~=_|")


def escape_text(text: str, *, in_link: bool) -> str:
    """Escape text in the middle of a line so that it is read literally."""
    if "\\" in text:
        text = _BACKSLASH.sub(r"\\\\", text)
    if "`" in text:
        text = text.replace("`", "\\`")
    if "*" in text:
        text = _STAR.sub(r"\\*", text)
    if "_" in text:
        text = _UNDERSCORE.sub(lambda match: "\\_" * len(match[0]), text)
    if text.count("~") > 1:
        text = _TILDE.sub(r"\\~", text)
    if "<" in text or "&" in text:
        text = _MARKUP.sub(r"\\\g<0>", text)
    if "[" in text or "]" in text:
        text = re.sub(r"[\[\]]", r"\\\g<0>", text) if in_link else _BRACKET.sub(r"\\[", text)
    return text


FORMULA_EDGE, LITERAL_DOLLAR = "\ufdd0", "\ufdd1"
"""Stands for dollar signs that must not be escaped while a line is written: at the edges of formulas, and in code."""


def settle_dollars(line: str) -> str:
    """Escape those dollar signs of a whole line that would be read as the edges of a formula."""
    if "$" in line:
        last = max((match.start() for match in _CLOSING_DOLLAR.finditer(line)), default=0)
        line = _OPENING_DOLLAR.sub(lambda match: "\\$" if match.start() < last else "$", line)
    return line.replace(FORMULA_EDGE, "$").replace(LITERAL_DOLLAR, "$")


def escape_line_start(line: str, first: bool) -> str:
    """Escape a line, the first of its paragraph or another, that would begin a block of another kind."""
    if line[:1] not in _STARTERS:
        return line
    for pattern, replacement in (*_FIRST_STARTS, *_LINE_STARTS) if first else _LINE_STARTS:
        line, count = pattern.subn(replacement, line)
        if count:
            break
    return line


def is_punctuation(sign: str) -> bool:
    """Return whether CommonMark counts a character as punctuation."""
    return unicodedata.category(sign)[0] in "PS"
