"""What the tags of a page tell: words of class, id and role attributes, and the head's title and description."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

import numpy as np

from cetr.document import Bools, Ints, Numbers, unpack_name
from cetr.learned.blocks import Blocks
from cetr.learned.containers import inherit
from cetr.learned.hashes import Codes, Hashes, encode, find_changes, hash_runs

# The look ahead and the common beginnings spare most of the time.
_ATTRIBUTE = re.compile(
    r"""[\s"'](?=[acdhirs])(class|i(?:d|temprop|temtype)|role|style|hidden|aria-hidden|data-(?:testid|component|role))"""
    r"""(?:\s*=\s*(?:"([^"\0]*)"|'([^'\0]*)'|([^\s>"'\0]+))|(?=[\s>/]))""",
    re.IGNORECASE,
)
_NEITHER, _SMALL, _CAPITAL, _FOREIGN = range(4)
"""Kinds of letters in names: ASCII ones, small or capital, and those of other alphabets."""

_PREFIX = {"class": ".", "id": "#", "style": "", "hidden": "", "aria-hidden": ""}
_LONGEST_VALUE = 300
_MOST_NAMES = 12

TRANSLATIONS = {
    "zhengwen": "content", "neirong": "content", "wenzhang": "article", "xinwen": "news", "biaoti": "title",
    "pinglun": "comment", "daohang": "nav", "dibu": "footer", "guanggao": "ad", "tuijian": "recommend",
    "inhalt": "content", "artikel": "article", "kommentar": "comment", "kommentare": "comments",
    "fusszeile": "footer", "kopfzeile": "header", "seitenleiste": "sidebar", "werbung": "ad", "beitrag": "post",
    "contenu": "content", "texte": "text", "commentaire": "comment", "commentaires": "comments", "titre": "title",
    "contenido": "content", "articulo": "article", "noticia": "news", "comentario": "comment",
    "comentarios": "comments", "conteudo": "content", "contenuto": "content", "articolo": "article",
    "commenti": "comments", "notizia": "news", "inhoud": "content", "reacties": "comments", "tresc": "content",
}  # fmt: skip
"""Names of page parts in other languages, and the English names of the same meaning."""


@dataclass(frozen=True)
class Terms:
    """The t terms of tags, some of them more than once in a tag: names, digits as one 0, and the words in them.

    ``owner`` (t,) is the number of the tag, ``hash`` (t,) stands for the term. It is spelled as its ``prefix`` (t,), a
    code or 0, and what stands in ``text`` from ``start`` (t,) on up to the next place that is ``outside``
    (len(text) + 1,) of it.
    """

    owner: Ints
    hash: Hashes
    prefix: Numbers
    start: Ints
    text: str
    outside: Bools


_SALTS = {".": 0x9E3779B97F4A7C15, "#": 0xBF58476D1CE4E5B9, "@": 0x94D049BB133111EB}
"""The prefixes that distinguish the names of different attributes in hashes."""


@lru_cache(maxsize=1)
def _salt_table() -> Hashes:
    table = np.zeros(256, dtype=np.uint64)
    for prefix, salt in _SALTS.items():
        table[ord(prefix)] = salt
    return table


@lru_cache(maxsize=1)
def _letter_table() -> Numbers:
    """Tabulate the kind of letter of each character of the Basic Multilingual Plane; others count as the last one."""
    table = np.full(65536, _NEITHER, dtype=np.uint8)
    foreign = re.compile(r"[^\x00-\x7f\W\d_]")
    table[[code for code in range(65536) if foreign.match(chr(code))]] = _FOREIGN
    table[ord("a") : ord("z") + 1], table[ord("A") : ord("Z") + 1] = _SMALL, _CAPITAL
    return table


