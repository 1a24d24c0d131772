"""Lines of the same kind: those whose text is under the same path of elements, such as the posts of a thread."""

from __future__ import annotations

import re

import numpy as np

from cetr.document import VOID_TAGS, Ints, Kind, Tokens

_SIBLINGS = frozenset("p li tr td th dt dd option".split())
"""Elements that end where another of their name begins, because their end tags are optional."""

_TAG = re.compile(r"</?([a-zA-Z][^\s/>]*)")
_CLASS = re.compile(r"""\sclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")

Path = tuple[tuple[str, str], ...]


def number_kinds(html: str, tokens: Tokens, places: Ints) -> Ints:
    """Number sorted places in a document so that those under the same path have the same number; (n,).

    A path consists of the names of the elements around a place, with their classes but without digits, so that elements
    that differ only by a number are alike.
    """
    return np.array([number for number, _ in _walk(html, tokens, places)], dtype=np.int64)


def read_paths(html: str, tokens: Tokens, places: Ints) -> list[Path]:
    """Return the path of each of some sorted places. Lines of other pages with the same path are of the same kind."""
    return [path for _, path in _walk(html, tokens, places)]


def _walk(html: str, tokens: Tokens, places: Ints) -> list[tuple[int, Path]]:
    numbers: dict[Path, int] = {}
    stack: list[tuple[str, str]] = []
    found: list[tuple[int, Path]] = []
    at = 0
    wanted = places.tolist()
    for start, end, kind, _ in tokens.walk():
        if at < len(wanted) and wanted[at] < end:
            path = tuple(stack)
            number = numbers.setdefault(path, len(numbers))
            while at < len(wanted) and wanted[at] < end:
                found.append((number, path))
                at += 1
        if kind not in (Kind.OPEN, Kind.CLOSE) or (tag := _TAG.match(html, start, end)) is None:
            continue
        name = tag[1].lower()
        if kind == Kind.CLOSE:
            depth = next((i for i in range(len(stack) - 1, -1, -1) if stack[i][0] == name), None)
            if depth is not None:
                del stack[depth:]
        elif name not in VOID_TAGS and html[end - 2 : end] != "/>":
            if name in _SIBLINGS and stack and stack[-1][0] == name:
                stack.pop()
            classes = _CLASS.search(html, start, end)
            stack.append((name, _NUMBER.sub("", next(filter(None, classes.groups()), "")) if classes else ""))
    return found + [(numbers.setdefault(tuple(stack), len(numbers)), tuple(stack))] * (len(wanted) - at)
