"""What a document records about the proposal that its marks come from."""

from __future__ import annotations

import msgspec

from evaluate.package import Meta

KEY = "proposal"
"""The key of a document's ``extra`` that holds the `Proposal` of its marks."""

ACTION = "propose"
"""The journal's name for a proposal."""

ACCEPT, TAKE_BACK = "accept-unseen", "take-back"
"""The journal's names for accepting a proposal unseen, and for taking this back."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the marks of a draft come from.

    ``expected_f1``, over words, is what the model expects of them. ``pages`` is the number of other pages of the site
    that counted, of which ``labelled`` were finished. ``sure``: the expected F1 is as high as requested, and a finished
    page of the same template counted. ``sample``: a person must check this one before the sure ones are accepted.
    ``accepted_by`` is who accepted it unseen.
    """

    expected_f1: float
    pages: int = 0
    labelled: int = 0
    sure: bool = False
    sample: bool = False
    accepted_by: str | None = None


def read_proposal(meta: Meta) -> Proposal | None:
    """Read a document's proposal; None if there is no readable one."""
    try:
        return msgspec.convert(meta.extra[KEY], Proposal)
    except (KeyError, msgspec.ValidationError):
        return None
