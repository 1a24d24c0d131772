"""What the learned column says of a document: by the page itself, and by the other pages of its site in the package."""

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
    """The marks of a column, how sure it is of each stretch, and what is to be told of where it has that from."""

    spans: Spans
    rated: Rated
    note: str


def ask_learned(column: Column, document: Document) -> Said | None:
    """What the learned column says; None for any other.

    Finished pages of the document's site tell their gold, the others what they repeat; the document's own is not looked
    at.
    """
    name, _, model = column.name.partition(":")
    if column.folder is not None or name != "learned":
        return None
    from cetr.learned import SHIPPED
    from cetr.site import suggest_with

    others = list_others(document.folder, document.meta.url, document.html)
    found = suggest_with(document.html, others, model=model or SHIPPED)
    return Said(found.spans, found.rated, describe_voices(found.pages, found.labelled))


def describe_voices(pages: int, labelled: int) -> str:
    """How many other pages of the site had a voice; empty where none had."""
    if not pages:
        return ""
    finished = f", {labelled} of them finished" if labelled else ""
    return f"from {count_of(pages, 'page')} of this site{finished}"