def _find_words(codes: Codes) -> tuple[Bools, Bools]:
    """Mark the characters that begin the words of names, and those inside one.

    Words are two or more small letters, with one capital before if there is just one (postBody), two or more capitals,
    and letters of other alphabets.
    """
    letters = _letter_table().take(codes, mode="clip")
    changes = find_changes(letters)
    start = np.flatnonzero(changes)
    kind, is_long = letters[start], np.append(start[1:], len(codes)) - start > 1
    small = (kind == _SMALL) & is_long
    initial = np.append(small[1:], False) & (kind == _CAPITAL) & ~is_long
    is_word = small | initial | (kind == _CAPITAL) & is_long | (kind == _FOREIGN)
    begins = np.zeros(len(codes), dtype=np.bool_)
    begins[start[is_word & ~np.append(False, initial[:-1])]] = True
    return begins, is_word[np.cumsum(changes) - 1]


def _find_names(codes: Codes) -> tuple[Bools, Bools]:
    """Mark the characters that begin a name, and those inside one: all except white space."""
    inside = codes > ord(" ")
    begins = inside.copy()
    begins[1:] &= ~inside[:-1]
    return begins, inside


def hash_terms(terms: Sequence[str]) -> Hashes:
    """Hash terms, (t,)."""
    if not terms:
        return np.zeros(0, dtype=np.uint64)
    salt = np.array([_SALTS.get(term[0], 0) for term in terms], dtype=np.uint64)
    codes = encode("\0".join([term[1:] if term[0] in _SALTS else term for term in terms]))
    return hash_runs(codes, *_find_names(codes))[1] ^ salt


def spell_terms(terms: Terms) -> list[str]:
    """Spell the terms as strings."""
    stops = np.flatnonzero(terms.outside)
    ends = stops[np.searchsorted(stops, terms.start, side="right")]
    spelled = [terms.text[start:end] for start, end in zip(terms.start.tolist(), ends.tolist(), strict=True)]
    prefixes = [chr(code) if code else "" for code in terms.prefix.tolist()]
    return [TRANSLATIONS.get(name, name) for name in map(str.__add__, prefixes, spelled)]


def fold_digits(text: str) -> str:
    """Replace each run of digits by one 0."""
    for digit in "123456789":
        text = text.replace(digit, "0")
    while "00" in text:
        text = text.replace("00", "0")
    return text


def split_values(owner: Sequence[int], prefixes: str, values: Sequence[str], tags: Sequence[str]) -> Terms:
    """Split the values of attributes into terms, given their tags and prefixes, and add the terms of the tags
    themselves. All are processed at once as parts of one text, in few calls.
    """
    joined = "\0".join(values)
    # The only letter that would not stay one.
    words = joined.replace("\u0130", "i").lower()
    names = fold_digits(words)
    text = "\0".join((names, words, *tags) if values else tags)
    codes = encode(text)
    begins, inside = _find_names(codes)
    if values:
        at = slice(len(names) + 1, len(names) + 1 + len(words))
        begins[at], inside[at] = _find_words(encode(joined))
    start, hashes = hash_runs(codes, begins, inside)
    part = np.cumsum(codes == 0)[start]
    place = np.arange(len(start)) - np.searchsorted(part, part)
    kept = np.flatnonzero((part >= len(values)) | (place < _MOST_NAMES))
    start, hashes, part = start[kept], hashes[kept], part[kept]
    owners = np.concatenate((np.array([*owner, *owner], dtype=np.int64), np.arange(len(tags))))
    marks = prefixes.encode("ascii") + bytes(len(values) + len(tags))
    prefix = np.frombuffer(marks, dtype=np.uint8)[part]
    return Terms(owners[part], hashes ^ _salt_table()[prefix], prefix, start, text, np.append(begins | ~inside, True))


def hides(name: str, value: str) -> bool:
    """Return whether an attribute (style, hidden or aria-hidden) hides its element."""
    if name == "style":
        value = value.replace(" ", "").lower()
        return "display:none" in value or "visibility:hidden" in value
    return name == "hidden" or value == "true"


@dataclass(frozen=True)
class Attributes:
    """The attributes of d tags: their terms, ``style`` (d,) and ``hidden`` (d,) as in `Tags`."""

    terms: Terms
    style: list[int]
    hidden: list[bool]


