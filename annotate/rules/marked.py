"""What the selectors of a page match, and how much of it is gold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from bs4 import BeautifulSoup, Comment, Tag
from bs4.element import PageElement

from cetr.document import Bools, Floats, Spans, subtract_spans

_START, _END = "\ue000", "\ue001"
_MARK = re.compile(f"([{_START}{_END}])")
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\w+")
_UNSEEN = frozenset("script style noscript template head title select textarea svg".split())
_NAME = re.compile(r"[A-Za-z_][A-Za-z_-]*[A-Za-z0-9_-]?")
"""Attribute names that selectors may use. Names with more digits belong to one page, or were generated."""
_PLAIN = frozenset("html body div span a b i em strong font tr td table tbody ul ol li dl dt dd br img center".split())
"""Elements whose tag names alone say nothing."""


@dataclass(frozen=True)
class Marked:
    """A page as rules see it, with s stretches of text.

    ``gold`` and ``total`` (s,) count the words of each; ``matched`` maps selectors to the stretches (s,) that they
    match. ``single`` are the selectors that match these in one element.
    """

    url: str
    gold: Floats
    total: Floats
    matched: dict[str, Bools]
    single: frozenset[str]


def mark_page(html: str, url: str, gold: Spans = (), optional: Spans = ()) -> Marked:
    """Read a page. Text that is ``optional`` counts neither way. Raises what `BeautifulSoup` raises if it is not
    HTML.
    """
    page = BeautifulSoup(_write_marks(html, gold, optional), "html.parser")
    stretches: list[tuple[float, float]] = []
    under: dict[str, list[int]] = {}
    selectors: dict[int, frozenset[str] | None] = {id(page): frozenset()}
    elements = Counter[str]()
    state = 0.0
    for text in page.find_all(string=True):
        counts = np.zeros(2)
        for part in _MARK.split(text):
            if part in (_START, _END):
                state += 1.0 if part == _START else -1.0
            else:
                counts += len(_WORD.findall(part)) * np.array([state == 1, state <= 1])
        if isinstance(text, Comment) or not counts[1]:
            continue
        matching = _select(text, selectors, elements)
        if matching is None:
            continue
        for selector in matching:
            under.setdefault(selector, []).append(len(stretches))
        stretches.append((counts[0], counts[1]))
    table = np.array(stretches, dtype=np.float64).reshape(-1, 2)
    matched = {}
    for selector, numbers in under.items():
        matched[selector] = np.zeros(len(table), dtype=np.bool_)
        matched[selector][numbers] = True
    single = frozenset(selector for selector in matched if elements[selector] == 1)
    return Marked(url, table[:, 0], table[:, 1], matched, single)


def _select(
    text: PageElement, selectors: dict[int, frozenset[str] | None], elements: Counter[str]
) -> frozenset[str] | None:
    """The selectors of all elements around a text; None if one of these is not shown.

    What is known of elements is kept in ``selectors``, by identity, so that nested ones cost no more than others.
    ``elements`` counts the elements that each selector matches, without those inside another.
    """
    new: list[Tag] = []
    for element in text.parents:
        if id(element) in selectors:
            break
        new.append(element)
    known = selectors[id(element)]
    for element in reversed(new):
        if known is not None:
            own = frozenset(name_element(element))
            elements.update(own - known)
            known = None if element.name in _UNSEEN else known if own <= known else known | own
        selectors[id(element)] = known
    return known


def _write_marks(html: str, gold: Spans, optional: Spans) -> str:
    """Write marks around gold; optional text gets two, so that it is neither."""
    html = _MARK.sub(" ", html)
    edges = [edge for a, b in subtract_spans(gold, optional) for edge in ((a, _START), (b, _END))]
    edges += [edge for a, b in optional for edge in ((a, _START * 2), (b, _END * 2))]
    parts, last = [], 0
    for at, mark in sorted(edges):
        parts += [html[last:at], mark]
        last = at
    return "".join([*parts, html[last:]])


def name_element(element: Tag) -> Iterator[str]:
    """Return the selectors that match an element, the plainest first: its names, or its place in a named element."""
    own = list(_name_alone(element))
    yield from own
    if not own and isinstance(element.parent, Tag):
        for selector in _name_alone(element.parent):
            yield f"{selector} > {element.name}"


def _name_alone(element: Tag) -> Iterator[str]:
    if _is_name(item := element.get("itemprop")):
        yield f'[itemprop="{item}"]'
    if element.name not in _PLAIN and _is_name(element.name):
        yield element.name
    for name in element.get("class") or ():
        if _is_name(name):
            yield f".{name}"
    if _is_name(own := element.get("id")):
        yield f"#{own}"


def _is_name(value: object) -> bool:
    return isinstance(value, str) and _NAME.fullmatch(value) is not None
