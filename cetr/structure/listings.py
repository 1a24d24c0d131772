"""Listings of code: their unchanged text and their language, without the line numbers that highlighters add."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from textwrap import dedent

from cetr.document import BLOCK_TAGS, PREFORMATTED_TAGS, drop_unseen
from cetr.structure.nodes import Node, Text

_NUMBERS = re.compile(
    r"(?:blob-num|blob-code-marker|gutter|gutter-wrap|line-?numbers?(?:-rows|-mode)?|linenos?|lineno|ln"
    r"|hljs-ln-numbers|hljs-ln-n|rouge-gutter|crayon-nums|react-(?:syntax-highlighter-)?line-number|lnt"
    r"|source-?line-?no|src-line-numbers|LineNr|lines-num)",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(
    r"language[-:]([a-z][a-z0-9+#.-]*)|(?:lang|highlight|highlight-source|highlight-text|src)[-:]([a-z][a-z0-9+#.]*)",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_SPACE = re.compile(r"[ \t\r\n\f]+")
_BRUSH = re.compile(r"\bbrush:\s*([A-Za-z0-9+#-]+)")
_NO_LANGUAGE = frozenset(
    "default none text plain plaintext plain-text nohighlight notranslate copy block wrapper source code container box"
    " content area snippet toolbar example frame body header title output group light dark theme inline".split()
)
_KNOWN = frozenset(
    "bash c clojure console cpp csharp css dart diff dockerfile elixir erlang fortran go graphql haskell html ini java"
    " javascript js json jsx julia kotlin latex less lisp lua makefile markdown matlab nginx objc ocaml perl php"
    " powershell prolog protobuf python py r ruby rb rust scala scheme scss sh shell sql swift toml ts tsx typescript"
    " vb vim xml yaml yml zig".split()
)


_LINES = frozenset("gatsby-highlight-code-line line code-line token-line".split())
"""Classes of elements that style sheets put on lines of their own."""

_DOXYGEN = frozenset("line foldopen foldclosed ttc".split())


def is_listing(node: Node) -> bool:
    """Return whether an element contains preformatted text or broken code, or is a table that numbers its lines."""
    return (
        node.name in PREFORMATTED_TAGS or is_broken_code(node) or is_numbered_listing(node) or is_doxygen_listing(node)
    )


def is_broken_code(node: Node) -> bool:
    """Return whether an element contains code whose lines are parted by ``<br>``."""
    return node.name == "code" and sum(not line.isspace() for line in split_at_breaks(node) if line) > 1


def split_at_breaks(node: Node) -> list[str]:
    """Split the text of an element at each ``<br>`` in it."""
    lines = [""]
    for child in node.children:
        if isinstance(child, Text):
            lines[-1] += child.text
            continue
        first, *rest = ("", "") if child.name == "br" else split_at_breaks(child)
        lines[-1] += first
        lines += rest
    return lines


def is_numbered_listing(node: Node) -> bool:
    """Return whether a table serves to show line numbers beside code."""
    if node.name != "table":
        return False
    cells = [child for child in node.walk() if child.name in ("td", "th")]
    if not any(_is_number(cell) for cell in cells):
        return False
    return any(child.name in ("pre", "code") or "blob-code" in child.classes for child in node.walk()) or any(
        name.startswith(("highlight", "hljs-ln", "rouge", "js-file-line-container", "crayon")) for name in node.classes
    )


def is_doxygen_listing(node: Node) -> bool:
    """Return whether an element is a listing of Doxygen, whose lines only its style sheet shows as preformatted."""
    if node.name != "div" or node.html.find("fragment", node.start, node.opened) < 0:
        return False
    parts = [child for child in node.children if isinstance(child, Node) or child.text.strip()]
    # Slides of reveal.js have the class, too, but not only lines in it.
    return "fragment" in node.classes and bool(parts) and all(map(_is_of_doxygen, parts))


def _is_of_doxygen(part: Node | Text) -> bool:
    """Return whether a part of a listing is a line, lines that can be folded, or a tip."""
    return isinstance(part, Node) and part.name == "div" and not _DOXYGEN.isdisjoint(part.classes)


def _find_lines(node: Node) -> list[Node]:
    return [child for child in node.walk() if child.name == "div" and "line" in child.classes]


def _is_number(node: Node) -> bool:
    """Return whether an element shows line numbers. Prism's class for them may also be on the code that it numbers."""
    return any(_NUMBERS.fullmatch(name) for name in node.classes) and not _LETTER.search(node.text)


def read_listing(node: Node) -> str:
    """Read the code of a listing, without empty lines around it and without white space at the ends of lines."""
    if node.name == "code":
        text = "\n".join(_SPACE.sub(" ", line).strip(" ") for line in split_at_breaks(node))
    elif node.name == "table":
        rows = [row for row in node.walk() if row.name == "tr"]
        lines = ("".join(_write(_code_cells(row))).strip("\r\n") for row in rows)
        text = "\n".join(lines)
    elif node.name == "div":
        # What else is in it are tips that are shown under the mouse.
        text = dedent("\n".join("".join(_write(line.children)) for line in _find_lines(node)).replace("\xa0", " "))
    else:
        text = "".join(_write(node.children))
    text = drop_unseen(text).replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ").replace("\u2028", "\n")
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


def _code_cells(row: Node) -> list[Node | Text]:
    return [cell for cell in row.children if isinstance(cell, Node) and not _is_number(cell)]


def _write(items: Iterable[Node | Text]) -> Iterator[str]:
    """Write the text of a listing; blocks in it, and elements that are shown as blocks, are lines of their own."""
    last, line_ends = "\n", False
    for item in items:
        if isinstance(item, Text):
            pieces: Iterable[str] = (item.text,)
        elif item.name == "br":
            pieces = ("\n",)
        elif _is_number(item) or item.name == "button":
            continue
        elif item.name in BLOCK_TAGS:
            inner = "".join(_write(item.children))
            pieces = ("" if last.endswith("\n") else "\n", inner, "" if inner.endswith("\n") else "\n")
        else:
            pieces = _write(item.children)
        is_line = isinstance(item, Node) and not _LINES.isdisjoint(item.classes)
        line_ends = line_ends or is_line
        for piece in pieces:
            if piece:
                if line_ends and not last.endswith("\n") and not piece.startswith("\n"):
                    yield "\n"
                last, line_ends = piece, False
                yield piece
        line_ends = is_line


def find_language(node: Node, above: Iterable[Node]) -> str:
    """Find the language that a listing, its contents, or the elements around it (the nearest first) name; empty if
    none.
    """
    inner = [child for child in node.walk() if child.name in ("code", "pre", "table", "td")][:4]
    for place in (*inner, node, *above):
        for key in ("data-lang", "data-language", "data-code-language", "lang"):
            named = place.attributes.get(key, "").strip().lower()
            if named and (key != "lang" or named in _KNOWN) and named not in _NO_LANGUAGE:
                return named
        written = place.attributes.get("class", "")
        brush = _BRUSH.search(written)
        if brush:
            return brush[1].lower()
        for name in written.split():
            match = _LANGUAGE.fullmatch(name)
            named = (match[1] or match[2]).lower() if match else ""
            if named and named not in _NO_LANGUAGE:
                return named
        for name in written.split():
            highlighters = {"hljs", "sourceCode", "highlight", "prettyprint", f"source-{name}"}
            if name.lower() in _KNOWN and (highlighters & place.classes or place.name in ("pre", "code")):
                return name.lower()
    return ""
