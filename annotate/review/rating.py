"""The prediction of `learned`, from the page itself and the other pages of its site in the package."""

from __future__ import annotations

from dataclasses import dataclass

from annotate.review.columns import Column
from annotate.review.model.doubt import Rated
from annotate.sites import list_others
from cetr.console import count_of
from cetr.document import Spans
from evaluate.package import Document


@dataclass(frozen=True)
class Said:
    """The marks of a column, its probability for each stretch, and a note on the pages that it used."""

    spans: Spans
    rated: Rated
    note: str


def ask_learned(column: Column, document: Document) -> Said | None:
    """Return the prediction of the learned column; None for any other column.

    It uses the gold of the site's finished pages and what the other pages repeat, but never the document's own gold.
    """
    name, _, model = column.name.partition(":")
    if column.folder is not None or name != "learned":
        return None
    from cetr.learned import SHIPPED
    from cetr.site import suggest_with

    others = list_others(document.folder, document.meta.url, document.html)
    found = suggest_with(document.html, others, model=model or SHIPPED)
    return Said(found.spans, found.rated, describe_pages(found.pages, found.labelled))


def describe_pages(pages: int, labelled: int) -> str:
    """Say how many other pages of the site counted; empty if none did."""
    if not pages:
        return ""
    finished = f", {labelled} of them finished" if labelled else ""
    return f"from {count_of(pages, 'page')} of this site{finished}"
