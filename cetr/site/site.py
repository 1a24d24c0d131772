"""Sites for a crawler or a notebook: show pages, give gold where it is known, extract."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from cetr.console import InputError, count_of
from cetr.document import Spans, check_spans, find_host, normalize_spans, refuse_location
from cetr.learned import SHIPPED, identify_model, load_model
from cetr.site.files import holding, read_memories, write_memories
from cetr.site.memory import Memory, SiteMemories, remember
from cetr.site.pages import Seen, SiteSuggestion, see, suggest_among, trace
from cetr.site.traces import Trace

_log = logging.getLogger(__name__)


class Sites:
    """The memories of sites, by the host (and port) of a page's URL unless ``find_site`` says otherwise.

    A page without a site ('') is extracted alone and not remembered. ``model`` is the shipped one or a file. A path or
    a URL in place of a page's HTML raises `InputError`, and bytes raise `TypeError`. Several threads may use one
    `Sites`, and it can be pickled, with all that it remembers.
    """

    def __init__(self, model: str = SHIPPED, find_site: Callable[[str], str] = find_host) -> None:
        self._model, self._identity, self._find_site = load_model(model), identify_model(model), find_site
        self.memories = SiteMemories()

    def __repr__(self) -> str:
        held = self.memories.copy().values()
        return f"<Sites: {count_of(len(held), 'site')}, {count_of(sum(len(m.traces) for m in held), 'page')}>"

    def observe(
        self, html: str, url: str, gold: str | Iterable[Sequence[int]] | None = None, optional: Spans = ()
    ) -> None:
        """Remember a page and, if it is known, its gold: text or spans in any order, empty if it has no content.

        ``optional`` spans count neither way. A warning is logged if the gold is not used, because its words are not on
        the page. Raises `InputError` if a span lies outside the page.
        """
        _refuse_other(html)
        known_gold = gold if gold is None or isinstance(gold, str) else _check("gold", gold, html, "text or spans")
        known_optional = _check("optional", optional, html, "spans")
        if site := self._find_site(url):
            known = trace(self._see(html), known_gold, known_optional)
            self._remember(site, known)
            if known_gold and not known.labelled:
                _log.warning("%s: the gold is not used, because its words are not on the page", url)

    def extract(self, html: str, url: str) -> Spans:
        """Extract a page by what it says itself and what the other pages of its site say."""
        return self.suggest(html, url).spans

    def suggest(self, html: str, url: str) -> SiteSuggestion:
        """Extract a page as `extract` does, and also return the expected F1 and the number of other pages used."""
        return suggest_among(self._see(html), self.memories[self._find_site(url)])

    def extract_all(self, pages: Iterable[tuple[str, str]]) -> list[Spans]:
        """Extract pages, (html, url) each, after remembering all of them; each is scored once."""
        seen = [(self._find_site(url), self._see(html)) for html, url in pages]
        for site, page in seen:
            if site:
                self._remember(site, trace(page))
        return [suggest_among(page, self.memories[site]).spans for site, page in seen]

    def merge(self, other: Sites) -> None:
        """Add what other memories hold."""
        for site, memory in other.memories.copy().items():
            self.memories.learn(site, memory)

    def save(self, path: Path | str) -> None:
        """Write the memories to a file, in place of what it held."""
        write_memories(Path(path), self.memories.copy(), self._identity)

    def add_to(self, path: Path | str) -> None:
        """Add the memories to those in a file, if there is one. Other programs may do so at the same time."""
        file = Path(path).resolve()
        with holding(file.parent):
            together = SiteMemories(read_memories(file, self._identity) if file.exists() else {})
            for site, memory in self.memories.copy().items():
                together.learn(site, memory)
            write_memories(file, together.copy(), self._identity)

    def load(self, path: Path | str) -> None:
        """Add what a file holds. Raises `InputError` if it is damaged, or made with another model."""
        for site, memory in read_memories(Path(path), self._identity).items():
            self.memories.learn(site, memory)

    def _see(self, html: str) -> Seen:
        _refuse_other(html)
        return see(html, self._model)

    def _remember(self, site: str, known: Trace) -> None:
        self.memories.learn(site, remember(Memory(), known))


def _refuse_other(html: str) -> None:
    if not isinstance(html, str):
        raise TypeError(
            f"html: is {type(html).__name__}, not str; decode bytes with cetr.document.decode_html(data)[0]"
        )
    refuse_location(html)


def _check(what: str, spans: Iterable[Sequence[int]], html: str, kinds: str) -> Spans:
    """Check and normalise spans, which may be lists, or arrays as pandas reads them."""
    try:
        return normalize_spans(check_spans(spans, len(html)), len(html))
    except TypeError:
        raise TypeError(f"{what}: is {type(spans).__name__}, not {kinds}") from None
    except InputError as error:
        raise InputError(f"{what}: {error}") from error
