"""Spans in a frozen page: their visible part, their neighbours, and the spans of elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import BrowserContext

from annotate.browser import START, open_page
from annotate.capture.errors import MisfitError
from annotate.capture.freeze import Frozen
from annotate.capture.world import World
from cetr.console import InputError
from cetr.document import Span, Spans, normalize_spans, split_words, subtract_spans


def restrict_spans(world: World, spans: Sequence[Span], length: int) -> Spans:
    """Restrict spans to visible text, over all frames, trimmed of white space. ``length`` is the document's length."""
    seen = [span for frame in world.frames for span in world.call("restrict", list(spans), frame=frame)]
    return normalize_spans(seen, length)


def tidy_spans(world: World, spans: Spans, length: int) -> Spans:
    """Trim spans to visible text, and join neighbours with nothing but markup between them."""
    joined: list[Span] = []
    for start, end in restrict_spans(world, spans, length):
        if joined and world.call("adjoin", joined[-1][1], start):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return tuple(joined)


def shows_words(world: World, frozen: Frozen, spans: Spans) -> bool:
    """Whether words are visible in spans."""
    seen = restrict_spans(world, spans, len(frozen.html))
    return bool(seen) and bool(split_words(frozen.text.derive(seen)))


def is_reordered(world: World, spans: Spans) -> bool:
    """Whether the page shows the spans in another order than the document."""
    return any(world.call("isReordered", list(spans), frame=frame) for frame in world.frames)


@dataclass(frozen=True)
class Selection:
    """What CSS selectors take of a page, and which of the selectors to drop match nothing."""

    spans: Spans
    idle: tuple[str, ...]


def select_elements(world: World, frozen: Frozen, select: Sequence[str], drop: Sequence[str]) -> Selection:
    """Select the visible text of the elements that CSS selectors match, in any frame, without that of others.

    Raises `MisfitError` if a selector to take matches nothing, or nothing visible is left.
    """
    length = len(frozen.html)
    taken: list[Span] = []
    for selector in select:
        matched, spans = _find_elements(world, selector)
        if not matched:
            raise MisfitError(f"{frozen.url}: '{selector}' matches nothing")
        taken += spans
    dropped: list[Span] = []
    idle: list[str] = []
    for selector in drop:
        matched, spans = _find_elements(world, selector)
        dropped += spans
        if not matched:
            idle.append(selector)
    left = subtract_spans(normalize_spans(taken, length), normalize_spans(dropped, length))
    chosen = tidy_spans(world, left, length)
    if not chosen:
        raise MisfitError(f"{frozen.url}: no visible text is selected")
    return Selection(chosen, tuple(idle))


def _find_elements(world: World, selector: str) -> tuple[int, list[Span]]:
    matched = 0
    spans: list[Span] = []
    for frame in world.frames:
        found = world.call("spansOfSelector", selector, frame=frame)
        matched += found["matched"]
        spans += found["spans"]
    return matched, spans


def check_selectors(context: BrowserContext, selectors: Sequence[str], where: str = "") -> None:
    """Raise `InputError` if the browser does not understand a CSS selector; ``where``, if given, is their file."""
    if not selectors:
        return
    first = next((page for page in context.pages if page.url == START), None)
    page = first or open_page(context)
    understood = page.evaluate(_UNDERSTANDS, list(selectors))
    if page is not first:
        page.close()
    for selector, good in zip(selectors, understood, strict=True):
        if not good:
            raise InputError(f"{where}{': ' if where else ''}'{selector}' is not a CSS selector")


_UNDERSTANDS = """(selectors) => selectors.map((selector) => {
  try { document.querySelector(selector); return true; } catch { return false; }
})"""
