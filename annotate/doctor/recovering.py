"""What a damaged file may have been: the sides of a merge conflict, and other encodings read as what they are."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

CONFLICT = re.compile(rb"(<<<<<<<|\|\|\|\|\|\|\||>>>>>>>) |=======\s*$")
"""What a line that git has put into a file begins with."""

_MARKED = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def list_readings(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield what is wrong with a file, and its bytes without it, the likeliest first."""
    for side in _list_sides(data):
        yield "has a merge conflict of git", side
        yield "has a merge conflict of git", side.removesuffix(b"\n")  # git ends the last line of a side
    plain = recode(data)
    if plain != data:
        yield "is not UTF-8, or begins with a byte order mark", plain
    # Editors end the last line.
    for ends in (b"\n", b"\r\n"):
        other = plain.replace(b"\r\n", b"\n").replace(b"\n", ends)
        for whole in (other, other.removesuffix(ends)):
            if whole != plain:
                yield "has other line ends", whole


def _list_sides(data: bytes) -> tuple[bytes, ...]:
    """What either branch had, ours first; nothing where git has left no whole conflict."""
    if b"<<<<<<< " not in data:
        return ()
    sides: dict[str, list[bytes]] = {"ours": [], "theirs": []}
    place = ""
    for line in data.splitlines(keepends=True):
        if line.startswith(b"<<<<<<< ") and not place:
            place = "ours"
        elif line.startswith(b"||||||| ") and place == "ours":
            place = "base"
        elif line.rstrip() == b"=======" and place in ("ours", "base"):
            place = "theirs"
        elif line.startswith(b">>>>>>> ") and place == "theirs":
            place = ""
        else:
            for side, lines in sides.items():
                if place in ("", side):
                    lines.append(line)
    return () if place else tuple(map(b"".join, sides.values()))


def recode(data: bytes) -> bytes:
    """Return text as UTF-8 without a byte order mark: that of UTF-16 by its mark, other text as Windows-1252.

    Bytes that are text in none of these are returned as they are.
    """
    for mark, encoding in _MARKED.items():
        if data.startswith(mark):
            try:
                return data.removeprefix(mark).decode(encoding).encode("utf-8")
            except UnicodeError:
                return data
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        try:
            return data.decode("cp1252").encode("utf-8")
        except UnicodeDecodeError:
            return data
    return data
