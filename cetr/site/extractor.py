"""The extractor ``learned``: a page alone, or a page and others of its site."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from cetr.document import Spans
from cetr.learned import SHIPPED, Model, Suggestion, load_model, suggest
from cetr.site.memory import Memory, remember
from cetr.site.pages import Seen, SiteSuggestion, see, suggest_among, trace
from cetr.site.traces import Trace


class SitePage(Protocol):
    """Another page of a site. ``gold`` is its content, spans or text, or None if that is unknown or withheld."""

    @property
    def html(self) -> str: ...  # noqa: D102
    @property
    def gold(self) -> str | Spans | None: ...  # noqa: D102
    @property
    def optional(self) -> Spans: ...  # noqa: D102


def learned(html: str, *, model: str = SHIPPED, site: Iterable[SitePage] = ()) -> Spans:
    """Blocks chosen by a model trained on gold standards, and by what other pages of the site show.

    Source: this project; see docs/learned.md, docs/site-memory.md and docs/model-card.md.
    """
    return suggest_page(html, model=model, site=site).spans


def suggest_page(html: str, *, model: str = SHIPPED, site: Iterable[SitePage] = ()) -> Suggestion:
    """Find a page's content as `learned` does, and the F1 that the model expects of it."""
    others = tuple(site)
    return suggest_with(html, others, model=model) if others else suggest(html, load_model(model))


def suggest_with(html: str, site: Iterable[SitePage], *, model: str = SHIPPED) -> SiteSuggestion:
    """Find a page's content by what it says itself and what the others say; without others, by what it says itself."""
    loaded = load_model(model)
    traces = [_trace(other.html, loaded, other.gold, other.optional) for other in site]
    return suggest_among(_see(html, loaded), remember(Memory(), *traces))


@lru_cache(maxsize=2)
def _see(html: str, model: Model) -> Seen:
    """Score a page; cached, because it is used twice: for its content, then as another page of the next one."""
    return see(html, model)


@lru_cache(maxsize=128)
def _trace(html: str, model: Model, gold: str | Spans | None, optional: Spans) -> Trace:
    """Make the trace of a page; cached, because the next page of the site needs it again."""
    return trace(_see(html, model), gold, optional)
