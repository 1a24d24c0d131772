"""What the tags of a page say about it: the words of class, id and role attributes, and the head's statements."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from cetr.learned.blocks import Blocks
from cetr.learned.containers import Bools, Ints

Terms = tuple[str, ...]


@dataclass(frozen=True)
class Tags:
    """The different tags of a page's n containers.

    ``terms`` holds the terms of each different tag; ``container`` (n,) indexes it, -1 where no tag was read. ``style``
    (n,) numbers the tags' class attributes, ``hidden`` (n,) says which containers, or one around them, are not shown.
    """

    terms: list[Terms]
    container: Ints
    style: Ints
    hidden: Bools


_ATTRIBUTE = re.compile(
    r"""[\s"'](class|id|role|itemprop|itemtype|style|hidden|aria-hidden|data-testid|data-component|data-role)"""
    r"""(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))|(?=[\s>/]))""",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}|[^\W\d_a-zA-Z]+")
_DIGITS = re.compile(r"\d+")
_PREFIX = {"class": ".", "id": "#"}
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


@lru_cache(maxsize=8192)
def split_value(prefix: str, value: str) -> Terms:
    """The terms of an attribute's value: each name, digits as one 0, and the words that it is made of."""
    value = value[:_LONGEST_VALUE]
    lower = _DIGITS.sub("0", value.lower())
    terms = [prefix + name for name in lower.split()[:_MOST_NAMES]]
    terms += [_TRANSLATIONS.get(word, word) for word in " ".join(_WORD.findall(value)).lower().split()]
    return tuple(terms)


def parse_tag(source: str) -> tuple[Terms, str, bool]:
    """The terms of a tag, its class attribute, and whether it hides the element."""
    found = _ATTRIBUTE.findall(source) if " " in source or "\n" in source else ()
    if not found:
        return (), "", False
    terms: list[str] = []
    style, hidden = "", False
    for name, double, single, bare in found:
        value, name = double or single or bare, name.lower()
        if name == "style":
            value = value.replace(" ", "").lower()
            hidden |= "display:none" in value or "visibility:hidden" in value
        elif name == "hidden" or name == "aria-hidden":
            hidden |= name == "hidden" or value == "true"
        else:
            style = value if name == "class" else style
            terms.extend(split_value(_PREFIX.get(name, "@"), value))
    if hidden:
        terms.append("!hidden")
    return tuple(dict.fromkeys(terms)), style, hidden


def read_tags(blocks: Blocks, filled: Bools) -> Tags:
    """Read the tags of the containers that hold blocks, as ``filled`` (n containers,) says."""
    html, tokens, containers = blocks.html, blocks.tokens, blocks.containers
    read = np.flatnonzero(filled[1:]) + 1
    at = containers.events[containers.opened[read]]
    edges = zip(tokens.start[at].tolist(), tokens.end[at].tolist(), strict=True)
    sources = [html[start:end] for start, end in edges]
    named = dict(zip(sources, tokens.name[at].tolist(), strict=True))
    numbers = dict(zip(named, range(len(named)), strict=True))
    of_container = [numbers[source] for source in sources]
    terms: list[Terms] = []
    style_of_tag: list[int] = []
    hidden_tags: list[bool] = []
    styles: dict[str, int] = {"": 0}
    for source, name in named.items():
        its_terms, style, its_hidden = parse_tag(source)
        terms.append((f"<{_unpack(name)}", *its_terms))
        style_of_tag.append(styles.setdefault(" ".join(style.split()[:2]), len(styles)) if style else 0)
        hidden_tags.append(its_hidden)
    container = np.full(len(filled), -1, dtype=np.int64)
    container[read] = of_container
    hidden = np.array([*hidden_tags, False])[container]
    if hidden.any():
        flags = hidden.tolist()
        for element, parent in enumerate(containers.parent.tolist()):
            flags[element] |= flags[parent]
        hidden = np.array(flags)
    return Tags(terms, container, np.array([*style_of_tag, 0])[container], hidden)


@lru_cache(maxsize=1024)
def _unpack(name: int) -> str:
    return int(name).to_bytes(8, "big").rstrip(b"\0").decode("latin-1")


@dataclass(frozen=True)
class Head:
    """What the head says: words of the title and of the description as strings, and terms on the kind of page."""

    title: str
    description: str
    terms: Terms


_TITLE = re.compile(r"<title[^>]*>([^<]*)", re.IGNORECASE)
_META = re.compile(
    r"""<meta\s[^>]*?(?:property|name|itemprop)\s*=\s*["']?(og:description|description|og:type)["'\s>][^>]*>?""",
    re.IGNORECASE,
)
_CONTENT = re.compile(r"""\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(\w{1,40})"')
_CANONICAL = re.compile(r"""<link\s[^>]*?rel\s*=\s*["']?canonical["'\s][^>]*>""", re.IGNORECASE)
_HREF = re.compile(r"""\shref\s*=\s*["']?https?://[^/"'\s>]*([^"'\s>]*)""", re.IGNORECASE)
_LONGEST_HEAD = 100_000
_MOST_TERMS = 24


def read_head(html: str) -> Head:
    """Read title, description, kinds of page (Open Graph, schema.org) and the canonical address."""
    end = html.find("</head")
    head = html[: min(end if end > 0 else 20_000, _LONGEST_HEAD)]
    title = _TITLE.search(head)
    description, terms = "", []
    for match in _META.finditer(head):
        content = _CONTENT.search(match[0])
        if content:
            value = content[1] or content[2] or ""
            if match[1].lower() == "og:type":
                terms.append("og:" + value.lower()[:40])
            elif len(value) > len(description):
                description = value
    if '"@type"' in html:
        terms += sorted({"ld:" + match[1] for match in _TYPE.finditer(html)})
    canonical = _CANONICAL.search(head)
    path = _HREF.search(canonical[0]) if canonical else None
    if path:
        terms += ["/" + word.lower() for word in _WORD.findall(path[1])]
        terms.append(f"/{min(path[1].rstrip('/').count('/'), 5)}")
    return Head(title[1] if title else "", description, tuple(dict.fromkeys(terms))[:_MOST_TERMS])
