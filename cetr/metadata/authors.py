"""The author that a page names without markup made for it: in a byline, or in an element that is called so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from cetr.document import Kind, Spans, Tokens
from cetr.metadata.elements import find_marked, read_element
from cetr.metadata.months import number_month

_REACH = 5_000
"""How many characters of HTML before and after the beginning of the content may lie between it and an element."""
_BY = re.compile(
    r"(?:^|[|•·,–—/] ?|\b\d{4} |\b(?i:posted|written|published|reported|story) )"
    r"(?i:(?:by|von|par|por|di|door|af|av|przez)\b:?"
    r"|(?:autor(?:[ae]|in|ka)?|auteure?|author|автор|text) ?:) ?(?P<names>\S.*)"
)
_BY_CHINESE = re.compile(r"(?:(?:^|\s)作者 ?[:：]|^[^，。：:]{0,8}[记記]者[:：]?) ?(?P<names>\S.*)")
_SURNAMES = (
    "王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪"
    "戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚"
    "張劉陳楊黃趙吳孫馬鄭羅謝韓許鄧蕭馮蘇葉呂蔣鍾盧陸譚韋賈鄒閻龍萬顧賴賀嚴錢龔"
)
"""The hundred most frequent ones of China, by which a name is told from other words, and their traditional forms."""
_CHINESE = re.compile(rf"[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}(?<![攝摄])(?![\u4e00-\u9fff])")
_CHINESE_NAMES = re.compile(rf"{_CHINESE.pattern}(?:(?:, |[、， ]){_CHINESE.pattern})*+(?! [攝摄])")
"""One name or several, unless they are those of photographers."""
_CALLED = re.compile(r"[aA]uthor|[aA]utor(?![a-z])|[bB]yline")
_OTHER = re.compile(
    r"comment|form|im(?:g|age)|photo|foto|related|(?<!v)card|summary|avatar|bio(?![a-z])|box", re.IGNORECASE
)
"""What is in the names of elements with other authors, or about the author; "author vcard" is the microformat hCard."""
_PARTS = re.compile(r",? (?:and|und|et|y|e|en|och|og|i|и) |, | & ")
_PARTICLES = frozenset("al bin da de del den der di do dos du la le ten ter van von y".split())
_NO_NAMES = frozenset(
    "analyst associated author authors by chief columnist contributing contributor corresponding correspondent director"
    " editor editorial email expert follow for founder friday from in medically monday news on posted president"
    " published redaktion redakteur reporter reviewed saturday senior staff sunday the thursday tuesday updated"
    " verified vice view wednesday writer written".split()
)
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’.-](?=\w))*\.?")
_SENTENCE = re.compile(r"[^\W\d_]{5}\.")
"""How a word ends that ends a sentence; titles and initials are shorter."""
_SIGNS = ",;:|•·-–—()/@0123456789"
"""What is no part of a name, and ends it."""


def find_author(lines: Sequence[str], html: str, tokens: Tokens, spans: Spans) -> str:
    """Find the author, or several separated by commas, near the beginning of the content; empty if none is named."""
    found = (read_names(match["names"]) for match in map(_find_byline, lines) if match)
    return next(filter(None, found), "") or next(filter(None, _read_called(html, tokens, spans)), "")


def _read_called(html: str, tokens: Tokens, spans: Spans) -> Iterator[str]:
    """Read the names in elements that are called after authors, the nearest first."""
    if not spans:
        return
    start = spans[0][0]
    opening = np.flatnonzero(tokens.kind == np.uint8(Kind.OPEN))
    found = find_marked(html, tokens, opening, _CALLED, start=max(0, start - _REACH), end=start + _REACH)
    for i, attributes in sorted(found, key=lambda one: abs(int(tokens.start[one[0]]) - start)):
        called = f"{attributes.get('class', '')} {attributes.get('id', '')}"
        if _CALLED.search(called) and not _OTHER.search(called):
            for line in read_element(html, tokens, i).splitlines()[:2]:
                match = _find_byline(line)
                yield read_names(match["names"] if match else line)


def _find_byline(line: str) -> re.Match[str] | None:
    return _BY.search(line) or _BY_CHINESE.search(line)


def read_names(text: str) -> str:
    """Read the names of persons that a text begins with, separated by commas; empty if it begins with none."""
    if match := _CHINESE_NAMES.match(text):
        return ", ".join(_CHINESE.findall(match[0]))
    names = []
    for part in _PARTS.split(text):
        name, is_all = _read_name(part)
        if name:
            names.append(name)
        if not name or not is_all:
            break
    return ", ".join(names)


def _read_name(text: str) -> tuple[str, bool]:
    """Read the name of two to four words that a text begins with, and whether nothing follows."""
    words: list[str] = []
    given = text.split()
    for word in given:
        bare = word.strip(_SIGNS)
        if not _WORD.fullmatch(bare) or bare.casefold() in _NO_NAMES or not (bare[0].isupper() or bare in _PARTICLES):
            break
        words.append(bare[:-1] if _SENTENCE.fullmatch(bare[-6:]) else bare)
        if words[-1] != word:
            break
    follows = given[len(words) :]
    if follows and follows[0][0].isdigit() and words and number_month(words[-1].rstrip(".")):
        del words[-1]
    is_name = 2 <= len(words) <= 4 and words[0] not in _PARTICLES and words[-1] not in _PARTICLES
    return (" ".join(words) if is_name else ""), not follows
