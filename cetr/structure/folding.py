"""White space in inlines: collapsed, moved out of emphasis, and dropped at the edges of a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import dropwhile

from cetr.document import UNSEEN, drop_unseen
from cetr.structure.blocks import Inline, plain_text

_WIDE = r"[\u2e80-\u2fdf\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]"
_BETWEEN_WIDE = re.compile(rf"(?<={_WIDE})[ \t]*[\r\n]\s*(?={_WIDE})")
_EMPHASIS = frozenset(("strong", "emphasis", "deleted"))
_UNSEEN_START, _UNSEEN_END = re.compile(r"[\s\u200b\u2060\ufeff]+"), re.compile(r"[\s\u200b\u2060\ufeff]+$")


def fold_space(inlines: Iterable[Inline]) -> tuple[Inline, ...]:
    """Fold white space in inlines: one space for each run, none at the edges of the line or at its breaks."""
    return _strip(_collapse(inlines, [True]))


def hoist_space(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Move white space at the edges of marked inlines to before and after them."""
    hoisted: list[Inline] = []
    for inline in inlines:
        if inline.kind == "code":
            before, after = _edges(inline.text)
            hoisted += [Inline("text", before), Inline("code", inline.text.strip()), Inline("text", after)]
            continue
        text = plain_text(inline.inlines)
        before, after = _edges(text)
        if (not text or text.isspace()) and not _has_object(inline):
            hoisted += inline.inlines
            continue
        hoisted += [Inline("text", before), _fill(inline, _strip(inline.inlines)), Inline("text", after)]
    return tuple(hoisted)


def drop_brackets(inlines: Iterable[Inline]) -> list[Inline]:
    """Remove the brackets around the labels of notes, because Markdown has its own."""
    found = list(inlines)
    for i in range(1, len(found) - 1):
        before, label, after = found[i - 1 : i + 2]
        kinds = before.kind, label.kind, after.kind
        if kinds == ("text", "note", "text") and before.text[-1:] + after.text[:1] == "[]":
            found[i - 1], found[i + 1] = Inline("text", before.text[:-1]), Inline("text", after.text[1:])
    return found


def _strip(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Strip white space and breaks from the edges of inlines, and space before a break."""
    if len(inlines) == 1:  # as they often are
        only = inlines[0]
        if _is_blank(only):
            return ()
        return (Inline("text", _strip_end(_strip_start(only.text))),) if only.kind == "text" else inlines
    found = list(dropwhile(_is_blank, inlines))
    while found and _is_blank(found[-1]):
        found.pop()
    found = [inline for inline in found if inline.kind != "text" or inline.text]
    if not found:
        return ()
    if found[0].kind == "text":
        found[0] = Inline("text", _strip_start(found[0].text))
    if found[-1].kind == "text":
        found[-1] = Inline("text", _strip_end(found[-1].text))
    for i, inline in enumerate(found[1:], start=1):
        if inline.kind == "break" and found[i - 1].kind == "text":
            found[i - 1] = Inline("text", found[i - 1].text.rstrip())
    return tuple(found)


def _collapse(inlines: Iterable[Inline], spaced: list[bool]) -> tuple[Inline, ...]:
    """Collapse white space across inlines; ``spaced`` says whether the last character so far was white space."""
    found: list[Inline] = []
    for inline in _join_emphasis(inlines):
        if inline.kind == "text":
            text = _collapse_space(_join_wide(drop_unseen(inline.text)), lead=not spaced[0])
            if not text:
                continue
            spaced[0] = text[-1] == " "
            if found and found[-1].kind == "text":
                found[-1] = Inline("text", found[-1].text + text)
            else:
                found.append(Inline("text", text))
        elif inline.inlines:
            inner = _collapse(inline.inlines, spaced)
            if inner:
                found.append(_fill(inline, inner))
        elif inline.kind == "code" and found and found[-1].kind == "code":
            # Two runs of backquotes side by side would be read as one.
            found[-1] = Inline("code", found[-1].text + inline.text)
        else:
            spaced[0] = inline.kind == "break"
            found.append(inline)
    return tuple(found)


def _join_emphasis(inlines: Iterable[Inline]) -> Iterator[Inline]:
    """Join stretches of the same emphasis that only white space separates."""
    held: Inline | None = None
    parts: list[Inline] = []
    space: list[Inline] = []
    for inline in inlines:
        if held and inline.kind == "text" and not inline.text.strip():
            space.append(inline)
        elif held and inline.kind == held.kind:
            parts += [*space, *inline.inlines]
            space = []
        else:
            if held:
                yield _fill(held, tuple(parts))
                yield from space
            held, parts, space = (inline if inline.kind in _EMPHASIS else None), list(inline.inlines), []
            if not held:
                yield inline
    if held:
        yield _fill(held, tuple(parts))
        yield from space


def _join_wide(text: str) -> str:
    """Remove line breaks between characters of scripts without spaces."""
    return text if text.isascii() else _BETWEEN_WIDE.sub("", text)


def _collapse_space(text: str, *, lead: bool) -> str:
    """Replace each run of white space by one space; drop it at the start, unless it may ``lead``."""
    # Of all white space only the space itself is printable.
    if text.isprintable() and "  " not in text:
        return text if lead else text.removeprefix(" ")
    words = text.split()
    if not words:
        return " " if text and lead else ""
    before, after = (" " if lead and text[0].isspace() else ""), (" " if text[-1].isspace() else "")
    return before + " ".join(words) + after


def _edges(text: str) -> tuple[str, str]:
    return (" " if text[:1].isspace() else ""), (" " if text[-1:].isspace() else "")


def _fill(inline: Inline, inlines: tuple[Inline, ...]) -> Inline:
    """Return the same inline with other inlines in it."""
    return Inline(inline.kind, inline.text, inlines, inline.target, inline.title)


def _has_object(inline: Inline) -> bool:
    return inline.kind in ("image", "note", "formula", "code") or any(map(_has_object, inline.inlines))


def _strip_start(text: str) -> str:
    text = text.lstrip()
    return text if text[:1] not in UNSEEN else _UNSEEN_START.sub("", text, count=1)


def _strip_end(text: str) -> str:
    text = text.rstrip()
    return text if text[-1:] not in UNSEEN else _UNSEEN_END.sub("", text)


def _is_blank(inline: Inline) -> bool:
    return inline.kind == "break" or (inline.kind == "text" and not inline.text.strip().strip(UNSEEN + " "))
