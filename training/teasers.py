"""Lists of other articles, headline and lead each, as news sites have them around theirs: no content, much text."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape, unescape

from cetr.document import Span, Spans
from training.augment import pass_parts

_HEADINGS = (
    "Other news", "Latest news", "More from this section", "Related", "Read also", "News of the day", "Most read",
    "In this section", "See also", "Archive", "Headlines", "You may also like", "", "", "",
)  # fmt: skip
_DATES = ("10:17", "17.01.12", "17.01.12 18:32", "January 17, 2012", "12 January", "2012-01-17 11:25", "17/01/2012",
          "3 hours ago", "yesterday, 14:30", "", "", "")  # fmt: skip
_TAILS = ("", "", "", "", "Read more", "more...", "&raquo;", "Comments (4)", "12", "video", "photo")
_LISTS = (
    ("div", "div"), ("div", "div"), ("ul", "li"), ("dl", "dd"), ("section", "article"), ("table", "tr"), ("div", "p"),
    ("ol", "li"),
)  # fmt: skip
_LIST_NAMES = ("news", "newslist", "latest", "lenta", "other-news", "block-{number}", "b{number}", "content-bottom",
               "list", "col-left", "anons", "", "", "")  # fmt: skip
_ITEM_NAMES = ("news-item", "item", "news", "entry", "row", "box", "anons", "node", "n{number}", "", "", "")
_TITLE_NAMES = ("title", "news-title", "headline", "name", "maintitle", "t{number}", "", "")
_LEAD_NAMES = ("summary", "news-item-summary", "anons", "text", "lead", "intro", "content", "descr", "", "", "")
_DATE_NAMES = ("date", "time", "newstime", "datetime", "meta", "", "")
_TITLES = ("h2", "h3", "h4", "b", "strong", "span", "div", "p", "")
_LEADS = ("p", "p", "div", "span", "br", "")

_SENTENCE_END = re.compile(r"(?<=[.!?…。])\s")
_SITE_NAME = re.compile(r"\s[|\-–—:»]+\s")
_DIGIT = re.compile(r"\d")
_PART_START = re.compile(r"<(?:div|article|section|main)\b[^<>]*>", re.IGNORECASE)
_BELOW = 0.8
"""The share of the lists that stand below the content; the others stand above it."""
_WRAPPERS = ("inner", "wrap", "col", "b", "box", "content-block", "")
_LIMITS = (30, 60, 100, 150, 200, 300)


@dataclass(frozen=True)
class Teaser:
    """The headline of an article and how it begins, escaped."""

    title: str
    lead: str


def cut_teasers(articles: Iterable[tuple[str, str]]) -> list[Teaser]:
    """Make a teaser of every article that allows one, with title and text, in random order."""
    teasers = []
    for title, text in articles:
        headline = " ".join(_SITE_NAME.split(unescape(title))[0].split())
        leads = [line for line in text.split("\n") if len(line.split()) >= 12]
        if leads and 3 <= len(headline.split()) <= 16:
            sentences = _SENTENCE_END.split(leads[0])
            lead = " ".join(sentences[:2] if len(sentences[0].split()) < 20 else sentences[:1])
            teasers.append(Teaser(escape(headline), escape(" ".join(lead.split()[:60]))))
    random.Random(0).shuffle(teasers)
    return teasers


def add_teasers(html: str, content: Spans, teasers: Sequence[Teaser], seed: int) -> tuple[str, Spans]:
    """Put a list of teasers behind the content of a page, or before it; also gives where the content is then.

    It stands up to four parts away. How it is marked up is drawn anew for every page, as is its length.
    """
    source = random.Random(seed)
    at = _find_place(html, content, source.randint(1, 4), source.random() < _BELOW)
    return _insert(html, content, _write_list(teasers, source), at)


def add_many_teasers(html: str, content: Spans, teasers: Sequence[Teaser], seed: int) -> tuple[str, Spans]:
    """Put up to eighteen lists of teasers around the content of a page, and right before and behind it."""
    source = random.Random(seed)
    for _ in range(source.choice((1, 2, 3, 4, 6))):
        at = _find_place(html, content, source.choice((0, 1, 1, 2, 2, 3, 4, 5)), source.random() < 0.6)
        if not any(start < at < end for start, end in content):
            lists = "".join(_write_list(teasers, source) for _ in range(source.choice((1, 1, 1, 2, 3))))
            for _ in range(source.choice((0, 0, 0, 1, 2))):
                lists = f"{_open('div', _WRAPPERS, source)}{lists}</div>"
            html, content = _insert(html, content, lists, at)
    return html, content


def shorten(html: str, parts: Spans, seed: int) -> tuple[str, Spans]:
    """Leave of a page's content, given block by block, only the first 30 to 300 words, and what these are now."""
    limit, words, removed, end = random.Random(seed).choice(_LIMITS), 0, 0, 0
    kept, source = [], []
    for start, stop in parts:
        if words < limit:
            kept.append((start - removed, stop - removed))
            words += len(html[start:stop].split())
            continue
        source.append(html[end:start])
        removed, end = removed + stop - start, stop
    return "".join((*source, html[end:])), tuple(kept)


