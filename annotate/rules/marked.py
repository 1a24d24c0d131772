"""What the selectors of a page match, and how much of it is gold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

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
_MOST_NAMES = 20
"""How many names of an element tell the places in it: all its children have these, too, and a hostile page has many."""


@dataclass(frozen=True)
class Marked:
    """A page as rules see it, with s stretches of text.

    ``gold`` and ``total`` (s,) count the words of each. ``matched`` maps selectors to the elements with words that they
    match, without those inside another, each as the slice of its stretches. An element whose words are not shown has
    none; a selector that matches only such elements is left out.
    """

    url: str
    gold: Floats
    total: Floats
    matched: Mapping[str, Sequence[slice]]

    @property
    def single(self) -> frozenset[str]:
        """The selectors that match one element."""
        return frozenset(selector for selector, elements in self.matched.items() if len(elements) == 1)

    def cover(self, selectors: Iterable[str]) -> Bools:
        """Whether each stretch (s,) is in an element that one of the selectors matches."""
        covered = np.zeros(len(self.total), dtype=np.bool_)
        for selector in selectors:
            for element in self.matched.get(selector, ()):
                covered[element] = True
        return covered


def mark_page(html: str, url: str, gold: Spans = (), optional: Spans = ()) -> Marked:
    """Read a page. Text that is ``optional`` counts neither way. Raises what `BeautifulSoup` raises if it is not
    HTML.
    """
    page = BeautifulSoup(_write_marks(html, gold, optional), "html.parser")
    stretches: list[tuple[float, float]] = []
    matched: dict[str, list[slice]] = {}
    begun: dict[str, tuple[int, int]] = {}
    entered: list[list[str]] = []
    state, unseen, texts = 0.0, 0, 0
    for node, is_end in _walk(page):
        if not isinstance(node, Tag):
            counts, state = _count_words(node, state)
            if counts[1] and not isinstance(node, Comment):
                texts += 1
                stretches += [] if unseen else [counts]
        elif is_end:
            unseen -= node.name in _UNSEEN
            for selector in entered.pop():
                first, before = begun.pop(selector)
                if texts > before:
                    matched.setdefault(selector, []).append(slice(first, len(stretches)))
        else:
            entered.append([] if unseen else [name for name in {*name_element(node)} if name not in begun])
            begun.update(dict.fromkeys(entered[-1], (len(stretches), texts)))
            unseen += node.name in _UNSEEN
    table = np.array(stretches, dtype=np.float64).reshape(-1, 2)
    shown = {selector: found for selector, found in matched.items() if any(e.start < e.stop for e in found)}
    return Marked(url, table[:, 0], table[:, 1], shown)


def _walk(page: BeautifulSoup) -> Iterator[tuple[PageElement, bool]]:
    """Pass the nodes of a page in order, elements where they begin and again where they end, which then is true."""
    waiting: list[tuple[PageElement, bool]] = [(page, False)]
    while waiting:
        node, is_end = waiting.pop()
        yield node, is_end
        if isinstance(node, Tag) and not is_end:
            waiting.append((node, True))
            waiting += [(child, False) for child in reversed(node.contents)]


def _count_words(text: PageElement, state: float) -> tuple[tuple[float, float], float]:
    """Count the words of a text that are gold, and all that count; ``state`` is that of the marks before, and behind
    it.
    """
    gold = total = 0
    for part in _MARK.split(str(text)):
        if part in (_START, _END):
            state += 1.0 if part == _START else -1.0
        else:
            words = len(_WORD.findall(part))
            gold += words * (state == 1)
            total += words * (state <= 1)
    return (gold, total), state


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
        for selector in islice(_name_alone(element.parent), _MOST_NAMES):
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
