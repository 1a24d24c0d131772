"""What the tags of a page say about it: the words of class, id and role attributes, and the head's statements."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, repeat

import numpy as np

from cetr.learned.blocks import Blocks
from cetr.learned.containers import Bools, Ints, inherit


@dataclass(frozen=True)
class Tags:
    """The d different tags of a page's n containers.

    ``terms`` are the terms of all different tags, some of them more than once, and ``owner`` (terms,) says whose each
    is. ``container`` (n,) is the number of each container's tag, -1 where no tag was read. ``style`` (n,) numbers the
    tags' class attributes, ``hidden`` (n,) says which containers, or one around them, are not shown.
    """

    terms: list[str]
    owner: Ints
    container: Ints
    style: Ints
    hidden: Bools


_ATTRIBUTE = re.compile(
    r"""[\s"'](class|id|role|itemprop|itemtype|style|hidden|aria-hidden|data-testid|data-component|data-role)"""
    r"""(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))|(?=[\s>/]))""",
    re.IGNORECASE,
)
_BETWEEN = "\0"
_WORD = re.compile(r"[a-z][a-z]+|[A-Z](?:[A-Z]+|[a-z][a-z]+)|[^\x00-\x7f\W\d_]+|\0")
"""A word that a name is made of, or what stands between two values."""

_DIGITS = re.compile(r"\d+")
_PREFIX = {"class": ".", "id": "#", "style": "", "hidden": "", "aria-hidden": ""}
_LONGEST_VALUE = 300
_MOST_NAMES = 12

_TRANSLATIONS = {
    "zhengwen": "content", "neirong": "content", "wenzhang": "article", "xinwen": "news", "biaoti": "title",
    "pinglun": "comment", "daohang": "nav", "dibu": "footer", "guanggao": "ad", "tuijian": "recommend",
    "inhalt": "content", "artikel": "article", "kommentar": "comment", "kommentare": "comments",
    "fusszeile": "footer", "kopfzeile": "header", "seitenleiste": "sidebar", "werbung": "ad", "beitrag": "post",
    "contenu": "content", "texte": "text", "commentaire": "comment", "commentaires": "comments", "titre": "title",
    "contenido": "content", "articulo": "article", "noticia": "news", "comentario": "comment",
    "comentarios": "comments", "conteudo": "content", "contenuto": "content", "articolo": "article",
    "commenti": "comments", "notizia": "news", "inhoud": "content", "reacties": "comments", "tresc": "content",
}  # fmt: skip
"""Names of page parts in other languages, and the English ones that mean the same."""


def split_values(prefixes: Sequence[str], values: Sequence[str]) -> list[list[str]]:
    """The terms of attributes' values: lists of each one's names with its prefix, digits as one 0, and then as many
    lists of the words that each is made of. All values are taken at once, so that few calls go over their characters.
    """
    joined = _BETWEEN.join(values)
    lowered = _DIGITS.sub("0", joined.lower()).split(_BETWEEN)
    names = [
        [prefix + name for name in value.split()[:_MOST_NAMES]] for prefix, value in zip(prefixes, lowered, strict=True)
    ]
    words = " ".join(_WORD.findall(joined)).lower()
    return [*names, *map(str.split, words.split(_BETWEEN))]


def hides(name: str, value: str) -> bool:
    """Whether an attribute (style, hidden or aria-hidden) hides its element."""
    if name == "style":
        value = value.replace(" ", "").lower()
        return "display:none" in value or "visibility:hidden" in value
    return name == "hidden" or value == "true"


@dataclass(frozen=True)
class Attributes:
    """What d tags say: their ``terms`` with the ``owner`` of each, ``style`` (d,) and ``hidden`` (d,) as in `Tags`."""

    terms: list[str]
    owner: Ints
    style: list[int]
    hidden: list[bool]


def read_attributes(sources: Sequence[str]) -> Attributes:
    """Read the attributes of tags."""
    owner: list[int] = []
    prefixes: list[str] = []
    values: list[str] = []
    style, hidden = [0] * len(sources), [False] * len(sources)
    styles: dict[tuple[str, ...], int] = {(): 0}
    for number, source in enumerate(sources):
        for name, double, single, bare in _ATTRIBUTE.findall(source):
            value, name = double or single or bare, name.lower()
            prefix = _PREFIX.get(name, "@")
            if not prefix:
                hidden[number] |= hides(name, value)
                continue
            if prefix == ".":
                style[number] = styles.setdefault(tuple(value.split(None, 2)[:2]), len(styles))
            owner.append(number)
            prefixes.append(prefix)
            values.append(value[:_LONGEST_VALUE])
    split = split_values(prefixes, values) if values else []
    terms = list(chain.from_iterable(split))
    owners = np.repeat(np.array(owner * 2, dtype=np.int64), list(map(len, split)))
    unseen = [number for number, is_hidden in enumerate(hidden) if is_hidden]
    terms = [*map(_TRANSLATIONS.get, terms, terms), *repeat("!hidden", len(unseen))]
    return Attributes(terms, np.concatenate((owners, np.array(unseen, dtype=np.int64))), style, hidden)


def read_tags(blocks: Blocks, filled: Bools) -> Tags:
    """Read the tags of the containers that hold blocks, as ``filled`` (n containers,) says."""
    html, tokens, containers = blocks.html, blocks.tokens, blocks.containers
    read = np.flatnonzero(filled[1:]) + 1
    at = containers.events[containers.opened[read]]
    edges = zip(tokens.start[at].tolist(), tokens.end[at].tolist(), strict=True)
    sources = [html[start:end] for start, end in edges]
    named = dict(zip(sources, tokens.name[at].tolist(), strict=True))
    numbers = dict(zip(named, range(len(named)), strict=True))
    found = read_attributes([source.replace(_BETWEEN, " ") for source in named] if _BETWEEN in html else list(named))
    container = np.full(len(filled), -1, dtype=np.int64)
    container[read] = [numbers[source] for source in sources]
    own: Bools = np.array([*found.hidden, False], dtype=np.bool_)[container]
    terms = [*map(_write_name, named.values()), *found.terms]
    owner = np.concatenate((np.arange(len(named)), found.owner))
    return Tags(terms, owner, container, np.array([*found.style, 0])[container], inherit(own, containers.parent))


@lru_cache(maxsize=1024)
def _write_name(name: int) -> str:
    return "<" + name.to_bytes(8, "big").rstrip(b"\0").decode("latin-1")


@dataclass(frozen=True)
class Head:
    """What the head says of the page: its title and its description, as they are written there."""

    title: str
    description: str


_TITLE = re.compile(r"<title[^>]*>([^<]*)", re.IGNORECASE)
_META = re.compile(
    r"""<meta\s[^>]*?(?:property|name|itemprop)\s*=\s*["']?(?:og:description|description)["'\s>][^>]*>?""",
    re.IGNORECASE,
)
_CONTENT = re.compile(r"""\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_LONGEST_HEAD = 100_000


def read_head(html: str) -> Head:
    """Read title and description, the longer one where there are two."""
    end = html.find("</head")
    head = html[: min(end if end > 0 else 20_000, _LONGEST_HEAD)]
    title = _TITLE.search(head)
    contents = [_CONTENT.search(match[0]) for match in _META.finditer(head)]
    descriptions = [content[1] or content[2] or "" for content in contents if content]
    return Head(title[1] if title else "", max(descriptions, key=len, default=""))
