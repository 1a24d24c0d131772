"""How sure a column is of each stretch of a page, for those that can say so."""

from __future__ import annotations

from annotate.review.columns import Column
from annotate.review.model.doubt import Rated
from evaluate.package import Document


def rate_document(column: Column, document: Document) -> Rated | None:
    """The stretches of a document with their probabilities of being main content; None if the column knows none."""
    name, _, model = column.name.partition(":")
    if column.folder is not None or name != "learned":
        return None
    from cetr.learned import SHIPPED, rate_blocks

    return rate_blocks(document.html, model=model or SHIPPED)