def _find_place(html: str, content: Spans, steps: int, below: bool) -> int:
    """Find the place behind the content, or before it, that is so many elements away."""
    edge = content[-1][1] if below else content[0][0]
    if not steps:
        return edge
    if below:
        return pass_parts(html, edge, steps)
    starts = [match.start() for match in _PART_START.finditer(html, 0, edge)][-steps:]
    return starts[0] if starts else edge


def _insert(html: str, content: Spans, added: str, at: int) -> tuple[str, Spans]:
    def move(span: Span) -> Span:
        return (span[0] + len(added), span[1] + len(added)) if span[0] >= at else span

    return html[:at] + added + html[at:], tuple(move(span) for span in content)


def _write_list(teasers: Sequence[Teaser], source: random.Random) -> str:
    outer, inner = source.choice(_LISTS)
    item, date_of = _open(inner, _ITEM_NAMES, source), source.choice(_DATES)
    title_element, lead_element = source.choice(_TITLES), source.choice(_LEADS)
    title, date = _open(title_element, _TITLE_NAMES, source), _open("span", _DATE_NAMES, source)
    lead = "<br>" if lead_element == "br" else _open(lead_element, _LEAD_NAMES, source)
    tail, picture = source.choice(_TAILS), source.random() < 0.3
    linked_title, linked_lead = source.random() < 0.85, source.random() < 0.25
    bare, date_last = source.random() < 0.3, source.random() < 0.3
    count = min(source.choice((2, 4, 6, 10, 15, 25, 40)), len(teasers))
    parts = [_open(outer, _LIST_NAMES, source)]
    if heading := source.choice(_HEADINGS):
        level = source.choice(("h2", "h3", "h4", "p", "div", "b"))
        parts.insert(source.randint(0, 1) if outer == "div" else 0, f"<{level}>{heading}</{level}>")
    for number, teaser in enumerate(source.sample(teasers, count)):
        address = f"/news/{source.randint(1000, 99999)}"
        head = f'<a href="{address}">{teaser.title}</a>' if linked_title else teaser.title
        head = f"{title}{head}{_close(title_element)}"
        written = _DIGIT.sub(lambda _: str(source.randint(0, 9)), date_of)
        dated = f"{date}{written}</span>" if date_of else ""
        image = f'<a href="{address}"><img src="/i/{number}.jpg" alt=""></a>' if picture else ""
        text = f'<a href="{address}">{teaser.lead}</a>' if linked_lead else teaser.lead
        text = "" if bare else f"{lead}{text}{_close(lead_element)}"
        more = f'<a href="{address}">{tail}</a>' if tail else ""
        body = image + (f"{head}{dated}" if date_last else f"{dated} {head}") + text + more
        parts.append(f"{item}<td>{body}</td></tr>" if inner == "tr" else f"{item}{body}</{inner}>")
    return "".join(parts) + f"</{outer}>"


def _open(element: str, names: Sequence[str], source: random.Random) -> str:
    name = source.choice(names).replace("{number}", str(source.randint(1, 99)))
    if not element:
        return ""
    return f'<{element} {source.choice(("class", "class", "id"))}="{name}">' if name else f"<{element}>"


def _close(element: str) -> str:
    return f"</{element}>" if element not in ("", "br") else ""