def read_attributes(sources: Sequence[str], names: Sequence[str]) -> Attributes:
    """Read the attributes of tags with the given names."""
    found = list(map(_ATTRIBUTE.findall, sources))
    owner = np.repeat(np.arange(len(sources)), list(map(len, found))).tolist()
    attributes = [(name.lower(), double or single or bare) for tag in found for name, double, single, bare in tag]
    prefixes = [_PREFIX.get(name, "@") for name, _ in attributes]
    style, hidden = [0] * len(sources), [False] * len(sources)
    styles: dict[tuple[str, ...], int] = {(): 0}
    for number, prefix, (name, value) in zip(owner, prefixes, attributes, strict=True):
        if prefix == ".":
            style[number] = styles.setdefault(tuple(value.split(None, 2)[:2]), len(styles))
        elif not prefix:
            hidden[number] |= hides(name, value)
    owner = list(compress(owner, prefixes))
    values = [value[:_LONGEST_VALUE] for _, value in compress(attributes, prefixes)]
    tags = [f"<{name} !hidden" if unseen else f"<{name}" for name, unseen in zip(names, hidden, strict=True)]
    return Attributes(split_values(owner, "".join(prefixes), values, tags), style, hidden)


@dataclass(frozen=True)
class Tags:
    """The d different tags of a page's n containers.

    ``terms`` are those of the different tags. ``container`` (n,) is the number of each container's tag, -1 where no tag
    was read. ``style`` (n,) numbers the tags' class attributes, ``hidden`` (n,) says which containers, or one around
    them, are not shown.
    """

    terms: Terms
    container: Ints
    style: Ints
    hidden: Bools


def read_tags(blocks: Blocks, filled: Bools) -> Tags:
    """Read the tags of the containers that hold blocks, as ``filled`` (n containers,) says."""
    html, tokens, containers = blocks.html, blocks.tokens, blocks.containers
    read = np.flatnonzero(filled[1:]) + 1
    at = containers.events[containers.opened[read]]
    edges = zip(tokens.start[at].tolist(), tokens.end[at].tolist(), strict=True)
    sources = [html[start:end] for start, end in edges]
    numbers: dict[str, int] = {}
    container = np.full(len(filled), -1, dtype=np.int64)
    container[read] = [numbers.setdefault(source, len(numbers)) for source in sources]
    names = np.zeros(len(numbers), dtype=np.uint64)
    names[container[read]] = tokens.name[at]
    found = read_attributes(list(numbers), list(map(unpack_name, names.tolist())))
    own: Bools = np.array([*found.hidden, False], dtype=np.bool_)[container]
    return Tags(found.terms, container, np.array([*found.style, 0])[container], inherit(own, containers.parent))


@dataclass(frozen=True)
class Head:
    """The head of the page: its title and its description, as written."""

    title: str
    description: str


_TITLE = re.compile(r"<title[^>]*>([^<]*)", re.IGNORECASE)
_META = re.compile(r"<(?i:meta)\s[^>]*>?")
_DESCRIPTION = re.compile(
    r"""\s[^>]*?(?:property|name|itemprop)\s*=\s*["']?(?:og:description|description)["'\s>]""", re.IGNORECASE
)
_CONTENT = re.compile(r"""\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_LONGEST_HEAD = 100_000


def read_head(html: str) -> Head:
    """Read title and description; of two, the longer one."""
    end = html.find("</head")
    head = html[: min(end if end > 0 else 20_000, _LONGEST_HEAD)]
    title = _TITLE.search(head)
    tags = [tag for tag in _META.findall(head) if "description" in tag.lower() and _DESCRIPTION.match(tag, 5)]
    contents = map(_CONTENT.search, tags)
    descriptions = [content[1] or content[2] or "" for content in contents if content]
    return Head(title[1] if title else "", max(descriptions, key=len, default=""))
